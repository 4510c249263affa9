"""Fixing is safe: it does what it said, changes nothing else, and can be undone byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.factlint.documents import FILES
from tests.fakes.clock import FakeClock
from tmf_memory.factlint.apply import apply_fixes, undo
from tmf_memory.factlint.edits import edited
from tmf_memory.factlint.fixes import fixes_of
from tmf_memory.factlint.linter import Input, decode_document, scan
from tmf_memory.factlint.model import Report
from tmf_memory.kernel.errors import FileChangedError, NothingToUndoError

ROOT = Path(__file__).resolve().parents[2]


def lint(name: str, text: str) -> Report:
    return scan([Input(name, data=text.encode())])


def fingerprints(report: Report) -> list[str]:
    return sorted(finding.fingerprint for finding in report.findings)


@pytest.mark.slow
@given(FILES)
@settings(max_examples=200, deadline=None)
def test_what_was_fixed_is_gone_and_nothing_new_came(file: tuple[str, str]) -> None:
    name, text = file
    before = lint(name, text)
    fixes = fixes_of(before.findings)
    after_text, done = edited(before.documents[0], fixes)
    after = lint(name, after_text)
    assert done == tuple(fixes)
    fixed = {finding.fingerprint for finding in before.findings if finding.fix is not None}
    left = {finding.fingerprint for finding in before.findings if finding.fix is None}
    assert set(fingerprints(after)) <= left | fixed
    ids = [fact.id for fact in after.documents[0].facts]
    superseded = [fix.fact.id for fix in fixes if fix.valid_to]
    assert all(fact_id in ids for fact_id in superseded)
    assert [f for f in fixes_of(after.findings) if f.fact.id in superseded] == []


@pytest.mark.slow
@given(FILES)
@settings(max_examples=100, deadline=None)
def test_apply_then_undo_is_the_original(file: tuple[str, str]) -> None:
    name, text = file
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text.encode())
        report = scan([Input(name, path)])
        fixes = fixes_of(report.findings)
        apply_fixes(report.documents, fixes, {name: path}, FakeClock())
        if not fixes:
            assert [each.name for each in Path(folder).iterdir()] == [name]
            return
        assert path.read_bytes() != text.encode()
        undo(path, FakeClock())
        assert path.read_bytes() == text.encode()
        undo(path, FakeClock())
        assert path.read_bytes() == text.encode()


@pytest.mark.slow
@given(FILES)
@settings(max_examples=100, deadline=None)
def test_lines_without_a_fix_keep_their_bytes(file: tuple[str, str]) -> None:
    name, text = file
    report = lint(name, text)
    fixes = fixes_of(report.findings)
    after, _ = edited(report.documents[0], fixes)
    if name.endswith(".json"):
        assert _facts(name, after) >= _facts(name, text) - len(fixes)
        return
    touched = {
        line for fix in fixes for line in range(fix.fact.place.line, fix.fact.place.line_end + 1)
    }
    kept = [
        line
        for number, line in enumerate(text.split("\n"), start=1)
        # What only stands between two entries goes with one of them.
        if number not in touched and line.rstrip("\r") != "§"
    ]
    rest = after.split("\n")
    position = 0
    for line in kept:
        bare = line.removeprefix("\ufeff").rstrip("\r")
        while rest[position].removeprefix("\ufeff").rstrip("\r") != bare:
            position += 1
            assert position < len(rest)
        position += 1


def _facts(name: str, text: str) -> int:
    return len(decode_document(name, text.encode()).facts)


STORE = (
    '{"entity": "web", "slot": "gateway", "value": "kong", "observed_at": "2026-01-01", "x": [1]}\n'
    '{"entity": "web", "slot": "gateway", "value": "envoy", "observed_at": "2026-02-01"}\n'
)


def applied(path: Path) -> None:
    report = scan([Input(path.name, path)])
    apply_fixes(report.documents, fixes_of(report.findings), {path.name: path}, FakeClock())


def test_json_line_is_stamped_and_unknown_keys_survive(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    path.write_text(STORE, encoding="utf-8")
    path.chmod(0o640)
    applied(path)
    first, second = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["valid_to"] == "2026-02-01"
    assert json.loads(first)["x"] == [1]
    assert second == STORE.splitlines()[1]
    assert path.stat().st_mode & 0o777 == 0o640


def test_line_that_keeps_another_out_of_a_block_is_not_deleted() -> None:
    text = "uses redis 7 for orders\nledger:\n\nuses redis 7 for orders\n- uses S3\n"
    report = lint("memory.md", text)
    assert [finding.name for finding in report.findings] == ["duplicate"]
    assert fixes_of(report.findings) == []


ONE_NAME_MORE = (
    "uses PostgreSQL 14 for orders (source: wiki)\n"
    'ledger: uses PostgreSQL 14 for orders (aka "Books")\n'
    'Globex Inc: uses PostgreSQL 14 for orders (aka "Books")\n'
)


def test_copy_that_makes_two_names_one_entity_is_not_deleted() -> None:
    report = lint("memory.md", ONE_NAME_MORE)
    assert [finding.name for finding in report.findings] == ["unsourced", "duplicate", "unsourced"]
    assert fixes_of(report.findings) == []


def test_fingerprint_does_not_hang_on_the_name_that_another_line_gives() -> None:
    both = lint("memory.md", ONE_NAME_MORE)
    alone = lint("memory.md", ONE_NAME_MORE.rpartition("Globex")[0])
    assert [finding.entity for finding in both.findings] == ["Globex Inc"] * 3
    assert [finding.entity for finding in alone.findings] == ["ledger"]
    assert fingerprints(alone)[0] in fingerprints(both)


def test_verdict_does_not_hang_on_a_copy_that_is_deleted() -> None:
    lines = ("PostgreSQL 14 for orders", "redis 6 for orders", "MySQL 8 for orders")
    dates = ("", ', "observed_at": "2026-01-05"', ', "observed_at": "2026-01-05"')
    rows = [
        f'{{"entity": "web", "claim": "uses {line}"{date}}}\n'
        for line, date in zip(lines, dates, strict=True)
    ]
    copied = lint("store.jsonl", "".join((*rows, rows[1])))
    text, _ = edited(copied.documents[0], fixes_of(copied.findings))
    assert text == "".join(rows)
    names = [finding.name for finding in copied.findings]
    assert names == ["likely_conflict", "unsourced", "duplicate"]
    assert set(fingerprints(lint("store.jsonl", text))) <= set(fingerprints(copied))


def test_file_that_changed_since_the_scan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    path.write_text(STORE, encoding="utf-8")
    report = scan([Input(path.name, path)])
    path.write_text(STORE + "\n", encoding="utf-8")
    with pytest.raises(FileChangedError):
        apply_fixes(report.documents, fixes_of(report.findings), {path.name: path}, FakeClock())
    assert path.read_text(encoding="utf-8") == STORE + "\n"
    assert [each.name for each in tmp_path.iterdir()] == ["store.jsonl"]


def test_newest_snapshot_wins(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    path.write_text(STORE, encoding="utf-8")
    applied(path)
    second = STORE.replace("kong", "nginx")
    path.write_text(second, encoding="utf-8")
    applied(path)
    undo(path, FakeClock())
    assert path.read_text(encoding="utf-8") == second


def test_undo_needs_a_snapshot_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    path.write_text(STORE, encoding="utf-8")
    (tmp_path / "store.jsonl.bak-mine").write_text("no", encoding="utf-8")
    (tmp_path / "store.jsonl.bak").write_text("no", encoding="utf-8")
    with pytest.raises(NothingToUndoError):
        undo(path, FakeClock())


def test_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "real.jsonl"
    target.write_text(STORE, encoding="utf-8")
    link = tmp_path / "store.jsonl"
    link.symlink_to(target)
    applied(link)
    assert link.is_symlink()
    assert "valid_to" in target.read_text(encoding="utf-8")


def test_two_processes_at_once_apply_the_plan_once(tmp_path: Path) -> None:
    path = tmp_path / "store.jsonl"
    path.write_text(STORE, encoding="utf-8")
    command = [sys.executable, "-m", "tmf_memory", "memory-lint", "report", path.name]
    running = [
        subprocess.Popen(
            [*command, "--apply", "--yes-i-know"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        for _ in range(2)
    ]
    answers = [process.communicate() for process in running]
    shown = [out.decode() + error.decode() for out, error in answers]
    assert sum("applied 1 fix(es)" in text for text in shown) == 1
    assert sum("nothing to apply" in text or "[file-changed]" in text for text in shown) == 1
    assert path.read_text(encoding="utf-8").count("valid_to") == 1
    undo(path, FakeClock())
    assert path.read_text(encoding="utf-8") == STORE
