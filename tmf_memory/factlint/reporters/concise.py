"""One line a finding in the shape that editors and log viewers link: `path:line: code class`."""

from __future__ import annotations

from tmf_memory.factlint.model import Finding, Report
from tmf_memory.factlint.reporters.base import Reporter


def render(report: Report) -> str:
    return "".join(f"{_line(finding)}\n" for finding in report.findings)


def _line(finding: Finding) -> str:
    place = finding.location
    where = f"{place.path}:{place.line}" if place is not None else "-"
    return f"{where}: {finding.code} {finding.name} [{finding.entity}] {finding.reason}"


REPORTER = Reporter("concise", render)
