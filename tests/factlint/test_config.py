"""Configuration: what it changes, and that every mistake in it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tmf_memory.cli.main import main
from tmf_memory.factlint.config import find_config, read_config
from tmf_memory.factlint.model import Severity, SourceClass
from tmf_memory.kernel.errors import UsageError

CONFLICT = "ledger: uses PostgreSQL -- 2026-01-05\nledger: uses MySQL -- 2026-06-02\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "memory.md").write_text(CONFLICT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(project: Path, text: str) -> None:
    header = "[tool.tmf.memory-lint]\n"
    (project / "pyproject.toml").write_text(header + text, encoding="utf-8")


def scan(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    code = main(["memory-lint", "scan", "--output-format", "concise", *arguments])
    return code, [line.split(" ")[1] for line in capsys.readouterr().out.splitlines()]


def test_nearest_file_counts_and_a_pyproject_without_the_table_does_not(project: Path) -> None:
    (project / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    inner = project / "a" / "b"
    inner.mkdir(parents=True)
    assert find_config(inner).name == ""
    (project / "memory-lint.toml").write_text('fail-on = "error"\n', encoding="utf-8")
    assert find_config(inner).fail_on is Severity.ERROR
    (inner.parent / "memory-lint.toml").write_text('fail-on = "warning"\n', encoding="utf-8")
    assert find_config(inner).fail_on is Severity.WARNING


def test_search_ends_at_the_repository(project: Path) -> None:
    inner = project / "vendored"
    (inner / ".git").mkdir(parents=True)
    configure(project, 'fail-on = "error"\n')
    assert find_config(inner).name == ""


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["MF002"]),
        ('select = ["MF005"]', []),
        ('select = ["MF00"]', ["MF002"]),
        ('ignore = ["contradicted_implicit"]', []),
        ('extend-select = ["MF008"]', ["MF002"]),
        ('per-file-ignores = {"memory.md" = ["MF002"]}', []),
        ('per-file-ignores = {"other/*" = ["MF002"]}', ["MF002"]),
        ('exclude = ["*.md"]', []),
        ('multi-valued = ["tool"]', []),
        ('sources = {"wiki" = "primary"}', ["MF002"]),
    ],
)
def test_what_runs(
    project: Path, capsys: pytest.CaptureFixture[str], text: str, codes: list[str]
) -> None:
    configure(project, text + "\n")
    code, found = scan(capsys, "memory.md")
    assert found == codes
    assert code == int(bool(codes))


def test_arguments_come_on_top(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(project, 'select = ["MF005"]\nfail-on = "error"\n')
    assert scan(capsys, "memory.md", "--select", "MF002") == (1, ["MF002"])
    assert scan(capsys, "memory.md", "--select", "MF001,MF002", "--ignore", "MF002") == (0, [])


def test_fail_on(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "memory.md").write_text(CONFLICT.replace("MySQL", "PostgreSQL"), encoding="utf-8")
    (project / "two.md").write_text("web: uses kong 3 (source: x)\n" * 2, encoding="utf-8")
    configure(project, 'fail-on = "warning"\n')
    assert scan(capsys, "two.md") == (0, ["MF005"])
    assert scan(capsys, "two.md", "--fail-on", "info") == (1, ["MF005"])
    assert scan(capsys, "two.md", "--fail-on", "info", "--exit-zero") == (0, ["MF005"])


def test_own_words(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    configure(
        project,
        'transitions = ["waved goodbye to"]\n[tool.tmf.memory-lint.anchors]\n'
        'broker = ["publishes through"]\n',
    )
    (project / "memory.md").write_text(
        "web: publishes through NATS -- 2026-01-01\nweb: waved goodbye to NATS -- 2026-02-01\n"
        "api: publishes through NATS -- 2026-01-01\napi: publishes through Kafka -- 2026-02-01\n",
        encoding="utf-8",
    )
    assert scan(capsys, "memory.md") == (1, ["MF001", "MF002"])


def test_sources_are_classified(project: Path) -> None:
    configure(project, '[tool.tmf.memory-lint.sources]\n"runbook*" = "primary"\n')
    weights = find_config(project).weights
    assert weights.class_of("runbook-3", SourceClass.UNCLASSIFIED) is SourceClass.PRIMARY


def test_registry_file_is_read_from_beside_the_configuration(project: Path) -> None:
    (project / "r.yaml").write_text("cues:\n  hearsay: 0.1\n", encoding="utf-8")
    configure(project, 'registry = "r.yaml"\n')
    assert find_config(project).weights.wording("hearsay") == 0.1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("selekt = []", "unknown key 'selekt'"),
        ("select = 3", "select is a list of texts"),
        ("select = [3]", "select is a list of texts"),
        ('fail-on = "loud"', "'loud' is no severity"),
        ('sources = ["a"]', "sources is a table"),
        ('sources = {a = "royal"}', "'royal' is no source class"),
        ('registry = "none.yaml"', "cannot be read"),
        ("= 3", "is not TOML"),
    ],
)
def test_mistakes_are_named(
    project: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    configure(project, text + "\n")
    assert main(["memory-lint", "scan", "memory.md"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "reason"), [("a: [", "is not YAML"), ("!!python/object:os.system x", "is not YAML")]
)
def test_registry_executes_nothing(project: Path, text: str, reason: str) -> None:
    (project / "r.yaml").write_text(text, encoding="utf-8")
    configure(project, 'registry = "r.yaml"\n')
    with pytest.raises(UsageError, match=reason):
        find_config(project)


def test_named_file_must_hold_the_table(project: Path) -> None:
    (project / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    with pytest.raises(UsageError, match="has no"):
        read_config(project / "pyproject.toml")
