"""Asking git ends in an answer, in nothing, or in one kind of error."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tmf_memory.codegraph.revision import RevisionError, find_tree
from tmf_memory.kernel.git import ask_git, run_git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def test_what_git_prints_is_the_answer(tmp_path: Path) -> None:
    assert ask_git(tmp_path, "--version", timeout_s=30).startswith(b"git version")


def test_a_refusal_is_no_answer(tmp_path: Path) -> None:
    assert ask_git(tmp_path, "no-such-command", timeout_s=30) == b""
    assert run_git(tmp_path, "no-such-command", timeout_s=30).returncode != 0


@pytest.mark.parametrize("case", ["not there", "too slow", "null byte"])
def test_what_cannot_be_run_is_one_kind_of_error(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    argument = "\0" if case == "null byte" else "--version"
    timeout_s = 0.0 if case == "too slow" else 30.0
    if case == "not there":
        monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OSError, match=r"."):
        run_git(tmp_path, argument, timeout_s=timeout_s)
    assert ask_git(tmp_path, argument, timeout_s=timeout_s) == b""


def test_a_revision_that_cannot_be_one_is_an_error_by_name(tmp_path: Path) -> None:
    with pytest.raises(RevisionError, match="git could not be run"):
        find_tree(tmp_path, "HEAD\0x")
