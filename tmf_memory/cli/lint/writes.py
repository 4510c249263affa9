"""`admit` and `undo`: the verbs around a write."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from tmf_memory.cli.lint.options import config_of, options_of
from tmf_memory.cli.output import Output
from tmf_memory.factlint.admission import Verdict, decode_fact, render_verdict
from tmf_memory.factlint.apply import undo
from tmf_memory.factlint.linter import admit
from tmf_memory.kernel.clock import SystemClock


def run_admit(arguments: Namespace, output: Output) -> int:
    text = sys.stdin.read() if arguments.fact == "-" else arguments.fact
    options = options_of(arguments, config_of(arguments))
    fact = decode_fact(text)
    verdict = (
        fact
        if isinstance(fact, Verdict)
        else admit(fact, arguments.store, create=arguments.create, options=options)
    )
    output.show(document=verdict.encode, text=lambda: render_verdict(verdict))
    return 0 if verdict.is_accepted else 1


def run_undo(arguments: Namespace, output: Output) -> int:
    path = Path(arguments.files[0])
    snapshot = undo(path, SystemClock())
    output.show(
        document=lambda: {"restored": path.as_posix(), "snapshot": snapshot},
        text=lambda: f"restored {path.as_posix()} from {snapshot}",
    )
    return 0
