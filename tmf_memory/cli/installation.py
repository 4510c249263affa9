"""What install, uninstall and doctor share: the machine, the hosts, their options."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from tmf_memory.cli.output import Json
from tmf_memory.cli.repository import repository_root
from tmf_memory.install import hosts
from tmf_memory.install.command import program
from tmf_memory.install.hosts.base import Host, Scope, Surroundings
from tmf_memory.install.installer import Edit, Installer
from tmf_memory.install.receipts import Receipts
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.registry import discover
from tmf_memory.kernel.settings import read_settings


def all_hosts() -> dict[str, Host]:
    return discover(hosts, "HOST", Host, key="name")


def add_host_options(parser: ArgumentParser) -> None:
    names = ", ".join(all_hosts())
    parser.add_argument("hosts", nargs="+", metavar="HOST", help=f"{names}, or all")
    parser.add_argument(
        "--scope",
        choices=[scope.value for scope in Scope],
        default=Scope.PROJECT.value,
        help="configuration of this project (default) or of every project of this user",
    )
    parser.add_argument("--mcp", action="store_true", help="the MCP server (all there is yet)")
    parser.add_argument(
        "--dry-run", action="store_true", help="print the change as a diff and write nothing"
    )


def chosen_hosts(arguments: Namespace) -> list[Host]:
    """Return the hosts given on the command line, in a fixed order."""
    known = all_hosts()
    unknown = [name for name in arguments.hosts if name not in known and name != "all"]
    if unknown:
        raise UsageError(f"unknown host {unknown[0]!r}; known: {', '.join(known)}, all")
    return [host for name, host in known.items() if name in arguments.hosts or _all(arguments)]


def open_installer(arguments: Namespace) -> Installer:
    """Return an installer for this user and the repository."""
    settings = read_settings()
    if settings.state_home is None:
        raise UsageError("there is no home directory to keep backups in; set HOME")
    clock = SystemClock()
    around = Surroundings(
        home=Path.home(),
        project=repository_root(arguments.repo),
        variables=os.environ,
        platform=sys.platform,
    )
    return Installer(
        around,
        Receipts(settings.state_home / "tmf" / "install"),
        program(),
        lambda: clock.now().strftime("%Y%m%dT%H%M%SZ"),
    )


def edit_document(edit: Edit, backup: Path | None, *, is_applied: bool) -> Json:
    return {
        "host": edit.host.name,
        "scope": edit.scope.value,
        "path": str(edit.path),
        "changed": edit.changes,
        "applied": is_applied and edit.changes,
        "removed": edit.after is None and edit.before is not None,
        "backup": str(backup) if backup else None,
        "diff": edit.diff(),
    }


def _all(arguments: Namespace) -> bool:
    return "all" in arguments.hosts
