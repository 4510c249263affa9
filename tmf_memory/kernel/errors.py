"""The error tree: every expected failure has a class, a slug and an exit code.

Exception types and slugs are public; messages are not.
"""

from __future__ import annotations


class TmfError(Exception):
    """Indicates an expected failure; each face maps it once, by its class."""

    slug = "error"
    exit_code = 1
    http_status = 400


class UsageError(TmfError):
    """Indicates arguments or configuration that cannot be used."""

    slug = "usage"
    exit_code = 2


class RegistrationError(TmfError):
    """Indicates a plug-in module that does not declare what its folder promises."""

    slug = "registration"
    exit_code = 3
    http_status = 500


class RepositoryNotFoundError(TmfError):
    """Indicates a repository root that is not a readable directory."""

    slug = "repository-not-found"
    exit_code = 2
    http_status = 404


class PathOutsideRootError(TmfError):
    """Indicates a path that leaves the repository root."""

    slug = "path-outside-root"
    exit_code = 2

    def __init__(self, path: str) -> None:
        super().__init__(f"{path!r} is outside the repository")
        self.path = path


class UnreadableFileError(TmfError):
    """Indicates a file of the repository that cannot be read, or is not read on purpose."""

    slug = "unreadable-file"

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class NotFoundError(TmfError):
    """Indicates a name or id that nothing in memory answers to."""

    slug = "not-found"
    http_status = 404


class AmbiguousNameError(TmfError):
    """Indicates a name that several claims answer to; carries the candidates."""

    slug = "ambiguous"
    http_status = 409

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{name!r} is ambiguous: {len(candidates)} candidates")
        self.name = name
        self.candidates = candidates


class StoreError(TmfError):
    """Indicates state on disk that cannot be used."""

    slug = "store"


class CorruptDocumentError(StoreError):
    """Indicates a state document whose checksum or shape is wrong."""

    slug = "corrupt-document"

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason


class NewerSchemaError(StoreError):
    """Indicates state written by a newer version than this one can read."""

    slug = "newer-schema"

    def __init__(self, found: int, supported: int) -> None:
        super().__init__(
            f"state has schema version {found}, this version reads up to {supported}; "
            "upgrade tmf-memory, or delete the state directory to derive it again"
        )
        self.found = found
        self.supported = supported


class LockHeldError(StoreError):
    """Indicates a lock that another live process kept past the time limit."""

    slug = "lock-held"

    def __init__(self, path: str, pid: int, held_s: float) -> None:
        super().__init__(f"{path} has been held for {held_s:.0f} s by process {pid}")
        self.path = path
        self.pid = pid


class StoreReadOnlyError(StoreError):
    """Indicates a state directory that cannot be written."""

    slug = "store-read-only"


class EmbedderError(TmfError):
    """Indicates an embedding model that is not there, does not answer, or answers rubbish."""

    slug = "embedder"
    http_status = 503


class ScipIndexError(TmfError):
    """Indicates an index file that is not SCIP, is cut off, or cannot be read."""

    slug = "scip-index"


class FileChangedError(TmfError):
    """Indicates a memory file that changed between the scan and the rewriting."""

    slug = "file-changed"
    http_status = 409

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} changed since it was scanned; nothing was written, scan it again")
        self.path = path


class NothingToUndoError(TmfError):
    """Indicates a file that no fix was ever applied to."""

    slug = "nothing-to-undo"
    exit_code = 2

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} has no snapshot: no fix was ever applied to it")
        self.path = path
