"""Small Python trees written in Markdown, extracted and linked in memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.python import EXTRACTOR
from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.linker.python import LINKER
from tmf_memory.codegraph.model import Edge, EdgeKind, SymbolKey

_CASE = re.compile(
    r"^### ([^\n]+)\n\n```python\n(.*?)```\n```edges\n(.*?)```(?:\n```unresolved\n(.*?)```)?$",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"^# (\S+\.pyi?)\n", re.MULTILINE)
_EDGE = re.compile(r"(\w+) (\S.*?) -> (\S+?)(?: @([\d,]+))?")


@dataclass(frozen=True)
class Case:
    """One case: files in, and the edges of some kinds out.

    `kinds` are the edge kinds whose edges are given in full; `edges` holds them as
    `kind source -> target`, with ` @lines` where the case gives the lines.
    """

    title: str
    files: Mapping[str, str]
    kinds: frozenset[str]
    edges: frozenset[str]
    unresolved: frozenset[str] | None

    def found(self, tree: PythonTree) -> set[str]:
        """Return the edges of `tree` of the kinds of this case, with lines where it has lines."""
        with_lines = {edge.partition(" @")[0] for edge in self.edges if " @" in edge}
        found = set()
        for edge in tree.edges:
            if edge.kind.value in self.kinds:
                text = shown(edge)
                lines = ",".join(map(str, edge.lines))
                found.add(f"{text} @{lines}" if text in with_lines else text)
        return found


@dataclass(frozen=True)
class PythonTree:
    """A few files with what extracting and linking them gave."""

    files: Mapping[str, str]
    extractions: Mapping[str, Extraction]
    linked: Mapping[str, LinkedFile]

    @classmethod
    def of(cls, files: Mapping[str, str]) -> PythonTree:
        extractions = {
            path: EXTRACTOR.extract(SourceText(path, text)) for path, text in files.items()
        }
        link = LINKER.open_tree(
            frozenset(extractions),
            lambda path: extractions[path].surface if path in extractions else None,
            LINKER.outward_of(
                frozenset(extractions), lambda path: extractions[path].surface, extractions
            ),
        )
        linked = {
            path: link(path, one.body) for path, one in extractions.items() if not one.degraded
        }
        return cls(files, extractions, linked)

    @property
    def edges(self) -> list[Edge]:
        return [edge for linked in self.linked.values() for edge in linked.edges]

    def unresolved(self) -> set[str]:
        return {
            f"{path}:{one.source}: {one.expression} ({one.reason.name})"
            for path, linked in self.linked.items()
            for one in linked.unresolved
        }


def shown(edge: Edge) -> str:
    return f"{edge.kind.value} {_key(edge.source)} -> {_key(edge.target)}"


def _key(key: SymbolKey) -> str:
    return f"{key.path}:{key.qualname}"


def files_in(text: str) -> dict[str, str]:
    _, *parts = _FILE.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def cases_in(folder: Path) -> Iterable[Case]:
    """Read every case of the Markdown files in `folder`; a case that cannot be read is an error."""
    for path in sorted(folder.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        found = _CASE.findall(text)
        if len(found) != text.count("\n### "):
            raise ValueError(f"{path.name}: only {len(found)} cases can be read")
        for title, source, edges, unresolved in found:
            yield _case(f"{path.stem}: {title}", source, edges, unresolved)


def _case(title: str, source: str, edges: str, unresolved: str) -> Case:
    kinds, wanted = set(), set()
    for line in edges.splitlines():
        kind = line.partition(" ")[0]
        if line != EdgeKind(kind).value:
            if _EDGE.fullmatch(line) is None:
                raise ValueError(f"{title}: {line}")
            wanted.add(line)
        kinds.add(kind)
    return Case(
        title,
        files_in(source),
        frozenset(kinds),
        frozenset(wanted),
        frozenset(unresolved.splitlines()) if unresolved else None,
    )
