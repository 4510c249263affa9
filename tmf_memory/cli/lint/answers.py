"""`reconcile`, `as-of` and `rule`: the verbs that answer a question."""

from __future__ import annotations

from argparse import Namespace

from tmf_memory.cli.lint.options import config_of, options_of
from tmf_memory.cli.output import Output
from tmf_memory.factlint.linter import read_corpus
from tmf_memory.factlint.reconcile import reconcile
from tmf_memory.factlint.rules.base import encode_rules, explanations, render_rules, rule_named
from tmf_memory.factlint.timeline import as_of
from tmf_memory.factlint.views import (
    encode_matrix,
    encode_timeline,
    render_matrix,
    render_timeline,
)
from tmf_memory.kernel.dates import parse_date
from tmf_memory.kernel.errors import UsageError


def run_reconcile(arguments: Namespace, output: Output) -> int:
    options = options_of(arguments, config_of(arguments))
    matrix = reconcile(read_corpus(arguments.files, options))
    output.show(document=lambda: encode_matrix(matrix), text=lambda: render_matrix(matrix))
    return 0


def run_as_of(arguments: Namespace, output: Output) -> int:
    date = parse_date(arguments.date)
    if not date:
        raise UsageError(f"{arguments.date!r} is no unambiguous date")
    options = options_of(arguments, config_of(arguments))
    corpus = read_corpus(arguments.files, options)
    timeline = as_of(date, corpus, entity=arguments.entity)
    output.show(document=lambda: encode_timeline(timeline), text=lambda: render_timeline(timeline))
    return 0


def run_rule(arguments: Namespace, output: Output) -> int:
    if arguments.code:
        rule = rule_named(arguments.code)
        codes = {rule.code}
        output.show(document=lambda: encode_rules(codes), text=lambda: explanations(codes))
    else:
        codes = set()
        text = explanations if arguments.explain else render_rules
        output.show(document=lambda: encode_rules(codes), text=lambda: text(codes))
    return 0
