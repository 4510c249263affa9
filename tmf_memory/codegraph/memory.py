"""The open engine: one working tree, one store, and what is loaded of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.languages import Languages, all_languages
from tmf_memory.codegraph.model import Gap
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.base import Store
from tmf_memory.kernel.store.overlay import OverlayStore
from tmf_memory.kernel.worktree import Worktree

if TYPE_CHECKING:
    from tmf_memory.kernel.text.index import TextIndex


@dataclass(slots=True)
class CodeMemory:
    """What every use case of the engine takes. It may live long (a server) or for one command."""

    worktree: Worktree
    store: Store
    clock: Clock
    languages: Languages = field(default_factory=all_languages)
    claims: ClaimStore = field(init=False)
    _text: TextIndex | None = field(init=False, default=None)
    notices: list[Gap] = field(default_factory=list)
    """What the reader must know of this state: not writable, foreign, repaired."""

    def __post_init__(self) -> None:
        self._open(self.store)

    @property
    def text(self) -> TextIndex:
        """The full-text index; only a search or an update loads its code."""
        if self._text is None:
            from tmf_memory.kernel.text.index import TextIndex

            self._text = TextIndex(self.claims.store)
        return self._text

    def reload_if_changed(self) -> None:
        """Forget what was read when another process has written since."""
        if self.claims.is_outdated():
            self._open(self.claims.store)

    def work_in_memory(self, reason: str) -> None:
        """Go on with what is stored plus changes that are kept in this process only."""
        if not isinstance(self.claims.store, OverlayStore):
            self.notices.append(Gap("", reason))
            self._open(OverlayStore(self.store))

    def _open(self, store: Store) -> None:
        self.claims = ClaimStore(store)
        self._text = None
