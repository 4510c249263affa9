from __future__ import annotations

import re
from pathlib import Path

import tmf_memory

PACKAGE = Path(tmf_memory.__file__).parent
_IMPORT = re.compile(r"^\s*(?:import|from)\s+tree_sitter", re.MULTILINE)


def test_only_the_gate_imports_the_grammar() -> None:
    importing = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if _IMPORT.search(path.read_text(encoding="utf-8"))
    ]
    assert importing == ["codegraph/extractors/java/grammar.py"]
