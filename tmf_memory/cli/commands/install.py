"""`tmf install`: put the server into the configuration of an agent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.installation import (
    add_host_options,
    chosen_hosts,
    edit_document,
    open_installer,
)
from tmf_memory.cli.output import Output
from tmf_memory.install.hosts.base import Scope
from tmf_memory.install.installer import Edit

HELP = """Add the tmf MCP server to the configuration of agents; what is there stays as it is.

  tmf install claude
  tmf install codex cursor --scope user --dry-run

A backup of each changed file is kept; `tmf uninstall` gives back the very bytes.
"""


def configure(parser: ArgumentParser) -> None:
    add_host_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    installer = open_installer(arguments)
    scope = Scope(arguments.scope)
    # Every file is planned before the first is written: a malformed one stops all of it.
    edits = [installer.plan_install(host, scope) for host in chosen_hosts(arguments)]
    backups = [None if arguments.dry_run else installer.apply_install(edit) for edit in edits]
    done = list(zip(edits, backups, strict=True))
    is_applied = not arguments.dry_run
    output.show(
        document=lambda: {
            "edits": [edit_document(edit, backup, is_applied=is_applied) for edit, backup in done]
        },
        text=lambda: "\n".join(
            line
            for edit, backup in done
            for line in (
                *_lines(edit, is_applied=is_applied),
                *([f"backup: {backup}"] if backup else []),
            )
        ),
    )
    return 0


def _lines(edit: Edit, *, is_applied: bool) -> list[str]:
    if not edit.changes:
        return [f"{edit.host.title}: already in {edit.path}"]
    if not is_applied:
        return [f"{edit.host.title}: would change {edit.path}", edit.diff()]
    after = edit.host.after.get(edit.scope)
    lines = [f"{edit.host.title}: added to {edit.path}", edit.diff()]
    return [*lines, f"next: {after}"] if after else lines


COMMAND = Command("install", HELP, configure, run)
