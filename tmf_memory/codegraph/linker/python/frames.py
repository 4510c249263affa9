"""Where an expression is evaluated: the names it can see, outwards to its module."""

from __future__ import annotations

from typing import Any

from tmf_memory.codegraph.linker.python.values import Value

MODULE = "m"
CLASS = "c"
FUNCTION = "f"

Binds = dict[str, list[Any]]
Arguments = dict[str, tuple[Any, "Frame"]]
"""For each parameter the expression that was passed, and where that was written."""


class Frame:
    """One scope; `arguments` and `receiver` are set while one certain call is followed."""

    __slots__ = (
        "arguments",
        "binds",
        "depth",
        "is_own",
        "kind",
        "memo",
        "parameters",
        "parent",
        "path",
        "qualname",
        "receiver",
    )

    def __init__(
        self, path: str, qualname: str, kind: str, binds: Binds, parent: Frame | None
    ) -> None:
        self.path = path
        self.qualname = qualname
        self.kind = kind
        self.binds = binds
        self.parent = parent
        self.parameters: tuple[str, ...] = ()
        self.arguments: Arguments | None = None
        self.receiver: Value | None = None
        self.depth: int = 0 if parent is None else parent.depth
        self.memo: dict[Any, Any] = {}
        self.is_own = False

    def enclosing_class(self) -> str | None:
        """Return the class whose method this is, or is inside of."""
        frame: Frame | None = self
        while frame is not None and frame.parent is not None:
            if frame.kind != CLASS and frame.parent.kind == CLASS:
                return frame.parent.qualname
            frame = frame.parent
        return None

    def method(self) -> Frame | None:
        """Return the frame of the method that this is, or is inside of."""
        frame: Frame | None = self
        while frame is not None and frame.parent is not None:
            if frame.kind != CLASS and frame.parent.kind == CLASS:
                return frame
            frame = frame.parent
        return None


REBOUND_OUTSIDE = "!"
"""The key under which a scope lists the names that other scopes rebind, at whatever time."""


def name_of(key: str) -> str:
    """Return the name that a key is a binding or a view of."""
    return key.partition("~")[0].lstrip(":&")


def keys_of(binds: Binds, name: str) -> list[str]:
    """Return every real binding of a name: `name`, `name~1` and so on."""
    if name not in binds:
        return []
    keys = [name]
    while (key := f"{name}~{len(keys)}") in binds:
        keys.append(key)
    return keys
