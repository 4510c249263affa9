"""PyCG's micro benchmark: our call edges in its notation, counted per category.

Its names are `module`, `module.function`, `module.Class.method`, `scope.<lambda1>`; a module is a
caller too, and calling a class is calling its `__init__` where one is defined. Only edges to what
a case itself defines count: those to builtins and libraries are nobody's node here.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eval.edges.own import OwnCalls, own_calls
from tmf_memory.codegraph.model import SymbolKey

NamedEdge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One small program and the calls it makes."""

    name: str
    files: Mapping[str, str]
    expected: Mapping[str, tuple[str, ...]]

    @property
    def category(self) -> str:
        return self.name.partition("/")[0]

    def wanted(self) -> set[NamedEdge]:
        """The expected edges whose target the case defines."""
        modules = {module_name(path) for path in self.files}
        return {
            (caller, target)
            for caller, targets in self.expected.items()
            for target in targets
            if _is_inside(target, modules)
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """One case: the edges both have, only it expects, only we have."""

    case: Case
    both: frozenset[NamedEdge]
    missed: frozenset[NamedEdge]
    wrong: frozenset[NamedEdge]


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over cases. Without an edge of ours nothing is wrong, but nothing is proven."""

    found: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        ours = self.found + self.wrong
        return self.found / ours if ours else 0.0

    @property
    def recall(self) -> float:
        wanted = self.found + self.missed
        return self.found / wanted if wanted else 0.0


def read_cases(file: Path) -> list[Case]:
    document = json.loads(file.read_text(encoding="utf-8"))
    return [
        Case(
            name,
            fields["files"],
            {caller: tuple(targets) for caller, targets in fields["expected"].items()},
        )
        for name, fields in sorted(document.items())
    ]


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def named_edges(calls: OwnCalls) -> set[NamedEdge]:
    """Our edges in the benchmark's names; the edge to a class itself has no name there."""
    return {
        (_name(edge.source), _name(edge.target))
        for edge in calls.edges
        if edge.target not in calls.classes
    }


def _name(key: SymbolKey) -> str:
    module = module_name(key.path)
    return f"{module}.{key.qualname}" if key.qualname else module


def _is_inside(target: str, modules: set[str]) -> bool:
    return any(target == module or target.startswith(f"{module}.") for module in modules)


def compare(case: Case) -> Difference:
    """Write the case into a folder of its own, warm it, and hold the edges against it."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path, text in case.files.items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        found = named_edges(own_calls(root))
    wanted = case.wanted()
    return Difference(
        case, frozenset(found & wanted), frozenset(wanted - found), frozenset(found - wanted)
    )


def tally(differences: list[Difference]) -> Tally:
    return Tally(
        sum(len(one.both) for one in differences),
        sum(len(one.wrong) for one in differences),
        sum(len(one.missed) for one in differences),
    )


def by_category(differences: list[Difference]) -> dict[str, Tally]:
    categories = sorted({one.case.category for one in differences})
    return {
        name: tally([one for one in differences if one.case.category == name])
        for name in categories
    }
