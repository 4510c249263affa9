"""`memory-lint`: the linter for what agents believe."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.lint.options import TargetAction
from tmf_memory.cli.lint.verbs import VERBS
from tmf_memory.cli.output import Output
from tmf_memory.kernel.errors import UsageError

HELP = """Lint stored facts: duplicates, contradictions, staleness, missing provenance.

examples:
  tmf memory-lint scan CLAUDE.md memory-bank/
  tmf memory-lint report MEMORY.md --diff
  tmf memory-lint as-of 2026-03-01 store.jsonl
  tmf memory-lint rule MF002
"""


def configure(parser: ArgumentParser) -> None:
    subparsers = parser.add_subparsers(dest="verb", metavar="VERB", title="verbs")
    _lint(subparsers)
    _answers(subparsers)
    _writes(subparsers)


def _verb(subparsers: _SubParsersAction[ArgumentParser], name: str, text: str) -> ArgumentParser:
    parser = subparsers.add_parser(name, help=text, description=text)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--registry", metavar="FILE", help="YAML file of weights and source classes"
    )
    parser.add_argument(
        "--config", metavar="FILE", help="configuration file (default: the nearest)"
    )
    return parser


def _lint(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    scan = _verb(subparsers, "scan", "print findings")
    _lint_options(scan)
    scan.add_argument("--explain", action="store_true", help="explain each rule that fired")
    report = _verb(subparsers, "report", "a Markdown report and the fix plan, as a dry run")
    _lint_options(report)
    report.add_argument("--apply", action="store_true", help="carry the plan out")
    report.add_argument("--yes-i-know", action="store_true", help="yes, rewrite the files")
    report.add_argument("--diff", action="store_true", help="show the plan as a diff")
    baseline = _verb(subparsers, "baseline", "record known findings, or drop those that are gone")
    baseline.add_argument("action", choices=("write", "prune"), help="what to do with the baseline")
    _lint_options(baseline)


def _lint_options(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="memory files or directories; - is stdin")
    parser.set_defaults(takes_more_files=True)
    add("--engine", choices=("heuristic", "embed"), default="heuristic", help="default: heuristic")
    add("--select", metavar="CODES", help="run only these rules (codes, prefixes, names)")
    add("--extend-select", metavar="CODES", help="run these rules too")
    add("--ignore", metavar="CODES", help="leave these rules out")
    add("--exclude", metavar="GLOB", action="append", default=[], help="leave these files out")
    add("--fail-on", metavar="SEVERITY", help="lowest severity that exits 1: info, warning, error")
    add("--exit-zero", action="store_true", help="exit 0 even with findings")
    add("--output-format", metavar="NAME", action=TargetAction, help="text, json, sarif, …; repeat")
    add(
        "-o",
        "--output",
        metavar="FILE",
        action=TargetAction,
        help="write the format before it here",
    )
    add("--stdin-filename", metavar="NAME", default="stdin.md", help="what stdin is called")
    add("--baseline", metavar="FILE", help="known findings; only new ones are reported")
    add("--against", metavar="REV", help="only findings that are not there at a git revision")
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--against-source",
        nargs="?",
        const="",
        metavar="REPO",
        help="check facts against this repository's source (default: the one around here)",
    )
    source.add_argument(
        "--no-against-source", action="store_true", help="leave the source code out of it"
    )
    add("--now", metavar="DATE", help="facts that begin after this date take no part")


def _answers(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    reconcile = _verb(subparsers, "reconcile", "per entity, which source wins")
    reconcile.add_argument("files", nargs="+", metavar="FILE", help="memory files or directories")
    reconcile.set_defaults(takes_more_files=True)
    as_of = _verb(subparsers, "as-of", "what was considered true on a date")
    as_of.add_argument("date", metavar="DATE", help="ISO date, or one written out")
    as_of.add_argument("files", nargs="+", metavar="STORE", help="stores to read")
    as_of.add_argument("--entity", metavar="NAME", default="", help="only this entity")
    as_of.set_defaults(takes_more_files=True)
    rule = _verb(subparsers, "rule", "the rules, or one of them explained")
    rule.add_argument("code", nargs="?", metavar="CODE", help="a code or a class")
    rule.add_argument("--explain", action="store_true", help="explain every rule")


def _writes(subparsers: _SubParsersAction[ArgumentParser]) -> None:
    admit = _verb(subparsers, "admit", "may this fact be stored? prints the verdict")
    admit.add_argument("store", metavar="STORE", help="the store it would go into")
    admit.add_argument("--fact", metavar="JSON", default="-", help="the record; - reads stdin")
    admit.add_argument("--create", action="store_true", help="a store that is missing is empty")
    undo = _verb(subparsers, "undo", "restore the newest snapshot of a file")
    undo.add_argument("files", nargs=1, metavar="FILE", help="the file that was rewritten")


def run(arguments: Namespace, output: Output) -> int:
    verb = VERBS.get(arguments.verb or "")
    if verb is None:
        known = ", ".join(VERBS)
        raise UsageError(f"memory-lint needs a verb: {known} (see memory-lint --help)")
    return verb(arguments, output)


COMMAND = Command(name="memory-lint", help=HELP, configure=configure, run=run, common=False)
