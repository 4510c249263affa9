"""Blob ids are git's."""

from __future__ import annotations

import pytest

from tmf_memory.kernel.worktree import blob_id

KNOWN = [
    (b"", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"),
    (b"hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"),
    (b"hello\r\n", "ef0493b275aa2080237f676d2ef6559246f56636"),
    (b"\x00\xff", "ba01f6b05bdbb386b35f4d086e268c5d422cafb9"),
]


@pytest.mark.parametrize(("data", "expected"), KNOWN)
def test_blob_id_is_what_git_hash_object_prints(data: bytes, expected: str) -> None:
    assert blob_id(data) == expected
