"""Known findings stay quiet by their content; what is new, or new since a revision, is shown."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tmf_memory.cli.main import main

OLD = "ledger: uses PostgreSQL -- 2026-01-05\nledger: uses MySQL -- 2026-06-02\n"
NEW = "web: uses kong -- 2026-01-05\nweb: uses envoy -- 2026-06-02\n"


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "memory.md"
    path.write_text(OLD, encoding="utf-8")
    return path


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    scan = ["memory-lint", "scan", "--no-against-source", "--output-format", "concise"]
    main([*scan, *arguments, "memory.md"])
    captured = capsys.readouterr()
    assert captured.err == ""
    return [line.split("[")[1].split("]")[0] for line in captured.out.splitlines()]


def baseline(*arguments: str) -> int:
    return main(["memory-lint", "baseline", *arguments, "memory.md", "--baseline", "known.json"])


def test_known_findings_are_quiet_wherever_they_moved(
    memory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert baseline("write") == 0
    capsys.readouterr()
    assert shown(capsys, "--baseline", "known.json") == []
    memory.write_text(f"# Title\n\n\n{NEW}{OLD}", encoding="utf-8")
    assert shown(capsys, "--baseline", "known.json") == ["web"]
    assert shown(capsys) == ["web", "ledger"]


def test_gone_findings_are_pruned_and_new_ones_are_not_added(
    memory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    baseline("write")
    memory.write_text(NEW, encoding="utf-8")
    assert baseline("prune") == 0
    assert "dropped 1 of 1" in capsys.readouterr().out
    assert json.loads(Path("known.json").read_text(encoding="utf-8"))["findings"] == []


def test_file_is_stable(memory: Path) -> None:
    memory.write_text(NEW + OLD, encoding="utf-8")
    baseline("write")
    first = Path("known.json").read_bytes()
    memory.write_text(OLD + NEW, encoding="utf-8")
    baseline("write")
    assert Path("known.json").read_bytes() == first


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema_version": 9, "findings": []}'])
def test_what_is_no_baseline_is_named(
    memory: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    memory.with_name("known.json").write_text(text, encoding="utf-8")
    assert main(["memory-lint", "scan", "memory.md", "--baseline", "known.json"]) == 2
    assert "known.json" in capsys.readouterr().err


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_against_a_revision(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(memory.parent, "init", "-q")
    git(memory.parent, "add", "memory.md")
    git(memory.parent, "commit", "-q", "-m", "old")
    assert shown(capsys, "--against", "HEAD") == []
    memory.write_text(NEW + OLD, encoding="utf-8")
    assert shown(capsys, "--against", "HEAD") == ["web"]
    memory.with_name("other.md").write_text(NEW, encoding="utf-8")
    assert shown(capsys, "--against", "HEAD", "other.md") == ["web", "web"]
    assert main(["memory-lint", "scan", "memory.md", "--against", "nowhere"]) == 2
    assert "'nowhere'" in capsys.readouterr().err
