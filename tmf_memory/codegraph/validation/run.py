"""The validate use case: run the asked checks and, when asked, write their reports."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.validation.heldout import validate_heldout
from tmf_memory.codegraph.validation.own_claims import SelfOptions, validate_self
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.errors import UsageError


@dataclass(frozen=True, slots=True)
class ValidateOptions:
    """Which checks, on how many own nodes, and where reports go."""

    heldout: bool = True
    own: bool = True
    sample: int = 200
    out: Path | None = None


def validate(root: Path, clock: Clock, options: ValidateOptions) -> dict[str, Json]:
    """Return `{status, heldout?, self?}`; `status` is `pass` only when every check passed."""
    report: dict[str, Json] = {}
    if options.heldout:
        report["heldout"] = validate_heldout(clock).encode()
    if options.own:
        tally = validate_self(root, clock, SelfOptions(options.sample))
        report["self"] = {"status": "pass" if tally.passed else "fail", "freshness": tally.encode()}
    parts = [part for part in report.values() if isinstance(part, dict)]
    passed = all(part["status"] == "pass" for part in parts)
    if options.out is not None:
        _write(options.out, report)
    return {"status": "pass" if passed else "fail", **report}


def _write(folder: Path, report: dict[str, Json]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, part in report.items():
            text = json.dumps(part, indent=2, sort_keys=True) + "\n"
            (folder / f"{name}-validation.json").write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"--out: {error}") from error
