"""Incremental equals clean: after any edits, the store is what a first warm would make of it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.codegraph.state import logical_state
from tests.fakes.clock import FakeClock
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.records import LEFT_OUT
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.kernel.clock import Clock, SystemClock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

PATHS = (
    "app.py",
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/b.py",
    "pkg/sub/__init__.py",
    "pkg/sub/c.py",
    "src/lib/__init__.py",
    "src/lib/core.py",
    "lib/__init__.py",
    "broken.py",
)
TEXTS = (
    "",
    "LIMIT = 3\n\ndef helper(n=LIMIT):\n    return n\n",
    "LIMIT = 4\n\ndef helper(n):\n    return n + LIMIT\n\ndef other():\n    return helper(1)\n",
    "from pkg.a import helper\n\ndef use():\n    return helper(2)\n\nuse()\n",
    (
        "from pkg import helper, a\n"
        "import pkg.sub.c as c\n"
        "\n"
        "def use():\n"
        "    a.helper(1)\n"
        "    c.Base().go()\n"
    ),
    (
        "from pkg.a import *\n"
        "\n"
        "__all__ = ['helper', 'Base']\n"
        "\n"
        "class Base:\n"
        "    def go(self):\n"
        "        return helper(1)\n"
    ),
    "from .a import helper\nfrom .sub.c import Base\n",
    (
        "from lib.core import Base\n"
        "\n"
        "class Child(Base):\n"
        "    def run(self):\n"
        "        self.go()\n"
        "        super().go()\n"
    ),
    (
        "class Base:\n"
        "    size: int = 1\n"
        "\n"
        "    def go(self):\n"
        "        return self.size\n"
        "\n"
        "    def run(self):\n"
        "        return self.go()\n"
    ),
    "class Base:\n    def stop(self):\n        return 1\n",
    "def broken(:\n",
    "import pkg.a\nimport pkg.b\n\ndef use():\n    return pkg.a.helper(1) + pkg.b.other()\n",
    "if True:\n    def twin():\n        return 1\nelse:\n    def twin():\n        return 2\n",
    (
        "import pkg.a\n"
        "from pkg.sub.c import Base\n"
        "from lib.core import Base as Other\n"
        "\n"
        "pkg.a.helper = print\n"
        "Base.go = Other.go = print\n"
    ),
    "from pkg.b import Base\n\ndef change():\n    Base.go = None\n",
)


@dataclass(frozen=True)
class Write:
    path: str
    text: str


@dataclass(frozen=True)
class Delete:
    path: str


@dataclass(frozen=True)
class Move:
    path: str
    to: str


Edit = Write | Delete | Move

edits = st.one_of(
    st.builds(Write, st.sampled_from(PATHS), st.sampled_from(TEXTS)),
    st.builds(Write, st.sampled_from(PATHS), st.sampled_from(TEXTS)),
    st.builds(Delete, st.sampled_from(PATHS)),
    st.builds(Move, st.sampled_from(PATHS), st.sampled_from(PATHS)),
)
trees = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(TEXTS), min_size=4)


def apply(root: Path, edit: Edit) -> None:
    place = root / edit.path
    if isinstance(edit, Write):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(edit.text, encoding="utf-8")
    elif place.exists() and isinstance(edit, Delete):
        place.unlink()
    elif place.exists() and isinstance(edit, Move) and edit.path != edit.to:
        target = root / edit.to
        target.parent.mkdir(parents=True, exist_ok=True)
        place.replace(target)


def from_scratch(root: Path) -> CodeMemory:
    memory = CodeMemory(Worktree(root), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1, explicit=True))
    return memory


def check_every_step(tree: dict[str, str], steps: list[list[Edit]], clock: Clock) -> None:
    root = Path(tempfile.mkdtemp())
    try:
        for path, text in tree.items():
            apply(root, Write(path, text))
        memory = CodeMemory(Worktree(root), MemoryStore(), clock)
        refresh(memory, WarmOptions(jobs=1, explicit=True))
        for batch in steps:
            for edit in batch:
                apply(root, edit)
            refresh(memory, WarmOptions(jobs=1))
            assert logical_state(memory) == logical_state(from_scratch(root)), batch
    finally:
        shutil.rmtree(root)


@settings(max_examples=40)
@given(trees, st.lists(st.lists(edits, min_size=1, max_size=3), min_size=1, max_size=5))
def test_incremental_state_equals_a_clean_warm(
    tree: dict[str, str], steps: list[list[Edit]]
) -> None:
    check_every_step(tree, steps, SystemClock())


@settings(max_examples=15)
@given(trees, st.lists(st.lists(edits, min_size=1, max_size=3), min_size=1, max_size=3))
def test_incremental_state_equals_a_clean_warm_when_no_stat_can_be_trusted(
    tree: dict[str, str], steps: list[list[Edit]]
) -> None:
    """The fake clock stands before every file time, so that each file counts as racy."""
    check_every_step(tree, steps, FakeClock())


@pytest.mark.full
@settings(max_examples=2000)
@given(trees, st.lists(st.lists(edits, min_size=1, max_size=3), min_size=1, max_size=8))
def test_incremental_state_equals_a_clean_warm_for_long(
    tree: dict[str, str], steps: list[list[Edit]]
) -> None:
    check_every_step(tree, steps, SystemClock())


KNOWN: dict[str, tuple[dict[str, str], Callable[[Path], None]]] = {
    "a module that was missing appears": (
        {"app.py": "from pkg.a import helper\n\ndef f():\n    helper(1)\n"},
        lambda root: apply(root, Write("pkg/a.py", TEXTS[1])),
    ),
    "a package marker appears above a module": (
        {"app.py": "import lib.core\n\nlib.core.Base()\n", "src/lib/core.py": TEXTS[8]},
        lambda root: apply(root, Write("src/lib/__init__.py", "")),
    ),
    "a base class in another file loses a method": (
        {
            "app.py": (
                "from pkg.a import Base\n\nclass C(Base):\n    def x(self):\n        self.go()\n"
            ),
            "pkg/a.py": TEXTS[8],
        },
        lambda root: apply(root, Write("pkg/a.py", TEXTS[9])),
    ),
    "a file that replaces a function appears": (
        {"app.py": TEXTS[3], "pkg/a.py": TEXTS[2], "pkg/__init__.py": ""},
        lambda root: apply(root, Write("pkg/b.py", "import pkg.a\n\npkg.a.helper = print\n")),
    ),
    "a file that replaces a function is gone": (
        {
            "app.py": TEXTS[3],
            "pkg/a.py": TEXTS[2],
            "pkg/b.py": "import pkg.a\n\npkg.a.helper = print\n",
            "pkg/__init__.py": "",
        },
        lambda root: apply(root, Delete("pkg/b.py")),
    ),
    "what a file replaces is somebody else's from now on": (
        {
            "app.py": "from pkg.a import Base\n\nBase().go()\n",
            "pkg/b.py": "from pkg import Base\n\nBase.go = print\n",
            "pkg/a.py": TEXTS[8],
            "pkg/__init__.py": "",
        },
        lambda root: apply(root, Write("pkg/__init__.py", "from pkg.a import Base\n")),
    ),
    "a table of another module is changed": (
        {
            "app.py": "from pkg.a import T\n\ndef f():\n    T['a']()\n",
            "pkg/a.py": "def g(): ...\n\nT = {'a': g}\n",
            "pkg/__init__.py": "",
        },
        lambda root: apply(root, Write("pkg/b.py", "import pkg.a\n\npkg.a.T['a'] = print\n")),
    ),
    "a re-export is taken back": (
        {
            "app.py": "from pkg import helper\n\ndef f():\n    helper(1)\n",
            "pkg/__init__.py": "from .a import helper\n",
            "pkg/a.py": TEXTS[1],
        },
        lambda root: apply(root, Write("pkg/__init__.py", "")),
    ),
    "a star import appears": (
        {"app.py": TEXTS[4], "pkg/__init__.py": "", "pkg/a.py": "", "pkg/b.py": ""},
        lambda root: apply(root, Write("pkg/__init__.py", TEXTS[5])),
    ),
    "an empty file breaks": (
        {"pkg/b.py": TEXTS[4], "pkg/__init__.py": "", "pkg/a.py": "", "app.py": ""},
        lambda root: apply(root, Write("pkg/__init__.py", TEXTS[10])),
    ),
    "a broken file is emptied": (
        {"pkg/b.py": TEXTS[4], "pkg/__init__.py": TEXTS[10], "pkg/a.py": "", "app.py": ""},
        lambda root: apply(root, Write("pkg/__init__.py", "")),
    ),
    "a package without a file appears": (
        {"app.py": TEXTS[11], "lib/__init__.py": "", "src/lib/core.py": ""},
        lambda root: apply(root, Write("pkg/sub/__init__.py", "")),
    ),
    "a package without a file goes": (
        {"app.py": TEXTS[11], "pkg/sub/c.py": "", "lib/__init__.py": "", "src/lib/core.py": ""},
        lambda root: apply(root, Delete("pkg/sub/c.py")),
    ),
    "a star import goes": (
        {"app.py": TEXTS[4], "pkg/__init__.py": TEXTS[5], "pkg/a.py": TEXTS[1], "pkg/b.py": ""},
        lambda root: apply(root, Write("pkg/__init__.py", "")),
    ),
    "a base gains a method that was overridden further up, or nowhere": (
        {
            "app.py": (
                "from pkg.a import Base, Middle\n\nclass C(Middle):\n    def go(self): ...\n"
                "\nclass D(Base):\n    def stop(self): ...\n"
            ),
            "pkg/a.py": f"{TEXTS[8]}\nclass Middle(Base): ...\n",
        },
        lambda root: apply(
            root,
            Write(
                "pkg/a.py",
                f"{TEXTS[8]}\n    def stop(self): ...\n\n"
                "class Middle(Base):\n    def go(self): ...\n",
            ),
        ),
    ),
    "a module learns to make up names": (
        {"app.py": "import util\nfrom util import x\n\nutil.y()\nx()\n", "util.py": ""},
        lambda root: apply(root, Write("util.py", "def __getattr__(name):\n    return print\n")),
    ),
    "a module no longer makes up names": (
        {
            "app.py": "import util\nfrom util import x\n\nutil.y()\nx()\n",
            "util.py": "def __getattr__(name):\n    return print\n",
        },
        lambda root: apply(root, Write("util.py", "")),
    ),
    "a constant that a module and a class body read goes away": (
        {
            "app.py": "from pkg.a import LIMIT\n\nSIZE = LIMIT\n\nclass C:\n    A = LIMIT\n",
            "pkg/a.py": "LIMIT = 1\n",
        },
        lambda root: apply(root, Write("pkg/a.py", "OTHER = 1\n")),
    ),
    "the view of a route is renamed": (
        {
            "urls.py": "from django.urls import path\nimport views\n\n"
            'urlpatterns = [path("a/", views.index), path("b/", views.List.as_view())]\n',
            "views.py": "from django.views import View\n\ndef index(request): ...\n\n"
            "class List(View): ...\n",
        },
        lambda root: apply(root, Write("views.py", "def home(request): ...\n\nclass List: ...\n")),
    ),
    "a file becomes unreadable text": (
        {"pkg/a.py": TEXTS[1], "app.py": TEXTS[3]},
        lambda root: (root / "pkg/a.py").write_bytes(b"\x00\xff") and None,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_case(name: str, tmp_path: Path) -> None:
    tree, edit = KNOWN[name]
    for path, text in tree.items():
        apply(tmp_path, Write(path, text))
    memory = CodeMemory(Worktree(tmp_path), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1))
    edit(tmp_path)
    refresh(memory, WarmOptions(jobs=1))
    assert logical_state(memory) == logical_state(from_scratch(tmp_path))


def test_a_file_that_changes_while_it_is_linked_again_is_taken_in_whole(tmp_path: Path) -> None:
    """It rests on an edited file, and is edited itself after the scan saw it unchanged."""
    user = "from pkg.a import helper\n\n\ndef f():\n    helper(1)\n"
    for path, text in {"app.py": user, "pkg/a.py": TEXTS[1]}.items():
        apply(tmp_path, Write(path, text))
    memory = CodeMemory(Worktree(tmp_path), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1))
    apply(tmp_path, Write("pkg/a.py", TEXTS[2]))

    def edit(done: int, total: int) -> None:
        apply(tmp_path, Write("app.py", f"{user}\n\ndef newcomer(): ...\n"))

    refresh(memory, WarmOptions(jobs=1, report=edit))
    refresh(memory, WarmOptions(jobs=1))
    assert logical_state(memory) == logical_state(from_scratch(tmp_path))


def test_a_surface_that_nobody_rests_on_is_derived_again_when_somebody_does(tmp_path: Path) -> None:
    for path, text in {"app.py": "", "pkg/a.py": TEXTS[1]}.items():
        apply(tmp_path, Write(path, text))
    memory = CodeMemory(Worktree(tmp_path), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1))
    assert memory.claims.surface("pkg/a.py") == LEFT_OUT
    apply(tmp_path, Write("app.py", TEXTS[3]))
    refresh(memory, WarmOptions(jobs=1))
    assert logical_state(memory) == logical_state(from_scratch(tmp_path))
    apply(tmp_path, Write("pkg/a.py", TEXTS[5]))
    refresh(memory, WarmOptions(jobs=1))
    assert logical_state(memory) == logical_state(from_scratch(tmp_path))


def test_a_surface_that_changes_while_it_is_derived_again_is_linked_with_again(
    tmp_path: Path,
) -> None:
    for path, text in {"app.py": "", "pkg/a.py": TEXTS[1]}.items():
        apply(tmp_path, Write(path, text))
    memory = CodeMemory(Worktree(tmp_path), MemoryStore(), SystemClock())
    refresh(memory, WarmOptions(jobs=1))
    apply(tmp_path, Write("app.py", TEXTS[3]))

    def edit(done: int, total: int) -> None:
        apply(tmp_path, Write("pkg/a.py", TEXTS[5]))

    refresh(memory, WarmOptions(jobs=1, report=edit))
    apply(tmp_path, Write("pkg/a.py", TEXTS[2]))
    refresh(memory, WarmOptions(jobs=1))
    assert logical_state(memory) == logical_state(from_scratch(tmp_path))
