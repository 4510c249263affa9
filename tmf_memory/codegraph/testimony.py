"""Take one reader's word on a claim: append it, and show the claim as it stands then."""

from __future__ import annotations

from tmf_memory.codegraph.feedback import FeedbackEvent, Verdict, record_feedback
from tmf_memory.codegraph.lookup import Found, FoundEdge
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Scope
from tmf_memory.codegraph.shown import Presenter, ShownClaim


def give_feedback(
    memory: CodeMemory, found: Found | FoundEdge, verdict: Verdict, note: str
) -> ShownClaim:
    """Append to the log. Text, bindings and evidence of the claim stay what source says."""
    if isinstance(found, Found):
        key = (found.symbol.scope.value, found.entry.path, found.symbol.qualname)
    else:
        key = (Scope.EDGE.value, found.edge.source.path, found.id)
    site = memory.claims.entry(key[1])
    event = FeedbackEvent(verdict, note, "", site.blob if site else "")
    record_feedback(memory.claims.store, memory.clock, key, event)
    presenter = Presenter(memory)
    return presenter.show(found) if isinstance(found, Found) else presenter.show_edge(found)
