"""Every promise of the threat model is shown by a test that is there."""

from __future__ import annotations

import re

from tests.structure.sources import ROOT

DOCUMENT = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")


def _tests() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        found |= set(re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def test_every_named_test_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", DOCUMENT))
    assert named - _tests() == set()


def test_every_defence_names_a_test() -> None:
    defended = DOCUMENT.partition("## Defended")[2].partition("## Not defended")[0]
    rows = [line for line in defended.splitlines() if line.startswith("| ")][1:]
    assert rows
    assert [row for row in rows if "`test_" not in row.rsplit("|", 2)[1]] == []
