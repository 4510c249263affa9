"""What CI systems read."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factlint.reporters.report import CLEAN, REPORT
from tmf_memory.factlint.model import Finding, Layer, Report, Severity
from tmf_memory.factlint.reporters.base import all_reporters, reporter_named
from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.location import Location


def test_sarif() -> None:
    run = json.loads(reporter_named("sarif").render(REPORT))["runs"][0]
    alias, conflict, _ = run["results"]
    assert conflict["ruleId"] == "MF002"
    assert run["tool"]["driver"]["rules"][conflict["ruleIndex"]]["id"] == "MF002"
    assert conflict["level"] == "error"
    assert conflict["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "notes/a%20b.md"},
                "region": {"startLine": 1},
            }
        }
    ]
    assert conflict["partialFingerprints"]["memoryLint/v1"] == REPORT.findings[1].fingerprint
    assert alias["locations"][0]["physicalLocation"]["region"]["startLine"] == 1
    assert alias["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 3


def test_github() -> None:
    lines = reporter_named("github").render(REPORT).splitlines()
    assert lines[1] == (
        "::error file=notes/a b.md,line=1,title=MF002 contradicted_implicit::"
        "ledger: slot 'anchor:uses' value conflict ('postgresql' -> 'mysql')"
    )
    assert [line.split(" ")[0] for line in lines] == ["::warning", "::error", "::notice"]


def test_gitlab() -> None:
    issues = json.loads(reporter_named("gitlab").render(REPORT))
    assert issues[1] == {
        "description": "ledger: slot 'anchor:uses' value conflict ('postgresql' -> 'mysql')",
        "check_name": "MF002 contradicted_implicit",
        "fingerprint": REPORT.findings[1].fingerprint,
        "severity": "major",
        "location": {"path": "notes/a b.md", "lines": {"begin": 1}},
    }


def test_gitlab_fingerprints_are_unique() -> None:
    twice = Report(REPORT.findings * 2, REPORT.documents, "heuristic")
    issues = json.loads(reporter_named("gitlab").render(twice))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


def test_junit() -> None:
    suite = ET.fromstring(reporter_named("junit").render(REPORT))[0]
    assert suite.attrib["tests"] == "3"
    assert suite.attrib["failures"] == "2"
    assert [case.find("failure") is not None for case in suite] == [True, True, False]
    assert ET.fromstring(reporter_named("junit").render(CLEAN))[0].attrib["failures"] == "0"


@given(st.text(), st.text())
def test_hostile_text_stays_text(path: str, reason: str) -> None:
    finding = Finding(
        "stale", "MF003", Severity.WARNING, Layer.L2B, reason, reason, Location(path or "p", 1)
    )
    report = Report((finding,), (), "heuristic")
    rendered = {name: each.render(report) for name, each in all_reporters().items()}
    for name in ("json", "sarif", "gitlab"):
        json.loads(rendered[name])
    assert len(rendered["jsonl"].split("\n")) == 3
    ET.fromstring(rendered["junit"].encode("utf-8", "replace"))
    assert rendered["github"].count("\n") == 1


def test_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="concise, github, gitlab, json, jsonl, junit, markdown"):
        reporter_named("xml")
