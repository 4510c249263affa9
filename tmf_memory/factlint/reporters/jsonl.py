"""One JSON object a line: each finding, then a summary."""

from __future__ import annotations

import json

from tmf_memory.factlint.model import Json, Report
from tmf_memory.factlint.reporters._encoding import encode_finding
from tmf_memory.factlint.reporters.base import Reporter


def render(report: Report) -> str:
    rows: list[dict[str, Json]] = [
        {"type": "finding", **encode_finding(finding)} for finding in report.findings
    ]
    rows.append(
        {
            "type": "summary",
            "counts": dict(report.counts),
            "facts": report.facts,
            "engine": report.engine,
        }
    )
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


REPORTER = Reporter("jsonl", render)
