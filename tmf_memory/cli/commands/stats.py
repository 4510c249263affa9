"""`tmf stats`: local metrics; nothing leaves the machine."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict

from tmf_memory.cli.code_memory import open_given
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.metrics import Metrics, read_metrics


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--since", default="", metavar="DATE", help="only from this ISO date on")


def run(arguments: Namespace, output: Output) -> int:
    metrics = read_metrics(open_given(arguments).code.claims.store, since=arguments.since)
    output.show(
        document=lambda: {**asdict(metrics), "hit_rate": metrics.hit_rate},
        text=lambda: _text(metrics),
    )
    return 0


def _text(metrics: Metrics) -> str:
    if not metrics.updates:
        return "no updates recorded"
    return "\n".join(
        [
            f"since {metrics.since}: updates {metrics.updates}, of them warms {metrics.warms}, "
            f"{metrics.seconds:.1f} s",
            f"files answered from memory {metrics.hit_rate:.1%}, derived {metrics.rederived}, "
            f"linked again {metrics.relinked}, removed {metrics.removed}",
            f"claims found stale {metrics.stale_claims}, renames followed {metrics.renamed}",
        ]
    )


COMMAND = Command(
    "stats",
    "Sum up what the updates of this repository's memory did.",
    configure,
    run,
)
