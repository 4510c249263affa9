"""Apply a fix plan to the files, and undo it: snapshot, atomic replace, byte-exact return."""

from __future__ import annotations

import hashlib
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.factlint.edits import apply_edits, edited
from tmf_memory.factlint.fixes import plan_lines
from tmf_memory.factlint.model import Document, Fix
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.errors import FileChangedError, NothingToUndoError
from tmf_memory.kernel.language.secrets import mask_secrets
from tmf_memory.kernel.store.atomic import named_errors, replace_file
from tmf_memory.kernel.store.lockfile import FileLock

__all__ = ["Applied", "applied_lines", "apply_edits", "apply_fixes", "render_diff", "undo"]

_STAMP = "%Y%m%d-%H%M%S-%f"
_SNAPSHOT = re.compile(r"\.bak-\d{8}-\d{6}-\d{6}(?:-\d+)?$")


@dataclass(frozen=True, slots=True)
class Applied:
    """One rewritten file: the fixes it got, and the name of its snapshot."""

    path: str
    fixes: tuple[Fix, ...]
    backup: str
    snapshot: str


def apply_fixes(
    documents: Iterable[Document],
    fixes: Iterable[Fix],
    paths: Mapping[str, Path],
    clock: Clock,
) -> list[Applied]:
    """Write the fixes of a scan into its files; every file is snapshotted first.

    Raises FileChangedError for a file that is no longer what was scanned; files before it in the
    order stay rewritten, and each has its snapshot.
    """
    by_path: dict[str, list[Fix]] = {}
    for fix in fixes:
        by_path.setdefault(fix.fact.place.path, []).append(fix)
    applied: list[Applied] = []
    for document in documents:
        own = by_path.get(document.path)
        if own:
            text, done = edited(document, own)
            if done and text != document.text:
                applied.append(
                    _rewrite(document, text, done, paths[document.path].absolute(), clock)
                )
    return applied


def _rewrite(
    document: Document, text: str, fixes: tuple[Fix, ...], path: Path, clock: Clock
) -> Applied:
    with named_errors(document.path), _locked(path, clock):
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != document.digest:
            raise FileChangedError(document.path)
        snapshot = _snapshot(path, data, clock)
        _replace(path, text.encode("utf-8"))
    return Applied(document.path, fixes, f"{path.name}.bak", snapshot.name)


@contextmanager
def _locked(path: Path, clock: Clock) -> Iterator[None]:
    """Hold the writer's lock of one memory file; nothing of it is left beside the file."""
    name = path.with_name(f".{path.name}.tmf-lock")
    lock = FileLock(str(name), clock)
    lock.acquire(10.0)
    try:
        yield
    finally:
        # Taken away while it is held: who waits for it notices and makes a new one.
        with suppress(OSError):
            name.unlink()
        lock.release()


def _snapshot(path: Path, data: bytes, clock: Clock) -> Path:
    """Write `<name>.bak-<stamp>`, a new file each time, and the plain `<name>.bak`."""
    stamp = clock.now().strftime(_STAMP)
    target = path.with_name(f"{path.name}.bak-{stamp}")
    count = 0
    while target.exists():
        count += 1
        target = path.with_name(f"{path.name}.bak-{stamp}-{count}")
    for each in (target, path.with_name(f"{path.name}.bak")):
        replace_file(str(each), data, durable=True)
    return target


def _replace(path: Path, data: bytes) -> None:
    """Replace a file's content in one step, through a symbolic link, and keep its mode."""
    target = path.resolve()
    mode = stat.S_IMODE(target.stat().st_mode)
    replace_file(str(target), data, durable=True)
    target.chmod(mode)


def render_diff(documents: Iterable[Document], fixes: Iterable[Fix]) -> str:
    """Return a fix plan as one unified diff."""
    from difflib import unified_diff

    by_path: dict[str, list[Fix]] = {}
    for fix in fixes:
        by_path.setdefault(fix.fact.place.path, []).append(fix)
    lines: list[str] = []
    for document in documents:
        if document.path in by_path:
            text, _ = edited(document, by_path[document.path])
            lines += unified_diff(
                document.text.splitlines(keepends=True),
                text.splitlines(keepends=True),
                f"a/{document.path}",
                f"b/{document.path}",
            )
    shown = "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
    return mask_secrets(shown)


def undo(path: Path, clock: Clock) -> str:
    """Restore the newest snapshot byte for byte and return its name; running it again is safe."""
    path = path.absolute()
    snapshots = sorted(
        each
        for each in path.parent.glob(f"{_escaped(path.name)}.bak-*")
        if _SNAPSHOT.search(each.name)
    )
    if not snapshots:
        raise NothingToUndoError(path.name)
    newest = snapshots[-1]
    with named_errors(path.name), _locked(path, clock):
        _replace(path, newest.read_bytes())
    return newest.name


def _escaped(name: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", name)


def applied_lines(applied: Iterable[Applied]) -> list[str]:
    """Return what `--apply` says it did: the plan's own lines, then the snapshots."""
    done = list(applied)
    count = sum(len(each.fixes) for each in done)
    lines = [f"applied {count} fix(es) across {len(done)} file(s):"]
    for each in done:
        lines += [f"  {line}" for fix in each.fixes for line in plan_lines(fix)]
        lines.append(f"  rewrote {each.path} (backup: {each.backup}, snapshot: {each.snapshot})")
    lines.append("undo with: memory-lint undo <file>  (restores the newest snapshot)")
    return lines
