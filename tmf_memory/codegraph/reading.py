"""Answering: memory and answer belong together, whatever others write meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from tmf_memory.codegraph.foreign import answer_from_foreign, open_foreign
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.warm import WarmOptions, refresh, what_is_stale
from tmf_memory.kernel.errors import CorruptDocumentError

T = TypeVar("T")
Answer = Callable[[CodeMemory], T]

_ATTEMPTS = 3


def read_through(memory: CodeMemory, options: WarmOptions, answer: Answer[T]) -> T:
    """Bring memory up to date and answer from it.

    The answer is made again when another process wrote while it was made, and when a stored
    document turned out damaged: then everything is derived first, and a notice says so. `answer`
    must not change anything.
    """
    options = replace(options, explicit=False)
    repaired = ""
    for _ in range(_ATTEMPTS):
        refresh(memory, replace(options, afresh=True, only=None) if repaired else options)
        if repaired:
            memory.tell(repaired)
        try:
            made = answer(memory)
        except CorruptDocumentError as error:
            repaired = f"stored state was damaged and derived again: {error}"
            continue
        if not memory.has_moved_on():
            return made
        repaired = ""
    # Others write faster than we read: let them wait once.
    with memory.store.lock():
        refresh(memory, options)
        return answer(memory)


def read_stored(memory: CodeMemory, answer: Answer[T], *, shows_foreign: bool = False) -> T:
    """Answer from what is stored, judged against source and not brought up to date.

    State of somebody else is shown as placeholders where the answer can do that.
    """
    memory.begin_notices()
    memory.reload_if_changed()
    if open_foreign(memory):
        return answer_from_foreign(memory, answer, shows_foreign=shows_foreign)
    plan = what_is_stale(memory)
    waiting = len(plan.check) + len(plan.removed)
    if waiting:
        memory.tell(f"not brought up to date: {waiting} files are new, changed or gone")
    known = memory.claims.manifest.files
    if plan.removed or any(path not in known for path in plan.check):
        memory.unlinked = "files came or went since edges were linked"
    made = answer(memory)
    memory.tell_damage()
    return made
