"""The compiler's call edges and ours, in one notation: `file:line:name:parameters`."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.java import EXTRACTOR
from tmf_memory.codegraph.linker.java import LINKER
from tmf_memory.codegraph.model import EdgeKind, Scope, Symbol, SymbolKey

_TWIN = re.compile(r"#\d+$")
_NOT_LINKED = frozenset({"module-info.java", "package-info.java"})
SECONDS = 600


def is_available() -> bool:
    return bool(shutil.which("javac") and shutil.which("java"))


def compiler_edges(root: Path, classpath: str = "") -> set[str]:
    """What javac attributes; needs a JDK, nothing of the tree is run."""
    source = Path(__file__).with_name("CallOracle.java")
    with tempfile.TemporaryDirectory() as classes:
        _run(["javac", "-d", classes, str(source)])
        extra = [classpath] if classpath else []
        printed = _run(["java", "-cp", classes, "CallOracle", str(root), *extra])
    return set(printed.splitlines())


def _run(command: list[str]) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=SECONDS)
    return done.stdout


def own_edges(root: Path) -> set[str]:
    """What the extractor and the linker make of the same files."""
    extractions = dict(_extracted(root))
    link = LINKER.open_tree(
        frozenset(extractions),
        lambda path: extractions[path].surface if path in extractions else None,
        {},
    )
    places = {
        SymbolKey(path, symbol.qualname): _place(path, symbol)
        for path, extraction in extractions.items()
        for symbol in extraction.symbols
    }
    return {
        f"{places[edge.source]}\t{places[edge.target]}"
        for path, extraction in extractions.items()
        for edge in link(path, extraction.body).edges
        if edge.kind is EdgeKind.CALLS
    }


def _extracted(root: Path) -> Iterator[tuple[str, Extraction]]:
    for file in sorted(root.rglob("*.java")):
        if file.name not in _NOT_LINKED:
            path = file.relative_to(root).as_posix()
            text = file.read_text(encoding="utf-8", errors="replace")
            yield path, EXTRACTOR.extract(SourceText(path, text))


def _place(path: str, symbol: Symbol) -> str:
    kind = symbol.detail.get("node_kind")
    if symbol.scope is Scope.FUNCTION:
        name, count = _name_and_count(symbol.qualname)
        return f"{path}:{symbol.line_start}:{'<init>' if kind == 'constructor' else name}:{count}"
    name = "" if kind == "anonymous class" else symbol.qualname.rpartition(".")[2]
    return f"{path}:{symbol.line_start}:{_TWIN.sub('', name)}:-1"


def _name_and_count(qualname: str) -> tuple[str, int]:
    """The simple name of a method and the number of its parameters."""
    text = _TWIN.sub("", qualname)
    opened = _opening(text)
    inner = text[opened + 1 : -1]
    return text[:opened].rpartition(".")[2], _commas(inner) + 1 if inner else 0


def _opening(text: str) -> int:
    """Where the parameters of the last name begin: what encloses it may have some too."""
    depth = 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if depth == 0:
            return at
    return 0


def _commas(text: Iterable[str]) -> int:
    depth = count = 0
    for character in text:
        depth += (character == "<") - (character == ">")
        count += character == "," and depth == 0
    return count
