"""`memory_lint`: what is wrong with stored facts."""

from __future__ import annotations

from tmf_memory.mcp.brief import first, without_empty
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.stores import STORE, options_here
from tmf_memory.mcp.tool import FLAG, LINT, LIST, NUMBER, Tool, integer, number_of, text_of

_MARKERS = (".git", ".tmf")
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

    root = engines.workspace.root
    store = engines.path_inside(text_of(arguments, "store")) or "."
    request = LintRequest((store,), root, options_here(engines))
    if arguments["against_source"] and any((root / marker).exists() for marker in _MARKERS):
        from tmf_memory.flows.source.lint import lint_against_source

        sourced = lint_against_source(request, engines.stored_code())
        report, checked = sourced.report, sourced.checked
    else:
        report, checked = lint(request), "the source was not asked"
    document = encode_report(report)
    found = document["findings"]
    findings: list[Json] = [
        _brief(one) for one in (found if isinstance(found, list) else []) if isinstance(one, dict)
    ]
    return {
        "finding_count": len(findings),
        "counts": document["counts"],
        "facts": document["facts"],
        "checked": checked,
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
    description="Check stored facts before trusting them: what contradicts the source or another "
    "fact, stale values, duplicates, secrets, each with evidence and a fix. Changes nothing.",
    group=LINT,
    run=run,
    takes={
        "store": STORE,
        "against_source": {**FLAG, "default": True},
        "limit": integer(20, 1, 200),
    },
    required=("store",),
    returns={"finding_count": NUMBER, "findings": LIST},
)
