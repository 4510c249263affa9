"""Rule cases written in Markdown: files in, findings out.

A case is a heading of level 3. Each fenced block below it whose info string is a file name is one
memory file; a block `expect` lists what the rule must report, one `path:line entity` a line (with
`:: reason` when the reason matters). A case without `expect` must not fire. A block `options` sets
`now` and the like.

Files named `repo/…` are a repository that the memory files lie in; files named `was/…` are what it
held in a commit of 2026-01-10, before the commit of 2026-02-10 that left it as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from eval.lint.repositories import lint_in_repository
from tmf_memory.factlint.analysis import LintOptions, Selection, analyse
from tmf_memory.factlint.linter import decode_document
from tmf_memory.factlint.model import Finding, Report

_HEADING = re.compile(r"^### (?P<name>.+)$")
_OPEN = re.compile(r"^(?P<mark>`{3,})(?P<info>[^`]*)$")


@dataclass
class Case:
    """One case of one rule."""

    rule: str
    name: str
    line: int
    files: dict[str, str] = field(default_factory=dict)
    expected: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)


def read_cases(path: Path) -> list[Case]:
    """Return the cases of one Markdown file; the rule is named by the first word of its title."""
    lines = path.read_text(encoding="utf-8").split("\n")
    rule = lines[0].removeprefix("# ").split()[0]
    cases: list[Case] = []
    number = 0
    while number < len(lines):
        heading = _HEADING.match(lines[number])
        opening = _OPEN.match(lines[number])
        if heading:
            cases.append(Case(rule, heading["name"], number + 1))
        elif opening and cases:
            end = lines.index(opening["mark"], number + 1)
            _add_block(cases[-1], opening["info"].strip(), lines[number + 1 : end])
            number = end
        number += 1
    return cases


def _add_block(case: Case, info: str, body: list[str]) -> None:
    if info == "expect":
        case.expected += body
    elif info == "options":
        case.options.update(line.split("=", 1) for line in body)
    else:
        case.files[info] = "".join(f"{line}\n" for line in body)


def run_case(case: Case) -> Report:
    """Lint the files of a case with its rule switched on."""
    files = dict(case.files)
    if "repeat" in case.options:
        name, count, line = case.options["repeat"].split(" ", 2)
        files[name] = f"{line}\n" * int(count)
    neighbours = {}
    if "neighbours" in case.options:
        index, *names = case.options["neighbours"].split()
        neighbours[index] = frozenset(names)
    options = LintOptions(
        selection=Selection(extended=frozenset({case.rule})),
        today=case.options.get("now", ""),
        degraded=case.options.get("degraded", ""),
        neighbours=neighbours,
    )
    if any(name.startswith(("repo/", "was/")) for name in files):
        return lint_in_repository(files, options)
    return analyse([decode_document(name, text.encode()) for name, text in files.items()], options)


def shown(finding: Finding, *, with_reason: bool) -> str:
    place = finding.location
    where = f"{place.path}:{place.line}" if place is not None else "-"
    reason = f" :: {finding.reason}" if with_reason else ""
    return f"{where} {finding.entity}{reason}"
