"""Workflow commands, which GitHub shows as annotations of the lines."""

from __future__ import annotations

from tmf_memory.factlint.model import Finding, Report, Severity
from tmf_memory.factlint.reporters.base import Reporter

_COMMANDS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
    Severity.OFF: "notice",
}


def render(report: Report) -> str:
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    place = finding.location or (finding.related[0] if finding.related else None)
    title = _property(f"{finding.code} {finding.name}")
    where = f"file={_property(place.path)},line={place.line}," if place is not None else ""
    text = _data(f"{finding.entity}: {finding.reason}")
    return f"::{_COMMANDS[finding.severity]} {where}title={title}::{text}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


REPORTER = Reporter("github", render)
