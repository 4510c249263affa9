"""`tmf status`: what memory holds, and what it could not read."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import open_given
from tmf_memory.cli.code_text import gap_lines
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.overview import Overview, look_over
from tmf_memory.codegraph.views import gap_views
from tmf_memory.codegraph.warm import what_is_stale


def configure(parser: ArgumentParser) -> None:
    """Take nothing beyond the common options."""


def run(arguments: Namespace, output: Output) -> int:
    memory = open_given(arguments).code
    plan = what_is_stale(memory)
    overview = look_over(memory, pending=len(plan.check), removed=len(plan.removed))
    output.show(document=lambda: _document(overview), text=lambda: _text(overview))
    return 0


def _document(overview: Overview) -> dict[str, Json]:
    return {
        "files": overview.files,
        "claims": overview.claims,
        "edges": overview.edges,
        "unresolved": overview.unresolved,
        "by_language": dict(overview.by_language),
        "warmed_at": overview.warmed_at,
        "pending": overview.pending,
        "removed": overview.removed,
        "gaps": gap_views(overview.gaps),
        "damage": list(overview.damage),
    }


def _text(overview: Overview) -> str:
    damage = [f"not used: {one} (derived again at the next read)" for one in overview.damage]
    if not overview.files:
        return "\n".join(["nothing is warmed here yet (tmf warm)", *damage])
    languages = ", ".join(f"{count} {name}" for name, count in overview.by_language.items())
    waiting = f"{overview.pending} changed or new, {overview.removed} gone since"
    return "\n".join(
        [
            f"{overview.files} files ({languages})",
            f"{overview.claims} claims, {overview.edges} edges, "
            f"{overview.unresolved} unresolved references",
            f"updated {overview.warmed_at}; {waiting}",
            *damage,
            *gap_lines(overview.gaps),
        ]
    )


COMMAND = Command(
    "status",
    "Show what memory holds of this repository, what is waiting, and every gap with its reason.",
    configure,
    run,
)
