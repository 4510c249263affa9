"""`tmf doctor`: does every agent on this machine reach the server, and what to mend if not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.installation import all_hosts, open_installer
from tmf_memory.cli.output import Json, Output
from tmf_memory.install.doctor import Checkup, examine

HELP = """Check every agent found on this machine: configured, reachable, start-up time, tools.

It starts each server that an installation of this user wrote, and nothing else. Exits 1 when
something is to be mended.
"""


def configure(parser: ArgumentParser) -> None:
    """Take nothing beyond the common options."""


def run(arguments: Namespace, output: Output) -> int:
    checkups = examine(open_installer(arguments), all_hosts().values())
    output.show(
        document=lambda: {"hosts": [_document(one) for one in checkups]},
        text=lambda: "\n".join(map(_text, checkups)) or "no agent was found on this machine",
    )
    return 1 if any(one.problems for one in checkups) else 0


def _document(checkup: Checkup) -> Json:
    probe = checkup.probe
    return {
        "host": checkup.host.name,
        "scope": checkup.scope.value,
        "path": str(checkup.path),
        "configured": checkup.is_configured,
        "trusted": checkup.is_trusted,
        "reachable": checkup.is_reachable,
        "startup_ms": probe.startup_ms if probe else None,
        "tools": list(probe.tools) if probe else [],
        "problems": [{"what": one.what, "mend": one.mend} for one in checkup.problems],
        "note": checkup.note,
    }


def _text(checkup: Checkup) -> str:
    seen = checkup.probe
    if seen is not None and not seen.problem:
        state = f"reachable, {len(seen.tools)} tools, starts in {seen.startup_ms} ms"
    elif checkup.is_configured:
        state = "configured, not reached"
    else:
        state = "not usable" if checkup.problems else "not configured"
    lines = [f"{checkup.host.title} ({checkup.scope.value}, {checkup.path}): {state}"]
    if seen is not None and seen.tools:
        lines.append(f"  tools: {', '.join(seen.tools)}")
    for problem in checkup.problems:
        lines += [f"  problem: {problem.what}", f"  mend: {problem.mend}"]
    if checkup.note and not checkup.problems and checkup.is_trusted is None:
        lines.append(f"  note: {checkup.note}")
    return "\n".join(lines)


COMMAND = Command("doctor", HELP, configure, run)
