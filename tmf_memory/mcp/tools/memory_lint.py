"""`memory_lint`: what is wrong with stored facts."""

from __future__ import annotations

from tmf_memory.mcp.brief import first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.stores import STORE, options_here
from tmf_memory.mcp.tool import LINT, LIST, NUMBER, Tool, integer, number_of, text_of

_KEYS = (
    "class",
    "code",
    "severity",
    "entity",
    "path",
    "line",
    "reason",
    "reliability",
    "confidence",
)
_SIDE = ("id", "text", "observed_at", "source", "source_class", "path", "line")
_FIX = ("action", "path", "line", "valid_to", "new_line")


def run(engines: Engines, arguments: Object, progress: Progress) -> Object:
    from tmf_memory.factlint.linter import LintRequest, lint
    from tmf_memory.factlint.reporters.json_document import encode_report

    options = options_here(engines)
    store = engines.path_inside(text_of(arguments, "store")) or "."
    document = encode_report(lint(LintRequest((store,), engines.workspace.root, options)))
    found = document["findings"]
    findings: list[Json] = [
        _brief(one) for one in (found if isinstance(found, list) else []) if isinstance(one, dict)
    ]
    return {
        "finding_count": len(findings),
        "counts": document["counts"],
        "facts": document["facts"],
        **first(findings, number_of(arguments, "limit"), "findings"),
    }


def _brief(finding: Object) -> Object:
    return without_empty(
        {
            **{key: finding[key] for key in _KEYS},
            "flagged": _part(finding["flagged"], _SIDE),
            "survivor": _part(finding["survivor"], _SIDE),
            "fix": _part(finding["fix"], _FIX),
        }
    )


def _part(value: Json, keys: tuple[str, ...]) -> Json:
    return without_empty({key: value[key] for key in keys}) if isinstance(value, dict) else None


TOOL = Tool(
    name="memory_lint",
    title="Check memory files",
    description="Check stored facts before trusting them: contradictions, stale values, "
    "duplicates, secrets, dead references, each with evidence and a fix. Changes nothing.",
    group=LINT,
    run=run,
    takes={"store": STORE, "limit": integer(20, 1, 200)},
    required=("store",),
    returns={"finding_count": NUMBER, "findings": LIST},
)
