"""Plain lines for a terminal, one finding a line, and a footer."""

from __future__ import annotations

from tmf_memory.factlint.model import Finding, Report
from tmf_memory.factlint.reporters.base import Reporter


def render(report: Report) -> str:
    lines = [finding_line(finding) for finding in report.findings]
    lines.append(footer(report))
    return "\n".join(lines) + "\n"


def finding_line(finding: Finding) -> str:
    score = finding.score
    marks = finding.layer.printed
    if score.similarity is not None:
        marks += f" score={score.similarity:.3f}"
    if score.confidence is not None:
        marks += f" conf={score.confidence}"
    place = finding.location
    where = f"{place.path}:{place.line} " if place is not None else ""
    return f"{finding.name:<23}{marks} {finding.entity} {where}:: {finding.reason}"


def footer(report: Report) -> str:
    if not report.findings:
        return f"clean: {report.facts} facts, 0 findings (engine={report.engine})"
    counts = ", ".join(f"{name}={count}" for name, count in report.counts.items())
    return (
        f"== {len(report.findings)} findings ({counts}) | {report.facts} facts"
        f" | engine={report.engine}"
    )


REPORTER = Reporter("text", render)
