"""What a surface says differently after an edit, in the names that linking asks for."""

from __future__ import annotations

import pytest

from tests.codegraph.linker.cases import PythonTree
from tmf_memory.codegraph.linker.python import LINKER
from tmf_memory.codegraph.model import Json


def surface_of(text: str) -> Json:
    return PythonTree.of({"a.py": text}).extractions["a.py"].surface


SAME = [
    ("def f(): ...", "def f():\n    ...\n"),
    ("def f(): ...", "# comment\n\ndef f(): ..."),
    ("def f():\n    '''Old.'''", "def f():\n    '''New.'''"),
    ("def f():\n    x = A()\n    x.m()", "def f():\n    x = B()\n    x.m()"),
    ("def f(): ...\nf()", "def f(): ..."),
    ("def f():\n    return 'a'", "def f():\n    return 'b'"),
]

CHANGED = [
    ("def f(): ...", "def g(): ...", {"f", "g"}),
    ("def f(): return A()", "def f(): return B()", {"f"}),
    ("def f(a: A): ...", "def f(a: B): ...", {"f"}),
    ("def f() -> A: ...", "def f() -> B: ...", {"f"}),
    ("@a\ndef f(): ...", "@b\ndef f(): ...", {"f"}),
    ("def f(): ...", "async def f(): ...", {"f"}),
    ("def f(): ...", "def f(): yield g", {"f"}),
    ("from a import f", "from b import f", {"f"}),
    ("from a import f", "from a import g as f", {"f"}),
    ("import a", "import a.b as a", {"a"}),
    ("x = A()", "x = B()", {"x"}),
    ("x: A", "x: B", {"x"}),
    ("x = A()", "x = A()\nx = B()", {"x"}),
    ("from a import *", "from b import *", {"*", "import *"}),
    ("__all__ = ['a']", "__all__ = ['b']", {"__all__"}),
    ("class C: ...", "class C(B): ...", {"C"}),
    ("class C:\n    def m(self): ...", "class C:\n    def n(self): ...", {"C.m", "C.n"}),
    ("class C:\n    def m(self): ...", "class C:\n    def m(self) -> A: ...", {"C.m"}),
    ("class C:\n    x = A()", "class C:\n    x = B()", {"C.x"}),
    ("class C:\n    x: A", "class C:\n    x: B", {"C.x"}),
    (
        "class C:\n    def __init__(self):\n        self.x = A()",
        "class C:\n    def __init__(self):\n        self.x = B()",
        {"C.x"},
    ),
    (
        "class C:\n    def __init__(self):\n        self.x = A()",
        "class C:\n    def __init__(self, x):\n        self.x = A()\n        self.x = x",
        {"C.x"},
    ),
    ("class C:\n    class D: ...", "class C:\n    class D(E): ...", {"C.D"}),
    (
        "class C:\n    def m(self): ...",
        "class C:\n    @classmethod\n    def m(self): ...",
        {"C.m"},
    ),
]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_means_the_same_to_others_is_no_change(old: str, new: str) -> None:
    assert LINKER.surface_changes(surface_of(old), surface_of(new)) == frozenset()


@pytest.mark.parametrize(("old", "new", "names"), CHANGED)
def test_what_means_something_else_is_named(old: str, new: str, names: set[str]) -> None:
    there = LINKER.surface_changes(surface_of(old), surface_of(new))
    assert names <= there
    assert LINKER.surface_changes(surface_of(new), surface_of(old)) == there


@pytest.mark.parametrize("text", [one for change in CHANGED for one in change[:2]])
def test_a_surface_equals_itself_and_differs_from_none(text: str) -> None:
    assert LINKER.surface_changes(surface_of(text), surface_of(text)) == frozenset()
    assert LINKER.surface_changes(None, surface_of(text))
    assert LINKER.surface_changes(None, None) == frozenset()


def test_an_edit_elsewhere_in_the_file_does_not_touch_the_others() -> None:
    old = "def f(): ...\nclass C:\n    def m(self): ...\nx = A()\n"
    new = old.replace("x = A()", "x = B()")
    assert LINKER.surface_changes(surface_of(old), surface_of(new)) == {"x"}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("a.py", {"a"}),
        ("src/p/a.py", {"a", "p.a", "src.p.a"}),
        ("src/p/__init__.py", {"p", "src.p"}),
        ("p/a.pyi", {"a", "p.a"}),
    ],
)
def test_module_names_are_all_ways_to_import_a_path(path: str, names: set[str]) -> None:
    assert LINKER.module_names(path, frozenset([path])) == names


@pytest.mark.parametrize("added", ["util.py", "util/__init__.py", "src/util.py", "util.pyi"])
def test_a_module_that_was_looked_for_is_named(added: str) -> None:
    tree = PythonTree.of({"app.py": "from util import f\nf()\n"})
    assert LINKER.module_names(added, frozenset()) & tree.linked["app.py"].missing_modules


RESTS_ON = {
    "the function": ("b.py", "def make(): return X()\n"),
    "the annotation of its result": ("b.py", "def make() -> 'D': ...\nclass D: ...\n"),
    "the class it gives": ("c.py", "class C: ...\n"),
    "the base of that class": ("c.py", "class C(D):\n    def m(self): ...\n"),
    "the module is gone": ("c.py", None),
}


@pytest.mark.parametrize(("path", "text"), RESTS_ON.values(), ids=RESTS_ON)
def test_what_an_edge_rests_on_is_consulted(path: str, text: str | None) -> None:
    tree = PythonTree.of(
        {
            "app.py": "from b import make\ndef f():\n    make().m()\n",
            "b.py": "from c import C\ndef make(): return C()\n",
            "c.py": "class C:\n    def m(self): ...\n",
        }
    )
    new = None if text is None else surface_of(text)
    changed = LINKER.surface_changes(tree.extractions[path].surface, new)
    assert changed & tree.linked["app.py"].consulted[path]
