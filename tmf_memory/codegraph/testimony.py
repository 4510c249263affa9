"""Take one reader's word on a claim: append it, and show the claim as it stands then."""

from __future__ import annotations

from tmf_memory.codegraph.feedback import FeedbackEvent, Verdict, edge_key, record_feedback
from tmf_memory.codegraph.lookup import Found, FoundEdge
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.shown import Presenter, ShownClaim


def give_feedback(
    memory: CodeMemory, found: Found | FoundEdge, verdict: Verdict, note: str
) -> ShownClaim:
    """Append to the log. Text, bindings and evidence of the claim stay what source says.

    It goes to the store itself, never to what is kept in this process only: a log can be appended
    to while somebody else writes. Raises StoreReadOnlyError and LockHeldError.
    """
    claim = _show(memory, found).claim
    if isinstance(found, Found):
        key = (found.symbol.scope.value, found.entry.path, found.symbol.qualname)
    else:
        key = edge_key(found.edge)
    event = FeedbackEvent(verdict, note, "", claim.bindings[0].file_blob, claim.bound_hash)
    record_feedback(memory.store, memory.clock, key, event)
    return _show(memory, found)


def _show(memory: CodeMemory, found: Found | FoundEdge) -> ShownClaim:
    presenter = Presenter(memory)
    return presenter.show(found) if isinstance(found, Found) else presenter.show_edge(found)
