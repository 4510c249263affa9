"""What each environment gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from tmf_memory.kernel.settings import Settings, read_settings

HOME = {"HOME": "/home/ada"}
HOME_ONLY = Settings(
    state_home=Path("/home/ada/.local/state"), owner_memory=Path("/home/ada/.tmcra")
)

ENVIRONMENTS: dict[str, tuple[dict[str, str], Settings]] = {
    "nothing": ({}, Settings()),
    "home": (HOME, HOME_ONLY),
    "relative home": ({"HOME": "ada"}, Settings()),
    "empty values": (
        {**HOME, "XDG_STATE_HOME": "", "TMCRA_HOME": "", "TMF_MODEL_COMMAND": "", "NO_COLOR": ""},
        HOME_ONLY,
    ),
    "relative directories": ({**HOME, "XDG_STATE_HOME": "s", "TMCRA_HOME": "./t"}, HOME_ONLY),
    "directories without home": (
        {"XDG_STATE_HOME": "/s", "TMCRA_HOME": "/t"},
        Settings(state_home=Path("/s"), owner_memory=Path("/t")),
    ),
    "commands": (
        {"TMF_MODEL_COMMAND": "m -x", "TMF_ROUTER_COMMAND": "r", "TMF_EMBED_COMMAND": "e"},
        Settings(model_command="m -x", router_command="r", embed_command="e"),
    ),
    "colour": ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, Settings(no_color=True, force_color=True)),
    "colour forced off": ({"FORCE_COLOR": "0"}, Settings()),
}


@pytest.mark.parametrize("case", ENVIRONMENTS)
def test_settings(case: str) -> None:
    environ, expected = ENVIRONMENTS[case]
    assert read_settings(environ, platform="linux") == expected


def test_key_file_stands_in_the_state_home() -> None:
    assert read_settings(HOME, platform="linux").key_file == Path("/home/ada/.local/state/tmf/key")
    assert read_settings({}, platform="linux").key_file is None


def test_windows_looks_elsewhere() -> None:
    environ = {"LOCALAPPDATA": "/local", "USERPROFILE": "/user", "HOME": "/msys"}
    settings = read_settings(environ, platform="win32")
    assert settings == Settings(state_home=Path("/local"), owner_memory=Path("/user/.tmcra"))
    settings = read_settings({"USERPROFILE": "/user"}, platform="win32")
    assert settings.state_home == Path("/user/AppData/Local")


def test_the_process_environment_is_read_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMF_MODEL_COMMAND", "asked")
    assert read_settings().model_command == "asked"
