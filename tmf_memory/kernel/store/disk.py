"""The store in a directory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.kernel.clock import Clock, SystemClock
from tmf_memory.kernel.errors import StoreReadOnlyError
from tmf_memory.kernel.store.atomic import (
    create_exclusive,
    ensure_directory,
    named_errors,
    read_file,
    remove_temporaries,
    replace_file,
)
from tmf_memory.kernel.store.base import (
    LOCK_TIMEOUT_S,
    Damage,
    DamageReason,
    Json,
    Row,
    check_name,
    is_name,
)
from tmf_memory.kernel.store.envelope import Broken, Sealed, encode_payload, seal, unseal
from tmf_memory.kernel.store.key import StoreKey
from tmf_memory.kernel.store.lockfile import FileLock
from tmf_memory.kernel.store.logs import Line, LogWriter, decode_lines, read_log
from tmf_memory.kernel.store.migration import Schema

_SCHEMA_FILE = "schema.json"
_SHIPPED = Schema()
_README = """\
State of tmf-memory, for this user only. Every file is JSON (or JSON lines) and can be read.
Nothing in here is ever executed. Files that somebody else wrote are recognised and not believed.
"""


@dataclass(frozen=True, slots=True)
class DiskOptions:
    """How a state directory looks when it is made, and which schema it holds.

    `may_be_link` is for directories that the user chose; a repository can carry a planted link.
    """

    readme: str = _README
    gitignore: str = "*\n"
    may_be_link: bool = False
    schema: Schema = _SHIPPED


class DiskStore:
    """A `Store` of one file per document; the directory is made by the first write or lock.

    Writes and removals take the lock themselves when the caller does not hold it; appends only
    lock their own log.
    """

    def __init__(
        self,
        directory: Path,
        *,
        key: StoreKey,
        clock: Clock,
        options: DiskOptions = DiskOptions(),
    ) -> None:
        self.directory = directory
        self._root = str(directory)
        self._key = key.secret
        self._options = options
        self._schema = options.schema
        self._damage: dict[Damage, None] = {}
        self._lock = FileLock(f"{self._root}{os.sep}.lock", clock)
        self._logs = LogWriter(self._root, key=key.secret, clock=clock)
        self._checked_folders: set[str] = set()
        self._is_laid_out = False

    @property
    def damage(self) -> list[Damage]:
        return list(self._damage)

    def check_schema(self) -> None:
        """Refuse a directory that a newer version wrote; raises NewerSchemaError."""
        marker = self._unsealed(_SCHEMA_FILE)
        if isinstance(marker, Sealed):
            self._schema.check(marker.schema_version)

    def read(self, name: str) -> Json:
        content = self._unsealed(f"{check_name(name)}.json")
        if isinstance(content, Sealed):
            return self._schema.current(name, content)
        if content is not None:
            self._report(name, content.reason)
        return None

    def read_foreign(self, name: str) -> Json:
        content = self._unsealed(f"{check_name(name)}.json")
        return content.data if isinstance(content, Broken) else None

    def _unsealed(self, file_name: str) -> Sealed | Broken | None:
        try:
            raw = read_file(self._path(file_name))
        except OSError:
            return Broken(DamageReason.UNREADABLE)
        return None if raw is None else unseal(file_name, raw, key=self._key)

    def write(self, name: str, document: Json, *, durable: bool = False) -> None:
        payload = encode_payload(check_name(name), document).encode("ascii")
        with self.lock():
            self._write_file(f"{name}.json", self._sealed(f"{name}.json", payload), durable=durable)

    def _sealed(self, file_name: str, payload: bytes) -> bytes:
        return seal(file_name, payload, key=self._key, version=self._schema.version)

    def _write_file(self, file_name: str, data: bytes, *, durable: bool) -> None:
        path = self._path(file_name)
        with named_errors(path):
            try:
                self._check_folder(file_name)
                replace_file(path, data, durable=durable)
            except FileNotFoundError:
                # Somebody removed the directory while we were using it.
                self._checked_folders.clear()
                self._check_folder(file_name)
                replace_file(path, data, durable=durable)

    def remove(self, name: str) -> None:
        path = Path(self._path(f"{check_name(name)}.json"))
        if not os.path.lexists(path):
            return
        with self.lock(), named_errors(str(path)):
            self._check_folder(f"{name}.json")
            path.unlink(missing_ok=True)

    def names(self, prefix: str) -> list[str]:
        folder = prefix.rpartition("/")[0]
        if folder:
            check_name(folder)
        found = _document_names(self._path(folder) if folder else self._root, folder)
        return sorted(name for name in found if name.startswith(prefix))

    def append(self, log: str, row: Mapping[str, Json]) -> None:
        self.extend(log, (row,))

    def extend(self, log: str, rows: Iterable[Mapping[str, Json]]) -> None:
        file_name = f"{check_name(log)}.jsonl"
        payloads = [encode_payload(log, dict(row)).encode("ascii") for row in rows]
        lines = b"".join(self._sealed(file_name, payload) for payload in payloads)
        if not lines:
            return
        self._make_directory()
        if not os.path.lexists(self._path(_SCHEMA_FILE)):
            with self.lock():
                pass
        with named_errors(self._path(file_name)):
            self._check_folder(file_name)
            reason = self._logs.append(file_name, lines)
        if reason is not None:
            self._report(log, reason)

    def rows(self, log: str) -> list[Row]:
        found: list[Row] = []
        for line in self._lines(log):
            content = line.content
            if isinstance(content, Broken):
                self._report_line(log, line.number, content.reason)
                continue
            row = self._schema.current(log, content)
            if isinstance(row, dict):
                found.append(row)
        return found

    def foreign_rows(self, log: str) -> list[Row]:
        contents = [line.content for line in self._lines(log)]
        return [
            content.data
            for content in contents
            if isinstance(content, Broken) and isinstance(content.data, dict)
        ]

    def _lines(self, log: str) -> Iterable[Line]:
        file_name = f"{check_name(log)}.jsonl"
        try:
            raw = read_log(self._path(file_name))
        except OSError:
            return [Line(1, Broken(DamageReason.UNREADABLE))]
        return decode_lines(file_name, raw, key=self._key)

    @contextmanager
    def lock(self, *, timeout_s: float = LOCK_TIMEOUT_S) -> Iterator[None]:
        if self._lock.is_held_here():
            yield
            return
        self._make_directory()
        with named_errors(self._root):
            was_abandoned = self._lock.acquire(timeout_s)
        try:
            if was_abandoned:
                remove_temporaries(self._root)
            self._lay_out()
            yield
        finally:
            self._lock.release()

    def _make_directory(self) -> None:
        with named_errors(self._root):
            if not self._options.may_be_link and self.directory.is_symlink():
                raise StoreReadOnlyError(f"{self._root} is a link; it is not followed")
            if ensure_directory(self._root):
                self._checked_folders.clear()

    def _lay_out(self) -> None:
        """Write what a new directory needs; the schema marker comes last and stands for all."""
        path = self._path(_SCHEMA_FILE)
        if self._is_laid_out and os.path.lexists(path):
            return
        marker = self._unsealed(_SCHEMA_FILE)
        if isinstance(marker, Sealed):
            self._schema.check(marker.schema_version)
            if marker.schema_version == self._schema.version:
                self._is_laid_out = True
                return
        with named_errors(self._root):
            create_exclusive(self._path(".gitignore"), self._options.gitignore.encode())
            create_exclusive(self._path("README.md"), self._options.readme.encode())
            replace_file(path, self._sealed(_SCHEMA_FILE, b"{}"), durable=True)
        self._is_laid_out = True

    def _check_folder(self, file_name: str) -> None:
        """Make the folder of a file, and refuse one that leads out of the directory."""
        folder = file_name.rpartition("/")[0]
        if not folder or folder in self._checked_folders:
            return
        path = self._path(folder)
        ensure_directory(path)
        if Path(path).resolve() != self.directory.resolve() / folder:
            raise StoreReadOnlyError(f"{path} leads through a link; it is not followed")
        self._checked_folders.add(folder)

    def _path(self, file_name: str) -> str:
        return f"{self._root}{os.sep}{file_name}"

    def _report(self, name: str, reason: DamageReason) -> None:
        self._damage[Damage(name, reason)] = None

    def _report_line(self, log: str, number: int, reason: DamageReason) -> None:
        # A foreign log would otherwise fill the list, and a torn tail is known by its log.
        is_whole_log = reason in {DamageReason.FOREIGN, DamageReason.TORN, DamageReason.UNREADABLE}
        self._report(log if is_whole_log else f"{log}:{number}", reason)


def _document_names(path: str, folder: str) -> Iterator[str]:
    try:
        entries = list(os.scandir(path))
    except OSError:
        return
    for entry in entries:
        name = f"{folder}/{entry.name}" if folder else entry.name
        if entry.is_dir(follow_symlinks=False):
            yield from _document_names(entry.path, name)
        elif name.endswith(".json") and is_name(name.removesuffix(".json")):
            yield name.removesuffix(".json")


def open_disk_store(
    directory: Path,
    *,
    key: StoreKey,
    clock: Clock | None = None,
    options: DiskOptions = DiskOptions(),
) -> DiskStore:
    """Return the store in `directory`, which need not exist yet; raises NewerSchemaError."""
    store = DiskStore(directory, key=key, clock=clock or SystemClock(), options=options)
    store.check_schema()
    return store
