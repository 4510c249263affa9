"""Our own labelled scenarios: Markdown files with memory files and what is to be found in them.

A scenario is a `### ` heading, fenced blocks named by the file they become, an `expect` block with
one label a line, and an `options` block (`key=value`). What is reported and not labelled is a false
alarm, what is labelled and not reported a miss; a scenario without labels must stay quiet.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from eval.lint.repositories import lint_in_repository
from tmf_memory.factlint.analysis import LintOptions, Selection, analyse, corpus_of
from tmf_memory.factlint.linter import admit, decode_document
from tmf_memory.factlint.model import Document, Fact, Finding
from tmf_memory.factlint.timeline import as_of

FOLDER = Path(__file__).with_name("scenarios")
_OPEN = re.compile(r"^(?P<mark>`{3,})(?P<info>\S.*)$")


@dataclass
class Scenario:
    """One scenario: the files it lays out, and the labels that were written before it ran."""

    group: str
    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    labels: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)

    @property
    def language(self) -> str:
        return "zh" if self.name.startswith("zh") else "en"


@dataclass(frozen=True)
class Outcome:
    """The labels of a scenario beside what was reported, each `CLASS PLACE`."""

    scenario: Scenario
    found: tuple[str, ...]
    missed: tuple[str, ...]
    wrong: tuple[str, ...]
    """Reported without a label."""

    @property
    def is_right(self) -> bool:
        return not self.missed and not self.wrong


def read_scenarios(folder: Path = FOLDER) -> list[Scenario]:
    """Return every scenario of the group files in a folder."""
    return [each for path in sorted(folder.glob("*.md")) for each in _scenarios(path)]


def _scenarios(path: Path) -> Iterator[Scenario]:
    lines = path.read_text(encoding="utf-8").split("\n")
    scenario: Scenario | None = None
    number = 0
    while number < len(lines):
        opening = _OPEN.match(lines[number])
        if lines[number].startswith("### "):
            if scenario is not None:
                yield scenario
            scenario = Scenario(path.stem, lines[number].removeprefix("### "))
        elif opening and scenario is not None:
            end = lines.index(opening["mark"], number + 1)
            _add(scenario, opening["info"].strip(), lines[number + 1 : end])
            number = end
        number += 1
    if scenario is not None:
        yield scenario


def _add(scenario: Scenario, info: str, body: list[str]) -> None:
    if info == "expect":
        scenario.labels += body
    elif info == "options":
        for line in body:
            _option(scenario, *line.split("=", 1))
    else:
        scenario.files[info] = "".join(f"{line}\n" for line in body).encode()


def _option(scenario: Scenario, key: str, value: str) -> None:
    if key == "bytes":
        name, text = value.split(" ", 1)
        scenario.files[name] = text.encode("latin-1").decode("unicode_escape").encode("latin-1")
    elif key == "repeat":
        name, count, line = value.split(" ", 2)
        scenario.files[name] = f"{line}\n".encode() * int(count)
    else:
        scenario.options[key] = value


def run(scenario: Scenario) -> Outcome:
    """Run one scenario and compare what it gives with its labels."""
    if "as-of" in scenario.options:
        given = list(_as_of(scenario))
    elif "admit" in scenario.options:
        given = [_admitted(scenario)]
    else:
        given = [_label(finding) for finding in _findings(scenario)]
    reported, labelled = Counter(given), Counter(scenario.labels)
    return Outcome(
        scenario,
        found=tuple((reported & labelled).elements()),
        missed=tuple((labelled - reported).elements()),
        wrong=tuple((reported - labelled).elements()),
    )


def _documents(scenario: Scenario) -> list[Document]:
    return [decode_document(name, data) for name, data in scenario.files.items()]


def _findings(scenario: Scenario) -> tuple[Finding, ...]:
    options = _options(scenario)
    if any(name.startswith(("repo/", "was/")) for name in scenario.files):
        files = {name: data.decode() for name, data in scenario.files.items()}
        return lint_in_repository(files, options).findings
    return analyse(_documents(scenario), options).findings


def _options(scenario: Scenario) -> LintOptions:
    index, *names = scenario.options.get("neighbours", "").split() or [""]
    extended = scenario.options.get("extend", "")
    return LintOptions(
        selection=Selection(extended=frozenset([extended] if extended else [])),
        today=scenario.options.get("now", ""),
        degraded=scenario.options.get("degraded", ""),
        neighbours={index: frozenset(names)} if index else {},
    )


def _label(finding: Finding) -> str:
    place = finding.location
    return f"{finding.code} {place.path}:{place.line}" if place is not None else f"{finding.code} -"


def _as_of(scenario: Scenario) -> Iterator[str]:
    answer = as_of(scenario.options["as-of"], corpus_of(_documents(scenario), LintOptions()))
    for belief in answer.beliefs:
        yield f"{belief.standing.value} {_place(belief.fact)}"
    for outside in answer.out_of_window:
        yield f"{outside.reason} {_place(outside.fact)}"
    for _, fact in answer.unanchored:
        yield f"unanchored {_place(fact)}"


def _place(fact: Fact) -> str:
    return f"{fact.place.path}:{fact.place.line}"


def _admitted(scenario: Scenario) -> str:
    with tempfile.TemporaryDirectory() as folder:
        (name, data), *_ = scenario.files.items()
        store = Path(folder) / name
        store.write_bytes(data)
        verdict = admit(json.loads(scenario.options["admit"]), store)
    places = {fact.id: _place(fact) for document in _documents(scenario) for fact in document.facts}
    return " ".join([verdict.status, *(places[each] for each in verdict.conflict_ids)])


@dataclass
class Tally:
    """Counts of one class over all scenarios."""

    found: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        reported = self.found + self.wrong
        return self.found / reported if reported else 1.0

    @property
    def recall(self) -> float:
        labelled = self.found + self.missed
        return self.found / labelled if labelled else 1.0


def tallies(outcomes: list[Outcome]) -> dict[str, Tally]:
    """Return the counts of every class that is labelled or reported."""
    rows: dict[str, Tally] = {}
    for outcome in outcomes:
        for label in outcome.found:
            rows.setdefault(label.split()[0], Tally()).found += 1
        for label in outcome.wrong:
            rows.setdefault(label.split()[0], Tally()).wrong += 1
        for label in outcome.missed:
            rows.setdefault(label.split()[0], Tally()).missed += 1
    return dict(sorted(rows.items()))
