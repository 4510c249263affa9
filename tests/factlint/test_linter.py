"""Finding and reading memory files: directories, stdin, and everything that can be wrong."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tmf_memory.cli.main import main
from tmf_memory.factlint import linter
from tmf_memory.factlint.linter import decode_document, find_inputs, read_input
from tmf_memory.kernel.errors import UsageError


def test_directory_gives_its_known_memory_files(tmp_path: Path) -> None:
    known = [
        ".cursor/rules/style.mdc",
        ".claude/memory/MEMORY.md",
        "AGENTS.md",
        "CLAUDE.md",
        "memory-bank/active.md",
        "packages/a/CLAUDE.md",
    ]
    others = ["README.md", "src/memory.py", "node_modules/x/CLAUDE.md", ".git/CLAUDE.md", "a.json"]
    for name in [*known, *others]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x\n", encoding="utf-8")
    assert sorted(each.shown for each in find_inputs(["."], tmp_path)) == sorted(known)
    assert [each.shown for each in find_inputs(["packages", "README.md"], tmp_path)] == [
        "packages/a/CLAUDE.md",
        "README.md",
    ]


def test_missing_file_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.md"):
        find_inputs(["none.md"], tmp_path)


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"one\ntwo\n\xff\n", 3, "not UTF-8: byte 0xff at offset 8"),
        (b"one\n\0", 2, "NUL"),
        (b"", 1, "empty file"),
        (b" \n\n", 1, "empty file"),
        (b"\xef\xbb\xbf", 1, "empty file"),
    ],
)
def test_hostile_bytes_are_a_problem_with_their_line(data: bytes, line: int, reason: str) -> None:
    (problem,) = decode_document("memory.md", data).problems
    assert problem.line == line
    assert reason in problem.reason


def test_too_large_a_file_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "MAX_BYTES", 1024 * 1024)
    path = tmp_path / "memory.md"
    path.write_bytes(b"x" * (1024 * 1024 + 1))
    (problem,) = read_input(linter.Input("memory.md", path)).problems
    assert problem.reason == "larger than 1 MB"


def test_unreadable_file_is_a_problem(tmp_path: Path) -> None:
    (problem,) = read_input(linter.Input("memory.md", tmp_path)).problems
    assert problem.reason.startswith("cannot be read")


def test_stdin(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = b'{"entity": "web", "slot": "port", "value": "1"}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    code = main(["memory-lint", "scan", "-", "--stdin-filename", "store.jsonl"])
    assert code == 1
    assert "unsourced              L0 web store.jsonl:1 ::" in capsys.readouterr().out


def test_one_printed_format_and_others_in_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("memory.md").write_text("ledger: uses MySQL\n", encoding="utf-8")
    scan = ["memory-lint", "scan", "memory.md"]
    assert main([*scan, "-o", "out.sarif", "--output-format", "junit", "-o", "out.xml"]) == 0
    assert capsys.readouterr().out == ""
    assert '"version": "2.1.0"' in Path("out.sarif").read_text(encoding="utf-8")
    assert Path("out.xml").read_text(encoding="utf-8").startswith("<?xml")
    assert main([*scan, "--output-format", "json", "--output-format", "text"]) == 2
    assert "only one output format" in capsys.readouterr().err
