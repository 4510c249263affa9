"""`tmf_context`: one bundle for a question, under a budget of characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object, as_text
from tmf_memory.mcp.tool import CODE, NUMBER, Tool, integer, number_of, string, text_of

if TYPE_CHECKING:
    from tmf_memory.codegraph.memory import CodeMemory

_ATTEMPTS = 8


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    question, most = text_of(arguments, "question"), number_of(arguments, "max_chars")
    return engines.read_code(progress, lambda memory: _bundle(memory, question, most))


def _bundle(memory: CodeMemory, question: str, most: int) -> Object:
    """Return the bundle whose JSON, which is what an agent reads, stays within `most` characters.

    The budget of the bundle is that of its text; quotes, commas and escapes come on top.
    """
    from tmf_memory.flows.context import build_context

    budget = most
    made: Object = {}
    for _ in range(_ATTEMPTS):
        bundle = build_context(memory, question, max_chars=budget)
        made = bundle.encode()
        excess = len(as_text(made)) - most
        if excess <= 0:
            return made
        # Below the text that was too long, so that at least one line goes.
        budget = len(bundle.text) - excess
    hidden = made["not_shown"]
    lines = sum(len(one) for one in made.values() if isinstance(one, list))
    left_out = lines + (hidden if isinstance(hidden, int) else 0)
    return {"notice": made["notice"], "not_shown": left_out}


TOOL = Tool(
    name="tmf_context",
    title="Context for a question",
    description="Start here: what is known for a question in one bundle within max_chars: claims, "
    "relations, notes from memory files, and where a note contradicts the source.",
    group=CODE,
    run=run,
    takes={
        "question": string("What you are working on", minLength=1, maxLength=2000),
        "max_chars": integer(3000, 180, 20_000),
    },
    required=("question",),
    returns={"not_shown": NUMBER},
)
