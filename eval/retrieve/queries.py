"""Labelled questions: a sentence and the functions that answer it."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from tmf_memory.codegraph.model import SymbolKey


@dataclass(frozen=True, slots=True)
class Labelled:
    """One question with every function that answers it."""

    text: str
    answers: frozenset[SymbolKey]

    @property
    def files(self) -> frozenset[str]:
        return frozenset(key.path for key in self.answers)


def data_file(name: str) -> Path | None:
    """The file of a question set, or None when this machine does not have it."""
    folder = os.environ.get("TMF_EVAL_DATA")
    file = Path(folder or ".") / "retrieve" / name
    return file if folder and file.is_file() else None


def read_news(file: Path) -> list[Labelled]:
    """Sentences of a change log with the functions that were changed."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [_news(cast("dict[str, object]", row)) for row in rows]


def _news(row: dict[str, object]) -> Labelled:
    pairs = cast("list[tuple[str, str]]", row["functions"])
    return Labelled(str(row["query"]), frozenset(SymbolKey(*pair) for pair in pairs))


def read_docstrings(file: Path) -> list[Labelled]:
    """First sentences of docstrings with the function or class they are taken from."""
    rows = json.loads(file.read_text(encoding="utf-8"))
    return [
        Labelled(row["query"], frozenset({SymbolKey(row["path"], row["qualname"])})) for row in rows
    ]
