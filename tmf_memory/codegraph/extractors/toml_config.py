"""TOML files: values from the parser, lines from a locator that is checked against it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tmf_memory.codegraph.extractors._config import (
    DATA,
    MAX_KEYS,
    ConfigKey,
    NotConfigurationError,
    Path,
    clean,
    config_extraction,
    not_configuration,
)
from tmf_memory.codegraph.extractors._dependencies import Requirement, as_dependency, labelled
from tmf_memory.codegraph.extractors._located import Branch, Budget, Leaf, Located, keys_of
from tmf_memory.codegraph.extractors._toml_spans import Span, Spans, spans_of, tokens_of
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText
from tmf_memory.codegraph.model import Json

Parse = Callable[[str], dict[str, object]]

_LOCK_NAMES = ("Cargo.lock", "pdm.lock", "poetry.lock", "uv.lock")
_LOCKED = re.compile(r'^\[\[package\]\]\nname = "([^"\n]+)"\nversion = "([^"\n]+)"', re.MULTILINE)
_ERROR_LINE = re.compile(r"\bline (\d+)")
_PIPFILE_TABLES = frozenset({"packages", "dev-packages"})
_PLAIN_STRING = re.compile(r"""(?:"[^"\\\n]*"|'[^'\n]*')""")


def extract(source: SourceText) -> Extraction:
    name = source.path.rpartition("/")[2]
    try:
        if name in _LOCK_NAMES:
            return config_extraction(source.path, _locked_versions(clean(source.text)))
        reason = not_configuration(source.path, source.text)
        if reason:
            return Extraction(degraded=reason)
        keys = keys_of(read_toml(clean(source.text)))
        label = _pipfile if name == "Pipfile" else labelled
        return config_extraction(source.path, [label(key) for key in keys])
    except NotConfigurationError as error:
        return Extraction(degraded=str(error))


def read_toml(text: str) -> Located:
    """Return the document with its lines; NotConfigurationError when it is no TOML."""
    from tmf_memory.kernel.toml import TomlError, loads  # not before there is a TOML file

    tokens = tokens_of(text)
    try:
        document = loads(text)
    except RecursionError as error:
        raise NotConfigurationError("nested too deep") from error
    except TomlError as error:
        found = _ERROR_LINE.search(str(error))
        where = f": line {found[1]}" if found else ""
        raise NotConfigurationError(f"not valid TOML{where}") from error
    except ValueError as error:  # a number with more digits than Python converts
        raise NotConfigurationError("not valid TOML") from error
    return _Tree(spans_of(text, tokens), loads, Budget(), {}).located(document, (), 0)


@dataclass(frozen=True, slots=True)
class _Tree:
    """Joins the parsed values with the spans, and trusts a span only if it reads the same."""

    spans: Spans
    parse: Parse
    budget: Budget
    scalars: dict[str, object]

    def located(self, value: object, path: Path, depth: int) -> Located:
        self.budget.depth(depth)
        if isinstance(value, dict):
            return self._branch(list(value.items()), path, depth, is_list=False)
        if isinstance(value, list):
            return self._branch(list(enumerate(value)), path, depth, is_list=True)
        span = self.spans.keys.get(path)
        if span is None or not self._agrees(span.raw, value):
            line = self.spans.enclosing_line(path)
            return Leaf(line, line, _json(value))
        return Leaf(span.line_start, span.line_end, _json(value))

    def _branch(
        self, items: list[tuple[str | int, object]], path: Path, depth: int, *, is_list: bool
    ) -> Branch:
        line = self.spans.enclosing_line(path)
        span = self.spans.keys.get(path, Span(line, line, ""))
        branch = Branch(span.line_start, span.line_end, is_list)
        for key, value in items:
            self.budget.key()
            member = self.located(value, (*path, key), depth + 1)
            name = clean(key) if isinstance(key, str) else key
            branch.members.append((name, member.line_start, member))
        return branch

    def _agrees(self, raw: str, value: object) -> bool:
        if _PLAIN_STRING.fullmatch(raw):
            return raw[1:-1] == value
        if raw not in self.scalars:
            try:
                self.scalars[raw] = self.parse(f"x = {raw}").get("x")
            except ValueError:
                return False
        # By text: NaN is not equal to itself, and True is equal to 1.
        return repr(self.scalars[raw]) == repr(value)


def _json(value: object) -> Json:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    isoformat = getattr(value, "isoformat", None)
    return str(isoformat()) if isoformat else str(value)


def _pipfile(key: ConfigKey) -> ConfigKey:
    path = key.path
    if not path or path[0] not in _PIPFILE_TABLES:
        return labelled(key)
    if len(path) == 2 or path[2:] == ("version",):
        return as_dependency(key, str(path[1]))
    return key


def _locked_versions(text: str) -> list[ConfigKey]:
    """Return the versions that a lock file pins; the rest of it is data."""
    keys: list[ConfigKey] = []
    line, counted = 1, 0
    for found in _LOCKED.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        pinned = Requirement(found[1], found[2])
        key = ConfigKey(("package", pinned.normalized), line, line + 2, found[2])
        keys.append(replace(key, kind="dependency", extra={**pinned.detail, "locked": True}))
    if len(keys) > MAX_KEYS:
        raise NotConfigurationError(f"{DATA}: more than {MAX_KEYS} locked packages")
    return keys


EXTRACTOR = Extractor(
    language="toml",
    tier="config",
    version=1,
    suffixes=(".toml",),
    extract=extract,
    file_names=("Pipfile", *_LOCK_NAMES),
)
