"""The short way into the server takes what it understands, and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tmf_memory.kernel.errors import RepositoryNotFoundError
from tmf_memory.mcp.engines import repository_for
from tmf_memory.mcp.quick import plain_options

ROOT = Path(__file__).parents[3]
BOOT = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
    "from tmf_memory.__main__ import main; sys.exit(main())"
)
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], {}),
        (["--repo", "x"], {"--repo": "x"}),
        (["--read-only", "--tools", "lint"], {"--read-only": "", "--tools": "lint"}),
        (["--help"], None),
        (["--repo"], None),
        (["--repo", "--read-only"], None),
        (["--repo=x"], None),
        (["--repo", "x", "--repo", "y"], None),
        (["--json"], None),
        (["x"], None),
        (["--", "--read-only"], None),
    ],
)
def test_plain_options(arguments: list[str], options: dict[str, str] | None) -> None:
    assert plain_options(arguments) == options


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (["mcp"], 0, '{"jsonrpc":"2.0","id":1,"result":{}}\n'),
        (["mcp", "--repo=."], 0, '{"jsonrpc":"2.0","id":1,"result":{}}\n'),
        (["--repo", ".", "mcp"], 0, '{"jsonrpc":"2.0","id":1,"result":{}}\n'),
        (["mcp", "--tools", "x"], 2, "error: no tools are called x; groups: code, lint, recall"),
        (["mcp", "--rebo", "x"], 2, "error: "),
        (["mcp", "--help"], 0, "usage: tmf mcp"),
    ],
)
def test_both_ways_say_the_same(arguments: list[str], code: int, shown: str) -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-c", BOOT, *arguments], input=PING, capture_output=True, check=False
    )
    assert done.returncode == code
    assert (done.stdout + done.stderr).decode().startswith(shown)


def test_handshake_imports_no_engine_and_no_command_line() -> None:
    opening = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "x"}},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "prompts/list"},
        {"jsonrpc": "2.0", "id": 4, "method": "resources/list"},
    ]
    sent = b"".join(json.dumps(message).encode() + b"\n" for message in opening)
    command = [sys.executable, "-I", "-X", "importtime", "-c", BOOT, "mcp"]
    done = subprocess.run(command, input=sent, capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == 4
    rows = [row.split("|") for row in done.stderr.decode().splitlines() if row.count("|") == 2]
    names = {row[2].strip() for row in rows}
    rooms = {name.split(".")[1] for name in names if name.startswith("tmf_memory.")}
    assert rooms <= {"mcp", "kernel", "__main__"}
    assert {name for name in names if name.startswith("tmf_memory.kernel.")} <= {
        "tmf_memory.kernel.errors",
        "tmf_memory.kernel.registry",
    }
    heavy = {"argparse", "asyncio", "dataclasses", "inspect", "pathlib", "socket", "subprocess"}
    assert names & heavy == set()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "people" / "ann"
    (folder / "project" / "src").mkdir(parents=True)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(folder))
    return folder


@pytest.mark.parametrize("start", [".", "..", "../..", str(Path(os.sep).resolve())])
def test_home_and_what_is_above_it_are_no_repository(
    home: Path, start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home / start)
    with pytest.raises(RepositoryNotFoundError, match="start tmf mcp with --repo PATH"):
        repository_for(None)


def test_home_is_a_repository_when_it_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / ".git").mkdir()
    (home / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    monkeypatch.chdir(home)
    assert repository_for(None) == home.resolve()


def test_project_is_found_from_inside_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "project" / ".tmf").mkdir()
    monkeypatch.chdir(home / "project" / "src")
    assert repository_for(None) == (home / "project").resolve()
    assert repository_for(".") == (home / "project" / "src").resolve()


@pytest.mark.parametrize("given", ["missing", "${workspaceFolder}", "a\0b"])
def test_folder_that_is_not_there_is_named(given: str) -> None:
    with pytest.raises(RepositoryNotFoundError, match="no directory at"):
        repository_for(given)
