"""The open engine: one working tree, one store, and what is loaded of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tmf_memory.codegraph.claim_store import ClaimStore, written_state
from tmf_memory.codegraph.languages import Languages, all_languages
from tmf_memory.codegraph.model import Gap, Json
from tmf_memory.codegraph.suggesters import NO_SUGGESTERS, Suggesters
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.base import Damage, DamageReason, Store
from tmf_memory.kernel.store.overlay import OverlayStore
from tmf_memory.kernel.worktree import Worktree

if TYPE_CHECKING:
    from tmf_memory.kernel.text.index import TextIndex

_MOST_NAMES = 5


@dataclass(slots=True)
class CodeMemory:
    """What every use case of the engine takes. It may live long (a server) or for one command."""

    worktree: Worktree
    store: Store
    clock: Clock
    languages: Languages = field(default_factory=all_languages)
    suggesters: Suggesters = NO_SUGGESTERS
    claims: ClaimStore = field(init=False)
    notices: list[Gap] = field(default_factory=list)
    """What the reader must know of this state: not writable, foreign, repaired."""
    unlinked: str = field(init=False, default="")
    """Why every stored edge is in doubt: files came or went, and nothing was linked since."""
    is_foreign: bool = field(init=False, default=False)
    """Whether what is looked at was written by somebody else."""
    _text: TextIndex | None = field(init=False, default=None)
    _seen: Json = field(init=False, default=None)
    _why_in_memory: str = field(init=False, default="")
    _told: set[Damage] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self.reopen()

    @property
    def text(self) -> TextIndex:
        """The full-text index; only a search or an update loads its code."""
        if self._text is None:
            from tmf_memory.kernel.text.index import TextIndex

            self._text = TextIndex(self.claims.store)
        return self._text

    @property
    def is_in_memory(self) -> bool:
        """Whether what is derived now is kept in this process only."""
        return bool(self._why_in_memory)

    def reopen(self) -> None:
        """Forget everything that was read."""
        self.look_at(ClaimStore(self.claims.store if self.is_in_memory else self.store))

    def look_at(self, claims: ClaimStore) -> None:
        """Answer from these claims from now on."""
        self.claims = claims
        self._text = None
        self._seen = written_state(self.store)
        self.is_foreign = claims.is_foreign

    def reload_if_changed(self) -> bool:
        """Forget what was read when another process has written since; tell whether it has."""
        if not self.has_moved_on():
            return False
        self._forget_memory()
        return True

    def has_moved_on(self) -> bool:
        """Whether another process has written to the store since it was opened here.

        Whoever reads documents without the lock asks this afterwards: what was read may be half
        of one state and half of the next.
        """
        return self._seen != written_state(self.store)

    def has_written(self) -> None:
        """Take the state of the store as it is now for ours; the writer calls this in its lock."""
        self._seen = written_state(self.store)

    def work_in_memory(self, reason: str) -> None:
        """Go on with what is stored plus changes that are kept in this process only."""
        if not self.is_in_memory:
            self._why_in_memory = reason
            self.tell(reason)
            self.look_at(ClaimStore(OverlayStore(self.store)))

    def work_on_disk(self) -> None:
        """Forget what was kept in this process only."""
        if self.is_in_memory:
            self._forget_memory()

    def _forget_memory(self) -> None:
        reason, self._why_in_memory = self._why_in_memory, ""
        self.notices = [gap for gap in self.notices if gap.reason != reason]
        self.reopen()

    def tell(self, notice: str) -> None:
        """Give the reader of the next answer a notice, once."""
        gap = Gap("", notice)
        if gap not in self.notices:
            self.notices.append(gap)

    def begin_notices(self) -> None:
        """Forget the notices of the answer before; what still holds is told again."""
        self.notices.clear()
        self.unlinked = ""
        if self.is_foreign:
            self.reopen()
        if self._why_in_memory:
            self.tell(self._why_in_memory)

    def tell_damage(self) -> None:
        """Turn what the store found unusable since the last time into notices."""
        new = [one for one in self.store.damage if one not in self._told]
        self._told.update(new)
        foreign = [one for one in new if one.reason is DamageReason.FOREIGN]
        if foreign:
            names = ", ".join(one.name for one in foreign[:_MOST_NAMES])
            more = f" and {len(foreign) - _MOST_NAMES} more" if len(foreign) > _MOST_NAMES else ""
            self.tell(f"not written by this user and not used: {names}{more}")
        for one in new:
            if one.reason is not DamageReason.FOREIGN:
                self.tell(f"stored {one.name} was not used: {one.reason.value}")
