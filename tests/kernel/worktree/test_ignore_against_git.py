"""Whatever the ignore files say, we list what `git ls-files -co --exclude-standard` lists."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tmf_memory.kernel.worktree import Worktree

GIT = shutil.which("git")
NAMES = st.sampled_from(["a", "b", "ab", "a.b", "b.c", "-", "a b", "A", "]", "[a"])
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
PIECES = st.sampled_from(
    [*"ab./*?!\\ -[]#\r", "**", "**/", "/**", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", "*.b", "a/"]
)
PATTERNS = st.lists(PIECES, min_size=1, max_size=5).map("".join)
IGNORE_FILES = st.lists(PATTERNS, min_size=1, max_size=5).map("\n".join)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if GIT is None:
        pytest.skip("git is not installed")
    root = tmp_path_factory.mktemp("repository")
    git(root, "init", "-q")
    return root


def git(root: Path, *arguments: str) -> bytes:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = [GIT or "git", "-C", str(root), *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True).stdout


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    paths=st.lists(PATHS, min_size=1, max_size=10),
    ignore_files=st.dictionaries(
        st.sampled_from(["", "a/", "a/b/", "ab/"]), IGNORE_FILES, min_size=1, max_size=2
    ),
    excludes=st.one_of(st.just(""), PATTERNS),
)
def test_scan_lists_what_git_lists(
    repository: Path, paths: list[str], ignore_files: dict[str, str], excludes: str
) -> None:
    clear(repository)
    for path in paths:
        write(repository / path, "")
    for directory, text in ignore_files.items():
        write(repository / directory / ".gitignore", text)
    (repository / ".git" / "info" / "exclude").write_text(excludes)
    listed = git(repository, "ls-files", "-co", "--exclude-standard", "-z").decode().split("\0")
    assert list(Worktree(repository).scan().files) == sorted(filter(None, listed))


def clear(repository: Path) -> None:
    for place in repository.iterdir():
        if place.is_dir() and place.name != ".git":
            shutil.rmtree(place)
        elif place.is_file():
            place.unlink()


def write(place: Path, text: str) -> None:
    if any(parent.is_file() for parent in place.parents) or place.is_dir():
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode())
