"""A fresh machine per test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.install.machine import Machine


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine.below(tmp_path)
