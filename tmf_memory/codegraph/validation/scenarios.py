"""Held-out fixtures: small trees with labelled edges, one edit each, and what it must do; pure.

An edge is written `kind source -> target`, both as `path:qualname` (a module is `path:`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Tree = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scenario:
    """`stale` are the nodes whose claims the edit makes stale; `edges` all call and read edges."""

    name: str
    tree: Tree
    edit: Mapping[str, str | None]
    stale: frozenset[str]
    edges: frozenset[str]
    edges_after: frozenset[str] = field(default=frozenset())


_UTIL = "LIMIT = 3\n\n\ndef clean(text):\n    return text[:LIMIT]\n"
_OTHER = "def clean(text):\n    return text.strip()\n"
_APP = "from util import clean\n\n\ndef handle(text):\n    return clean(text)\n"
_BASE = (
    "class Base:\n    def go(self):\n        return 1\n\n"
    "    def run(self):\n        return self.go()\n"
)
_CHILD = "from base import Base\n\n\nclass Child(Base):\n    def go(self):\n        return 2\n"

_UTIL_READS = "reads util.py:clean -> util.py:LIMIT"
_APP_CALLS = "calls app.py:handle -> util.py:clean"
_BASE_CALLS = "calls base.py:Base.run -> base.py:Base.go"
_PLAIN = {"util.py": _UTIL, "app.py": _APP}
_PLAIN_EDGES = frozenset((_UTIL_READS, _APP_CALLS))


def _edited(name: str, path: str, text: str, stale: tuple[str, ...]) -> Scenario:
    return Scenario(
        name, _PLAIN, {path: text}, frozenset(stale), _PLAIN_EDGES, edges_after=_PLAIN_EDGES
    )


SCENARIOS: tuple[Scenario, ...] = (
    _edited("comment", "util.py", _UTIL.replace("    return", "    # why\n    return"), ()),
    _edited("format", "util.py", _UTIL.replace("[:LIMIT]", "[ : LIMIT ]"), ()),
    _edited("move", "util.py", '"""Doc."""\n\n\n\n' + _UTIL, ()),
    _edited("literal", "util.py", _UTIL.replace("3", "4"), ("util.py:LIMIT",)),
    _edited("operator", "util.py", _UTIL.replace("[:", "[-"), ("util.py:clean",)),
    _edited("annotation", "util.py", _UTIL.replace("(text)", "(text: str)"), ("util.py:clean",)),
    _edited("default", "util.py", _UTIL.replace("(text)", "(text='')"), ("util.py:clean",)),
    _edited("body of a callee", "util.py", _UTIL.replace("[:", "[1:"), ("util.py:clean",)),
    Scenario(
        "decorator",
        {"a.py": "def plain(f):\n    return f\n\n\ndef g():\n    return 1\n\n\ng()\n"},
        {"a.py": "def plain(f):\n    return f\n\n\n@plain\ndef g():\n    return 1\n\n\ng()\n"},
        frozenset(("a.py:g",)),
        frozenset(("calls a.py: -> a.py:g",)),
        frozenset(("calls a.py: -> a.py:g", "calls a.py: -> a.py:plain")),
    ),
    Scenario(
        "rename of a function",
        _PLAIN,
        {"util.py": _UTIL.replace("clean", "clear")},
        frozenset(("util.py:clean",)),
        _PLAIN_EDGES,
        frozenset(("reads util.py:clear -> util.py:LIMIT",)),
    ),
    Scenario(
        "an import is rebound while both bodies stay",
        {**_PLAIN, "other.py": _OTHER},
        {"app.py": _APP.replace("from util", "from other")},
        frozenset(),
        _PLAIN_EDGES,
        frozenset((_UTIL_READS, "calls app.py:handle -> other.py:clean")),
    ),
    Scenario(
        "a re-export moves to another module",
        {"util.py": _UTIL, "other.py": _OTHER, "api.py": "from util import clean\n",
         "app.py": _APP.replace("from util", "from api")},
        {"api.py": "from other import clean\n"},
        frozenset(),
        _PLAIN_EDGES,
        frozenset((_UTIL_READS, "calls app.py:handle -> other.py:clean")),
    ),
    Scenario(
        "a name is shadowed",
        _PLAIN,
        {"app.py": _APP.replace("handle(text)", "handle(text, clean)")},
        frozenset(("app.py:handle",)),
        _PLAIN_EDGES,
        frozenset((_UTIL_READS,)),
    ),
    Scenario(
        "a base class in another file loses the method",
        {"base.py": _BASE, "child.py": _CHILD.replace("def go", "def stop").replace(
            "return 2", "return self.go()")},
        {"base.py": "class Base:\n    pass\n"},
        frozenset(("base.py:Base", "base.py:Base.go", "base.py:Base.run")),
        frozenset((_BASE_CALLS, "calls child.py:Child.stop -> base.py:Base.go")),
        frozenset(),
    ),
    Scenario(
        "a file is deleted",
        _PLAIN,
        {"util.py": None},
        frozenset(("util.py:LIMIT", "util.py:clean")),
        _PLAIN_EDGES,
        frozenset(),
    ),
    Scenario(
        "a file is split",
        _PLAIN,
        {"util.py": "from limits import LIMIT\n" + _UTIL.partition("\n")[2],
         "limits.py": "LIMIT = 3\n"},
        frozenset(("util.py:LIMIT",)),
        _PLAIN_EDGES,
        frozenset(("reads util.py:clean -> limits.py:LIMIT", _APP_CALLS)),
    ),
    Scenario(
        "a file no longer parses",
        _PLAIN,
        {"util.py": "def clean(:\n"},
        frozenset(("util.py:LIMIT", "util.py:clean")),
        _PLAIN_EDGES,
        frozenset(),
    ),
)  # fmt: skip
