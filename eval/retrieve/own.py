"""The product's own answers: a tree warmed as it does, questions ranked as it does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Scope, SymbolKey
from tmf_memory.codegraph.places import Place, place_of
from tmf_memory.codegraph.query import find_ranked
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

_DEPTH = 100
_CODE = frozenset((Scope.FUNCTION, Scope.CLASS))


def warmed(root: Path) -> CodeMemory:
    memory = CodeMemory(Worktree(root), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1, explicit=True))
    return memory


@dataclass(frozen=True, slots=True)
class OwnRanking:
    """Answers of one memory; functions and classes only, unless `everything` is asked for."""

    memory: CodeMemory
    everything: bool = False

    def __call__(self, question: str) -> Sequence[SymbolKey]:
        found = find_ranked(self.memory, question, limit=_DEPTH)
        return [one.key for one in found if self.everything or one.symbol.scope in _CODE]


_MADE_UP = re.compile("[#<]")


@dataclass(frozen=True, slots=True)
class Named:
    """How many identifiers, asked as they are written, have their definition as first answer."""

    asked: int
    first: int
    wrong: tuple[str, ...]

    @property
    def share(self) -> float:
        return self.first / max(1, self.asked)


def ask_names(memory: CodeMemory, every: int) -> Named:
    """Ask for every `every`th method and function of the project's own code by its name.

    Right is an answer of that name; where the project has one of its own, its own.
    """
    names = sorted(set(_own_names(memory)))[::every]
    wrong = [name for name in names if not _is_first(memory, name)]
    return Named(len(names), len(names) - len(wrong), tuple(wrong))


def _own_names(memory: CodeMemory) -> list[str]:
    names = []
    for path in memory.claims.manifest.files:
        entry = memory.claims.entry(path)
        if place_of(path) is Place.OWN and entry is not None:
            symbols = (one for one in entry.symbols if one.scope in _CODE)
            # Twins and lambdas have names that nobody asks for.
            names += [one.qualname for one in symbols if not _MADE_UP.search(one.qualname)]
    return names


def _is_first(memory: CodeMemory, name: str) -> bool:
    found = find_ranked(memory, name, limit=1)
    if not found:
        return False
    key = found[0].key
    bare = key.qualname.partition("#")[0]
    return place_of(key.path) is Place.OWN and (bare == name or bare.endswith(f".{name}"))
