"""The Python API: `tmf_memory.admit`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import tmf_memory

STORE = Path(__file__).resolve().parents[2] / "examples" / "store.jsonl"
FACT = {
    "entity": "billing-store",
    "slot": "tool",
    "value": "MariaDB",
    "date": "2026-07-01",
    "source": "ops",
}


def test_admit_returns_a_typed_verdict() -> None:
    verdict = tmf_memory.admit(FACT, str(STORE))
    assert verdict.status == "requires_review"
    assert verdict.conflict_ids == ["8a0ccbab525e5078"]
    assert verdict.supersede is not None
    assert verdict.supersede["target_id"] == "8a0ccbab525e5078"
    assert verdict.supersede["target_is_candidate"] is False


def test_importing_the_package_loads_no_engine() -> None:
    code = "import sys, tmf_memory; print(any('factlint' in name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
