"""The evaluation of the memory linter: its scenarios, its counts, and that its bars can fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eval.lint import real, run, scenarios
from eval.lint.scenarios import Outcome, Scenario
from tmf_memory.factlint.rules.base import all_rules

SCENARIOS = scenarios.read_scenarios()
CONFLICT = b"ann: works at Initech -- 2024-01-01\nann: works at Hooli -- 2026-01-01\n"


def outcome_of(*labels: str, files: dict[str, bytes] | None = None) -> Outcome:
    given = files or {"memory.md": CONFLICT}
    return scenarios.run(Scenario("own", "en: own", given, list(labels)))


def test_there_are_enough_and_every_name_is_taken_once() -> None:
    assert len(SCENARIOS) >= run.LEAST_SCENARIOS
    assert len({(each.group, each.name) for each in SCENARIOS}) == len(SCENARIOS)
    assert sum(each.language == "zh" for each in SCENARIOS) >= 25


@pytest.mark.parametrize("code", sorted(all_rules()))
def test_every_rule_has_a_scenario_in_which_it_fires(code: str) -> None:
    assert any(label.split()[0] == code for each in SCENARIOS for label in each.labels)


def test_quiet_scenarios_have_no_label() -> None:
    quiet = [each for each in SCENARIOS if "quiet" in each.name]
    assert len(quiet) >= 40
    assert not any(each.labels for each in quiet)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: f"{each.group}: {each.name}")
def test_scenario(scenario: Scenario) -> None:
    outcome = scenarios.run(scenario)
    assert (outcome.missed, outcome.wrong) == ((), ())


def test_what_is_reported_is_held_against_the_labels() -> None:
    right = outcome_of("MF002 memory.md:1")
    assert right.is_right
    assert outcome_of().wrong == ("MF002 memory.md:1",)
    assert outcome_of("MF002 memory.md:1", "MF001 memory.md:2").missed == ("MF001 memory.md:2",)


def test_a_false_alarm_and_a_miss_fail_their_bars() -> None:
    good = run.scenario_figures([outcome_of("MF002 memory.md:1")])
    assert [each.is_good for each in good] == [False, True, True, True]
    alarm = run.scenario_figures([outcome_of()])
    assert [each.is_good for each in alarm] == [False, False, True, True]
    miss = run.scenario_figures([outcome_of("MF002 memory.md:1", "MF001 memory.md:2")])
    assert [each.is_good for each in miss] == [False, True, False, True]


def test_bytes_and_repetition_are_laid_out(tmp_path: Path) -> None:
    group = tmp_path / "own.md"
    group.write_text(
        "### one\n\n```options\nbytes=a.md x\\xe9\\n\nrepeat=b.md 2 - y\nnow=2026-01-01\n```\n",
        encoding="utf-8",
    )
    (scenario,) = scenarios.read_scenarios(tmp_path)
    assert scenario.files == {"a.md": b"x\xe9\n", "b.md": b"- y\n- y\n"}
    assert scenario.options == {"now": "2026-01-01"}


def test_a_real_finding_counts_as_it_was_judged(tmp_path: Path) -> None:
    folder, judgements = tmp_path / "files", tmp_path / "judged.json"
    folder.mkdir()
    (folder / "CLAUDE.md").write_bytes(CONFLICT)
    judgements.write_text("{}", encoding="utf-8")
    files, facts, found = real.judged(folder, judgements)
    assert (files, facts, [each.verdict for each in found]) == (1, 2, ["unjudged"])
    assert [each.is_good for each in run.real_figures(found)] == [False, False]
    fingerprint = found[0].finding.fingerprint
    judgements.write_text(json.dumps({"MF002": {fingerprint: "right"}}), encoding="utf-8")
    assert [each.is_good for each in run.real_figures(real.judged(folder, judgements)[2])] == [
        True,
        True,
    ]


def test_strict_needs_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMF_EVAL_DATA", raising=False)
    monkeypatch.setattr(scenarios, "read_scenarios", lambda: SCENARIOS[:3])
    assert run.main([]) == 0
    assert run.main(["--strict"]) == 1
