"""JUnit XML: one test case a finding, for systems that show nothing else."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from tmf_memory.factlint.model import Finding, Report, Severity
from tmf_memory.factlint.reporters.base import Reporter

# XML 1.0 has no way to write these, not even escaped.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")


def render(report: Report) -> str:
    failing = [finding for finding in report.findings if finding.severity > Severity.INFO]
    cases = "".join(_case(finding) for finding in report.findings) or _CLEAN
    total = len(report.findings) or 1
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites tests="{total}" failures="{len(failing)}">\n'
        f'  <testsuite name="memory-lint" tests="{total}" failures="{len(failing)}" errors="0" '
        'skipped="0">\n'
        f"{cases}"
        "  </testsuite>\n"
        "</testsuites>\n"
    )


_CLEAN = '    <testcase classname="memory-lint" name="no findings"/>\n'


def _case(finding: Finding) -> str:
    place = finding.location
    where = f"{place.path}:{place.line}" if place is not None else "-"
    name = _attribute(f"{finding.code} {finding.name} {where}")
    text = f"{finding.entity}: {finding.reason}"
    head = f"    <testcase classname={_attribute(place.path if place else '-')} name={name}>\n"
    if finding.severity > Severity.INFO:
        body = (
            f"      <failure type={_attribute(finding.name)} message={_attribute(text)}>"
            f"{escape(_clean(where))}</failure>\n"
        )
    else:
        body = f"      <system-out>{escape(_clean(text))}</system-out>\n"
    return f"{head}{body}    </testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_clean(text))


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)


REPORTER = Reporter("junit", render)
