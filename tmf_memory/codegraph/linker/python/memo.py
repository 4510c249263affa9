"""Remembered answers that do not depend on the order of questions, with what they rest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmf_memory.codegraph.linker.python.values import CYCLE, DYNAMIC, Value

MAX_DEPTH = 60
TOO_DEEP = -1
Site = tuple[str, str]
Dependency = tuple[str, str] | str
"""A name of a file's surface, or the dotted name of a module that was looked for."""


class Basis(tuple[Dependency, ...]):
    """All that an answer rests on, each once; a tuple is a quarter of a set."""

    __slots__ = ()


RestsOn = list["Dependency | Basis | RestsOn"]
"""Dependencies, and the bases of the answers that were used."""

_NONE_MET: frozenset[int] = frozenset()


def gathered(rests_on: RestsOn) -> Basis:
    """Return all dependencies, those of the answers that were used included."""
    if len(rests_on) == 1 and rests_on[0].__class__ is Basis:
        return rests_on[0]  # nothing is copied
    found: set[Any] = set()
    seen: set[int] = set()  # one answer is used again and again
    pending = [rests_on]
    while pending:
        for one in pending.pop():
            kind = one.__class__
            if kind is tuple or kind is str:
                found.add(one)
            elif id(one) not in seen:
                seen.add(id(one))
                if kind is Basis:
                    found.update(one)
                else:
                    pending.append(one)  # type: ignore[arg-type]  # a list
    return Basis(found)


class Memo:
    """Evaluates under a guard against cycles and depth.

    An answer that was found while a question further out was still open, and that met this very
    question, may be too narrow: it is kept only as long as that question stays open. One found
    near the depth limit would depend on where it was asked, and is not kept at all.
    """

    def __init__(self) -> None:
        self.dependencies: RestsOn = []
        self.site: Site | None = None
        self._depth = 0
        self._deepest = 0
        self._serial = 0
        self._open: set[int] = set()
        self._met = _NONE_MET
        self._narrow: dict[Any, Any] = {}

    def restart(self) -> None:
        """Begin a question of its own."""
        self._depth = self._deepest = 0
        self._met = _NONE_MET
        if self._narrow:
            self._narrow.clear()

    def remember(self, store: dict[Any, Any], key: Any, find: Callable[[], Value]) -> Value:
        hit = store.get(key)
        if hit.__class__ is tuple:
            return self._reuse(hit)
        if hit is not None:  # the serial number of the question, which is still open
            self._met |= {hit}
            self.site = None
            return CYCLE
        if self._depth >= MAX_DEPTH:
            self._met |= {TOO_DEEP}
            return DYNAMIC
        if self._narrow:
            narrow = self._narrow.get((id(store), key))
            if narrow is not None and narrow[1] <= self._open:
                self._met |= narrow[1]
                return self._reuse(narrow[0])
        return self._find(store, key, find)

    def _reuse(self, hit: Any) -> Value:
        value, basis, self.site, height = hit
        deepest = self._depth + height
        if deepest > self._deepest:
            if deepest > MAX_DEPTH:
                self._met |= {TOO_DEEP}
                return DYNAMIC
            self._deepest = deepest
        if basis:
            self.dependencies.append(basis)
        return value  # type: ignore[no-any-return]  # what `_find` kept

    def _find(self, store: dict[Any, Any], key: Any, find: Callable[[], Value]) -> Value:
        depth = self._depth
        outer, met, deepest = self.dependencies, self._met, self._deepest
        rests_on: RestsOn = []
        self.dependencies = rests_on
        self._met = _NONE_MET
        self._deepest = depth
        self._serial += 1
        serial = store[key] = self._serial
        self._open.add(serial)
        self._depth = depth + 1
        self.site = None
        value = find()
        self._depth = depth
        self._open.discard(serial)
        basis = gathered(rests_on)
        hit = (value, basis, self.site, self._deepest - depth + 1)
        if self._met:
            self._keep_narrow(store, key, hit, self._met - {serial})
            met |= self._met - {serial}
        else:
            store[key] = hit
        self._met = met
        if basis:
            outer.append(basis)
        self.dependencies = outer
        self._deepest = max(deepest, self._deepest)
        return value

    def _keep_narrow(self, store: dict[Any, Any], key: Any, hit: Any, met: frozenset[int]) -> None:
        if not met:
            store[key] = hit
            return
        del store[key]
        if TOO_DEEP not in met:
            self._narrow[(id(store), key)] = (hit, met)
