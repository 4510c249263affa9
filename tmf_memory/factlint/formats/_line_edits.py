"""Lines of a text, by number: where they are, and how to take some out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tmf_memory.factlint.model import Edit, Fact


def line_starts(text: str) -> list[int]:
    """Return the offset of each line; a byte order mark is not part of the first one."""
    starts = [1 if text.startswith("\ufeff") else 0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def line_end(text: str, start: int) -> int:
    """Return where the line at `start` ends, its line end not counted."""
    stop = text.find("\n", start)
    stop = len(text) if stop < 0 else stop
    return stop - 1 if text[stop - 1 : stop] == "\r" and stop > start else stop


def lines_span(text: str, starts: Sequence[int], fact: Fact) -> tuple[int, int]:
    """Return the offsets of a fact's lines without the last line end."""
    first = starts[fact.place.line - 1]
    last = starts[max(fact.place.line, fact.place.line_end) - 1]
    return first, line_end(text, last)


def delete_lines(text: str, facts: Iterable[Fact]) -> tuple[Edit, ...]:
    """Delete the lines of some facts with their line ends.

    Where the last line goes and had no line end, the line end before it goes too.
    """
    starts = line_starts(text)
    gone = {
        line
        for fact in facts
        for line in range(fact.place.line, max(fact.place.line, fact.place.line_end) + 1)
    }
    edits = []
    for first, last in _runs(sorted(gone)):
        start = starts[first - 1]
        if last < len(starts):
            end = starts[last]
        else:
            end = len(text)
            if first > 1:
                start = line_end(text, starts[first - 2])
        edits.append(Edit(start, end, ""))
    return tuple(edits)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return the runs of consecutive numbers."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
