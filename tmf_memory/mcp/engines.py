"""What tools run against: one repository's workspace, opened by the first call that needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.watch import TreeWatch

if TYPE_CHECKING:
    from pathlib import Path

    from tmf_memory.codegraph.memory import CodeMemory
    from tmf_memory.workspace import Workspace

T = TypeVar("T")


class Progress(Protocol):
    """How far a call is; calling it raises when the client has cancelled."""

    def __call__(self, done: float, total: float | None = None, message: str = "") -> None: ...


class Engines:
    """The engines behind the tools. Making one imports none of them."""

    def __init__(self, find_root: Callable[[], Path]) -> None:
        self._find_root = find_root

    @cached_property
    def workspace(self) -> Workspace:
        """Open the repository; raises RepositoryNotFoundError, which each call reports."""
        from tmf_memory.workspace import open_workspace

        return open_workspace(self._find_root())

    def stored_code(self) -> CodeMemory:
        """Return code memory as it is stored."""
        return self.workspace.code

    def read_code(self, progress: Progress, answer: Callable[[CodeMemory], T]) -> T:
        """Answer from code memory after reading through: what changed is derived first.

        `answer` may be called again, when somebody else wrote meanwhile: it changes nothing.
        """
        from tmf_memory.codegraph.reading import read_through
        from tmf_memory.codegraph.warm import WarmOptions

        memory = self.workspace.code
        if self._watch.is_unchanged():
            for made in self._read_at_once(memory, answer):
                return made
        options = WarmOptions(report=lambda done, total: progress(done, total, "reading"))
        self._watch.begin()
        made = read_through(memory, options, answer)
        if not memory.is_in_memory:
            self._watch.finish()
        return made

    def _read_at_once(self, memory: CodeMemory, answer: Callable[[CodeMemory], T]) -> Iterator[T]:
        """Yield the answer of memory as it is, unless somebody else has written to it."""
        from tmf_memory.kernel.errors import CorruptDocumentError

        memory.begin_notices()
        if memory.reload_if_changed() or memory.claims.interrupted:
            return
        try:
            made = answer(memory)
        except CorruptDocumentError:
            return
        if not memory.has_moved_on():
            yield made

    @cached_property
    def _watch(self) -> TreeWatch:
        return TreeWatch(str(self.workspace.root))

    def answer_code(self, progress: Progress, answer: Callable[[CodeMemory], Object]) -> Object:
        """The same for a whole result: what limits it is named in `gaps`."""
        made = self.read_code(progress, answer)
        if "gaps" in made:
            return made
        from tmf_memory.codegraph.limits import limits_of
        from tmf_memory.codegraph.views import gap_views

        gaps = gap_views(limits_of(self.workspace.code))
        return {**made, "gaps": gaps} if gaps else made

    def path_inside(self, path: str) -> str:
        """Return a path argument relative to the repository; raises PathOutsideRootError."""
        workspace = self.workspace
        return workspace.worktree.resolve_argument(path, workspace.root)


def repository_for(given: str | None) -> Path:
    """Return `--repo`, or the repository around the folder that the host started us in.

    Hosts start servers of a user in the home folder, too, where no project is open: that is no
    repository, and nobody wants all of it read.
    """
    from pathlib import Path

    from tmf_memory.kernel.errors import RepositoryNotFoundError
    from tmf_memory.kernel.worktree import find_root

    try:
        start = Path(given or ".").resolve(strict=True)
    except (OSError, ValueError, RuntimeError) as error:
        raise RepositoryNotFoundError(f"no directory at {given or '.'!r}") from error
    if not start.is_dir():
        raise RepositoryNotFoundError(f"{given!r} is not a directory")
    root = start if given else find_root(start)
    if not given and _is_too_wide(root):
        raise RepositoryNotFoundError(
            f"{root} is not a repository; open a project, or start tmf mcp with --repo PATH"
        )
    return root


def _is_too_wide(root: Path) -> bool:
    """Tell whether this is the home folder or one above it, and no repository of its own."""
    from pathlib import Path

    from tmf_memory.kernel.worktree.repository import is_repository

    try:
        home = Path.home().resolve()
    except RuntimeError:
        home = root / "nobody"
    return (root == home or root in home.parents) and not is_repository(root)
