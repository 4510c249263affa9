"""BM25 over function bodies, the baseline: no fields, no paths, no word forms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Scope, SymbolKey
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.text.bm25 import Bm25
from tmf_memory.kernel.text.index import TextIndex
from tmf_memory.kernel.text.postings import PER_OCCURRENCE

_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class PlainBm25:
    """Every function of a warmed tree as one bag of lower-case identifier parts."""

    def __init__(self, memory: CodeMemory) -> None:
        self._index = TextIndex(MemoryStore(), parameters=Bm25(k1=1.5, b=0.75))
        self._keys: dict[str, list[SymbolKey]] = {}
        groups = []
        for path, row in sorted(memory.claims.manifest.files.items()):
            if row.language == "python":
                groups.append((path, self._documents(memory, path)))
        self._index.rebuild(groups)

    def _documents(self, memory: CodeMemory, path: str) -> list[dict[str, int]]:
        entry = memory.claims.entry(path)
        lines = _lines(memory.worktree.root / path)
        keys, documents = [], []
        for symbol in entry.symbols if entry else ():
            if symbol.scope is Scope.FUNCTION:
                keys.append(SymbolKey(path, symbol.qualname))
                documents.append(_bag("\n".join(lines[symbol.line_start - 1 : symbol.line_end])))
        self._keys[path] = keys
        return documents

    def __call__(self, question: str) -> Sequence[SymbolKey]:
        found = self._index.search(dict.fromkeys(_words(question), 1.0), limit=200)
        return [self._keys[hit.group][hit.ordinal] for hit in found]


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8", errors="replace").split("\n")


def _words(text: str) -> list[str]:
    return [part.lower() for part in _PARTS.findall(text)]


def _bag(text: str) -> dict[str, int]:
    bag: dict[str, int] = {}
    for word in _words(text):
        bag[word] = bag.get(word, 0) + PER_OCCURRENCE
    return bag
