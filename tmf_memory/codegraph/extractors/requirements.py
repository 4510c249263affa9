"""`requirements*.txt` and constraints: one dependency per line, with its version."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tmf_memory.codegraph.extractors._config import (
    ConfigKey,
    NotConfigurationError,
    clean,
    config_extraction,
    not_configuration,
)
from tmf_memory.codegraph.extractors._dependencies import as_requirement
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText

_COMMENT = re.compile(r"(?:^|\s)#.*")
_OPTIONS = re.compile(r"\s--[\w-]+[= ]\S+")
_NOT_BY_NAME = re.compile(r"-|[\w.+-]*:|\.{0,2}/|\.$|\S+\.(?:whl|zip|tar\.\w+)(?:\[.*\])?$")
_INCLUDE = re.compile(r"(?:-r|--requirement|-c|--constraint)[ =]*(\S+)")


def extract(source: SourceText) -> Extraction:
    reason = not_configuration(source.path, source.text)
    if reason:
        return Extraction(degraded=reason)
    try:
        return config_extraction(source.path, _keys(clean(source.text)))
    except NotConfigurationError as error:
        return Extraction(degraded=str(error))


def _keys(text: str) -> Iterator[ConfigKey]:
    for line_start, line_end, joined in _logical_lines(text):
        line = _OPTIONS.sub("", joined).strip()
        include = _INCLUDE.fullmatch(line)
        if include:
            yield ConfigKey(("include", include[1]), line_start, line_end, include[1])
        elif not _NOT_BY_NAME.match(line):
            yield _dependency(line, line_start, line_end)


def _dependency(line: str, line_start: int, line_end: int) -> ConfigKey:
    key = as_requirement(ConfigKey(("dependencies", 0), line_start, line_end, line))
    if key.kind != "dependency":
        # Prose that happens to be called `constraints.txt`: no line of it is a fact.
        raise NotConfigurationError(f"not a list of requirements: line {line_start}")
    return key


def _logical_lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield first line, last line and text; a backslash at the end joins two lines."""
    parts: list[str] = []
    first = 1
    for number, line in enumerate(text.split("\n"), 1):
        if not parts:
            first = number
        bare = _COMMENT.sub("", line)
        if bare.endswith("\\"):
            parts.append(bare[:-1])
            continue
        joined = "".join([*parts, bare])
        parts.clear()
        if joined.strip():
            yield first, number, joined


EXTRACTOR = Extractor(
    language="requirements",
    tier="config",
    version=1,
    suffixes=(),
    extract=extract,
    file_names=("requirements*.txt", "*requirements.txt", "requirements*.in", "constraints*.txt"),
)
