"""Hand-judged call edges of real projects, and the seeded draw that they came from.

`python -m eval.edges.judged` prints a new draw as JSON with empty verdicts.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

from bench.corpus import project
from eval.edges.own import own_calls
from tmf_memory.codegraph.model import Edge

DATA = Path(__file__).with_name("data") / "judged.json"
FOLDERS = {"requests": "src", "flask": "src", "rich": "rich", "django": "django"}
"""Below each project's folder, what is warmed: its own package, without tests."""

EACH = 25
MOST_WRONG = 1


class Draw(str, Enum):
    """Which edges took part: all of them, or those whose target is not named where it is called.

    The second sort is rare and the one where a wrong edge would hide.
    """

    ALL = "all"
    UNSPELLED = "unspelled"


SEEDS = {Draw.ALL: 2026, Draw.UNSPELLED: 7}


class Verdict(str, Enum):
    """What a reader of the source made of an edge."""

    RIGHT = "right"
    WRONG = "wrong"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class Judged:
    """One edge as it was drawn, by its first line, and what it was judged to be."""

    draw: Draw
    project: str
    source: str
    target: str
    line: int
    verdict: Verdict
    note: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judged edges, and which of them are still there."""

    judged: tuple[Judged, ...]
    emitted: frozenset[tuple[str, str, str]]

    def count(self, verdict: Verdict, *, emitted: bool = False) -> int:
        return sum(
            one.verdict is verdict and (not emitted or self.is_emitted(one)) for one in self.judged
        )

    def is_emitted(self, one: Judged) -> bool:
        return (one.project, one.source, one.target) in self.emitted

    @property
    def is_good(self) -> bool:
        return self.count(Verdict.WRONG, emitted=True) <= MOST_WRONG


def judged_edges() -> tuple[Judged, ...]:
    rows = json.loads(DATA.read_text(encoding="utf-8"))
    return tuple(
        Judged(**{**row, "draw": Draw(row["draw"]), "verdict": Verdict(row["verdict"])})
        for row in rows
    )


def judgement() -> Judgement:
    """Link every project again and look for the edges that were judged."""
    judged = judged_edges()
    names = sorted({one.project for one in judged})
    emitted = {(name, *_ends(edge)) for name in names for edge in _edges(name)}
    return Judgement(judged, frozenset(emitted))


def draw() -> Iterator[dict[str, object]]:
    """Draw edges of every project at random, every edge that takes part alike."""
    for which, seed in SEEDS.items():
        for name in FOLDERS:
            edges = [edge for edge in _edges(name) if _takes_part(edge, name, which)]
            edges.sort(key=lambda edge: (*_ends(edge), edge.lines))
            drawn = random.Random(seed).sample(edges, min(EACH, len(edges)))
            for edge in sorted(drawn, key=_ends):
                source, target = _ends(edge)
                row = {"draw": which.value, "project": name, "source": source, "target": target}
                yield {**row, "line": edge.lines[0], "verdict": "", "note": ""}


def _takes_part(edge: Edge, name: str, which: Draw) -> bool:
    if which is Draw.ALL:
        return True
    *_, owner, spelled = ["", *edge.target.qualname.split(".")]
    spelled = spelled.partition("#")[0]
    if spelled == "__init__":
        spelled = owner
    lines = _lines(project(name) / FOLDERS[name] / edge.source.path)
    return not any(spelled in lines[line - 1] for line in edge.lines)


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


def _edges(name: str) -> Iterable[Edge]:
    return own_calls(project(name) / FOLDERS[name]).edges


def _ends(edge: Edge) -> tuple[str, str]:
    return (
        f"{edge.source.path}:{edge.source.qualname}",
        f"{edge.target.path}:{edge.target.qualname}",
    )


if __name__ == "__main__":
    print("\n".join(map(json.dumps, draw())))
