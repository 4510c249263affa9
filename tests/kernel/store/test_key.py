"""The per-user key: made once, for the owner only; without it state is foreign next time."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tmf_memory.kernel.store.key import load_key


def test_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "state" / "tmf" / "key"
    first = load_key(path)
    assert len(first.secret) == 32
    assert first.warning == ""
    assert load_key(path) == first
    assert path.read_text() == first.secret.hex() + "\n"
    assert [file.name for file in path.parent.iterdir()] == ["key"]
    assert load_key(tmp_path / "other" / "key") != first


def test_key_is_not_shown(tmp_path: Path) -> None:
    key = load_key(tmp_path / "key")
    assert repr(key) == "StoreKey(warning='')"


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions")
def test_key_is_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "tmf" / "key"
    key = load_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    path.chmod(0o644)
    assert load_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_home_gives_a_passing_key() -> None:
    key = load_key(None)
    assert len(key.secret) == 32
    assert key.warning == (
        "there is no home directory to keep the state key in; "
        "state written now will be foreign next time"
    )
    assert load_key(None).secret != key.secret


def test_unwritable_place_gives_a_passing_key(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    key = load_key(tmp_path / "file" / "tmf" / "key")
    assert len(key.secret) == 32
    assert key.warning.endswith("; state written now will be foreign next time")


@pytest.mark.parametrize("content", ["", "abc", "x" * 64, "0" * 63, "0" * 66, "é" * 64])
def test_damaged_key_is_named_and_kept(content: str, tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text(content, encoding="utf-8")
    key = load_key(path)
    assert len(key.secret) == 32
    assert str(path) in key.warning
    assert path.read_text(encoding="utf-8") == content


LOAD = """
import sys
from pathlib import Path
from tmf_memory.kernel.store.key import load_key
sys.stdin.read()
sys.stdout.write(load_key(Path(sys.argv[1])).secret.hex())
"""


def test_racing_processes_agree_on_one_key(tmp_path: Path) -> None:
    path = tmp_path / "state" / "tmf" / "key"
    command = [sys.executable, "-c", LOAD, str(path)]
    pipe = subprocess.PIPE
    children = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(4)]
    # Every child waits for the end of its input, so that they start together.
    for child in children:
        assert child.stdin is not None
        child.stdin.close()
        child.stdin = None
    outputs = {child.communicate()[0] for child in children}
    assert outputs == {load_key(path).secret.hex()}
