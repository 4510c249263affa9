"""What went wrong in other systems, each once: here it must not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.codegraph.lab import Shell, in_memory, put, read, warm
from tests.codegraph.state import logical_state
from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.graph import Relation, look_up
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import EdgeKind
from tmf_memory.codegraph.reading import read_stored

HELPER = "def helper():\n    return 1\n"


@pytest.fixture
def tmf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, capsys)


def calls(memory: CodeMemory) -> set[str]:
    """Every call edge as `source path:name > target path:name`."""
    claims: ClaimStore = memory.claims
    return {
        f"{edge.source.path}:{edge.source.qualname} > {edge.target.path}:{edge.target.qualname}"
        for path in claims.manifest.files
        for edge in claims.links(path).edges
        if edge.kind is EdgeKind.CALLS
    }


def calls_in(root: Path, files: dict[str, str]) -> set[str]:
    memory = in_memory(put(root, files))
    warm(memory)
    return calls(memory)


# An edge that stays fresh when what resolved it changed -------------------------------------------

ASSIGNED = """\
from a import A, B

class C:
    def __init__(self):
        self.x = {}()

    def use(self):
        self.x.go()
"""
RESOLVED: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "the import": (
        {
            "app.py": "from a import helper\n\ndef use():\n    helper()\n",
            "a.py": HELPER,
            "b.py": HELPER,
        },
        {"app.py": "from b import helper\n\ndef use():\n    helper()\n"},
    ),
    "a re-export": (
        {
            "app.py": "from pkg import helper\n\ndef use():\n    helper()\n",
            "pkg/__init__.py": "from .a import helper\n",
            "pkg/a.py": HELPER,
            "pkg/b.py": HELPER,
        },
        {"pkg/__init__.py": "from .b import helper\n"},
    ),
    "__all__ of a star import": (
        {
            "app.py": "from pkg import *\n\ndef use():\n    helper()\n",
            "pkg/__init__.py": "from .a import helper\n\n__all__ = ['helper']\n",
            "pkg/a.py": HELPER,
        },
        {"pkg/__init__.py": "from .a import helper\n\n__all__ = []\n"},
    ),
    "a rebinding": (
        {"app.py": "from a import helper\n\ndef use():\n    helper()\n", "a.py": HELPER},
        {"app.py": "from a import helper\n\nhelper = print\n\ndef use():\n    helper()\n"},
    ),
    "the class hierarchy": (
        {
            "app.py": "from a import Child\n\ndef use():\n    Child().go()\n",
            "a.py": "from b import Base\n\nclass Child(Base):\n    pass\n",
            "b.py": "class Base:\n    def go(self):\n        return 1\n",
        },
        {"a.py": "from b import Base\n\nclass Child(Base):\n    def go(self):\n        return 2\n"},
    ),
    "a constructor's assignment": (
        {
            "app.py": ASSIGNED.format("A"),
            "a.py": "class A:\n    def go(self): ...\n\nclass B:\n    def go(self): ...\n",
        },
        {"app.py": ASSIGNED.format("B")},
    ),
    "a return annotation elsewhere": (
        {
            "app.py": "from a import make\n\ndef use():\n    make().go()\n",
            "a.py": "from b import A, B\n\ndef make() -> A:\n    return A()\n",
            "b.py": "class A:\n    def go(self): ...\n\nclass B:\n    def go(self): ...\n",
        },
        {"a.py": "from b import A, B\n\ndef make() -> B:\n    return B()\n"},
    ),
    "a module that takes the name": (
        {"app.py": "from a import helper\n\ndef use():\n    helper()\n", "a.py": HELPER},
        {"a.py": None, "a/__init__.py": "def other(): ...\n"},
    ),
}


@pytest.mark.parametrize("name", RESOLVED)
def test_an_edge_is_stale_when_what_resolved_it_changed(name: str, tmp_path: Path) -> None:
    files, edit = RESOLVED[name]
    memory = in_memory(put(tmp_path, files))
    warm(memory)
    before = calls(memory)
    for path, text in edit.items():
        if text is None:
            (tmp_path / path).unlink()
        else:
            put(tmp_path, {path: text})
    truth = in_memory(tmp_path)
    warm(truth)
    lost = before - calls(truth)
    assert lost, "the edit must take an edge away"

    def fresh(memory: CodeMemory) -> set[str]:
        hits = set()
        for edge in lost:
            target = find_one(memory.claims, edge.partition(" > ")[2])
            answer = look_up(memory.claims, check_of(memory), target, Relation.CALLERS)
            hits |= {
                f"{hit.other.path}:{hit.other.qualname} > {edge.partition(' > ')[2]}"
                for hit in answer.hits
                if not hit.stale_reasons
            }
        return hits & lost

    assert read_stored(memory, fresh) == set()
    read(memory)
    assert calls(memory) == calls(truth)


# Names -------------------------------------------------------------------------------------------

SHADOWED = {
    "parameter": "def use(helper):\n    helper()\n",
    "local": "def use():\n    helper = print\n    helper()\n",
    "local bound later": "def use():\n    helper()\n    helper = print\n",
    "loop variable": "def use(xs):\n    for helper in xs:\n        helper()\n",
    "with target": "def use(x):\n    with x as helper:\n        helper()\n",
    "except name": "def use():\n    try: ...\n    except E as helper:\n        helper()\n",
    "comprehension variable": "def use(xs):\n    return [helper() for helper in xs]\n",
    "lambda parameter": "def use():\n    return lambda helper: helper()\n",
    "walrus": "def use(x):\n    if (helper := x):\n        helper()\n",
    "match capture": "def use(x):\n    match x:\n        case helper:\n            helper()\n",
    "local import": "def use():\n    import nowhere as helper\n    helper()\n",
    "nested function": "def use():\n    def helper(): ...\n    helper()\n",
    "star parameter": "def use(*helper):\n    helper[0]()\n    helper()\n",
    "enclosing local": "def use():\n    helper = print\n    def inner():\n        helper()\n",
}


@pytest.mark.parametrize("name", SHADOWED)
def test_a_shadowed_name_is_not_the_global_one(name: str, tmp_path: Path) -> None:
    found = calls_in(tmp_path, {"a.py": f"{HELPER}\n\n{SHADOWED[name]}"})
    assert not {edge for edge in found if edge.endswith("> a.py:helper")}


def test_import_of_a_submodule_binds_the_package(tmp_path: Path) -> None:
    files = {
        "a/__init__.py": "def f(): ...\n",
        "a/b.py": "def f(): ...\n\ndef g(): ...\n",
        "app.py": "import a.b\n\ndef use():\n    a.f()\n    a.g()\n    a.b.g()\n",
    }
    assert {edge for edge in calls_in(tmp_path, files) if "app.py" in edge} == {
        "app.py:use > a/__init__.py:f",
        "app.py:use > a/b.py:g",
    }


def test_a_method_assigned_in_the_constructor_is_not_the_method(tmp_path: Path) -> None:
    files = {
        "a.py": "def other(): ...\n\nclass C:\n    def __init__(self, m):\n        self.m = m\n\n"
        "    def m(self): ...\n\n    def use(self):\n        self.m()\n",
    }
    assert "a.py:C.use > a.py:C.m" not in calls_in(tmp_path, files)


def test_twins_of_an_if_and_else_are_two_claims(tmf: Shell) -> None:
    one, two = ("    def twin():\n        return 1\n", "    def twin():\n        return 2\n")
    put(tmf.root, {"a.py": f"if X:\n{one}else:\n{two}"})
    document = json.loads(tmf("retrieve", "--path", str(tmf.root / "a.py"), "--json").out)
    twins = [one for one in document["claims"] if one["scope"] == "function"]
    assert [one["qualname"] for one in twins] == ["twin", "twin#2"]
    assert len({one["id"] for one in twins}) == 2
    assert [one["anchors"][0]["line_start"] for one in twins] == [2, 5]


@pytest.mark.parametrize("root", ["src", "lib", "python/src"])
def test_imports_of_a_source_root_below_the_top_resolve(root: str, tmp_path: Path) -> None:
    files = {
        f"{root}/pkg/__init__.py": "",
        f"{root}/pkg/a.py": HELPER,
        f"{root}/pkg/b.py": "from pkg.a import helper\n\ndef use():\n    helper()\n",
        "tests/test_b.py": "from pkg.a import helper\n\ndef test():\n    helper()\n",
    }
    assert calls_in(tmp_path, files) == {
        f"{root}/pkg/b.py:use > {root}/pkg/a.py:helper",
        f"tests/test_b.py:test > {root}/pkg/a.py:helper",
    }


def test_module_level_code_and_class_bodies_are_callers(tmp_path: Path) -> None:
    files = {"a.py": f"{HELPER}\nhelper()\n\nclass C:\n    x = helper()\n"}
    assert calls_in(tmp_path, files) == {"a.py: > a.py:helper", "a.py:C > a.py:helper"}


BY_NAME_ONLY = {
    "an attribute of anything": "def use(x):\n    x.helper()\n",
    "a string": "def use(x):\n    getattr(x, 'helper')()\n",
    "another module's name": "import nowhere\n\ndef use():\n    nowhere.helper()\n",
    "nothing": "def use():\n    helper()\n",
}


@pytest.mark.parametrize("name", BY_NAME_ONLY)
def test_the_same_name_is_no_edge(name: str, tmp_path: Path) -> None:
    assert calls_in(tmp_path, {"a.py": HELPER, "b.py": BY_NAME_ONLY[name]}) == set()


# Files -------------------------------------------------------------------------------------------


def test_every_kind_of_file_is_visited_by_warm(tmf: Shell) -> None:
    put(
        tmf.root,
        {
            "a.yaml": "server:\n  port: 80\n",
            "a.toml": "[server]\nport = 81\n",
            "a.json": '{"server": {"port": 82}}\n',
            "a.sql": "CREATE TABLE users (id INTEGER);\n",
            "a.ini": "[server]\nport = 83\n",
        },
    )
    document = json.loads(tmf("warm", "--json").out)
    assert (document["files"], document["gaps"]) == (5, [])
    for name in ("a.yaml:server.port", "a.toml:server.port", "a.json:server.port", "a.sql:users"):
        assert tmf("explain", name).code == 0, name


def test_nested_ignore_files_are_followed_by_every_face(tmf: Shell) -> None:
    put(
        tmf.root,
        {
            ".gitignore": "build/\n",
            "build/x.py": HELPER,
            "sub/.gitignore": "*.py\n!keep.py\n",
            "sub/drop.py": HELPER,
            "sub/keep.py": HELPER,
            "sub/deep/.tmfignore": "keep.py\n",
            "sub/deep/keep.py": HELPER,
            ".tmfignore": "vendor/\n",
            "vendor/x.py": HELPER,
        },
    )
    assert json.loads(tmf("warm", "--json").out)["files"] == 1
    assert tmf("explain", "helper").out.splitlines()[1].endswith("`sub/keep.py`.")


def test_a_broken_link_is_named_once_and_gone_when_it_is(tmf: Shell) -> None:
    put(tmf.root, {"a.py": HELPER})
    (tmf.root / "b.py").symlink_to("nowhere.py")
    gap = {"path": "b.py", "reason": "broken symlink"}
    assert json.loads(tmf("warm", "--json").out)["gaps"] == [gap]
    assert "b.py" not in tmf("callers", "helper").out
    (tmf.root / "b.py").unlink()
    assert json.loads(tmf("warm", "--json").out)["gaps"] == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"def f():\n    return 1\n\ndef broken(:\n", "syntax error at line 4"),
        (b"def f():\n    return '\xe9'\n", "not valid utf-8"),
    ],
)
def test_a_file_never_loses_its_functions_silently(content: bytes, reason: str, tmf: Shell) -> None:
    put(tmf.root, {"a.py": "def f():\n    return 1\n"})
    tmf("warm")
    put(tmf.root, {"a.py": content})
    ran = tmf("explain", "f")
    assert (ran.code, ran.out) == (1, "")
    ran = tmf("retrieve", "--path", str(tmf.root / "a.py"))
    assert f"gap: a.py: {reason}\n" in ran.out
    assert reason in tmf("callers", "a.py").out


# Answers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", ["explain", "callers", "callees", "readers", "subtypes", "impact", "fragment"]
)
@pytest.mark.parametrize("name", ["nothing_here", "claim_function_0123456789abcdef", "no.py:f"])
def test_an_unknown_name_is_an_error_and_no_empty_answer(
    command: str, name: str, tmf: Shell
) -> None:
    put(tmf.root, {"a.py": HELPER})
    ran = tmf(command, name, "--json")
    assert ran.code == 1
    assert json.loads(ran.out) == {
        "error": "not-found",
        "message": f"nothing in memory is called {name!r}",
    }


EMPTY = {
    "helper": "no callers were found in what is warmed; dynamic references are not seen, "
    "so this proves nothing",
    "go": "no proven callers; at least 1 reference by that name is unresolved",
    "broken.py": "broken.py was not understood: syntax error at line 1",
    "a.toml:x": "relations of toml files are not derived, so this says nothing",
}


@pytest.mark.parametrize("name", EMPTY)
def test_an_empty_answer_says_why(name: str, tmf: Shell) -> None:
    put(
        tmf.root,
        {
            "a.py": f"{HELPER}\ndef go(): ...\n\ndef use(x):\n    x.go()\n",
            "broken.py": "def broken(:\n",
            "a.toml": "x = 1\n",
        },
    )
    ran = tmf("callers", name, "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["callers"], document["coverage"]) == (1, [], "partial")
    assert document["why_empty"] == EMPTY[name]


def test_no_output_is_cut_silently(tmf: Shell) -> None:
    unknown = "".join(f"def f{n}(x):\n    x.go()\n\n" for n in range(150))
    put(tmf.root, {"a.py": "def go(): ...\n", "b.py": unknown, "z.py": unknown})
    document = json.loads(tmf("callers", "go", "--json").out)
    assert len(document["unresolved_candidates"]) == 100
    assert document["unresolved_candidates_not_shown"] == 50
    assert document["unresolved_candidate_files_not_read"] == 1
    assert "… and 50 more\n  … and some in 1 more files\n" in tmf("callers", "go").out

    put(
        tmf.root,
        {"c.py": f"{HELPER}\n" + "".join(f"def g{n}():\n    helper()\n" for n in range(30))},
    )
    assert json.loads(tmf("impact", "helper", "--limit", "10", "--json").out)["not_shown"] == 20
    assert "… and 20 more beyond the bounds" in tmf("impact", "helper", "--limit", "10").out
    assert tmf("callers", "helper").out.count("c.py:g") == 30

    put(tmf.root, {f"x{n}.py": "def broken(:\n" for n in range(30)})
    ran = tmf("warm")
    assert "… and 20 more gaps (--json lists all)" in ran.out
    assert len(json.loads(tmf("status", "--json").out)["gaps"]) == 30
    put(tmf.root, {f"y{n}.py": "def same(): ...\n" for n in range(60)})
    ran = tmf("explain", "same")
    assert ran.err.splitlines()[-1] == "  … and 10 more"


def test_results_do_not_depend_on_time_or_load(tmp_path: Path) -> None:
    """Two warms of one tree are equal, on one process or several, under any hash seed."""
    put(
        tmp_path,
        {
            f"m{n}.py": f"import m{n + 1}\n\ndef f{n}():\n    m{n + 1}.f{n + 1}()\n"
            for n in range(80)
        },
    )
    script = (
        "import sys, pickle\n"
        "from pathlib import Path\n"
        "from tests.codegraph.lab import in_memory\n"
        "from tests.codegraph.state import logical_state\n"
        "from tmf_memory.codegraph.warm import WarmOptions, refresh\n"
        "memory = in_memory(Path(sys.argv[1]))\n"
        "refresh(memory, WarmOptions(jobs=int(sys.argv[2])))\n"
        "state = logical_state(memory)\n"
        "print([sorted(map(str, state['links'][path][0])) for path in sorted(state['files'])])\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path), jobs],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jobs, seed in (("1", "0"), ("2", "1"), ("3", "2"))
    }
    assert len(outputs) == 1


def test_many_methods_of_a_class_cost_no_square(tmp_path: Path) -> None:
    """Work is counted, not time: twice the methods may cost twice the calls and a bit."""
    counts = []
    for size in (100, 200, 400):
        methods = "".join(
            f"    def m{n}(self):\n        return self.m{n - 1}()\n" for n in range(size)
        )
        memory = in_memory(put(tmp_path / str(size), {"a.py": f"class C:\n{methods}"}))
        calls_made = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal calls_made
            calls_made += event == "call"

        sys.setprofile(count)
        try:
            warm(memory)
        finally:
            sys.setprofile(None)
        counts.append(calls_made)
    assert counts[2] < 2.6 * counts[1] < 2.6 * 2.6 * counts[0]


def test_a_rebuild_is_what_the_edits_made(tmp_path: Path) -> None:
    """The property test has more; this is the reverted file, which a stat alone may hide."""
    files = {"a.py": HELPER, "b.py": "from a import helper\n\nhelper()\n"}
    memory = in_memory(put(tmp_path, files))
    warm(memory)
    first = logical_state(memory)
    put(tmp_path, {"a.py": HELPER.replace("helper", "hinder")})
    read(memory)
    put(tmp_path, {"a.py": HELPER})
    read(memory)
    assert logical_state(memory) == first
