"""`tmf validate`: check the trust claims themselves, on fixtures and on this repository."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import cast

from tmf_memory.cli.code_memory import open_given
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.validation.run import ValidateOptions, validate


def configure(parser: ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--heldout", action="store_true", help="only the labelled fixtures")
    which.add_argument("--self", action="store_true", help="only a copy of this repository")
    parser.add_argument(
        "--sample", type=int, default=200, metavar="N", help="own nodes to perturb (default 200)"
    )
    parser.add_argument("--out", metavar="DIR", help="also write the reports there, as JSON")


def run(arguments: Namespace, output: Output) -> int:
    workspace = open_given(arguments)
    options = ValidateOptions(
        heldout=not arguments.self,
        own=not arguments.heldout,
        sample=arguments.sample,
        out=Path(arguments.out) if arguments.out else None,
    )
    report = validate(workspace.root, workspace.clock, options)
    output.show(document=lambda: report, text=lambda: _text(report))
    return 0 if report["status"] == "pass" else 1


def _text(report: dict[str, Json]) -> str:
    lines = []
    for name in ("heldout", "self"):
        part = report.get(name)
        if isinstance(part, dict):
            lines += [f"{name}: {part['status']}", *_tally_lines(part)]
    return "\n".join([*lines, str(report["status"])])


def _tally_lines(part: dict[str, Json]) -> list[str]:
    tallies = {name: one for name, one in part.items() if isinstance(one, dict) and "tp" in one}
    lines = []
    for name, tally in tallies.items():
        lines.append(
            f"  {name:<20} precision {tally['precision']:.4f}  recall {tally['recall']:.4f}  "
            f"tp {tally['tp']}  tn {tally['tn']}  fp {tally['fp']}  fn {tally['fn']}"
        )
        for failure in cast("list[dict[str, Json]]", tally["failures"])[:10]:
            lines.append(
                f"    {failure['case']}: {failure['where']} is {failure['got']}, "
                f"not {failure['expected']}"
            )
    return lines


COMMAND = Command(
    "validate",
    "Check freshness, edges, source support and views on labelled fixtures, and freshness on a "
    "perturbed copy of this repository.",
    configure,
    run,
)
