"""A user's home and a project, with an installer that works on them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tmf_memory.install import hosts
from tmf_memory.install.hosts.base import Host, Scope, Surroundings
from tmf_memory.install.installer import Edit, Installer
from tmf_memory.install.receipts import Receipts
from tmf_memory.kernel.registry import discover

HOSTS: dict[str, Host] = discover(hosts, "HOST", Host, key="name")
EVERYWHERE = [(name, scope) for name in HOSTS for scope in Scope]


@dataclass(frozen=True)
class Machine:
    """Two folders and what is installed in them."""

    home: Path
    project: Path
    program: tuple[str, ...] = ("/venv/bin/python", "-I", "-m", "tmf_memory")

    @classmethod
    def below(cls, folder: Path) -> Machine:
        machine = cls(folder / "home", folder / "project")
        machine.home.mkdir()
        machine.project.mkdir()
        return machine

    @property
    def installer(self) -> Installer:
        around = Surroundings(self.home, self.project, {"PATH": ""})
        receipts = Receipts(self.home / "state")
        return Installer(around, receipts, self.program, lambda: "20260102T030405Z")

    def config(self, host: str, scope: Scope) -> Path:
        return HOSTS[host].config(scope, self.installer.around)

    def write(self, host: str, scope: Scope, data: bytes) -> Path:
        path = self.config(host, scope)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def install(self, host: str, scope: Scope) -> Edit:
        edit = self.installer.plan_install(HOSTS[host], scope)
        self.installer.apply_install(edit)
        return edit

    def uninstall(self, host: str, scope: Scope) -> Edit:
        edit = self.installer.plan_uninstall(HOSTS[host], scope)
        self.installer.apply_uninstall(edit)
        return edit

    def files(self) -> dict[str, bytes]:
        """Return every file of both folders except our own state."""
        return {
            path.relative_to(self.home.parent).as_posix(): path.read_bytes()
            for base in (self.home, self.project)
            for path in sorted(base.rglob("*"))
            if path.is_file() and self.home / "state" not in path.parents
        }
