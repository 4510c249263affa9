"""SQLite memory back ends: only read, only the named tables, and no trust in what is there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.factlint.formats.contract import run_format_contract
from tmf_memory.factlint.analysis import LintOptions
from tmf_memory.factlint.config import decode_config
from tmf_memory.factlint.fixes import fixes_of
from tmf_memory.factlint.formats.sqlite import FORMAT, Table, cell
from tmf_memory.factlint.linter import LintRequest, lint
from tmf_memory.factlint.model import Finding, Report
from tmf_memory.kernel.errors import UsageError

MEMORIES = Table(
    "memories", (("claim", "content"), ("entity", "user"), ("observed_at", "created_at"))
)
FACTS = Table("facts", (("entity", "who"), ("slot", "what"), ("value", "is"), ("source", "by")))
SCHEMA = """
CREATE TABLE memories (id INTEGER, content TEXT, user TEXT, created_at TEXT);
CREATE TABLE facts ("who" TEXT, "what" TEXT, "is" TEXT, "by" TEXT);
CREATE TABLE other (secret TEXT);
"""


def database(folder: Path, *statements: str, schema: str = SCHEMA) -> Path:
    path = folder / "memory.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(schema)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path


def scanned(path: Path, *tables: Table) -> Report:
    return lint(LintRequest((path.name,), path.parent, LintOptions(tables=tables)))


def place(finding: Finding) -> str:
    return f"{finding.location.path}:{finding.location.line}" if finding.location else "-"


def reasons(report: Report) -> list[str]:
    return [finding.reason for finding in report.findings]


def test_contract() -> None:
    run_format_contract(FORMAT, "memory.db", "whatever")


def test_rows_are_facts_and_disagree(tmp_path: Path) -> None:
    path = database(
        tmp_path,
        "INSERT INTO memories VALUES (1, 'uses PostgreSQL 14', 'ledger', '2026-01-05 10:00:00')",
        "INSERT INTO memories VALUES (2, 'uses MySQL 8', 'ledger', '2026-06-02 10:00:00.123')",
        "INSERT INTO memories VALUES (3, 'Never push on Fridays', 'ledger', '2026-06-02')",
        "INSERT INTO facts VALUES ('web', 'gateway', 'kong', 'wiki')",
    )
    before = path.read_bytes()
    report = scanned(path, MEMORIES, FACTS)
    shown = [(each.code, place(each), each.entity) for each in report.findings]
    assert shown == [("MF002", "memory.db:1", "ledger")]
    assert report.facts == 3
    assert fixes_of(report.findings) == []
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["memory.db"]


def test_a_credential_in_a_row_is_found_at_its_row(tmp_path: Path) -> None:
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    path = database(
        tmp_path,
        "INSERT INTO memories VALUES (1, 'serves the shop', 'web', '2026-01-05')",
        f"INSERT INTO memories VALUES (2, 'the token is {token}', 'web', '2026-01-05')",
    )
    (finding,) = scanned(path, MEMORIES).findings
    assert (finding.name, place(finding)) == ("secret", "memory.db:2")
    assert token not in finding.reason


def test_a_database_without_named_tables_is_not_guessed(tmp_path: Path) -> None:
    assert reasons(scanned(database(tmp_path))) == [
        "a database: name its table and columns under [sqlite]"
    ]


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (Table("nothing", (("claim", "x"),)), "cannot be read: no such table: nothing"),
        (Table("memories", (("claim", "x"),)), "cannot be read: no such column: memories.x"),
        (
            Table('memories"; DROP TABLE other; --', (("claim", "content"),)),
            'cannot be read: no such table: memories"; DROP TABLE other; --',
        ),
        (Table("other", (("claim", "secret"),)), "no rows in the named tables"),
    ],
)
def test_what_is_not_there_is_named(table: Table, reason: str, tmp_path: Path) -> None:
    assert reasons(scanned(database(tmp_path), table)) == [reason]


def test_a_view_is_no_table(tmp_path: Path) -> None:
    endless = (
        "CREATE VIEW memories AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        "SELECT x AS content, x AS user, x AS created_at FROM n;"
    )
    path = database(tmp_path, schema=endless)
    assert reasons(scanned(path, MEMORIES)) == ["cannot be read: no such table: memories"]


@pytest.mark.parametrize("data", [b"", b"no database at all", b"SQLite format 3\0" + b"\xff" * 900])
def test_a_damaged_file_is_a_finding(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    path.write_bytes(data)
    (finding,) = scanned(path, MEMORIES).findings
    assert finding.name == "bad_input"
    assert finding.reason.startswith("cannot be read: ")


def test_a_torn_database_is_a_finding(tmp_path: Path) -> None:
    rows = [f"INSERT INTO memories VALUES ({n}, '{'x' * 200}', 'a', '2026')" for n in range(200)]
    path = database(tmp_path, *rows)
    path.write_bytes(path.read_bytes()[:9000])
    (finding,) = scanned(path, MEMORIES).findings
    assert finding.name == "bad_input"


def test_a_locked_database_is_a_finding(tmp_path: Path) -> None:
    path = database(tmp_path)
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        assert reasons(scanned(path, MEMORIES)) == ["cannot be read: database is locked"]


def test_rows_that_are_no_record_are_findings(tmp_path: Path) -> None:
    path = database(
        tmp_path,
        "INSERT INTO memories VALUES (1, NULL, 'web', '2026-01-05')",
        "INSERT INTO memories VALUES (2, x'00ff', 'web', '2026-01-05')",
        "INSERT INTO memories VALUES (3, 'serves the shop', 'web', 'soon')",
    )
    found = scanned(path, MEMORIES).findings
    assert [(each.name, place(each)) for each in found] == [
        ("malformed_record", f"memory.db:{row}") for row in (1, 2, 3)
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1767607200, "2026-01-05"),
        (1767607200000, "2026-01-05"),
        (1767607200.5, "2026-01-05"),
        ("2026-01-05", "2026-01-05"),
        (None, None),
        (b"x", None),
    ],
)
def test_dates_of_databases(value: object, expected: str | None) -> None:
    assert cell("observed_at", value) == expected


def test_the_configuration_names_tables_and_columns() -> None:
    table = {"sqlite": {"memories": {"claim": "content", "entity": "user"}}}
    (found,) = decode_config(table, Path("memory-lint.toml")).tables
    assert found == Table("memories", (("claim", "content"), ("entity", "user")))


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("content", "memory-lint.toml: sqlite.memories is a table of columns"),
        ({"claim": 1}, "memory-lint.toml: sqlite.memories is a table of columns"),
        (
            {"entity": "user"},
            "memory-lint.toml: sqlite.memories names no column for claim or value",
        ),
    ],
)
def test_mistakes_in_the_configuration_are_named(columns: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        decode_config({"sqlite": {"memories": columns}}, Path("memory-lint.toml"))
