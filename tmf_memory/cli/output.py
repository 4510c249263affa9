"""The only place that prints: answers to stdout, everything else to stderr."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from tmf_memory.cli.progress import ProgressLine

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Report = Callable[[int, int], None]
"""What a use case calls with (done, total)."""

# Text from source reaches the terminal: control characters and direction overrides are shown, not
# sent. Line feeds and tabs stay.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Write out the characters that a terminal would act on instead of showing."""
    return _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode(), text)


def _prepare(stream: TextIO | None) -> TextIO | None:
    """Force UTF-8; a lone surrogate becomes `\\udcXX`, which is also valid inside JSON."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return stream


class Output:
    """Where one command's answer, notes and progress go.

    Once the reader of stdout is gone nothing more is written, and the command still finishes.
    """

    def __init__(
        self, stdout: TextIO | None, stderr: TextIO | None, *, as_json: bool = False
    ) -> None:
        self.as_json = as_json
        self.closed = stdout is None
        """True when nobody reads stdout any more; a watching command stops then."""
        self._stdout = stdout
        self._stderr = stderr
        self._documents = 0
        self._failure = ""

    @classmethod
    def standard(cls, *, as_json: bool = False) -> Output:
        return cls(_prepare(sys.stdout), _prepare(sys.stderr), as_json=as_json)

    def show(self, *, document: Callable[[], Json], text: Callable[[], str]) -> None:
        """Print the answer: the document with `--json`, else the text."""
        if self.as_json:
            self.document(document())
        else:
            self.text(text())

    def document(self, document: Json | Mapping[str, Json]) -> None:
        """Print the one JSON document of this run."""
        self._documents += 1
        if self._documents > 1:
            raise RuntimeError("a command prints one JSON document")
        encoded = json.dumps(document, ensure_ascii=False, indent=2)
        self._write(_UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", encoded) + "\n")

    def text(self, text: str) -> None:
        """Print text for people; an empty one prints nothing."""
        if text:
            self._write(visible(text if text.endswith("\n") else text + "\n"))

    def raw(self, text: str) -> None:
        """Print text that a program reads, byte for byte."""
        self._write(text)

    def note(self, text: str) -> None:
        """Say something beside the answer, on stderr."""
        if self._stderr is None:
            return
        try:
            print(visible(text), file=self._stderr, flush=True)
        except OSError:
            self._stderr = None

    def error(self, slug: str, message: str, candidates: tuple[str, ...] = ()) -> None:
        """Report a failure on stderr, and with `--json` also as the document."""
        self.note(f"error: {message} [{slug}]")
        for candidate in candidates:
            self.note(f"  {candidate}")
        if self.as_json and not self._documents:
            document: dict[str, Json] = {"error": slug, "message": message}
            if candidates:
                document["candidates"] = list(candidates)
            self.document(document)

    @contextmanager
    def progress(self, label: str) -> Iterator[Report]:
        """Show a progress line on stderr while the block runs, on a terminal only."""
        stream = self._stderr
        if stream is None or not stream.isatty() or os.environ.get("TERM") == "dumb":
            yield lambda done, total: None
            return
        line = ProgressLine(stream, label)
        try:
            yield line.update
        finally:
            line.clear()

    def flush(self) -> str:
        """Push out what is buffered; return why the answer could not be written, or nothing.

        A reader that went away is no failure; a full disk is.
        """
        if not self.closed and self._stdout is not None:
            try:
                self._stdout.flush()
            except OSError as error:
                self._drop(error)
        return self._failure

    def _write(self, text: str) -> None:
        if self.closed or self._stdout is None:
            return
        try:
            print(text, end="", file=self._stdout)
        except OSError as error:
            self._drop(error)

    def _drop(self, error: OSError) -> None:
        """Stop writing; what is still buffered must not fail again when the interpreter exits."""
        self.closed = True
        if not isinstance(error, BrokenPipeError):
            self._failure = str(error)
        if isinstance(self._stdout, TextIOWrapper):
            sink = os.open(os.devnull, os.O_WRONLY)
            os.dup2(sink, self._stdout.fileno())
            os.close(sink)
