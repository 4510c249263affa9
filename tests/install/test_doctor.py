"""What doctor says of a host: found, configured, reachable, what to mend."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.install.machine import HOSTS, Machine
from tmf_memory.install.command import program
from tmf_memory.install.doctor import Checkup, examine, is_found, is_trusted
from tmf_memory.install.hosts.base import Scope, Surroundings
from tmf_memory.install.probe import probe

PROJECT, USER = Scope.PROJECT, Scope.USER


def _checkup(machine: Machine, host: str, scope: Scope) -> Checkup:
    found = examine(machine.installer, [HOSTS[host]])
    return next(one for one in found if one.scope is scope)


def test_host_without_a_trace_is_not_mentioned(machine: Machine) -> None:
    assert examine(machine.installer, HOSTS.values()) == []


@pytest.mark.skipif(os.name == "nt", reason="a program is a file with a mode")
def test_host_is_found_by_its_program(machine: Machine) -> None:
    program = machine.home / "bin" / "codex"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    around = Surroundings(machine.home, machine.project, {"PATH": str(program.parent)})
    assert [name for name, host in HOSTS.items() if is_found(host, around)] == ["codex"]


@pytest.mark.parametrize(
    ("place", "host"),
    [
        ("home/.codex", "codex"),
        ("home/.cursor", "cursor"),
        ("project/.vscode", "vscode"),
        ("home/.gemini", "gemini"),
    ],
)
def test_host_is_found_by_its_folder(machine: Machine, place: str, host: str) -> None:
    (machine.home.parent / place).mkdir(parents=True)
    around = machine.installer.around
    assert [name for name, one in HOSTS.items() if is_found(one, around)] == [host]


def test_configured_host_is_reached(machine: Machine) -> None:
    machine = replace(machine, program=program())
    machine.install("cursor", PROJECT)
    checkup = _checkup(machine, "cursor", PROJECT)
    assert checkup.is_configured
    assert checkup.is_reachable
    assert checkup.probe is not None
    assert {"tmf_retrieve", "tmf_callers"} <= set(checkup.probe.tools)
    assert _checkup(machine, "cursor", USER).is_configured is False


def test_malformed_file_is_a_problem_with_its_remedy(machine: Machine) -> None:
    path = machine.write("claude", PROJECT, b"{oops")
    (problem,) = _checkup(machine, "claude", PROJECT).problems
    assert "line 1: expected a name in double quotes" in problem.what
    assert problem.mend == f"mend {path} by hand, then run tmf doctor again"


def test_entry_of_a_stranger_is_never_started(machine: Machine, tmp_path: Path) -> None:
    """A project's file comes with the repository: it may name any program."""
    proof = tmp_path / "started"
    code = f"open({str(proof)!r}, 'w')  # tmf_memory"
    entry = {"type": "stdio", "command": sys.executable, "args": ["-c", code, "mcp"]}
    machine.write("claude", PROJECT, json.dumps({"mcpServers": {"tmf": entry}}).encode())
    checkup = _checkup(machine, "claude", PROJECT)
    assert checkup.probe is None
    (problem,) = checkup.problems
    assert problem.what == "the entry is not one that this installation wrote; not started"
    assert problem.mend == "tmf install claude --scope project"
    assert not proof.exists()


def test_entry_with_a_strange_environment_is_never_started(machine: Machine) -> None:
    machine.install("claude", PROJECT)
    path = machine.config("claude", PROJECT)
    document = json.loads(path.read_bytes())
    document["mcpServers"]["tmf"]["env"] = {"LD_PRELOAD": "evil.so"}
    path.write_text(json.dumps(document), encoding="utf-8")
    assert _checkup(machine, "claude", PROJECT).probe is None


def test_entry_that_is_something_else_is_named(machine: Machine) -> None:
    machine.write("claude", PROJECT, b'{"mcpServers": {"tmf": {"command": "theirs"}}}')
    checkup = _checkup(machine, "claude", PROJECT)
    assert checkup.is_configured is False
    assert checkup.problems[0].what == "the entry 'tmf' starts something else"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import sys; sys.exit('no module')", "no module"),
        ("pass", "it said nothing"),
        ("print('hello'); print('world')", "are not those of an MCP server"),
        ("print('{}'); print('[]')", "are not those of an MCP server"),
    ],
)
def test_server_that_does_not_serve(code: str, problem: str, tmp_path: Path) -> None:
    assert problem in probe([sys.executable, "-c", code], tmp_path).problem


def test_program_that_is_not_there(tmp_path: Path) -> None:
    seen = probe([str(tmp_path / "gone")], tmp_path)
    assert seen.problem == f"{tmp_path / 'gone'} cannot be started: No such file or directory"


TRUST: list[tuple[str, Scope, str, str, bool | None]] = [
    ("cursor", PROJECT, "", "", None),
    ("vscode", PROJECT, "", "", None),
    ("claude", USER, "", "", None),
    ("claude", PROJECT, "home/.claude.json", "{}", False),
    (
        "claude",
        PROJECT,
        "home/.claude.json",
        '{"projects": {"PROJECT": {"enabledMcpjsonServers": ["tmf"]}}}',
        True,
    ),
    (
        "claude",
        PROJECT,
        "home/.claude.json",
        '{"projects": {"/other": {"enabledMcpjsonServers": ["tmf"]}}}',
        False,
    ),
    (
        "claude",
        PROJECT,
        "project/.claude/settings.local.json",
        '{"enableAllProjectMcpServers": true}',
        True,
    ),
    ("claude", PROJECT, "home/.claude.json", "{damaged", False),
    ("codex", USER, "", "", None),
    (
        "codex",
        PROJECT,
        "home/.codex/config.toml",
        '[projects."PROJECT"]\ntrust_level = "trusted"\n',
        True,
    ),
    (
        "codex",
        PROJECT,
        "home/.codex/config.toml",
        '[projects."PROJECT"]\ntrust_level = "untrusted"\n',
        False,
    ),
    ("codex", PROJECT, "home/.codex/config.toml", "damaged = ", False),
    ("codex", PROJECT, "", "", False),
    ("gemini", USER, "home/.gemini/trustedFolders.json", '{"PROJECT": "TRUST_FOLDER"}', True),
    ("gemini", PROJECT, "home/.gemini/trustedFolders.json", '{"PROJECT/x": "TRUST_PARENT"}', True),
    ("gemini", PROJECT, "home/.gemini/trustedFolders.json", '{"PROJECT": "DO_NOT_TRUST"}', False),
    ("gemini", USER, "home/.gemini/trustedFolders.json", '{"/": "TRUST_FOLDER"}', True),
    ("gemini", PROJECT, "", "", False),
]


@pytest.mark.parametrize("case", TRUST)
def test_whether_the_host_will_start_us(
    machine: Machine, case: tuple[str, Scope, str, str, bool | None]
) -> None:
    host, scope, place, text, trusted = case
    if place:
        path = machine.home.parent / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("PROJECT", machine.project.as_posix()), encoding="utf-8")
    assert is_trusted(HOSTS[host], scope, machine.installer.around) is trusted


def test_missing_trust_is_a_problem_with_its_remedy(machine: Machine) -> None:
    machine = replace(machine, program=program())
    machine.install("codex", PROJECT)
    checkup = _checkup(machine, "codex", PROJECT)
    assert checkup.is_reachable
    (problem,) = checkup.problems
    assert problem.what == "Codex does not trust this entry yet"
    assert problem.mend.startswith("start codex here and trust the folder")
