"""The table of verbs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from tmf_memory.cli.lint.answers import run_as_of, run_reconcile, run_rule
from tmf_memory.cli.lint.findings import run_baseline, run_report, run_scan
from tmf_memory.cli.lint.writes import run_admit, run_undo
from tmf_memory.cli.output import Output

VERBS: dict[str, Callable[[Namespace, Output], int]] = {
    "scan": run_scan,
    "report": run_report,
    "reconcile": run_reconcile,
    "as-of": run_as_of,
    "admit": run_admit,
    "undo": run_undo,
    "rule": run_rule,
    "baseline": run_baseline,
}
