"""Scopes with versioned names: which binding of a name a reference sees, in straight-line order.

Every binding of a name in a scope gets its own key: `a`, `a~1`, `a~2` … A reference holds the key
that is current where it stands. Where branches meet with different keys a new key stands for all
of them (`["phi", [keys]]`). Keys with a leading `:` are views of a name (a narrowed type, a
comprehension variable), not bindings: other scopes do not see them.

Expressions are JSON-able: a dotted string (`a~1.b.c`), a number, `'text` for a string constant,
`None` for what nothing is known of, or a list whose first element says what it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

Expr = None | int | str | list["Expr"] | dict[str, "Expr"]
Binding = list[Expr]

MODULE = "m"
CLASS = "c"
DECLARING = frozenset((MODULE, CLASS))
"""The scopes whose own names may be declarations, so that a use of one there is a read."""
FUNCTION = "f"
LAMBDA = "l"

CONTAINERS = frozenset(("d", "l", "set", "upd", "app"))
"""Values whose contents are known until somebody else can change them."""

BOUND_UNKNOWN: Binding = ["v", None]

REBOUND_OUTSIDE = "!"
"""The key under which a scope lists the names that other scopes rebind, at whatever time."""


class Scope:
    """One module, class body, function or lambda while it is walked."""

    # What most scopes do not have is shared by all of them until they get their own.
    decorators: Sequence[Expr] = ()
    bases: Sequence[Expr] = ()
    keywords: Mapping[str, Expr] = MappingProxyType({})
    parameters: list[list[Expr]] = []  # noqa: RUF012 - replaced as a whole, never changed
    annotation: Expr = None
    owner: ast.ClassDef | None = None
    declares = False
    flags = ""
    receiver = ""
    lambdas = 0
    replaced: frozenset[str] | set[str] = frozenset()
    line = 0

    def __init__(self, kind: str, qualname: str, index: int, parent: Scope | None) -> None:
        self.kind = kind
        self.qualname = qualname
        self.index = index
        self.parent = parent
        self.binds: dict[str, Binding] = {}
        self.counts: dict[str, int] = {}
        self.current: dict[str, str] = {}
        self.log: list[tuple[str, str | None]] = []
        self.pending: set[str] = set()
        self.foreign: dict[str, Scope] = {}
        self.containers: set[str] = set()
        self.calls: list[list[Expr]] = []
        self.lines: list[int] = []
        self.iterated: list[list[Expr]] = []
        self.reads: dict[str, list[int]] = {}
        self.writes: list[list[Expr]] = []
        self.returns: list[Expr] = []
        self.yields: list[Expr] = []
        self.attributes: dict[str, list[Expr]] = {}

    def bind(self, name: str, binding: Binding) -> str:
        """Bind `name` here and now; return the key of this binding."""
        if self.foreign and name in self.foreign:
            return self.foreign[name].bind_from_outside(name, self.qualname, binding)
        count = self.counts.get(name)
        if count is None:
            self.counts[name] = 1
            key = name
            if self.pending:
                self.pending.discard(name)
        else:
            self.counts[name] = count + 1
            key = f"{name}~{count}"
        self.binds[key] = binding
        value = binding[1]
        if value.__class__ is list and value[0] in CONTAINERS:
            self.containers.add(key)
        self.log.append((name, self.current.get(name)))
        self.current[name] = key
        return key

    def bind_from_outside(self, name: str, qualname: str, binding: Binding) -> str:
        """Record what `qualname` binds through `global` or `nonlocal`, at whatever time."""
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        key = f"{name}~{count}" if count else name
        self.binds[key] = ["o", qualname, binding]
        rebound = self.binds.setdefault(REBOUND_OUTSIDE, ["!"])
        if name not in rebound:
            rebound.append(name)
        return key

    def spoil(self, name: str) -> None:
        """Some other scope holds the container `name`: its contents are not known at any time."""
        for index in range(self.counts.get(name, 0)):
            key = f"{name}~{index}" if index else name
            if key in self.containers:
                binding = self.binds[key]
                self.binds[key] = ["v", ["mut"], *binding[2:]]

    def close(self) -> None:
        """End the scope: a name that is None at the end is not what it was before."""
        for name, key in self.current.items():
            if "~" in key and key[0] not in ":&" and self.binds[key] == ["v", "None"]:
                before = [self.binds[one] for one in self.keys_of(name) if one != key]
                if any(one[0] != "o" and one != ["v", "None"] for one in before):
                    self.binds[key] = ["v", ["B", "NoneType"]]

    def keys_of(self, name: str) -> list[str]:
        """Return the key of every real binding of a name."""
        return [f"{name}~{index}" if index else name for index in range(self.counts[name])]

    def expose(self, name: str) -> None:
        """Somebody else holds the container `name` from here on: its contents are not known."""
        self.bind(name, ["v", ["mut", self.current[name]]])

    def view(self, name: str, binding: Binding) -> None:
        """Let `name` be seen as something else from here on, without binding it."""
        key = f":{name}~{len(self.binds)}"
        self.binds[key] = binding
        self.log.append((name, self.current.get(name)))
        self.current[name] = key

    def join(self, name: str, keys: Iterable[str | None]) -> None:
        """Make what is current for `name` the join of `keys` (None: not bound on that way)."""
        distinct = list(dict.fromkeys(key for key in keys if key is not None))
        if not distinct:
            return
        before = self.current.get(name)
        if len(distinct) == 1:
            key = distinct[0]
        else:
            key = f"&{name}~{len(self.binds)}"
            self.binds[key] = ["phi", list(distinct)]
        if key != before:
            self.log.append((name, before))
            self.current[name] = key

    def changed_since(self, mark: int) -> dict[str, str | None]:
        """Return the names that changed since `mark`, with what was current before."""
        before: dict[str, str | None] = {}
        for name, key in self.log[mark:]:
            before.setdefault(name, key)
        return before

    def rewind(self, before: dict[str, str | None]) -> dict[str, str | None]:
        """Go back to what was current before; return what was current until now."""
        ends = {name: self.current.get(name) for name in before}
        for name, key in before.items():
            if key is None:
                self.current.pop(name, None)
            else:
                self.current[name] = key
        return ends

    def drop_views(self, mark: int) -> None:
        """End the views made since `mark`; what was really bound stays bound."""
        for name, before in reversed(self.log[mark:]):
            if self.current.get(name, "").startswith(":"):
                if before is None:
                    del self.current[name]
                else:
                    self.current[name] = before

    def viewed(self, key: str | None) -> str | None:
        """Return the binding that a narrowed view is a view of."""
        while key is not None and key.startswith(":"):
            below = self.binds[key][1]
            key = below if isinstance(below, str) else None
        return key
