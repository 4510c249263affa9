"""What each host's files look like before and after: `hosts/<host>.md`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.install.machine import HOSTS, Machine
from tmf_memory.install.hosts.base import Scope

FOLDER = Path(__file__).parent / "hosts"
_CASE = re.compile(
    r"^## (?P<scope>\w+): `(?P<path>[^`]+)`\n\n```\w+\n(?P<before>.*?)^```\n\n"
    r"```\w+\n(?P<after>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
CASES = [
    pytest.param(host, case, id=f"{host}-{case['scope']}")
    for host in HOSTS
    for case in _CASE.finditer((FOLDER / f"{host}.md").read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("host", "case"), CASES)
def test_file_before_and_after(machine: Machine, host: str, case: re.Match[str]) -> None:
    scope = Scope(case["scope"])
    path = machine.write(host, scope, case["before"].encode())
    base = {"~": machine.home, ".": machine.project}
    start, _, rest = case["path"].partition("/")
    assert path == base[start] / rest
    machine.install(host, scope)
    shown = path.read_text(encoding="utf-8").replace(str(machine.project), "/project")
    assert shown == case["after"]
    machine.uninstall(host, scope)
    assert path.read_bytes() == case["before"].encode()


def test_both_scopes_of_every_host_are_shown() -> None:
    shown = {(case.values[0], case.values[1]["scope"]) for case in CASES}
    assert shown == {(host, scope.value) for host in HOSTS for scope in Scope}
