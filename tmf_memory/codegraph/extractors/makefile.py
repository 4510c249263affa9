"""Makefiles: targets with what they need, and simple variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tmf_memory.codegraph.extractors._config import (
    MAX_KEYS,
    ConfigKey,
    clean,
    config_extraction,
    not_configuration,
    shorten,
)
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText
from tmf_memory.codegraph.model import Json

_ASSIGNMENT = re.compile(r"(?:(?:export|override)\s+)*([\w.-]+)\s*(?:\?|\+|:{1,3}|!)?=\s*(.*)")
_RULE = re.compile(r"([^:=]+)::?(?![=:])([^;]*)(?:;(.*))?")
_PLAIN_TARGET = re.compile(r"[\w./@+-]+")
_DEFINE = re.compile(r"\s*define\b")
_END_DEFINE = re.compile(r"\s*endef\b")

_Line = tuple[int, int, str]
"""First line, last line and text of what a backslash joins."""


def extract(source: SourceText) -> Extraction:
    reason = not_configuration(source.path, source.text)
    if reason:
        return Extraction(degraded=reason)
    lines = _without_definitions(_logical_lines(clean(source.text)))
    return config_extraction(source.path, _keys(lines))


def _logical_lines(text: str) -> Iterator[_Line]:
    parts: list[str] = []
    first = 1
    for number, line in enumerate(text.split("\n"), 1):
        if not parts:
            first = number
        if line.endswith("\\"):
            parts.append(line[:-1])
            continue
        yield first, number, " ".join([*parts, line])
        parts.clear()


def _without_definitions(lines: Iterator[_Line]) -> Iterator[_Line]:
    """Leave out `define … endef`: canned text, whose lines only look like rules."""
    is_inside = False
    for line in lines:
        if _DEFINE.match(line[2]):
            is_inside = True
        elif _END_DEFINE.match(line[2]):
            is_inside = False
        elif not is_inside:
            yield line


def _keys(lines: Iterator[_Line]) -> Iterator[ConfigKey]:
    rule: list[ConfigKey] = []
    recipe: list[str] = []
    for first, last, text in lines:
        if text.startswith("\t"):
            recipe.append(text.strip())
            rule = [replace(key, line_end=last) for key in rule]
            continue
        bare = text.split("#", 1)[0].rstrip()
        if not bare:
            continue
        yield from _finished(rule, recipe)
        rule, recipe = _rule(first, last, bare)
        if not rule:
            yield from _assignment(first, last, bare)
    yield from _finished(rule, recipe)


def _rule(first: int, last: int, text: str) -> tuple[list[ConfigKey], list[str]]:
    """Return the targets of a rule, and the recipe that starts on the same line."""
    found = _RULE.fullmatch(text)
    if found is None or _ASSIGNMENT.fullmatch(text):
        return [], []
    targets = [
        ConfigKey((name,), first, last, [*found[2].split()], "target")
        for name in found[1].split(maxsplit=MAX_KEYS + 1)
        if _PLAIN_TARGET.fullmatch(name) and not (name[0] == "." and name.isupper())
    ]
    return targets, [found[3].strip()] if found[3] else []


def _finished(rule: list[ConfigKey], recipe: list[str]) -> Iterator[ConfigKey]:
    for key in rule:
        extra: dict[str, Json] = {"recipe": shorten(recipe[0])} if recipe else {}
        yield replace(key, extra=extra, content=[key.value, [*recipe]])


def _assignment(first: int, last: int, text: str) -> Iterator[ConfigKey]:
    found = _ASSIGNMENT.fullmatch(text.strip())
    if found:
        yield ConfigKey((found[1],), first, last, " ".join(found[2].split()))


EXTRACTOR = Extractor(
    language="makefile",
    tier="config",
    version=1,
    suffixes=(".mk",),
    extract=extract,
    file_names=("Makefile", "makefile", "GNUmakefile"),
)
