"""The code quality report that GitLab shows in merge requests."""

from __future__ import annotations

import json

from tmf_memory.factlint.model import Finding, Json, Report, Severity
from tmf_memory.factlint.reporters.base import Reporter

_SEVERITIES = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.INFO: "info",
    Severity.OFF: "info",
}


def render(report: Report) -> str:
    seen: dict[str, int] = {}
    issues = [_issue(finding, seen) for finding in report.findings]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(finding: Finding, seen: dict[str, int]) -> dict[str, Json]:
    place = finding.location or (finding.related[0] if finding.related else None)
    # GitLab drops a second issue of the same fingerprint.
    count = seen[finding.fingerprint] = seen.get(finding.fingerprint, 0) + 1
    fingerprint = finding.fingerprint if count == 1 else f"{finding.fingerprint}-{count}"
    return {
        "description": f"{finding.entity}: {finding.reason}",
        "check_name": f"{finding.code} {finding.name}",
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": place.path if place is not None else ".",
            "lines": {"begin": place.line if place is not None else 1},
        },
    }


REPORTER = Reporter("gitlab", render)
