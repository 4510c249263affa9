"""Suppressions written in the files themselves, and which of them suppress nothing.

`<!-- memory-lint: ignore[MF002] reason -->` on the line or the one above, `disable`/`enable`
ranges, `ignore-file`; in JSON the key `_lint_ignore`. No codes in brackets means every rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tmf_memory.factlint.model import Document, Fact, Finding, Json
from tmf_memory.kernel.location import Location

_DIRECTIVE = re.compile(
    r"<!--\s*memory-lint:\s*(?P<verb>ignore-file|ignore|disable|enable)"
    r"(?:\[(?P<codes>[^\]]*)\])?(?P<reason>[^>]*?)-->"
)
_FENCE = re.compile(r"^\s{0,12}(?:[-*+]\s+)?(`{3,}|~{3,})")
_END = 1 << 60
JSON_KEY = "_lint_ignore"


@dataclass(frozen=True, slots=True)
class Suppression:
    """One directive: the lines it covers, the codes it names (none: all), and where it stands."""

    location: Location
    first: int
    last: int
    codes: frozenset[str]
    fact_id: str = ""

    def covers(self, finding: Finding) -> bool:
        if self.codes and not {finding.code, finding.name} & self.codes:
            return False
        if self.fact_id:
            return finding.flagged is not None and finding.flagged.id == self.fact_id
        places = [finding.location] if finding.location is not None else list(finding.related)
        return any(
            place.path == self.location.path and self.first <= place.line <= self.last
            for place in places
        )


@dataclass(frozen=True, slots=True)
class Sifted:
    """The findings that stay, and the directives that suppressed none."""

    findings: tuple[Finding, ...]
    unused: tuple[Suppression, ...]
    guarded: frozenset[tuple[str, int]] = frozenset()
    """Lines below a directive: deleting one would hand the directive to the next line."""


def sift(documents: Iterable[Document], findings: Sequence[Finding], ran: frozenset[str]) -> Sifted:
    """Drop suppressed findings. A directive is unused only if a rule it names ran."""
    directives = [each for document in documents for each in suppressions_of(document)]
    if not directives:
        return Sifted(tuple(findings), ())
    used: set[int] = set()
    kept: list[Finding] = []
    for finding in findings:
        covering = [index for index, each in enumerate(directives) if each.covers(finding)]
        used.update(covering)
        if not covering:
            kept.append(finding)
    unused = tuple(
        each
        for index, each in enumerate(directives)
        if index not in used and (not each.codes or each.codes & ran)
    )
    guarded = frozenset(
        (each.location.path, each.last) for each in directives if each.last == each.first + 1
    )
    return Sifted(tuple(kept), unused, guarded)


def suppressions_of(document: Document) -> list[Suppression]:
    """Return the directives of a document."""
    found: list[Suppression] = []
    if "memory-lint:" in document.text:
        found += _written(document)
    if JSON_KEY in document.text:
        found += [each for fact in document.facts if (each := _keyed(fact)) is not None]
    return found


def _written(document: Document) -> Iterator[Suppression]:
    opened: dict[frozenset[str], int] = {}
    for number, verb, codes in _directives(document.text):
        place = Location(document.path, number)
        if verb == "ignore":
            yield Suppression(place, number, number + 1, codes)
        elif verb == "ignore-file":
            yield Suppression(place, 0, _END, codes)
        elif verb == "disable":
            opened.setdefault(codes, number)
        else:
            for closed in [each for each in opened if not codes or each == codes]:
                start = opened.pop(closed)
                yield Suppression(Location(document.path, start), start, number, closed)
    for codes, start in opened.items():
        yield Suppression(Location(document.path, start), start, _END, codes)


def _directives(text: str) -> Iterator[tuple[int, str, frozenset[str]]]:
    """Yield (line, verb, codes) of the directives outside code fences."""
    fence = ""
    for number, line in enumerate(text.split("\n"), start=1):
        mark = _FENCE.match(line)
        if mark:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        if fence or "memory-lint:" not in line:
            continue
        for match in _DIRECTIVE.finditer(line):
            yield number, match["verb"], _codes(match["codes"] or "")


def _codes(text: str) -> frozenset[str]:
    return frozenset(part for part in re.split(r"[,\s]+", text) if part)


def _keyed(fact: Fact) -> Suppression | None:
    value: Json = fact.extra.get(JSON_KEY)
    if value is None or value is False:
        return None
    names = value if isinstance(value, list) else [value]
    codes = frozenset(str(name) for name in names if isinstance(name, str) and name)
    place = fact.place.location
    return Suppression(place, place.line, place.line, codes, fact.id)
