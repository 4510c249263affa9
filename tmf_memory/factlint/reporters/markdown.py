"""The report for people: a summary table, the findings with both sides, and the fix plan."""

from __future__ import annotations

from tmf_memory.factlint.fixes import fixes_of, plan_lines
from tmf_memory.factlint.model import Fact, Finding, Report
from tmf_memory.factlint.reporters.base import Reporter


def render(report: Report) -> str:
    """Render the whole report with the dry-run plan."""
    parts = [render_findings(report)]
    plan = [line for fix in fixes_of(report.findings) for line in _bulleted(plan_lines(fix))]
    if plan:
        heading = "## Fix plan (dry-run — pass --apply --yes-i-know to execute)"
        parts.append("\n".join([heading, "", *plan]) + "\n")
    return "\n".join(parts)


def render_findings(report: Report) -> str:
    """Render the report without the fix plan."""
    lines = [
        "# memory-lint report",
        "",
        f"Engine: `{report.engine}` | Facts scanned: {report.facts} | "
        f"Findings: {len(report.findings)}",
    ]
    if report.findings:
        lines += ["", "| Class | Count | Severity |", "|---|---|---|", *_rows(report)]
        lines += ["", "## Findings", ""]
        for finding in sorted(report.findings, key=lambda each: -each.severity.rank):
            lines += _finding(finding)
    return "\n".join(lines) + "\n"


def _rows(report: Report) -> list[str]:
    severity = {finding.name: finding.severity.value for finding in report.findings}
    return [f"| `{name}` | {count} | {severity[name]} |" for name, count in report.counts.items()]


def _finding(finding: Finding) -> list[str]:
    place = finding.location
    where = f" `{place.path}`:{place.line}" if place is not None else ""
    lines = [f"- **{finding.name}** — entity `{finding.entity}`{where}: {finding.reason}"]
    if finding.flagged is not None:
        lines.append(f"  - flagged: {_quoted(finding.flagged)}")
    if finding.survivor is not None:
        lines.append(f"  - survivor: {_quoted(finding.survivor)}")
    return lines


def _quoted(fact: Fact) -> str:
    observed = f" (observed {fact.observed_at})" if fact.observed_at else ""
    return f'"{fact.shown}"{observed}'


def _bulleted(lines: list[str]) -> list[str]:
    return [f"- {lines[0]}", *(f"  {line}" for line in lines[1:])]


REPORTER = Reporter("markdown", render)
