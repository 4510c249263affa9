"""Every output format byte for byte, and against the schema of who reads it."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from jsonschema import Draft4Validator, Draft7Validator

from tests.factlint.cases import read_cases, run_case
from tests.factlint.reporters.expected import FOLDER, rendered
from tests.factlint.reporters.report import CLEAN, REPORT
from tmf_memory.factlint.model import Report
from tmf_memory.factlint.reporters.base import all_reporters, reporter_named

SCHEMAS = Path(__file__).parent / "schemas"
CASES = Path(__file__).parents[1] / "rules"


def of_rules() -> Report:
    """Return one report with the findings of every case of every rule."""
    reports = [run_case(case) for path in sorted(CASES.glob("*.md")) for case in read_cases(path)]
    findings = tuple(finding for report in reports for finding in report.findings)
    return Report(findings, (), "heuristic")


REPORTS = [
    pytest.param(REPORT, id="one"),
    pytest.param(CLEAN, id="clean"),
    pytest.param(of_rules(), id="rules"),
]


@pytest.mark.parametrize("name", sorted(all_reporters()))
def test_report_is_as_expected(name: str) -> None:
    """Rewrite with `python -m tests.factlint.reporters.expected`, then read the difference."""
    assert rendered(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("report", REPORTS)
def test_sarif_is_valid(report: Report) -> None:
    schema = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
    document = json.loads(reporter_named("sarif").render(report))
    errors = list(Draft4Validator(schema).iter_errors(document))
    assert [f"{error.json_path}: {error.message[:200]}" for error in errors] == []


def test_sarif_rules_explain_themselves() -> None:
    run = json.loads(reporter_named("sarif").render(CLEAN))["runs"][0]
    for rule in run["tool"]["driver"]["rules"]:
        assert rule["help"]["text"] == rule["help"]["markdown"]
        assert "Why: " in rule["help"]["text"]
        assert rule["fullDescription"]["text"] not in ("", rule["shortDescription"]["text"])


@pytest.mark.parametrize("report", REPORTS)
def test_gitlab_is_valid(report: Report) -> None:
    schema = json.loads((SCHEMAS / "gitlab-code-quality.json").read_text(encoding="utf-8"))
    document = json.loads(reporter_named("gitlab").render(report))
    errors = list(Draft7Validator(schema).iter_errors(document))
    assert [f"{error.json_path}: {error.message[:200]}" for error in errors] == []


COMMAND = re.compile(
    r"^::(?:error|warning|notice) (?:file=[^:,\r\n]+,line=\d+,)?title=[^:,\r\n]+::[^\r\n]+$"
)


@pytest.mark.parametrize("report", REPORTS)
def test_github_commands_are_well_formed(report: Report) -> None:
    lines = reporter_named("github").render(report).splitlines()
    assert [line for line in lines if not COMMAND.match(line)] == []
    assert len(lines) == len(report.findings)


# element → (attributes it must have, elements it may hold)
JUNIT = {
    "testsuites": ({"tests", "failures"}, {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, {"testcase"}),
    "testcase": ({"name", "classname"}, {"failure", "system-out"}),
    "failure": ({"type", "message"}, set()),
    "system-out": (set(), set()),
}


@pytest.mark.parametrize("report", REPORTS)
def test_junit_is_valid(report: Report) -> None:
    root = ET.fromstring(reporter_named("junit").render(report))
    assert root.tag == "testsuites"
    for element in root.iter():
        attributes, children = JUNIT[element.tag]
        assert attributes <= element.attrib.keys()
        assert {child.tag for child in element} <= children
    suite = root[0]
    assert int(suite.attrib["tests"]) == len(suite)
    assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
