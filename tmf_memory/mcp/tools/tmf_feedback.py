"""`tmf_feedback`: say what a claim turned out to be worth."""

from __future__ import annotations

from tmf_memory.mcp.brief import brief_claim
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.tool import CODE, OBJECT, TEXT, Tool, string, text_of


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.codegraph.feedback import Verdict
    from tmf_memory.codegraph.lookup import find_any
    from tmf_memory.codegraph.testimony import give_feedback
    from tmf_memory.codegraph.views import thin_view

    claim_id = text_of(arguments, "claim_id")
    found = engines.read_code(progress, lambda memory: find_any(memory.claims, claim_id))
    verdict = Verdict(text_of(arguments, "verdict"))
    shown = give_feedback(engines.stored_code(), found, verdict, text_of(arguments, "note"))
    return {"claim": brief_claim(thin_view(shown))}


TOOL = Tool(
    name="tmf_feedback",
    title="Judge a claim",
    description="Record that a claim was used, checked in source and right (verified) or wrong "
    "(falsified), or is doubted (hunch). Never edits the claim.",
    group=CODE,
    run=run,
    takes={
        "claim_id": TEXT,
        "verdict": {**TEXT, "enum": ["usage", "verified", "falsified", "hunch"]},
        "note": string("Why", maxLength=500),
    },
    required=("claim_id", "verdict"),
    returns={"claim": OBJECT},
    is_read_only=False,
)
