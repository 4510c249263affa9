"""Strict argparse: no abbreviations, raises instead of printing, suggests the nearest option."""

from __future__ import annotations

import os
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from tmf_memory.kernel.errors import UsageError


class HelpRequestedError(Exception):
    """Indicates that the reader asked for help; carries the text."""


class _Formatter(RawDescriptionHelpFormatter):
    """Help at a readable width.

    The width is given: argparse would import shutil for it each time an option is added.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=help_width())

    def add_argument(self, action: Action) -> None:
        """Leave room for the names of sub-commands, as Python 3.13 does by itself."""
        super().add_argument(action)
        for inner in self._iter_indented_subactions(action):
            length = len(self._format_action_invocation(inner)) + self._current_indent
            self._action_max_length = max(self._action_max_length, length)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        """Wrap paragraphs; one with an indented line (an example) stays as it is written."""
        from textwrap import fill  # only help pays for this import

        paragraphs = text.strip().split("\n\n")
        return "\n\n".join(
            paragraph
            if any(line.startswith(" ") for line in paragraph.splitlines())
            else fill(paragraph, width, initial_indent=indent, subsequent_indent=indent)
            for paragraph in paragraphs
        )


def help_width() -> int:
    """Return the width for help texts: the terminal's, between 40 and 100 columns."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit():
        return max(40, min(100, int(columns)))
    try:
        return max(40, min(100, os.get_terminal_size(1).columns))
    except (OSError, ValueError):
        return 80


def nearest(name: str, known: Iterable[str]) -> str:
    """Return `; did you mean …?` for the nearest known word, or nothing."""
    from difflib import get_close_matches  # only an error pays for this import

    matches = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"; did you mean {matches[0]!r}?" if matches else ""


class CommandParser(ArgumentParser):
    """An argument parser that raises instead of printing and exiting."""

    def __init__(
        self, prog: str | None = None, description: str | None = None, **options: object
    ) -> None:
        del options  # add_parser() also hands over `help`-like extras that we do not use
        super().__init__(
            prog=prog, description=description, formatter_class=_Formatter, allow_abbrev=False
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: object = None) -> None:
        del file
        raise HelpRequestedError(self.format_help())

    def _check_value(self, action: Action, value: object) -> None:
        """Refuse what is not a choice, in words that do not depend on the Python version."""
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            hint = nearest(str(value), known) or f" (choose from {', '.join(known)})"
            raise ArgumentError(action, f"invalid choice {str(value)!r}{hint}")

    def parse_strictly(self, arguments: Sequence[str]) -> Namespace:
        """Parse everything or raise UsageError that suggests the nearest option."""
        namespace, extra = self.parse_known_args(list(arguments))
        if getattr(namespace, "takes_more_files", False):
            # argparse takes positionals of one stretch only: `scan a.md --json b.md`.
            namespace.files += [each for each in extra if _is_operand(each)]
            extra = [each for each in extra if not _is_operand(each)]
        if extra:
            option = extra[0].partition("=")[0]
            hint = nearest(option, self.option_names()) if option.startswith("-") else ""
            self.error(f"unrecognized argument {extra[0]!r}{hint}")
        return namespace

    def option_names(self) -> Iterator[str]:
        """Yield the options of this parser and of its sub-commands."""
        for action in self._actions:
            yield from action.option_strings
            if isinstance(action, _SubParsersAction):
                for parser in action.choices.values():
                    yield from parser.option_names()


def _is_operand(text: str) -> bool:
    return not text.startswith("-") or text == "-"


def positive(text: str) -> int:
    """Read a whole number of at least one, for `type=`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return number
