"""Finding and reading memory files: directories, stdin, and everything that can be wrong."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tmf_memory.cli.lint.colour import wants_colour
from tmf_memory.cli.main import main
from tmf_memory.factlint import linter
from tmf_memory.factlint.linter import Input, decode_document, find_inputs, read_input, scan
from tmf_memory.factlint.reporters.base import all_reporters
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


def test_stdin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
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


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({}, False),
    ],
)
def test_colour_is_asked_for_or_left_out(environ: dict[str, str], expected: bool) -> None:
    assert wants_colour(environ) is expected


def test_colour_marks_the_class_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FORCE_COLOR", "1")
    text = "web: uses kong \x1b[2J 3 (source: x)\n"
    Path("memory.md").write_text(text * 2, encoding="utf-8")
    main(["memory-lint", "scan", "memory.md"])
    line = capsys.readouterr().out.splitlines()[0]
    assert line.startswith("\x1b[36mduplicate\x1b[0m              L1 web memory.md:2 ::")
    assert line.count("\x1b") == 2


def test_credentials_are_masked_in_every_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    token = "ghp_9fK2mQ7xZs4Lr8Vb1Nc6Td3Wy5Ge0HjPuAiO"
    monkeypatch.chdir(tmp_path)
    Path("memory.md").write_text(
        f'web: tool = "{token}" -- 2026-01-01\nweb: tool = "other" -- 2026-02-01\n'
        f"web: uses the token {token} -- 2026-01-01\n" * 2,
        encoding="utf-8",
    )
    for name in all_reporters():
        main(["memory-lint", "scan", "memory.md", "--output-format", name])
    main(["memory-lint", "report", "memory.md", "--diff"])
    main(["memory-lint", "reconcile", "memory.md"])
    main(["memory-lint", "as-of", "2026-01-15", "memory.md"])
    captured = capsys.readouterr()
    assert "ghp_…" in captured.out
    assert token not in captured.out + captured.err
    assert token.lower() not in captured.out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("facts.json", "{digits}"),
        ("facts.json", '{"facts": [{"entity": "a", "slot": "b", "value": {digits}}]}'),
        ("store.jsonl", "{digits}"),
        ("store.jsonl", '{"entity": "a", "slot": "b", "value": {digits}}'),
        ("memory.jsonl", '{"type": "entity", "name": "a", "observations": [{digits}]}'),
        ("mem0.json", '[{"id": "a", "memory": "b", "user_id": {digits}}]'),
        ("edges.json", '{"edges": [{"fact": "a", "valid_at": {digits}}]}'),
    ],
)
def test_a_number_that_python_does_not_read_is_a_finding(name: str, text: str) -> None:
    data = text.replace("{digits}", "1" * 5000).encode()
    report = scan([Input(name, data=data)])
    assert [each.reason for each in report.findings] == [
        "not JSON: a number is too long to be read"
    ]


@pytest.mark.parametrize(
    "line",
    [
        "ledger: uses{gap}X (source: wiki)",
        "ledger: uses{gap}removed X -- 2026-01-01 (source: wiki)",
        "# a{gap}b",
        "- a{gap}b",
        "- **a{gap}b**",
    ],
)
def test_a_long_gap_reads_like_a_short_one(line: str) -> None:
    short, wide = (
        decode_document("memory.md", f"{line}\n- uses S3\n".replace("{gap}", gap).encode())
        for gap in (" ", " " * 30_000)
    )
    assert [fact.id for fact in wide.facts] == [fact.id for fact in short.facts]


def test_comments_are_taken_out_of_a_line() -> None:
    text = "a<!-- x --> uses <!-- y -->S3<!-- z\nuses Oracle -->\n" + "<!--" * 20_000
    (fact,) = decode_document("memory.md", text.encode()).facts
    assert fact.claim == "a uses S3"


def test_options_may_stand_between_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a.md", "b.md", "c.md"):
        Path(name).write_text("ledger: uses S3\n", encoding="utf-8")
    assert main(["memory-lint", "scan", "a.md", "--json", "b.md", "--exit-zero", "c.md"]) == 0
    assert '"facts": 3' in capsys.readouterr().out
    assert main(["memory-lint", "scan", "a.md", "--josn", "b.md"]) == 2
    assert main(["memory-lint", "undo", "a.md", "b.md"]) == 2


def test_a_package_about_memory_is_no_memory(tmp_path: Path) -> None:
    package, notes = tmp_path / "app" / "memory", tmp_path / "memory"
    for folder in (package, notes):
        folder.mkdir(parents=True)
        (folder / "notices.json").write_text('{"version": 1}', encoding="utf-8")
        (folder / "MEMORY.md").write_text("uses S3\n", encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    shown = [each.shown for each in find_inputs(["."], tmp_path)]
    assert shown == ["app/memory/MEMORY.md", "memory/MEMORY.md", "memory/notices.json"]
