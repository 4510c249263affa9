"""INI files (`setup.cfg`, `tox.ini`, `.editorconfig` …) and examples of `.env` files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tmf_memory.codegraph.extractors._config import (
    ConfigKey,
    clean,
    config_extraction,
    not_configuration,
)
from tmf_memory.codegraph.extractors._dependencies import as_requirement
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText

_ENV_NAMES = (".env.dist", ".env.example", ".env.sample", ".env.template")
_SECTION = re.compile(r"\[([^\]\n]+)\]\s*(?:[#;].*)?")
_DELIMITER = re.compile(r"[=:]")
_VARIABLE = re.compile(r"(?:export\s+)?([A-Za-z_][\w.]*)\s*=\s*(.*)")
# A semicolon is left alone: it starts the marker of a requirement.
_INLINE_COMMENT = re.compile(r"\s#.*")
_REQUIREMENT_OPTIONS = frozenset({"install_requires", "setup_requires", "tests_require", "deps"})
_SCRIPT_OPTIONS = frozenset({"console_scripts", "gui_scripts"})


@dataclass(slots=True)
class _Option:
    """One option while its lines are read."""

    section: str
    name: str
    line: int
    values: list[tuple[str, int]] = field(default_factory=list)


def extract(source: SourceText) -> Extraction:
    reason = not_configuration(source.path, source.text)
    if reason:
        return Extraction(degraded=reason)
    lines = clean(source.text).split("\n")
    if source.path.rpartition("/")[2] in _ENV_NAMES:
        return config_extraction(source.path, _variables(lines))
    options = list(_options(lines))
    if not any(option.section for option in options):
        return Extraction(degraded="no sections: not an INI file")
    return config_extraction(source.path, [key for one in options for key in _keys(one)])


def _variables(lines: list[str]) -> Iterator[ConfigKey]:
    for number, line in enumerate(lines, 1):
        found = _VARIABLE.fullmatch(line.strip())
        if found:
            value = _unquoted(found[2])
            yield ConfigKey((found[1],), number, number, value, "env", {"name": found[1]})


def _unquoted(text: str) -> str:
    quote = text[:1]
    if quote in {"'", '"'} and quote in text[1:]:
        return text[1 : text.index(quote, 1)]
    return _bare(text)


def _bare(text: str) -> str:
    return _INLINE_COMMENT.sub("", text).strip()


def _options(lines: list[str]) -> Iterator[_Option]:
    section, option = "", None
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text[0] in "#;":
            continue
        if option is not None and line[0].isspace():
            option.values.append((_bare(text), number))
            continue
        if option is not None:
            yield option
        header, option = _SECTION.fullmatch(text), None
        if header:
            section = header[1].strip()
        else:
            option = _started(section, text, number)
    if option is not None:
        yield option


def _started(section: str, text: str, line: int) -> _Option:
    name, *rest = _DELIMITER.split(text, maxsplit=1)
    option = _Option(section, name.strip(), line)
    value = _bare(rest[0].strip()) if rest else ""
    if value:
        option.values.append((value, line))
    return option


def _keys(option: _Option) -> Iterator[ConfigKey]:
    path = (option.section, option.name) if option.section else (option.name,)
    name = ".".join(path)
    last = option.values[-1][1] if option.values else option.line
    texts = [text for text, _ in option.values]
    is_list = len(texts) > 1 or (bool(texts) and option.values[0][1] > option.line)
    value = texts if is_list else (texts[0] if texts else "")
    yield ConfigKey(path, option.line, last, [*value] if is_list else "".join(texts), name=name)
    for text, line in option.values:
        key = ConfigKey((*path, 0), line, line, text)
        if _requires(option):
            key = as_requirement(key)
        elif option.name in _SCRIPT_OPTIONS:
            key = _script(key)
        if key.kind != "key":
            yield replace(key, name=f"{name}.{key.path[-1]}")


def _requires(option: _Option) -> bool:
    return option.name in _REQUIREMENT_OPTIONS or option.section == "options.extras_require"


def _script(key: ConfigKey) -> ConfigKey:
    name, equals, target = str(key.value).partition("=")
    if not equals:
        return key
    path = (*key.path[:-1], name.strip())
    return replace(key, path=path, value=target.strip(), kind="script")


EXTRACTOR = Extractor(
    language="ini",
    tier="config",
    version=1,
    suffixes=(".cfg", ".ini"),
    extract=extract,
    file_names=(".coveragerc", ".editorconfig", ".flake8", ".pylintrc", *_ENV_NAMES),
)
