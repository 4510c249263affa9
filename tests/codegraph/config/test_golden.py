"""Real files of every kind, and all that is said about them (`golden.py` writes them again)."""

from __future__ import annotations

import pytest

from tests.codegraph.config.golden import CASES, EXPECTED, case_paths, expected, observed


@pytest.mark.parametrize("path", case_paths())
def test_case(path: str) -> None:
    assert observed(path) == expected(path)


def test_every_expected_file_has_its_case() -> None:
    wanted = {f"{path}{EXPECTED}" for path in case_paths()}
    there = {place.relative_to(CASES).as_posix() for place in CASES.rglob(f"*{EXPECTED}")}
    assert there == wanted
