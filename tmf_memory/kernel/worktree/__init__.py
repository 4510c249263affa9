"""The working tree: walking, ignore rules, blob ids, decoding."""

from __future__ import annotations

from tmf_memory.kernel.worktree.blob import blob_id
from tmf_memory.kernel.worktree.decoding import Decoded, Undecodable, decode
from tmf_memory.kernel.worktree.model import FileStat, Gap, Snapshot, SourceFile
from tmf_memory.kernel.worktree.repository import find_root, head_commit
from tmf_memory.kernel.worktree.worktree import MAX_FILE_BYTES, SourceTree, Worktree

__all__ = [
    "MAX_FILE_BYTES",
    "Decoded",
    "FileStat",
    "Gap",
    "Snapshot",
    "SourceFile",
    "SourceTree",
    "Undecodable",
    "Worktree",
    "blob_id",
    "decode",
    "find_root",
    "head_commit",
]
