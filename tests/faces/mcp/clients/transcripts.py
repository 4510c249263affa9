"""Recorded conversations of real clients, without what differs from machine to machine.

`TMF_RECORD=1 pytest -m clients tests/faces/mcp/clients` writes them again.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

from tests.faces.mcp.clients.places import Desk

FOLDER = Path(__file__).parents[1] / "transcripts"
IS_RECORDING = bool(os.environ.get("TMF_RECORD"))
# What a client makes up per run.
_PER_RUN = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def keep(desk: Desk, name: str) -> None:
    """Write the lines that a client sent, when recording."""
    if not IS_RECORDING:
        return
    rows = [json.loads(row) for row in desk.log.read_text(encoding="utf-8").splitlines()]
    lines = [
        json.dumps(json.loads(_neutral(row["line"], desk)), ensure_ascii=False, sort_keys=True)
        for row in rows
        if row["from"] == "client"
    ]
    FOLDER.mkdir(exist_ok=True)
    text = "".join(f"{line}\n" for line in lines)
    (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")


def _neutral(line: str, desk: Desk) -> str:
    line = line.replace(str(desk.shop), "/shop").replace(str(desk.home), "/user")
    return _PER_RUN.sub("…", line)
