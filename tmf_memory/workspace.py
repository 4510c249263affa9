"""The composition root: open a repository and get its engines."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.suggesters import NO_SUGGESTERS, Suggesters
from tmf_memory.kernel.clock import Clock, SystemClock
from tmf_memory.kernel.settings import Settings, read_settings
from tmf_memory.kernel.store.disk import open_disk_store
from tmf_memory.kernel.store.key import load_key
from tmf_memory.kernel.worktree import Worktree, find_root

STATE_DIRECTORY = ".tmf"
SUGGEST_TIMEOUT_S = 10.0


class Workspace:
    """One repository with everything that can be asked of it; engines open on first use."""

    def __init__(self, root: Path, *, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.worktree = Worktree(root)
        self.root = self.worktree.root

    @cached_property
    def code(self) -> CodeMemory:
        key = load_key(self.settings.key_file)
        store = open_disk_store(self.root / STATE_DIRECTORY, key=key, clock=self.clock)
        suggesters = _suggesters(self.settings)
        return CodeMemory(self.worktree, store, self.clock, suggesters=suggesters)


def _suggesters(settings: Settings) -> Suggesters:
    """The commands that the environment names; their code is loaded only then."""
    if not settings.router_command and not settings.embed_command:
        return NO_SUGGESTERS
    from tmf_memory.kernel.generators.command import CommandGenerator

    def command(words: str | None, name: str) -> CommandGenerator | None:
        return CommandGenerator(words, SUGGEST_TIMEOUT_S, name) if words else None

    return Suggesters(
        command(settings.router_command, "TMF_ROUTER_COMMAND"),
        command(settings.embed_command, "TMF_EMBED_COMMAND"),
    )


def open_workspace(root: Path | None = None, *, clock: Clock | None = None) -> Workspace:
    """Open the repository at `root`, or the one around the current directory.

    Raises RepositoryNotFoundError.
    """
    place = find_root(Path.cwd()) if root is None else root
    return Workspace(place, settings=read_settings(), clock=clock or SystemClock())
