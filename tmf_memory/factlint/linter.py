"""The use case: find memory files, read them, lint them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.factlint.admission import Verdict, candidate_of, judge, rejected
from tmf_memory.factlint.analysis import LintOptions, analyse, corpus_of
from tmf_memory.factlint.model import Document, Json, Problem, Report
from tmf_memory.factlint.reading import read_document
from tmf_memory.kernel.errors import NotFoundError
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary

MAX_BYTES = 64 * 1024 * 1024
_NAMES_TEXT = """
claude.md agents.md gemini.md memory.md claude.local.md copilot-instructions.md .cursorrules
.windsurfrules memory.jsonl memory.json
"""
_NAMES = frozenset(_NAMES_TEXT.split())
_FOLDERS = frozenset({"memory-bank", "memory_bank", "memory", "memories", ".memory"})
_RULES = (".cursor/rules", ".windsurf/rules", ".clinerules")
_SUFFIXES = (".md", ".mdc", ".markdown", ".json", ".jsonl")
_SKIPPED = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__", ".tmf", ".tmcra"})


@dataclass(frozen=True, slots=True)
class Input:
    """One memory file to lint: how it is shown, and where it is (or its bytes, from stdin)."""

    shown: str
    path: Path | None = None
    data: bytes | None = None


def scan(inputs: Iterable[Input], options: LintOptions | None = None) -> Report:
    """Read and lint memory files."""
    words = options.words if options else STANDARD
    return analyse([read_input(each, words) for each in inputs], options)


def find_inputs(paths: Iterable[str], base: Path) -> list[Input]:
    """Return the files named, and the known memory files inside the directories named."""
    found: dict[str, Input] = {}
    for name in paths:
        path = base / name
        if path.is_dir():
            for each in _memory_files(path):
                shown = _shown(each, name, path)
                found.setdefault(shown, Input(shown, each))
        elif path.exists():
            shown = Path(name).as_posix()
            found.setdefault(shown, Input(shown, path))
        else:
            raise NotFoundError(f"no such file or directory: {name}")
    return list(found.values())


def _shown(path: Path, name: str, root: Path) -> str:
    inside = path.relative_to(root).as_posix()
    prefix = Path(name).as_posix()
    return inside if prefix == "." else f"{prefix}/{inside}"


def _memory_files(root: Path) -> Iterator[Path]:
    """Yield the memory files below a directory, sorted; links to directories are not followed."""
    try:
        entries = sorted(root.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            if entry.name not in _SKIPPED:
                yield from _memory_files(entry)
        elif is_memory_file(entry):
            yield entry


def is_memory_file(path: Path) -> bool:
    """Tell whether a file is agent memory by its name or the folder it is in."""
    name = path.name.lower()
    if name in _NAMES:
        return True
    if not name.endswith(_SUFFIXES):
        return False
    folders = path.parent.as_posix().lower()
    return path.parent.name.lower() in _FOLDERS or any(
        folders.endswith(each) or f"{each}/" in f"{folders}/" for each in _RULES
    )


def read_input(each: Input, words: Vocabulary = STANDARD) -> Document:
    """Read one file; what cannot be read is a document with a problem."""
    if each.data is not None:
        return decode_document(each.shown, each.data, words)
    try:
        path = each.path or Path(each.shown)
        if path.stat().st_size > MAX_BYTES:
            return _broken(each.shown, f"larger than {MAX_BYTES // 1024 // 1024} MB")
        return decode_document(each.shown, path.read_bytes(), words)
    except OSError as error:
        return _broken(each.shown, f"cannot be read: {error.strerror or error}")


def decode_document(shown: str, data: bytes, words: Vocabulary = STANDARD) -> Document:
    """Decode and read the bytes of one memory file."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"not UTF-8: byte 0x{data[error.start]:02x} at offset {error.start}"
        return _broken(shown, reason, line)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return _broken(shown, "holds NUL bytes: not a text file", line)
    return read_document(shown, text, digest=hashlib.sha256(data).hexdigest(), words=words)


def _broken(shown: str, reason: str, line: int = 1) -> Document:
    return Document(shown, "", problems=(Problem("bad_input", line, reason),))


def admit(
    fact: Mapping[str, Json],
    store: str | Path,
    *,
    create: bool = False,
    options: LintOptions | None = None,
) -> Verdict:
    """Judge a fact before it is written into a store; nothing is written here.

    A store that is missing (unless `create`) or cannot be read is a rejection: the gate never
    decides blind.
    """
    settings = options or LintOptions()
    candidate = candidate_of(fact)
    if isinstance(candidate, Verdict):
        return candidate
    path = Path(store)
    if not path.exists():
        documents: list[Document] = []
        if not create:
            return rejected(f"no store at {store}")
    else:
        documents = [read_input(each, settings.words) for each in find_inputs([str(store)], Path())]
    for document in documents:
        if document.problems and document.text.strip():
            problem = document.problems[0]
            return rejected(f"{document.path}:{problem.line} cannot be read: {problem.reason}")
        if document.problems and not document.digest:
            return rejected(f"{document.path} cannot be read: {document.problems[0].reason}")
    corpus = corpus_of(documents, settings)
    shapes = {document.path: document.format for document in documents}
    return judge(candidate, corpus.facts, shapes, settings)
