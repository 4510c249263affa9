"""Remembered answers that do not depend on the order of questions, with what they rest on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tmf_memory.codegraph.linker.python.values import CYCLE, DYNAMIC, Value

MAX_DEPTH = 60
Site = tuple[str, str]
Dependency = tuple[str, str] | str
"""A name of a file's surface, or the dotted name of a module that was looked for."""


class Memo:
    """Evaluates under a guard against cycles and depth.

    An answer found while a question further out was still open may be too narrow, and one found
    near the depth limit would depend on where it was asked: such answers are not kept.
    """

    def __init__(self) -> None:
        self.dependencies: set[Dependency] = set()
        self.site: Site | None = None
        self._depth = 0
        self._deepest = 0
        self._open: dict[Any, int] = {}
        self._lowest = MAX_DEPTH + 1

    def remember(self, store: dict[Any, Any], key: Any, find: Callable[[], Value]) -> Value:
        hit = store.get(key)
        depth = self._depth
        if hit is not None:
            value, dependencies, self.site, height = hit
            if depth + height > MAX_DEPTH:
                self._lowest = -1
                return DYNAMIC
            if dependencies:
                self.dependencies |= dependencies
            self._deepest = max(self._deepest, depth + height)
            return value  # type: ignore[no-any-return]
        mark = (id(store), key)
        if mark in self._open:
            self._lowest = min(self._lowest, self._open[mark])
            self.site = None
            return CYCLE
        if depth >= MAX_DEPTH:
            self._lowest = -1
            return DYNAMIC
        return self._find(store, key, mark, find)

    def _find(self, store: dict[Any, Any], key: Any, mark: Any, find: Callable[[], Value]) -> Value:
        depth = self._depth
        outer = self.dependencies, self._lowest, self._deepest
        self.dependencies, self._lowest, self._deepest = set(), MAX_DEPTH + 1, depth
        self._open[mark] = depth
        self._depth = depth + 1
        self.site = None
        value = find()
        self._depth = depth
        del self._open[mark]
        if self._lowest >= depth:
            kept = frozenset(self.dependencies)
            store[key] = (value, kept, self.site, self._deepest - depth + 1)
            self._lowest = MAX_DEPTH + 1
        outer[0].update(self.dependencies)
        self.dependencies = outer[0]
        self._lowest = min(outer[1], self._lowest)
        self._deepest = max(outer[2], self._deepest)
        return value
