"""Dockerfiles: images, variables, ports and what runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tmf_memory.codegraph.extractors._config import (
    ConfigKey,
    clean,
    config_extraction,
    not_configuration,
)
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText

_INSTRUCTION = re.compile(r"\s*([A-Za-z]+)\s+(.*)", re.DOTALL)
_HEREDOC = re.compile(r"<<-?([\"']?)([A-Za-z_]\w*)\1")
_FROM = re.compile(r"(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?", re.IGNORECASE)
_PAIR = re.compile(
    r"""([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|'[^']*'|(?:[^\s\\]|\\.)*)""", re.DOTALL
)
_OLD_PAIR = re.compile(r"([A-Za-z_]\w*)\s+(.*)", re.DOTALL)
_PORT = re.compile(r"\d+(?:-\d+)?(?:/\w+)?")
_ARGUMENT = re.compile(r"([A-Za-z_]\w*)(?:=(.*))?", re.DOTALL)
_SINGLE = frozenset({"WORKDIR", "USER", "CMD", "ENTRYPOINT", "HEALTHCHECK", "SHELL", "STOPSIGNAL"})

Keys = Iterator[tuple[tuple[str, ...], str, str]]
"""The path, the value and the kind of each key of one instruction."""


def extract(source: SourceText) -> Extraction:
    reason = not_configuration(source.path, source.text)
    if reason:
        return Extraction(degraded=reason)
    lines = clean(source.text).split("\n")
    keys = [
        ConfigKey(path, *_span(lines, start, end, path[-1]), value, kind)
        for start, end, name, rest in _instructions(lines)
        for path, value, kind in _meaning(name, rest)
    ]
    return config_extraction(source.path, keys)


def _span(lines: list[str], start: int, end: int, word: str) -> tuple[int, int]:
    """Return the line of one variable or port of a long instruction, else all of its lines."""
    alone = re.compile(rf"(?<![\w.-]){re.escape(word)}(?:=|\s|$)")
    found = [number for number in range(start, end + 1) if alone.search(lines[number - 1])]
    return (found[0], found[0]) if found and word not in _SINGLE else (start, end)


def _instructions(lines: list[str]) -> Iterator[tuple[int, int, str, str]]:
    """Yield first line, last line, instruction and the rest, with continued lines joined."""
    at = 0
    while at < len(lines):
        first = at
        parts: list[str] = []
        continues = True
        while continues and at < len(lines):
            line = lines[at].rstrip()
            at += 1
            if line.lstrip().startswith("#") or (parts and not line):
                continue  # comments and empty lines do not end an instruction
            continues = line.endswith("\\")
            parts.append(line.removesuffix("\\"))
        found = _INSTRUCTION.fullmatch(" ".join(parts))
        if found is None:
            continue
        at = _after_heredocs(lines, at, found[2])
        yield first + 1 + _leading_comments(lines, first), at, found[1].upper(), found[2].strip()


def _leading_comments(lines: list[str], first: int) -> int:
    skipped = 0
    while lines[first + skipped].lstrip().startswith("#"):
        skipped += 1
    return skipped


def _after_heredocs(lines: list[str], at: int, rest: str) -> int:
    for found in _HEREDOC.finditer(rest):
        end = next((n for n in range(at, len(lines)) if lines[n].strip() == found[2]), None)
        if end is None:
            return at
        at = end + 1
    return at


def _meaning(name: str, rest: str) -> Keys:
    if name in _SINGLE:
        yield (name,), " ".join(rest.split()), "key"
    elif name in _MEANINGS:
        yield from _MEANINGS[name](rest)


def _from(rest: str) -> Keys:
    found = _FROM.fullmatch(rest)
    if found:
        yield ("FROM", found[2]) if found[2] else ("FROM",), found[1], "image"


def _variables(rest: str) -> Keys:
    pairs = _PAIR.findall(rest)
    old = None if pairs else _OLD_PAIR.fullmatch(rest)
    for name, value in pairs or ([old.groups()] if old else []):
        yield ("ENV", name), _unquoted(value), "env"


def _argument(rest: str) -> Keys:
    found = _ARGUMENT.fullmatch(rest)
    if found:
        yield ("ARG", found[1]), _unquoted(found[2] or ""), "key"


def _ports(rest: str) -> Keys:
    for port in rest.split():
        if _PORT.fullmatch(port):
            yield ("EXPOSE", port), port, "port"


def _labels(rest: str) -> Keys:
    for name, value in _PAIR.findall(rest):
        yield ("LABEL", name), _unquoted(value), "key"


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text


_MEANINGS: dict[str, Callable[[str], Keys]] = {
    "FROM": _from,
    "ENV": _variables,
    "ARG": _argument,
    "EXPOSE": _ports,
    "LABEL": _labels,
}

EXTRACTOR = Extractor(
    language="dockerfile",
    tier="config",
    version=1,
    suffixes=(".dockerfile", ".Dockerfile"),
    extract=extract,
    file_names=("Dockerfile", "Containerfile", "Dockerfile.*"),
)
