"""`scan`, `report` and `baseline`: the verbs that show or record findings."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tmf_memory.cli.lint.colour import coloured, wants_colour
from tmf_memory.cli.lint.options import (
    Target,
    config_of,
    fail_on,
    request_of,
    targets_of,
)
from tmf_memory.cli.lint.source import run_lint
from tmf_memory.cli.output import Output
from tmf_memory.factlint.apply import applied_lines, apply_fixes, render_diff
from tmf_memory.factlint.baseline import known_of, pruned, render_baseline
from tmf_memory.factlint.fixes import fixes_of
from tmf_memory.factlint.linter import (
    LintRequest,
    find_paths,
    read_baseline,
    write_text,
)
from tmf_memory.factlint.model import Report, Severity
from tmf_memory.factlint.reporters.base import reporter_named
from tmf_memory.factlint.rules.base import explanations
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.errors import UsageError


def run_scan(arguments: Namespace, output: Output) -> int:
    config = config_of(arguments)
    report = run_lint(request_of(arguments, config), arguments, output)
    _emit(report, targets_of(arguments, "text"), output)
    if arguments.explain:
        output.text("\n" + explanations({finding.code for finding in report.findings}))
    return _exit_code(report, fail_on(arguments, config), arguments)


def run_report(arguments: Namespace, output: Output) -> int:
    if arguments.apply and not arguments.yes_i_know:
        raise UsageError("--apply rewrites files; say --yes-i-know too")
    config = config_of(arguments)
    request = request_of(arguments, config)
    report = run_lint(request, arguments, output)
    if arguments.apply:
        return _apply(report, request, output)
    _emit(report, targets_of(arguments, "markdown"), output)
    if arguments.diff:
        output.raw("\n" + render_diff(report.documents, fixes_of(report.findings)))
    return _exit_code(report, fail_on(arguments, config), arguments)


def _apply(report: Report, request: LintRequest, output: Output) -> int:
    fixes = fixes_of(report.findings)
    if not fixes:
        output.text("nothing to apply")
        return int(bool(report.findings))
    applied = apply_fixes(report.documents, fixes, find_paths(request), SystemClock())
    output.text("\n".join(applied_lines(applied)))
    done = sum(len(each.fixes) for each in applied)
    return int(len(report.findings) > done)


def run_baseline(arguments: Namespace, output: Output) -> int:
    config = config_of(arguments)
    request = request_of(arguments, config)
    path = request.baseline or Path("memory-lint-baseline.json")
    report = run_lint(_without_baseline(request), arguments, output)
    if arguments.action == "write":
        entries = known_of(report.findings)
        text = f"recorded {len(entries)} finding(s) in {path.as_posix()}"
    else:
        before = read_baseline(path)
        entries = pruned(before, report.findings)
        text = (
            f"dropped {len(before) - len(entries)} of {len(before)} finding(s) in {path.as_posix()}"
        )
    write_text(path, render_baseline(entries))
    output.show(
        document=lambda: {"baseline": path.as_posix(), "findings": len(entries)}, text=lambda: text
    )
    return 0


def _without_baseline(request: LintRequest) -> LintRequest:
    return LintRequest(
        request.paths,
        request.base,
        request.options,
        request.exclude,
        request.stdin,
        request.stdin_name,
    )


def _emit(report: Report, targets: list[Target], output: Output) -> None:
    for target in targets:
        text = reporter_named(target.format).render(report)
        if target.path:
            write_text(Path(target.path), text)
        elif target.format == "text" and wants_colour():
            output.raw(coloured(text, report))
        elif target.format in ("text", "concise", "markdown"):
            output.text(text)
        else:
            output.raw(text)


def _exit_code(report: Report, lowest: Severity, arguments: Namespace) -> int:
    if arguments.exit_zero:
        return 0
    failing = [
        finding
        for finding in report.findings
        if finding.severity >= lowest and finding.name != "degraded"
    ]
    return int(bool(failing))
