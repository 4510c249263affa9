"""Fixture pairs: a memory file in one format, and the facts that it holds.

`pairs/NAME` beside `pairs/NAME.facts`: a line a fact, the problems behind them. `PATH` of the
reading is the name; `python -m tests.factlint.formats.pairs` writes the second from the first.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Fact
from tmf_memory.factlint.reading import format_of

FOLDER = Path(__file__).parent / "pairs"


def rendered(reader: Format, source: SourceText) -> str:
    """Return what a format reads, a line a fact."""
    reading = reader.read(source)
    lines = [_line(fact) for fact in reading.facts]
    lines += [f"{each.line}: ! {each.kind}: {each.reason}" for each in reading.problems]
    return "".join(f"{line}\n" for line in lines)


def _line(fact: Fact) -> str:
    slot = f" <{fact.slot}={fact.value}>" if fact.slot else ""
    window = f" [{fact.valid_from}..{fact.valid_to}]" if fact.valid_from or fact.valid_to else ""
    extra = {
        "on": fact.observed_at,
        "source": fact.source,
        "aka": ", ".join(fact.aliases),
        "where": fact.condition,
    }
    parts = "".join(f" {key}={value}" for key, value in extra.items() if value)
    return f"{fact.place.line}: {fact.entity} | {fact.claim}{slot}{window}{parts}"


def source_of(name: str) -> SourceText:
    return SourceText(name, (FOLDER / name).read_bytes().decode("utf-8"))


def expected(name: str) -> str:
    return (FOLDER / f"{name}.facts").read_text(encoding="utf-8")


def main() -> int:
    for path in sorted(FOLDER.iterdir()):
        if path.suffix != ".facts":
            source = source_of(path.name)
            text = rendered(format_of(source), source)
            path.with_name(f"{path.name}.facts").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
