"""SARIF 2.1.0 for code scanning; partial fingerprints are those of the baseline."""

from __future__ import annotations

import json
from urllib.parse import quote

from tmf_memory import __version__
from tmf_memory.factlint.fixes import plan_lines
from tmf_memory.factlint.model import Finding, Json, Report, Severity
from tmf_memory.factlint.reporters.base import Reporter
from tmf_memory.factlint.rules.base import Rule, all_rules
from tmf_memory.kernel.location import Location

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
    Severity.OFF: "none",
}


def render(report: Report) -> str:
    rules = list(all_rules().values())
    index = {rule.code: number for number, rule in enumerate(rules)}
    document: Json = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "memory-lint",
                        "version": __version__,
                        "rules": [_rule(rule) for rule in rules],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "properties": {"facts": report.facts, "engine": report.engine},
                "results": [_result(finding, index) for finding in report.findings],
            }
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Json]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": _first_paragraph(rule)},
        # The explanation is written so that its examples, four columns in, are code in Markdown.
        "help": {"text": rule.explain.strip(), "markdown": rule.explain.strip()},
        "defaultConfiguration": {
            "level": _LEVELS[rule.severity],
            "enabled": rule.severity is not Severity.OFF,
        },
    }


def _first_paragraph(rule: Rule) -> str:
    """Return what the rule looks for, without why and without examples."""
    _, _, rest = rule.explain.strip().partition("\n\n")
    what = rest.partition("\n\n")[0].removeprefix("What: ")
    return " ".join(what.split()) or rule.summary


def _result(finding: Finding, index: dict[str, int]) -> dict[str, Json]:
    result: dict[str, Json] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "partialFingerprints": {"memoryLint/v1": finding.fingerprint},
    }
    if finding.code in index:
        result["ruleIndex"] = index[finding.code]
    # Code scanning drops a result without a place: what has none is shown where it belongs to.
    places = [finding.location] if finding.location is not None else list(finding.related[:1])
    if places:
        result["locations"] = [_location(place) for place in places]
    related = [place for place in finding.related if place not in places]
    if related:
        result["relatedLocations"] = [_location(place) for place in related]
    return result


def _message(finding: Finding) -> str:
    lines = [f"{finding.entity}: {finding.reason}"]
    if finding.fix is not None:
        lines += plan_lines(finding.fix)
    return "\n".join(lines)


def _location(place: Location) -> dict[str, Json]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(place.path)},
            "region": {"startLine": place.line},
        }
    }


REPORTER = Reporter("sarif", render)
