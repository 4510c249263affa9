"""Answers that are kept with everything they rest on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

T = TypeVar("T")
Dependency = tuple[str, str]
"""`(path, name in its surface)`, or `(MISSING, dotted name)` for a type that was looked for."""

MISSING = "!"


class Memo:
    """Remembers answers across files; a hit depends on what the first finding depended on."""

    def __init__(self) -> None:
        self.dependencies: set[Dependency] = set()
        self._answers: dict[Hashable, tuple[object, frozenset[Dependency]]] = {}
        self._open: set[Hashable] = set()
        self._cyclic = False

    def remember(self, key: Hashable, find: Callable[[], T], otherwise: T) -> T:
        """The answer to `key`; `otherwise` while the same question is still open."""
        hit = self._answers.get(key)
        if hit is not None:
            self.dependencies |= hit[1]
            return hit[0]  # type: ignore[return-value]  # stored below under the same key
        if key in self._open:
            self._cyclic = True
            return otherwise
        outer, outer_cyclic = self.dependencies, self._cyclic
        self.dependencies, self._cyclic = set(), False
        self._open.add(key)
        try:
            answer = find()
        finally:
            self._open.discard(key)
            found, self.dependencies = self.dependencies, outer
            self.dependencies |= found
            was_cyclic, self._cyclic = self._cyclic, outer_cyclic or self._cyclic
        # Within a cycle an answer depends on where the question was first asked: keep none of them.
        if not was_cyclic:
            self._answers[key] = (answer, frozenset(found))
        elif not self._open:
            self._cyclic = False
        return answer
