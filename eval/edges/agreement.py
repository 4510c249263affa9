"""Our call edges against those of an oracle: what both know, what only one has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from eval.edges.oracle import Function, Oracle, spelled_calls
from eval.edges.own import OwnCalls
from tmf_memory.codegraph.model import Edge, SymbolKey

_TWIN = re.compile(r"#\d+(?=\.|$)")
_CONSTRUCTOR = "__init__"

Calls = frozenset[tuple[Function, Function]]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Edges between functions that the oracle knows.

    An oracle that notes references at the function position of a call cannot have an edge whose
    target is not spelled there: a bound method under a local name, a function passed as an
    argument, what `with` and `for` call. Such edges of ours are `unspelled`, and judged by hand.
    """

    both: Calls
    only_ours: Calls
    only_oracle: Calls
    unspelled: Calls

    @property
    def agreement(self) -> float:
        """The share of our spelled edges that the oracle has."""
        return _share(self.both, self.only_ours)

    @property
    def agreement_of_all(self) -> float:
        """The same with our unspelled edges counted as if the oracle could have them."""
        return _share(self.both, self.only_ours | self.unspelled)

    @property
    def recall(self) -> float:
        """The share of the oracle's edges that we have."""
        return _share(self.both, self.only_oracle)

    @property
    def recall_across(self) -> float:
        """The same, of the edges whose ends are in two files."""
        return _share(_across(self.both), _across(self.only_oracle))


def _share(part: Calls, rest: Calls) -> float:
    whole = len(part) + len(rest)
    return len(part) / whole if whole else 0.0


def _across(calls: Calls) -> Calls:
    return frozenset(call for call in calls if call[0][0] != call[1][0])


def compare(own: OwnCalls, oracle: Oracle, root: Path) -> Agreement:
    ours = _ours(own, oracle.functions)
    alone = ours - oracle.calls
    spelled = spelled_calls(root, {caller[0] for caller, _ in alone})
    unspelled = frozenset(
        (caller, target)
        for caller, target in alone
        if (caller, _simple_name(target)) not in spelled
    )
    return Agreement(ours & oracle.calls, alone - unspelled, oracle.calls - ours, unspelled)


def _ours(own: OwnCalls, known: frozenset[Function]) -> Calls:
    """Our edges in the oracle's notation, without construction: there it refers to the class."""
    constructed = {
        (edge.source, line)
        for edge in own.edges
        if edge.target in own.classes
        for line in edge.lines
    }
    calls = (
        (_function(edge.source), _function(edge.target))
        for edge in own.edges
        if not _is_construction(edge, constructed)
    )
    return frozenset(call for call in calls if call[0] in known and call[1] in known)


def _is_construction(edge: Edge, constructed: set[tuple[SymbolKey, int]]) -> bool:
    name = _simple_name(_function(edge.target))
    return name == _CONSTRUCTOR and all((edge.source, line) in constructed for line in edge.lines)


def _function(key: SymbolKey) -> Function:
    return key.path, _TWIN.sub("", key.qualname)


def _simple_name(function: Function) -> str:
    return function[1].rpartition(".")[2]
