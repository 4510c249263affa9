"""One JSON document for programs."""

from __future__ import annotations

import json

from tmf_memory.factlint.model import Json, Report
from tmf_memory.factlint.reporters._encoding import encode_finding
from tmf_memory.factlint.reporters.base import Reporter


def render(report: Report) -> str:
    return json.dumps(encode_report(report), ensure_ascii=False, indent=2) + "\n"


def encode_report(report: Report) -> dict[str, Json]:
    return {
        "findings": [encode_finding(finding) for finding in report.findings],
        "counts": dict(report.counts),
        "facts": report.facts,
        "engine": report.engine,
    }


REPORTER = Reporter("json", render)
