"""One file read and understood: what a worker process does for each path."""

from __future__ import annotations

import gc
import marshal
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText
from tmf_memory.codegraph.languages import Languages, all_languages
from tmf_memory.codegraph.model import Json, Scope, Symbol
from tmf_memory.codegraph.records import Row, encode_symbols
from tmf_memory.codegraph.search_terms import search_terms
from tmf_memory.kernel.errors import TmfError, UnreadableFileError
from tmf_memory.kernel.worktree import Undecodable, Worktree, decode

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

# Below this a pool costs more than it saves.
_FEW_FILES = 64
_CHUNK = 16


class Wanted(NamedTuple):
    """A path to read; an unchanged `known_blob` needs no second extraction unless `force`."""

    path: str
    known_blob: str = ""
    force: bool = False


@dataclass(slots=True)
class Derived:
    """What came of one path. `gap` is set when it could not be read at all.

    `is_gone` when there is no such file any more: then there is nothing to report either.
    """

    path: str
    blob: str = ""
    language: str = ""
    unchanged: bool = False
    gap: str = ""
    is_gone: bool = False
    entry: Row = field(default_factory=list)
    body: bytes = b""
    """The extraction's body, marshalled: a quarter of the memory until it is linked."""
    terms: list[dict[str, int]] = field(default_factory=list)

    @property
    def degraded(self) -> str:
        return str(self.entry[3]) if self.entry else ""


def derive_file(worktree: Worktree, wanted: Wanted, languages: Languages) -> Derived:
    """Read, hash and extract one file; what goes wrong is in the result."""
    path = wanted.path
    extractor = languages.of(path)
    if extractor is None:
        return Derived(path, gap="no extractor for this kind of file")
    try:
        source = worktree.read(path)
    except UnreadableFileError as error:
        return Derived(path, gap=error.reason, is_gone=_is_gone(worktree, path))
    except TmfError as error:
        return Derived(path, gap=str(error), is_gone=True)
    if source.blob == wanted.known_blob and not wanted.force:
        return Derived(path, source.blob, extractor.language, unchanged=True)
    return _understood(path, source.blob, extractor, source.data)


def derive_surface(worktree: Worktree, path: str, languages: Languages) -> tuple[str, Json]:
    """Return the blob that a file has now and what it says to others: its surface."""
    derived = derive_file(worktree, Wanted(path), languages)
    return derived.blob, derived.entry[5] if derived.entry else None


def _is_gone(worktree: Worktree, path: str) -> bool:
    try:
        return worktree.stat(path) is None
    except TmfError:
        return True


def extract(extractor: Extractor, path: str, data: bytes) -> Extraction:
    """Decode and extract; a file of bytes no decoder accepts is degraded with the reason."""
    hint = extractor.unavailable()
    if hint:
        return Extraction(degraded=hint)
    decoded = decode(data)
    if isinstance(decoded, Undecodable):
        return Extraction(degraded=decoded.reason)
    return extractor.extract(SourceText(path, decoded.text))


def _understood(path: str, blob: str, extractor: Extractor, data: bytes) -> Derived:
    extraction = extract(extractor, path, data)
    symbols = (_file_symbol(data), *extraction.symbols)
    version = -extractor.version if extractor.unavailable() else extractor.version
    entry: Row = [
        blob,
        extractor.language,
        version,
        extraction.degraded,
        encode_symbols(symbols),
        extraction.surface,
    ]
    terms = search_terms(path, symbols, extraction.documents)
    return Derived(
        path, blob, extractor.language, entry=entry, body=_packed(extraction.body), terms=terms
    )


def _packed(body: object) -> bytes:
    """Plain tuples, lists, dicts, strings and numbers; never leaves the run that made it."""
    return b"" if body is None else marshal.dumps(cast("str", body))


def _file_symbol(data: bytes) -> Symbol:
    """The claim about the file itself is the first symbol of every file; its qualname is empty."""
    lines = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
    return Symbol(Scope.FILE, "", 1, max(1, lines), "")


def docstring_of(extraction: Extraction, scope: Scope, qualname: str) -> str:
    """The first sentence that a file says of one of its symbols, or of itself."""
    if scope is Scope.FILE:
        module = next((one for one in extraction.documents if one.symbol < 0), None)
        return module.fields.get("doc", "").strip().partition("\n")[0] if module else ""
    symbols = (one for one in extraction.symbols if (one.scope, one.qualname) == (scope, qualname))
    return next((str(one.detail.get("doc", "")) for one in symbols), "")


def derive_all(root: Path, wanted: Sequence[Wanted], *, jobs: int) -> Iterator[Derived]:
    """Derive every wanted file, in order, on `jobs` processes (in this one when few)."""
    if jobs <= 1 or len(wanted) < _FEW_FILES:
        yield from _derive_chunk(root, wanted)
        return
    yield from _derive_in_pool(root, wanted, jobs)


def _derive_chunk(root: Path, wanted: Iterable[Wanted]) -> Iterator[Derived]:
    worktree, languages = Worktree(root), all_languages()
    return (derive_file(worktree, one, languages) for one in wanted)


_Job = tuple[str, list[Wanted]]


def _derive_list(job: _Job) -> list[Derived]:
    gc.disable()
    return list(_derive_chunk(Path(job[0]), job[1]))


def _derive_in_pool(root: Path, wanted: Sequence[Wanted], jobs: int) -> Iterator[Derived]:
    from concurrent.futures.process import BrokenProcessPool

    place = str(root)
    todo = deque((place, list(wanted[at : at + _CHUNK])) for at in range(0, len(wanted), _CHUNK))
    while todo:
        try:
            yield from chain.from_iterable(_derive_jobs(todo, min(jobs, len(todo))))
        except BrokenProcessPool:  # somebody killed a worker, or a file did
            for one in todo.popleft()[1]:
                yield _derive_alone(place, one)


def _derive_jobs(todo: deque[_Job], jobs: int) -> Iterator[list[Derived]]:
    """Take what is done from the left of `todo`; the results come in its order."""
    with _workers(jobs) as pool:
        results = deque(pool.submit(_derive_list, job) for job in todo)
        while results:
            made = results.popleft().result()
            todo.popleft()
            yield made


def _derive_alone(place: str, wanted: Wanted) -> Derived:
    """One file in a process of its own, so that nothing else is lost if that dies."""
    from concurrent.futures.process import BrokenProcessPool

    with _workers(1) as pool:
        try:
            return pool.submit(_derive_list, (place, [wanted])).result()[0]
        except BrokenProcessPool:
            return Derived(wanted.path, gap="the process that read it died")


@contextmanager
def _workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    from concurrent.futures import ProcessPoolExecutor  # only a large warm needs these
    from multiprocessing import get_context

    context = get_context(_start_method())
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_belong_to_parent)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _belong_to_parent() -> None:
    """A worker leaves interrupts to its parent, and does not outlive it."""
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _start_method() -> str:
    """`fork` is fast but unsafe beside other threads (a running server)."""
    import sys
    import threading

    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"
