"""Install, install again, uninstall: what changes, what stays, what is refused."""

from __future__ import annotations

import json
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.install.machine import EVERYWHERE, HOSTS, Machine
from tmf_memory.install.documents import MalformedConfigError
from tmf_memory.install.files import ConfigAccessError, ConfigChangedError
from tmf_memory.install.hosts.base import Scope, Surroundings
from tmf_memory.install.hosts.vscode import HOST as VSCODE
from tmf_memory.install.installer import is_ours
from tmf_memory.kernel.toml import loads

PROJECT, USER = Scope.PROJECT, Scope.USER
JSON_HOSTS = ("claude", "cursor", "gemini", "vscode")
BEFORE = {
    "json": b'{\r\n\t"theme": "dark", // mine\r\n\t"%s": {"other": {"command": "x"}},\r\n}\r\n',
    "toml": b'# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x" # why\n',
}


def _config_of(machine: Machine, host: str, scope: Scope) -> bytes:
    syntax = "toml" if host == "codex" else "json"
    section = machine.installer.plan_install(HOSTS[host], scope).host.section[0]
    return BEFORE[syntax].replace(b"%s", section.encode())


@pytest.mark.parametrize(("host", "scope"), EVERYWHERE)
def test_file_that_we_made_goes_away_again(machine: Machine, host: str, scope: Scope) -> None:
    machine.install(host, scope)
    assert len(machine.files()) == 1
    machine.uninstall(host, scope)
    assert machine.files() == {}
    assert [path.name for path in machine.project.iterdir()] == []


@pytest.mark.parametrize(("host", "scope"), EVERYWHERE)
def test_file_that_was_there_gets_its_bytes_back(machine: Machine, host: str, scope: Scope) -> None:
    data = _config_of(machine, host, scope)
    path = machine.write(host, scope, data)
    machine.install(host, scope)
    assert path.read_bytes() != data
    machine.uninstall(host, scope)
    assert path.read_bytes() == data


@pytest.mark.parametrize(("host", "scope"), EVERYWHERE)
@pytest.mark.parametrize("data", [b"", b"\n", b"{}", b"{ }\n", b"{\n}\n", b"\xef\xbb\xbf{}"])
def test_empty_file_gets_its_bytes_back(
    machine: Machine, host: str, scope: Scope, data: bytes
) -> None:
    if host == "codex":
        data = data.translate(None, b"\xef\xbb\xbf{} ")
    path = machine.write(host, scope, data)
    machine.install(host, scope)
    assert b"tmf" in path.read_bytes()
    machine.uninstall(host, scope)
    assert path.read_bytes() == data


@pytest.mark.parametrize(("host", "scope"), EVERYWHERE)
def test_second_install_changes_nothing(machine: Machine, host: str, scope: Scope) -> None:
    machine.write(host, scope, _config_of(machine, host, scope))
    machine.install(host, scope)
    files = machine.files()
    assert not machine.install(host, scope).changes
    assert machine.files() == files


@pytest.mark.parametrize(("host", "scope"), EVERYWHERE)
def test_uninstall_of_nothing_changes_nothing(machine: Machine, host: str, scope: Scope) -> None:
    assert not machine.uninstall(host, scope).changes
    machine.write(host, scope, _config_of(machine, host, scope))
    assert not machine.uninstall(host, scope).changes


@pytest.mark.parametrize("host", JSON_HOSTS)
def test_later_edit_of_another_program_stays(machine: Machine, host: str) -> None:
    data = _config_of(machine, host, PROJECT)
    path = machine.write(host, PROJECT, data)
    machine.install(host, PROJECT)
    path.write_bytes(path.read_bytes().replace(b"dark", b"light"))
    machine.uninstall(host, PROJECT)
    assert path.read_bytes() == data.replace(b"dark", b"light")


def test_later_edit_of_a_toml_file_stays(machine: Machine) -> None:
    path = machine.write("codex", USER, BEFORE["toml"])
    machine.install("codex", USER)
    path.write_bytes(path.read_bytes() + b'\n[projects."/p"]\ntrust_level = "trusted"\n')
    machine.uninstall("codex", USER)
    assert path.read_bytes() == BEFORE["toml"] + b'\n[projects."/p"]\ntrust_level = "trusted"\n'


def test_file_rewritten_by_its_program_loses_only_what_we_added(machine: Machine) -> None:
    """Claude Code rewrites its file as a whole; the section that we made goes with our entry."""
    path = machine.write("claude", USER, b'{"numStartups": 1}')
    machine.install("claude", USER)
    rewritten = {**json.loads(path.read_bytes()), "numStartups": 2}
    path.write_text(json.dumps(rewritten, indent=2), encoding="utf-8")
    machine.uninstall("claude", USER)
    assert json.loads(path.read_bytes()) == {"numStartups": 2}


def test_section_that_was_there_stays_though_it_is_empty(machine: Machine) -> None:
    path = machine.write("claude", USER, b'{"n": 1, "mcpServers": {}}')
    machine.install("claude", USER)
    path.write_bytes(path.read_bytes().replace(b'"n": 1', b'"n": 2'))
    machine.uninstall("claude", USER)
    assert json.loads(path.read_bytes()) == {"n": 2, "mcpServers": {}}


@pytest.mark.parametrize("edited", [False, True])
def test_update_of_our_entry_still_gives_the_first_bytes_back(
    machine: Machine, edited: bool
) -> None:
    path = machine.write("codex", USER, BEFORE["toml"])
    replace(machine, program=("/old/python", "-m", "tmf_memory")).install("codex", USER)
    later = b"[z]\n" if edited else b""
    path.write_bytes(path.read_bytes() + later)
    machine.install("codex", USER)
    assert loads(path.read_text())["mcp_servers"]["tmf"]["command"] == "/venv/bin/python"
    machine.uninstall("codex", USER)
    assert path.read_bytes() == BEFORE["toml"] + later


def test_keys_that_the_user_added_to_our_entry_stay_on_update(machine: Machine) -> None:
    old = b'{"mcpServers": {"tmf": {"command": "tmf", "args": ["mcp"], "env": {"A": "b"}}}}'
    path = machine.write("claude", PROJECT, old)
    machine.install("claude", PROJECT)
    entry = json.loads(path.read_bytes())["mcpServers"]["tmf"]
    assert entry["env"] == {"A": "b"}
    assert entry["command"] == "/venv/bin/python"


@pytest.mark.parametrize(
    ("host", "data", "reason"),
    [
        ("claude", b'{"mcpServers": ', "line 1: expected a value"),
        ("claude", b'{\n "a": 1\n "b": 2}', "line 3: expected a comma or the end of this object"),
        ("claude", b"[]", "the document is not an object"),
        ("claude", b'{"mcpServers": []}', "mcpServers is not an object"),
        ("claude", b'{"mcpServers": {"tmf": "x"}}', "mcpServers.tmf is not an object"),
        ("claude", b'{"mcpServers": {}, "mcpServers": {}}', "'mcpServers' is there twice"),
        ("claude", b'{"a": "\xff"}', "is not UTF-8"),
        ("claude", b'{"mcpServers": {"tmf": {"command": "evil"}}}', "starts something else"),
        ("codex", b"model = ", "Invalid value"),
        ("codex", b"mcp_servers = 1", "mcp_servers.tmf is not a table"),
        ("codex", b"mcp_servers = { x = {} }", "cannot be added beside what is there"),
        ("codex", b"[mcp_servers.tmf]\ncommand = 'evil'", "starts something else"),
    ],
)
def test_file_that_cannot_be_edited_safely_is_left_alone(
    machine: Machine, host: str, data: bytes, reason: str
) -> None:
    path = machine.write(host, PROJECT, data)
    with pytest.raises(MalformedConfigError, match=reason.replace("(", r"\(")):
        machine.install(host, PROJECT)
    assert path.read_bytes() == data


def test_entry_of_somebody_else_is_not_removed(machine: Machine) -> None:
    data = b'{"mcpServers": {"tmf": {"command": "theirs", "args": ["mcp"]}}}'
    path = machine.write("claude", PROJECT, data)
    assert not machine.uninstall("claude", PROJECT).changes
    assert path.read_bytes() == data


def test_file_that_changed_since_the_plan_is_not_overwritten(machine: Machine) -> None:
    path = machine.write("claude", PROJECT, b"{}")
    edit = machine.installer.plan_install(HOSTS["claude"], PROJECT)
    path.write_bytes(b'{"new": 1}')
    with pytest.raises(ConfigChangedError):
        machine.installer.apply_install(edit)
    assert path.read_bytes() == b'{"new": 1}'


@pytest.mark.skipif(sys.platform == "win32", reason="modes and links of POSIX")
def test_mode_and_link_survive(machine: Machine) -> None:
    real = machine.home / "dotfiles.json"
    real.write_bytes(b'{"token": "t"}')
    real.chmod(0o640)
    path = machine.config("claude", USER)
    path.symlink_to(real)
    machine.install("claude", USER)
    assert path.is_symlink()
    assert b"tmf" in real.read_bytes()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
    machine.uninstall("claude", USER)
    assert real.read_bytes() == b'{"token": "t"}'


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_backup_is_private_and_holds_the_old_bytes(machine: Machine) -> None:
    machine.write("claude", USER, b'{"token": "t"}')
    edit = machine.installer.plan_install(HOSTS["claude"], USER)
    backup = machine.installer.apply_install(edit)
    assert backup is not None
    assert backup.read_bytes() == b'{"token": "t"}'
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_lost_receipts_leave_the_file_usable(machine: Machine) -> None:
    data = _config_of(machine, "cursor", PROJECT)
    path = machine.write("cursor", PROJECT, data)
    machine.install("cursor", PROJECT)
    (machine.home / "state" / "receipts.json").write_bytes(b"{damaged")
    machine.uninstall("cursor", PROJECT)
    assert path.read_bytes() == data


def test_directory_in_place_of_the_file_is_named(machine: Machine) -> None:
    machine.config("claude", PROJECT).mkdir()
    with pytest.raises(ConfigAccessError, match="not a regular file"):
        machine.install("claude", PROJECT)


@pytest.mark.parametrize(
    ("entry", "ours"),
    [
        ({"command": "tmf", "args": ["mcp"]}, True),
        ({"command": "/venv/bin/tmf", "args": ["mcp", "--repo", "x"]}, True),
        ({"command": "C:/venv/Scripts/tmf.exe", "args": ["mcp"]}, True),
        ({"command": "/usr/bin/python3", "args": ["-I", "-m", "tmf_memory", "mcp"]}, True),
        ({"command": "/usr/bin/python3", "args": ["-m", "other", "mcp"]}, False),
        ({"command": "tmf", "args": ["warm"]}, False),
        ({"url": "http://127.0.0.1"}, False),
        ({}, False),
    ],
)
def test_what_counts_as_our_entry(entry: dict[str, object], ours: bool) -> None:
    assert is_ours(entry) is ours


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "h/.config/Code/User/mcp.json"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "/x/Code/User/mcp.json"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "h/.config/Code/User/mcp.json"),
        ("darwin", {}, "h/Library/Application Support/Code/User/mcp.json"),
        ("win32", {}, "h/AppData/Roaming/Code/User/mcp.json"),
    ],
)
def test_profile_of_vs_code(platform: str, variables: dict[str, str], expected: str) -> None:
    around = Surroundings(Path("h"), Path("p"), variables, platform)
    assert VSCODE.config(USER, around) == Path(expected)
