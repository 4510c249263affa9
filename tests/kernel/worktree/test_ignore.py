"""Gitignore syntax, row by row; `test_ignore_against_git.py` asks git itself."""

from __future__ import annotations

import pytest

from tmf_memory.kernel.worktree.ignore import IgnoreStack

# (patterns, path, ignored); a path that ends in a slash is a directory
ROWS = [
    ("a.py", "a.py", True),
    ("a.py", "sub/a.py", True),
    ("a.py", "ba.py", False),
    ("A.py", "a.py", False),
    ("*.log", "x.log", True),
    ("*.log", "deep/down/x.log", True),
    ("*.log", "x.log.txt", False),
    ("*.tar.gz", "x.tar.gz", True),
    ("*.log", ".log", True),
    ("build/", "build/", True),
    ("build/", "build", False),
    ("build/", "sub/build/", True),
    ("/build", "build", True),
    ("/build", "sub/build", False),
    ("sub/build", "sub/build", True),
    ("sub/build", "other/sub/build", False),
    ("sub/*", "sub/x", True),
    ("sub/*", "sub/x/y", False),
    ("**/x", "x", True),
    ("**/x", "a/b/x", True),
    ("a/**", "a/b/c", True),
    ("a/**", "a/", False),
    ("a/**/z", "a/z", True),
    ("a/**/z", "a/b/c/z", True),
    ("a/**/z", "az", False),
    ("a**z", "abcz", True),
    ("a/b**z", "a/bc/z", False),
    ("foo**/bar", "foobar", True),  # a quirk of git, which compares `foo` by itself first
    ("?.py", "a.py", True),
    ("?.py", "ab.py", False),
    ("[ab].py", "b.py", True),
    ("[!ab].py", "b.py", False),
    ("[^ab].py", "c.py", True),
    ("[a-c].py", "b.py", True),
    ("[]a].py", "].py", True),
    ("[[:digit:]].py", "7.py", True),
    ("[[:nonsense:]].py", "7.py", False),
    ("[a", "[a", False),
    (r"[\]]", "]", True),
    (r"\*.py", "*.py", True),
    (r"\*.py", "a.py", False),
    (r"\!x", "!x", True),
    (r"\#x", "#x", True),
    ("#x", "#x", False),
    ("x  ", "x", True),
    ("x\\ ", "x ", True),
    ("x\\ ", "x", False),
    ("x\\", "x", False),
    ("x\r\ny\r\n", "x", True),
    ("\ufeffx", "x", True),
    ("", "x", False),
    ("/", "x", False),
    ("!", "x", False),
    ("*.py\n!keep.py", "keep.py", False),
    ("!keep.py\n*.py", "keep.py", True),
    ("*.py\n!*.py\nkeep.py", "keep.py", True),
    ("*\n!*/\n!*.py", "a.py", False),
    ("*\n!*/\n!*.py", "a.txt", True),
    ("*\n!*/\n!*.py", "sub/", False),
]


@pytest.mark.parametrize(("patterns", "path", "is_ignored"), ROWS)
def test_pattern(patterns: str, path: str, is_ignored: bool) -> None:
    stack = IgnoreStack().inside(0, gitignore=patterns)
    assert ignores(stack, path) is is_ignored


def ignores(stack: IgnoreStack, path: str) -> bool:
    bare = path.rstrip("/")
    return stack.ignores(bare.rpartition("/")[2], bare, is_directory=path != bare)


DEFAULTS = [
    ("", "node_modules/", True),
    ("", "sub/__pycache__/", True),
    ("", ".venv/", True),
    ("", ".tox/", True),
    ("", "node_modules", False),
    ("", "venv/", False),
    ("!node_modules/", "node_modules/", False),
]


@pytest.mark.parametrize(("patterns", "path", "is_ignored"), DEFAULTS)
def test_default_directories(patterns: str, path: str, is_ignored: bool) -> None:
    assert ignores(IgnoreStack().inside(0, tmfignore=patterns), path) is is_ignored


LAYERS = [
    # outer .gitignore, outer .tmfignore, sub/.gitignore, sub/.tmfignore, path, ignored
    ("*.py", "", "!a.py", "", "sub/a.py", False),
    ("!a.py", "", "*.py", "", "sub/a.py", True),
    ("*.py", "!a.py", "", "", "sub/a.py", False),
    ("", "*.py", "!a.py", "", "sub/a.py", True),
    ("", "*.py", "", "!a.py", "sub/a.py", False),
    ("", "", "/a.py", "", "sub/a.py", True),
    ("", "", "/sub/a.py", "", "sub/a.py", False),
    ("/a.py", "", "", "", "sub/a.py", False),
]


@pytest.mark.parametrize("row", LAYERS)
def test_deeper_decides_before_outer_and_tmfignore_before_gitignore(
    row: tuple[str, str, str, str, str, bool],
) -> None:
    outer_git, outer_tmf, inner_git, inner_tmf, path, is_ignored = row
    stack = IgnoreStack().inside(0, gitignore=outer_git, tmfignore=outer_tmf)
    stack = stack.inside(len("sub/"), gitignore=inner_git, tmfignore=inner_tmf)
    assert ignores(stack, path) is is_ignored


HOSTILE = [
    "a*" * 30 + "b",
    "**/a" * 25 + "/b",
    "/" + "*a" * 30 + "b/c",
    "[" * 5_000,
    "*?" * 60 + "b",
]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_hostile_patterns_cost_no_exponential_time(pattern: str) -> None:
    stack = IgnoreStack().inside(0, gitignore=pattern)
    # Backtracking over these would not end within the life of the machine.
    for path in ("a" * 250, "/".join("a" * 60)):
        assert ignores(stack, path) is False
