"""What tools run against: one repository's workspace, opened by the first call that needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Engines:
    """The engines behind the tools. Making one imports none of them."""

    def __init__(self, find_root: Callable[[], Path]) -> None:
        self._find_root = find_root
        self._root: Path | None = None

    @property
    def root(self) -> Path:
        """Return the repository; raises RepositoryNotFoundError, which the call reports."""
        if self._root is None:
            self._root = self._find_root()
        return self._root
