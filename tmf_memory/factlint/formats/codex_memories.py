"""Codex memories: `# Task Group:` blocks of tasks, preferences and reusable knowledge.

Facts are the bullets of knowledge; preferences and failures are advice, keywords and file lists
are indexes. A bullet refers to the tasks it was learned in (`[Task 1]`), and those are dated by the
runs they list. A bullet is ended by `; valid_to=` before its references.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tmf_memory.factlint.facts import Draft, make_fact
from tmf_memory.factlint.formats._ending import ended_span
from tmf_memory.factlint.formats._line_edits import delete_lines, line_end, line_starts
from tmf_memory.factlint.formats._lines import Line, prose_lines
from tmf_memory.factlint.formats._provenance import is_habit
from tmf_memory.factlint.formats._statements import observation
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Edit, Fact, Origin, Place, Reading
from tmf_memory.kernel.dates import is_before, parse_date

_GROUP = re.compile(r"^\ufeff?# Task Group:[ \t]*\S", re.MULTILINE)
_TITLE = re.compile(r"^Task Group:\s*(?P<name>.+)$")
_TASK = re.compile(r"^(?P<name>Task \d+)\b")
_REFERENCE = re.compile(r"\[(Task \d+|[a-z][\w -]*note)\]", re.IGNORECASE)
_UPDATED = re.compile(r"updated_at[=:]\s*(?P<date>[\d:TZ.+-]+)")
_RUNS = "rollout_summary_files"
_NO_FACTS = ("rollout_summary_files", "keywords", "user preferences", "failures", "related skills")


def recognises(source: SourceText) -> int:
    if not source.path.lower().endswith(".md"):
        return 0
    is_named = "# Task Group:" in source.text
    return 85 if is_named and _GROUP.search(source.text) else 0


def read(source: SourceText) -> Reading:
    """Read the knowledge of every task group."""
    reader = _Reader(source)
    for line in prose_lines(source.text):
        reader.take(line)
    facts = tuple(make_fact(draft, source.words) for draft in reader.drafts)
    return Reading(facts, uses_provenance=is_habit((fact, True) for fact in facts))


class _Reader:
    """Walks the headings; remembers when the tasks of a group were last run."""

    def __init__(self, source: SourceText) -> None:
        self.drafts: list[Draft] = []
        self._source = source
        self._group = ""
        self._task = ""
        self._section = ""
        self._dates: dict[str, str] = {}

    def take(self, line: Line) -> None:
        if line.level:
            self._enter(line)
        elif self._section == _RUNS:
            self._date(line.text)
        elif self._group and line.bullet and not self._section.startswith(_NO_FACTS):
            self._state(line)

    def _enter(self, line: Line) -> None:
        title = _TITLE.match(line.text)
        task = _TASK.match(line.text)
        if line.level == 1:
            self._group = title["name"].strip() if title else ""
            self._dates = {}
        if line.level <= 2:
            self._task = task["name"].lower() if task else ""
        self._section = line.text.strip("*_`: ").lower()

    def _date(self, text: str) -> None:
        for match in _UPDATED.finditer(text):
            date = parse_date(match["date"])
            if date and not is_before(date, self._dates.get(self._task, "")):
                self._dates[self._task] = date

    def _state(self, line: Line) -> None:
        end = _without_references(line.text)
        text = line.text[:end]
        place = Place(self._source.path, line.number, line.end)
        draft = observation(text, self._group, place, self._source.words)
        if draft is None:
            return
        names = _REFERENCE.findall(line.text, end)
        draft.origin = Origin.HEADING
        draft.scope = self._group
        draft.source = draft.source or ", ".join(names)
        draft.observed_at = draft.observed_at or self._newest([*names, self._task])
        self.drafts.append(draft)

    def _newest(self, tasks: Sequence[str]) -> str:
        newest = ""
        for task in tasks:
            date = self._dates.get(task.lower(), "")
            if date and (not newest or is_before(newest, date)):
                newest = date
        return newest


def _without_references(text: str) -> int:
    """Return where the references at the end of a text begin."""
    end = len(text.rstrip())
    while text[end - 1 : end] == "]":
        start = text.rfind("[", 0, end)
        if start < 0 or not _REFERENCE.fullmatch(text, start, end):
            break
        end = start
        while end and text[end - 1].isspace():
            end -= 1
    return end


def supersede(source: SourceText, fact: Fact, valid_to: str) -> tuple[Edit, ...]:
    """Write the end of a bullet before its references."""
    start = line_starts(source.text)[max(fact.place.line, fact.place.line_end) - 1]
    end = line_end(source.text, start)
    stop = start + _without_references(source.text[start:end])
    return (ended_span(source.text, start, stop, valid_to),)


def delete(source: SourceText, facts: Sequence[Fact]) -> tuple[Edit, ...]:
    """Delete the lines of some bullets."""
    return delete_lines(source.text, facts)


FORMAT = Format("codex_memories", recognises, read, supersede, delete, can_supersede=True)
