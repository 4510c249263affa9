"""One report that every output format renders, and one without findings."""

from __future__ import annotations

from tmf_memory.factlint.analysis import analyse
from tmf_memory.factlint.linter import decode_document

TEXT = """\
ledger: uses PostgreSQL -- 2026-01-05
ledger: uses MySQL -- 2026-06-02
ledgor: port = "1"
"""
REPORT = analyse([decode_document("notes/a b.md", TEXT.encode())])
CLEAN = analyse([decode_document("a.md", b"ledger: uses MySQL -- 2026-06-02\n")])
