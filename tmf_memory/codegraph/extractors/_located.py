"""Values that know their lines: what the readers of JSON, TOML and YAML have in common."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tmf_memory.codegraph.extractors._config import (
    DATA,
    MAX_KEYS,
    ConfigKey,
    NotConfigurationError,
    Path,
)
from tmf_memory.codegraph.model import Json

MAX_DEPTH = 64


@dataclass(slots=True)
class Leaf:
    """A scalar; `unread` says why its value is not known."""

    line_start: int
    line_end: int
    value: Json = None
    unread: str = ""


@dataclass(slots=True)
class Branch:
    """A mapping or a list; each member comes with its key and the line that the key is on."""

    line_start: int
    line_end: int
    is_list: bool
    members: list[tuple[str | int, int, Leaf | Branch]] = field(default_factory=list)


Located = Leaf | Branch


class Budget:
    """Stops a reader that met more keys or levels than any configuration has."""

    __slots__ = ("_keys",)

    def __init__(self) -> None:
        self._keys = 0

    def key(self) -> None:
        self._keys += 1
        if self._keys > MAX_KEYS:
            raise NotConfigurationError(f"{DATA}: more than {MAX_KEYS} keys")

    @staticmethod
    def depth(depth: int) -> None:
        if depth > MAX_DEPTH:
            raise NotConfigurationError(f"nested deeper than {MAX_DEPTH} levels")


def keys_of(root: Located, prefix: Path = ()) -> Iterator[ConfigKey]:
    """Yield a key for every scalar and every list of scalars, in source order."""
    yield from _keys(prefix, root.line_start, root)


def _keys(path: Path, line: int, node: Located) -> Iterator[ConfigKey]:
    if isinstance(node, Leaf):
        yield ConfigKey(path, line, node.line_end, node.value, unread=node.unread)
        return
    if not node.members:
        yield ConfigKey(path, line, node.line_end, [] if node.is_list else {})
        return
    leaves = [member for _, _, member in node.members if isinstance(member, Leaf)]
    if node.is_list and len(leaves) == len(node.members):
        unread = next((f"holds {leaf.unread}" for leaf in leaves if leaf.unread), "")
        value: Json = None if unread else [leaf.value for leaf in leaves]
        yield ConfigKey(path, line, node.line_end, value, unread=unread)
    for key, key_line, member in node.members:
        yield from _keys((*path, key), key_line, member)
