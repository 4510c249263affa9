"""Bad input is normal: every file and every repository gives an answer or a gap with its reason."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.codegraph.lab import Shell, put
from tmf_memory.kernel.worktree import Worktree

OK = {"ok.py": "def ok():\n    return 1\n\nok()\n"}
FUNCTION = "def f():\n    return '{}'\n"


@pytest.fixture
def tmf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(put(tmp_path, OK), capsys)


def nested(opening: str, closing: str, depth: int = 5_000) -> str:
    return opening * depth + closing * depth


@dataclass(frozen=True)
class File:
    """One file, what the gap may say (nothing: no gap), and a name that is found in it."""

    path: str
    content: str | bytes
    reason: str | tuple[str, ...] = ""
    finds: str = ""

    @property
    def reasons(self) -> tuple[str, ...]:
        return (self.reason,) if isinstance(self.reason, str) else self.reason


# How deep an interpreter goes is its own affair; that it says so is ours.
TOO_DEEP = ("nested too deeply", "syntax error at line 1", "")

FILES = {
    "null byte": File("x.py", b"def f():\n    return '\0'\n", "binary: null byte"),
    "latin-1 without a cookie": File(
        "x.py", FUNCTION.format("caf\xe9").encode("latin-1"), "not valid utf-8"
    ),
    "latin-1 with a cookie": File(
        "x.py", f"# coding: latin-1\n{FUNCTION.format('é')}".encode("latin-1"), finds="f"
    ),
    "unknown cookie": File("x.py", "# coding: klingon\nx = 1\n", "unknown encoding 'klingon'"),
    "UTF-16 with BOM": File("x.py", FUNCTION.format("\xe9").encode("utf-16"), finds="f"),
    "UTF-16 cut in half": File("x.py", b"\xff\xfea", "not valid utf-16"),
    "UTF-8 with BOM": File("x.py", FUNCTION.format("\xe9").encode("utf-8-sig"), finds="f"),
    "UTF-32": File("x.py", FUNCTION.encode("utf-32"), "UTF-32 is not supported"),
    "CRLF": File("x.py", FUNCTION.replace("\n", "\r\n"), finds="f"),
    "empty": File("x.py", ""),
    "only a BOM": File("x.py", b"\xef\xbb\xbf"),
    "lone surrogate escape": File("x.py", "NAME = '\\ud800'\n", finds="NAME"),
    "syntax error": File("x.py", "def broken(:\n", "syntax error at line 1"),
    "10 MB on one line": File(
        "x.py", b"x = '" + b"a" * 10_000_000 + b"'\n", "larger than 1000000 bytes"
    ),
    "900 kB on one line": File("x.py", "def f(): pass  # " + "a" * 900_000 + "\n", finds="f"),
    "parentheses": File("x.py", f"x = {nested('(', ')')}\n", TOO_DEEP),
    "attributes": File("x.py", "x = a" + ".b" * 5_000 + "\n", TOO_DEEP),
    "calls": File("x.py", "x = a" + "()" * 5_000 + "\n", TOO_DEEP),
    "minus signs": File("x.py", "x = " + "-" * 5_000 + "1\n", TOO_DEEP),
    "sums": File("x.py", "x = 1" + " + 1" * 5_000 + "\n", TOO_DEEP),
    "elif": File("x.py", "if a: pass\n" + "elif a: pass\n" * 5_000, TOO_DEEP),
    "JSON arrays": File("x.json", nested("[", "]"), "nested deeper than 64 levels"),
    "JSON objects": File("x.json", nested('{"a":\n', "}\n"), "nested deeper than 64 levels"),
    "YAML flow": File(
        "x.yaml", nested("[", "]"), ("nested deeper than 64 levels", "not valid YAML: line 1")
    ),
    "TOML arrays": File("x.toml", f"x = {nested('[', ']')}\n", "nested too deep"),
    "SQL parentheses": File(
        "x.sql", f"CREATE TABLE t (a int CHECK {nested('(', ')')});\n", finds="t"
    ),
    "minified": File(
        "x.json", json.dumps({f"key{number}": number for number in range(3000)}), "minified"
    ),
}


def nothing_but(text: str, err: str) -> None:
    """Fail on a traceback or a crash report."""
    assert "Traceback" not in text + err
    assert "[bug]" not in err


@pytest.mark.parametrize("name", FILES)
def test_file_is_understood_or_a_gap_with_its_reason(name: str, tmf: Shell) -> None:
    case = FILES[name]
    put(tmf.root, {case.path: case.content})
    ran = tmf("warm", "--json")
    assert (ran.code, ran.err) == (0, "")
    gaps = json.loads(ran.out)["gaps"]
    found = [gap["reason"] for gap in gaps if gap["path"] == case.path]
    assert (found or [""]) in [[reason] for reason in case.reasons]
    assert tmf("callers", "ok").out.startswith("callers of ok.py:ok\n  ok.py  at ok.py:4\n")
    if case.finds:
        assert tmf("explain", f"{case.path}:{case.finds}").code == 0


@pytest.mark.parametrize("name", [name for name, case in FILES.items() if "" not in case.reasons])
def test_a_gap_is_named_wherever_its_file_is_asked_for(name: str, tmf: Shell) -> None:
    case = FILES[name]
    put(tmf.root, {case.path: case.content})
    for arguments in (
        ("retrieve", "--path", case.path),
        ("explain", case.path),
        ("callers", f"{case.path}:f"),
        ("status",),
    ):
        ran = tmf(*arguments)
        if arguments[0] != "callers" or "was not read" in ran.err:
            assert any(one in ran.out + ran.err for one in case.reasons), arguments
        nothing_but(ran.out, ran.err)
        assert ran.code in {0, 1}


def test_a_file_that_was_not_understood_is_not_recommended(tmf: Shell) -> None:
    put(tmf.root, {"x.py": "def broken(:\n"})
    document = json.loads(tmf("explain", "x.py", "--json").out)
    assert document["action_hint"] == "degrade_to_source_or_rederive"


NAMES = {
    "new line": (b"new\nline.py", "new\\nline.py"),
    "tab": (b"tab\tname.py", "tab\\tname.py"),
    "escape": (b"esc\x1b[31m.py", "esc\\x1b[31m.py"),
    "not UTF-8": (b"sur\xff.py", "sur\\udcff.py"),
    "directory not UTF-8": (b"dir\xff/x.py", "dir\\udcff"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_not_text_is_a_gap(name: str, tmf: Shell) -> None:
    raw, printable = NAMES[name]
    place = os.path.join(os.fsencode(tmf.root), raw)  # noqa: PTH118  bytes
    try:
        os.makedirs(os.path.dirname(place), exist_ok=True)  # noqa: PTH103, PTH120  bytes
        Path(os.fsdecode(place)).write_text("def f(): pass\n", encoding="utf-8")
    except OSError:
        pytest.skip("this file system refuses the name")
    reason = "name has control characters or is not valid text"
    for options in ((), ("--json",)):
        ran = tmf("warm", *options)
        assert ran.code == 0
        assert reason in ran.out
    assert {"path": printable, "reason": reason} in json.loads(tmf("status", "--json").out)["gaps"]
    for command in (("retrieve", "--path"), ("explain",), ("callers",), ("impact",)):
        for options in ((), ("--json",)):
            ran = tmf(*command, str(tmf.root / os.fsdecode(raw)), *options)
            assert ran.code == 1
            nothing_but(ran.out, ran.err)
            assert "\x1b" not in ran.out + ran.err
    ran = tmf("retrieve", "--path", str(tmf.root / os.fsdecode(raw)))
    assert ran.err.count("\n") == 1
    if "directory" not in name:
        assert ran.err == f"error: {printable} is not in memory: {reason} [not-found]\n"


UNUSUAL = ["sp ace: colon.py", "größe.py", "日本/方法.py", "-dash.py", "a#b.py"]


@pytest.mark.parametrize("path", UNUSUAL)
def test_an_unusual_name_is_a_name(path: str, tmf: Shell) -> None:
    put(tmf.root, {path: "def f(): pass\n"})
    ran = tmf("explain", "--json", "--", f"{path}:f")
    assert json.loads(ran.out)["anchors"][0]["path"] == path
    assert tmf("retrieve", "--path", str(tmf.root / path)).code == 0


KEYS = [
    "new\nline",
    "esc\x1b[31m",
    "\x00",
    "rtl\u202e",
    "a.b",
    "#2",
    "",
    " ",
    "ignore all this",
    "\ud800",
]


@pytest.mark.parametrize("key", KEYS, ids=ascii)
def test_any_key_of_a_settings_file_is_kept_and_shown(key: str, tmf: Shell) -> None:
    """Through the state on disk, the text for people and the JSON."""
    put(tmf.root, {"x.json": json.dumps({key: 1, "plain": 2})})
    assert tmf("warm").code == 0
    for options in ((), ("--json",)):
        ran = tmf("retrieve", "--path", str(tmf.root / "x.json"), "--no-refresh", *options)
        assert (ran.code, ran.err) == (0, "")
        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out
    claims = json.loads(ran.out)["claims"]
    assert [one["scope"] for one in claims] == ["file", "config", "config"]
    for one in claims[1:]:
        assert tmf("explain", one["id"]).code == 0
        assert tmf("explain", f"x.json:{one['qualname']}").code == 0


QUERIES = ["\udcff\udcfe", "\0", "🐍" * 500, "ignore " * 2000, "(((", "' OR 1=1 --", "-", "."]


@pytest.mark.parametrize("query", QUERIES)
def test_any_question_is_answered(query: str, tmf: Shell) -> None:
    for arguments in (
        ("retrieve", "--json", "--", query),
        ("explain", "--json", "--", query),
        ("callers", "--", query),
    ):
        ran = tmf(*arguments)
        assert ran.code in {0, 1}
        nothing_but(ran.out, ran.err)


@pytest.mark.parametrize("arguments", [("",), ("  ",), ("--path", ""), ("--full", ""), ()])
def test_retrieve_without_a_question_is_a_usage_error(
    arguments: tuple[str, ...], tmf: Shell
) -> None:
    ran = tmf("retrieve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: give a QUERY, or --path FILE, or --full ID [usage]\n"


ABSENT = {
    "missing.py": "there is no such file",
    "x.py": "it is a directory, not a file",
    "notes.txt": "no extractor for this kind of file (tmf languages)",
    "ignored.py": "it is ignored, or lies in a directory that is not read",
    "loop.py": "symlink loop",
}


@pytest.mark.parametrize("path", ABSENT)
def test_a_path_without_claims_says_why(path: str, tmf: Shell) -> None:
    put(tmf.root, {"x.py/y.py": "", "notes.txt": "", "ignored.py": ""})
    put(tmf.root, {".tmfignore": "ignored.py\n"})
    (tmf.root / "loop.py").symlink_to("loop.py")
    ran = tmf("retrieve", "--path", str(tmf.root / path))
    assert ran.code == 1
    assert ran.err == f"error: {path} is not in memory: {ABSENT[path]} [not-found]\n"


@pytest.mark.parametrize("path", ["../x.py", "/etc/passwd", "sub/../../x.py", "link.py", "up/x.py"])
def test_a_path_outside_is_refused(path: str, tmf: Shell) -> None:
    put(tmf.root.parent, {"x.py": "SECRET = 1\n"})
    (tmf.root / "link.py").symlink_to("../x.py")
    (tmf.root / "up").symlink_to("..")
    ran = tmf("retrieve", "--path", path)
    assert (ran.code, ran.out) == (2, "")
    assert "[path-outside-root]" in ran.err
    assert "SECRET" not in tmf("retrieve", "SECRET").out


def test_links_and_special_files_are_gaps_or_nothing(tmf: Shell) -> None:
    root = tmf.root
    put(root, {"x.py/y.py": "def y(): pass\n", "sub/z.py": "def z(): pass\n"})
    (root / "loop").symlink_to(".")
    (root / "sub" / "again").symlink_to("../sub")
    (root / "alias.py").symlink_to("ok.py")
    (root / "a.py").symlink_to("b.py")
    (root / "b.py").symlink_to("a.py")
    os.mkfifo(root / "pipe.py")
    document = json.loads(tmf("warm", "--json").out)
    assert document["files"] == 3
    assert {gap["path"]: gap["reason"] for gap in document["gaps"]} == {
        "a.py": "symlink loop",
        "b.py": "symlink loop",
        "loop": "symlink loop",
        "pipe.py": "not a regular file",
        "sub/again": "symlink loop",
    }
    assert tmf("explain", "x.py/y.py:y").code == 0


def test_an_unreadable_directory_is_a_gap(tmf: Shell) -> None:
    if os.geteuid() == 0:
        pytest.skip("root can read every directory; tests/kernel/worktree proves the walk's own")
    put(tmf.root, {"locked/x.py": "def x(): pass\n"})
    (tmf.root / "locked").chmod(0)
    try:
        ran = tmf("warm", "--json")
    finally:
        (tmf.root / "locked").chmod(0o700)
    gaps = json.loads(ran.out)["gaps"]
    assert gaps == [{"path": "locked", "reason": "unreadable directory: permission denied"}]


def git(root: Path, *arguments: str) -> None:
    person = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    safe = ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *person, *safe, *arguments], cwd=root, check=True, capture_output=True)


def without_git(root: Path) -> None:
    del root


def with_commits(root: Path) -> None:
    git(root, "init")
    git(root, "add", "ok.py")
    git(root, "commit", "-m", "one")


def before_the_first_commit(root: Path) -> None:
    git(root, "init")


def with_a_broken_head(root: Path) -> None:
    git(root, "init")
    (root / ".git" / "HEAD").write_bytes(b"\xff\0" * 100)


def with_a_git_file_to_nowhere(root: Path) -> None:
    put(root, {".git": "gitdir: /nowhere/at/all\n"})


def with_a_submodule(root: Path) -> None:
    other = root.with_name(f"{root.name}-other")
    put(other, {"inner.py": "def inner(): pass\n"})
    git(other, "init")
    git(other, "add", ".")
    git(other, "commit", "-m", "one")
    with_commits(root)
    git(root, "submodule", "add", str(other), "sub")


SHAPES: dict[str, tuple[Callable[[Path], None], list[str]]] = {
    "no git": (without_git, []),
    "git": (with_commits, []),
    "no commit yet": (before_the_first_commit, []),
    "broken HEAD": (with_a_broken_head, []),
    "git file to nowhere": (with_a_git_file_to_nowhere, []),
    "submodule": (with_a_submodule, ["sub"]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_repository_of_any_shape_is_warmed(name: str, tmf: Shell) -> None:
    make, gaps = SHAPES[name]
    make(tmf.root)
    document = json.loads(tmf("warm", "--json").out)
    assert document["files"] == 1
    assert [gap["path"] for gap in document["gaps"]] == gaps
    assert tmf("explain", "ok").code == 0
    ran = tmf("diff", "HEAD")
    nothing_but(ran.out, ran.err)
    assert ran.code == (0 if name in {"git", "submodule"} else 1)


def test_a_submodule_is_a_repository_of_its_own(
    tmf: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    with_a_submodule(tmf.root)
    inner = Shell(tmf.root / "sub", capsys)
    assert inner("explain", "inner").code == 0
    assert tmf("explain", "inner").code == 1


def test_an_empty_repository_says_that_nothing_is_there(tmf: Shell) -> None:
    (tmf.root / "ok.py").unlink()
    assert json.loads(tmf("warm", "--json").out)["files"] == 0
    assert tmf("retrieve", "anything").code == 1
    ran = tmf("explain", "anything")
    assert ran.code == 1
    assert ran.err == (
        "error: nothing is warmed here, so nothing is called 'anything' [not-found]\n"
    )
    assert tmf("status").code == 0


def test_a_bare_repository_is_refused_by_name(tmf: Shell) -> None:
    bare = tmf.root / "bare.git"
    bare.mkdir()
    git(bare, "init", "--bare")
    for command in ("warm", "status", "stats"):
        ran = Shell(bare, tmf.capture)(command)
        assert (ran.code, ran.out) == (2, "")
        assert "bare git repository" in ran.err


def test_a_root_that_is_a_file_or_missing_is_refused(tmf: Shell) -> None:
    for place in (tmf.root / "ok.py", tmf.root / "missing", tmf.root / "a\0b"):
        ran = Shell(place, tmf.capture)("warm")
        assert (ran.code, ran.out) == (2, "")
        assert "[repository-not-found]" in ran.err


def test_a_changing_tree_is_read_as_it_was_at_some_moment(
    tmf: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each read of a file changes the next one, and the walk's findings with it."""
    put(tmf.root, {f"m{number}.py": f"def f{number}(): pass\n" for number in range(6)})
    read = Worktree.read
    seen: list[str] = []

    def read_and_change(tree: Worktree, path: str) -> object:
        seen.append(path)
        if len(seen) == 2:
            (tree.root / "m3.py").unlink()
            (tree.root / "m4.py").write_text("def other(): pass\n", encoding="utf-8")
            (tree.root / "m5.py").unlink()
            (tree.root / "m5.py").mkdir()
            (tree.root / "new.py").write_text("def new(): pass\n", encoding="utf-8")
        return read(tree, path)

    monkeypatch.setattr(Worktree, "read", read_and_change)
    ran = tmf("warm", "--jobs", "1")
    assert ran.code == 0
    nothing_but(ran.out, ran.err)
    for name, code in (("other", 0), ("new", 0), ("f3", 1), ("f5", 1), ("f2", 0)):
        assert tmf("explain", name).code == code, name
