"""What reaches the terminal: text is shown and never acted on; JSON stays JSON."""

from __future__ import annotations

import io
import json

import pytest

from tmf_memory.cli.output import Output, visible
from tmf_memory.cli.progress import ProgressLine, progress_text


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def output(*, as_json: bool = False) -> tuple[Output, io.StringIO, io.StringIO]:
    stdout, stderr = io.StringIO(), io.StringIO()
    return Output(stdout, stderr, as_json=as_json), stdout, stderr


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain\ttext\n", "plain\ttext\n"),
        ("naïve 日本語 🙂", "naïve 日本語 🙂"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x1b[2J", "\\x1b[2J"),
        ("a\rb", "a\\rb"),
        ("\x9b31m", "\\x9b31m"),
        ("admin\u202eresu", "admin\\u202eresu"),
        ("\u2066x\u2069", "\\u2066x\\u2069"),
        ("nul\x00", "nul\\x00"),
    ],
)
def test_control_characters_are_shown_not_sent(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize("text", ["\x1b[2J", "admin\u202eresu", "\x7f\x9b", "\x00\n\t", "日本"])
def test_document_survives_hostile_text(text: str) -> None:
    sink, stdout, _ = output(as_json=True)
    sink.document({"claim": text})
    assert json.loads(stdout.getvalue()) == {"claim": text}
    assert visible(stdout.getvalue()) == stdout.getvalue()


def test_text_ends_with_one_line_feed() -> None:
    sink, stdout, _ = output()
    sink.text("a")
    sink.text("b\n")
    sink.text("")
    assert stdout.getvalue() == "a\nb\n"


def test_second_document_is_a_bug() -> None:
    sink, _, _ = output(as_json=True)
    sink.document({})
    with pytest.raises(RuntimeError):
        sink.document({})


def test_error_after_the_document_stays_on_stderr() -> None:
    sink, stdout, stderr = output(as_json=True)
    sink.document({"done": True})
    sink.error("not-found", "gone")
    assert json.loads(stdout.getvalue()) == {"done": True}
    assert stderr.getvalue() == "error: gone [not-found]\n"


def test_closed_streams_are_quiet() -> None:
    sink = Output(None, None)
    sink.text("a")
    sink.note("b")
    sink.error("c", "d")
    assert sink.closed
    assert sink.flush() == ""


@pytest.mark.parametrize(
    ("done", "total", "text"),
    [
        (0, 4, "warm [------------------------] 0/4"),
        (1, 4, "warm [######------------------] 1/4"),
        (4, 4, "warm [########################] 4/4"),
        (9, 4, "warm [########################] 9/4"),
        (7, 0, "warm 7"),
    ],
)
def test_progress_text(done: int, total: int, text: str) -> None:
    assert progress_text("warm", done, total) == text


def test_progress_is_silent_when_nobody_watches() -> None:
    sink, stdout, stderr = output()
    with sink.progress("warm") as report:
        report(1, 2)
    assert stdout.getvalue() + stderr.getvalue() == ""


def test_progress_leaves_nothing_behind_on_a_terminal() -> None:
    terminal = Terminal()
    sink = Output(io.StringIO(), terminal)
    with sink.progress("warm") as report:
        report(1, 2)
    drawn, blank = "warm [############------------] 1/2", " " * 35
    assert terminal.getvalue() == f"\r{drawn}\r{blank}\r"


def test_progress_is_not_redrawn_for_every_step() -> None:
    terminal = Terminal()
    line = ProgressLine(terminal, "warm")
    for done in range(1000):
        line.update(done, 1000)
    assert terminal.getvalue().count("\r") < 100
