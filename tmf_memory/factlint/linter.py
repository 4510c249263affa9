"""The use case: find memory files, read them, lint them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from tmf_memory.factlint.admission import Verdict, candidate_of, judge, rejected
from tmf_memory.factlint.analysis import LintOptions, analyse, check, corpus_of
from tmf_memory.factlint.baseline import Known, known_of, new_findings, parse_baseline
from tmf_memory.factlint.config import read_text
from tmf_memory.factlint.databases import is_database, read_database
from tmf_memory.factlint.model import Document, Json, Problem, Report
from tmf_memory.factlint.reading import read_document
from tmf_memory.factlint.rules.base import Corpus
from tmf_memory.factlint.similar import candidate_pairs, proposals, texts_of
from tmf_memory.kernel.collection import no_collection
from tmf_memory.kernel.embedders.base import Embedder, Vector, similarity
from tmf_memory.kernel.errors import EmbedderError, UsageError
from tmf_memory.kernel.git import run_git
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary
from tmf_memory.kernel.store.atomic import named_errors

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_DEFAULT = LintOptions()
_GIT_TIMEOUT_S = 60
MAX_BYTES = 64 * 1024 * 1024
_NAMES_TEXT = """
claude.md agents.md gemini.md memory.md claude.local.md copilot-instructions.md .cursorrules
.windsurfrules memory.jsonl memory.json
"""
_NAMES = frozenset(_NAMES_TEXT.split())
_FOLDERS = frozenset({"memory-bank", "memory_bank", "memory", "memories", ".memory"})
_RULES = (".cursor/rules", ".windsurf/rules", ".clinerules")
_SUFFIXES = (".md", ".mdc", ".markdown", ".json", ".jsonl")
_CODE = frozenset({".py", ".js", ".ts", ".tsx", ".go", ".rs", ".java", ".rb", ".c", ".cpp"})
_SKIPPED = frozenset({".git", "node_modules", ".venv", "venv", "__pycache__", ".tmf", ".tmcra"})


@dataclass(frozen=True)
class LintRequest:
    """What one run lints, and how: the arguments of a face, decoded."""

    paths: tuple[str, ...]
    base: Path = Path()
    options: LintOptions = field(default_factory=LintOptions)
    exclude: tuple[str, ...] = ()
    stdin: bytes | None = None
    stdin_name: str = "stdin.md"
    baseline: Path | None = None
    against: str = ""
    embedder: Embedder | None = None
    """Asked for with `--engine embed`; the heuristics run without one."""


@dataclass(frozen=True, slots=True)
class Input:
    """One memory file to lint: how it is shown, and where it is (or its bytes, from stdin)."""

    shown: str
    path: Path | None = None
    data: bytes | None = None


def lint(request: LintRequest) -> Report:
    """Lint what a request names, without what its baseline or its revision already knows."""
    with no_collection():
        report = scan(inputs_of(request), request.options, request.embedder)
    findings = report.findings
    if request.against:
        findings = new_findings(findings, known_of(_at_revision(request).findings))
    if request.baseline is not None:
        known = read_baseline(request.baseline)
        findings = new_findings(findings, known)
    return replace(report, findings=findings)


def read_baseline(path: Path) -> list[Known]:
    """Return the entries of a baseline file; raises UsageError."""
    return parse_baseline(path.name, read_text(path))


def write_text(path: Path, text: str) -> None:
    """Write a report or a baseline."""
    with named_errors(str(path)):
        path.write_bytes(text.encode("utf-8", "backslashreplace"))


def read_corpus(paths: Iterable[str], options: LintOptions) -> Corpus:
    """Read memory files for a question about them."""
    inputs = [each for path in paths for each in find_inputs([path], Path())]
    return corpus_of([read_input(each, options) for each in inputs], options)


def find_paths(request: LintRequest) -> dict[str, Path]:
    """Return where the files of a request are, by the path they are shown as."""
    return {each.shown: each.path for each in inputs_of(request) if each.path is not None}


def inputs_of(request: LintRequest) -> list[Input]:
    """Return the memory files of a request, `-` being what came in on stdin."""
    inputs: list[Input] = []
    for path in request.paths:
        if path == "-":
            inputs.append(Input(request.stdin_name, data=request.stdin or b""))
        else:
            inputs += find_inputs([path], request.base)
    unique = {each.shown: each for each in inputs}
    return [
        each
        for each in unique.values()
        if not any(fnmatchcase(each.shown, glob) for glob in request.exclude)
    ]


def _at_revision(request: LintRequest) -> Report:
    """Lint the same files as they were at a revision; a file that is new there is left out."""
    old = []
    for each in inputs_of(request):
        if each.path is not None:
            data = _git_show(request.against, each.path)
            if data is not None:
                old.append(Input(each.shown, data=data))
    return scan(old, request.options)


def _git_show(revision: str, path: Path) -> bytes | None:
    """Return a file's bytes at a revision, None when it was not there."""
    folder = path.resolve().parent
    known = _git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    )
    if known.returncode != 0:
        raise UsageError(f"git does not know the revision {revision!r} here")
    commit = known.stdout.decode().strip()
    shown = _git(folder, "show", f"{commit}:./{path.name}")
    return shown.stdout if shown.returncode == 0 else None


def _git(folder: Path, *arguments: str) -> CompletedProcess[bytes]:
    try:
        return run_git(folder, *arguments, timeout_s=_GIT_TIMEOUT_S)
    except OSError as error:
        raise UsageError(f"git cannot be run: {error}") from error


def scan(
    inputs: Iterable[Input],
    options: LintOptions | None = None,
    embedder: Embedder | None = None,
) -> Report:
    """Read and lint memory files."""
    settings = options or LintOptions()
    chosen = list(inputs)
    documents = [read_input(each, settings) for each in chosen]
    settings = replace(settings, neighbours=_neighbours(chosen))
    if embedder is None:
        return analyse(documents, settings)
    corpus = corpus_of(documents, settings)
    pairs = candidate_pairs(corpus)
    try:
        vectors = _vectors(embedder, texts_of(pairs))
    except EmbedderError as error:
        return analyse(documents, replace(settings, degraded=str(error)))
    corpus.proposed = proposals(
        corpus,
        pairs,
        lambda left, right: similarity(vectors[left], vectors[right], embedder.floor),
    )
    return Report(check(corpus, settings.selection), corpus.documents, "embed")


def _neighbours(inputs: Iterable[Input]) -> dict[str, frozenset[str]]:
    """Return, for every memory index, the paths of the files below its folder."""
    found: dict[str, frozenset[str]] = {}
    for each in inputs:
        if each.path is not None and each.path.name.lower() == "memory.md":
            folder = each.path.parent
            found[each.shown] = frozenset(
                path.relative_to(folder).as_posix() for path in _files_below(folder, depth=3)
            )
    return found


def _files_below(folder: Path, *, depth: int) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if entry.is_file():
            yield entry
        elif depth and entry.is_dir() and entry.name not in _SKIPPED:
            yield from _files_below(entry, depth=depth - 1)


def _vectors(embedder: Embedder, texts: list[str]) -> dict[str, Vector]:
    """Return the vector of each text; a model that is not there is asked even for nothing."""
    asked = texts or ["memory"]
    vectors = embedder.embed(asked)
    return dict(zip(asked, vectors, strict=True))


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
            raise UsageError(f"no such file or directory: {name}")
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
    # `mem0/memory/` is a package about memory, and what lies beside its modules belongs to it.
    is_code = any(entry.suffix in _CODE for entry in entries)
    for entry in entries:
        if entry.is_dir() and not entry.is_symlink():
            if entry.name not in _SKIPPED:
                yield from _memory_files(entry)
        elif entry.name.lower() in _NAMES or (not is_code and is_memory_file(entry)):
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


def read_input(each: Input, options: LintOptions = _DEFAULT) -> Document:
    """Read one file; what cannot be read is a document with a problem."""
    words = options.words
    if each.data is not None:
        return decode_document(each.shown, each.data, words)
    try:
        path = each.path or Path(each.shown)
        if is_database(path) and path.is_file():
            return read_database(each.shown, path, options.tables, words)
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
    base: Path = Path(),
) -> Verdict:
    """Judge a fact before it is written into a store; nothing is written here.

    `base` is where a relative store is; what is said names the store as it was given.

    A store that is missing (unless `create`) or cannot be read is a rejection: the gate never
    decides blind.
    """
    settings = options or LintOptions()
    candidate = candidate_of(fact)
    if isinstance(candidate, Verdict):
        return candidate
    if not (base / store).exists():
        documents: list[Document] = []
        if not create:
            return rejected(f"no store at {store}")
    else:
        documents = [read_input(each, settings) for each in find_inputs([str(store)], base)]
    for document in documents:
        if document.problems and document.text.strip():
            problem = document.problems[0]
            return rejected(f"{document.path}:{problem.line} cannot be read: {problem.reason}")
        if document.problems and not document.digest:
            return rejected(f"{document.path} cannot be read: {document.problems[0].reason}")
    corpus = corpus_of(documents, settings)
    shapes = {document.path: document.format for document in documents}
    return judge(candidate, corpus.facts, shapes, settings)
