"""From the arguments of `memory-lint` to a request; the configuration fills what is not given."""

from __future__ import annotations

import os
import re
import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.factlint.analysis import LintOptions, Selection
from tmf_memory.factlint.config import Config, find_config, read_config, read_registry, severity
from tmf_memory.factlint.linter import LintRequest
from tmf_memory.factlint.model import Severity
from tmf_memory.kernel.dates import parse_date
from tmf_memory.kernel.embedders.choose import choose_embedder
from tmf_memory.kernel.errors import UsageError

_SUFFIXES = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".sarif": "sarif",
    ".xml": "junit",
}


@dataclass(slots=True)
class Target:
    """One output: a format, and the file it goes to (none: stdout)."""

    format: str
    path: str = ""


class TargetAction(Action):
    """Collects `--output-format NAME` and the `-o FILE` that follows it, several times."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: str | Sequence[str] | None,
        option_string: str | None = None,
    ) -> None:
        del parser
        targets: list[Target] = getattr(namespace, "targets", None) or []
        value = str(values)
        if option_string == "--output-format":
            targets.append(Target(value))
        elif targets and not targets[-1].path:
            targets[-1].path = value
        else:
            targets.append(Target(_SUFFIXES.get(Path(value).suffix.lower(), "text"), value))
        namespace.targets = targets


def targets_of(arguments: Namespace, default: str) -> list[Target]:
    """Return where the report goes; at most one format is printed."""
    targets: list[Target] = getattr(arguments, "targets", None) or []
    if arguments.json and not any(not target.path for target in targets):
        targets = [*targets, Target("json")]
    if not targets:
        return [Target(default)]
    if sum(not target.path for target in targets) > 1:
        raise UsageError("only one output format can be printed; give the others a file with -o")
    return targets


def config_of(arguments: Namespace) -> Config:
    """Return the configuration that is named, or the nearest one."""
    if arguments.config:
        return read_config(Path(arguments.config))
    return find_config(Path.cwd())


def options_of(arguments: Namespace, config: Config) -> LintOptions:
    """Return how to judge: configuration first, then what the arguments say."""
    weights = config.weights
    if arguments.registry:
        weights = read_registry(Path(arguments.registry), weights)
    selection = Selection(
        _codes(getattr(arguments, "select", None)) or config.select,
        config.extend_select | _codes(getattr(arguments, "extend_select", None)),
        config.ignore | _codes(getattr(arguments, "ignore", None)),
        config.per_file_ignores,
    )
    return LintOptions(
        weights=weights,
        words=config.words,
        selection=selection,
        today=_date(getattr(arguments, "now", None)),
        tables=config.tables,
    )


def request_of(arguments: Namespace, config: Config) -> LintRequest:
    """Return what to lint and how."""
    files = tuple(arguments.files) or (".",)
    baseline = arguments.baseline or (config.baseline and str(config.folder / config.baseline))
    return LintRequest(
        paths=files,
        options=options_of(arguments, config),
        exclude=(*config.exclude, *arguments.exclude),
        stdin=sys.stdin.buffer.read() if "-" in files else None,
        stdin_name=arguments.stdin_filename,
        baseline=Path(baseline) if baseline else None,
        against=arguments.against or "",
        embedder=choose_embedder(os.environ) if arguments.engine == "embed" else None,
    )


def fail_on(arguments: Namespace, config: Config) -> Severity:
    """Return the lowest severity that makes a run fail."""
    if arguments.fail_on:
        return severity(arguments.fail_on, "--fail-on")
    return config.fail_on


def _codes(text: str | None) -> frozenset[str]:
    return frozenset(part for part in re.split(r"[,\s]+", text or "") if part)


def _date(text: str | None) -> str:
    if not text:
        return ""
    date = parse_date(text)
    if not date:
        raise UsageError(f"{text!r} is no unambiguous date")
    return date
