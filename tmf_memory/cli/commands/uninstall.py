"""`tmf uninstall`: take the server out of the configuration of an agent."""

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

HELP = """Take the tmf MCP server out of the configuration of agents.

A file that nobody changed since `tmf install` gets its very bytes back; a file that install made
is removed; in a file that changed, only our entry goes.

  tmf uninstall claude
  tmf uninstall all --scope user
"""


def configure(parser: ArgumentParser) -> None:
    add_host_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    installer = open_installer(arguments)
    scope = Scope(arguments.scope)
    edits = [installer.plan_uninstall(host, scope) for host in chosen_hosts(arguments)]
    if not arguments.dry_run:
        for edit in edits:
            installer.apply_uninstall(edit)
    is_applied = not arguments.dry_run
    output.show(
        document=lambda: {
            "edits": [edit_document(edit, None, is_applied=is_applied) for edit in edits]
        },
        text=lambda: "\n".join(_text(edit, is_applied=is_applied) for edit in edits),
    )
    return 0


def _text(edit: Edit, *, is_applied: bool) -> str:
    if not edit.changes:
        return f"{edit.host.title}: nothing of ours in {edit.path}"
    if not is_applied:
        verb = "remove" if edit.after is None else "change"
        return f"{edit.host.title}: would {verb} {edit.path}\n{edit.diff()}"
    what = "removed" if edit.after is None else "taken out of"
    return f"{edit.host.title}: {what} {edit.path}"


COMMAND = Command("uninstall", HELP, configure, run)
