"""The hash agrees with `tokenize` on functions of the standard library, however changed."""

from __future__ import annotations

import argparse
import ast
import dataclasses
import difflib
import inspect
import json.decoder
import keyword
import textwrap
import tokenize
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.codegraph.python.hashing import Token, hash_of, parse, reference_of, tokens_of

MODULES: tuple[ModuleType, ...] = (argparse, ast, dataclasses, difflib, json.decoder, textwrap)
SWAPS = {
    "+": "-", "-": "+", "*": "/", "==": "!=", "!=": "==", "<": ">", ">": "<", "+=": "-=",
    "and": "or", "or": "and", "True": "False", "False": "True", "is": "in", "in": "is",
    "return": "yield", "break": "continue", "(": "((", ",": ",,", "not": "", "None": "Ellipsis",
}  # fmt: skip
COMMENTS = ("  # plain", "#", "  # 'open", '  # """', "  # else: @x \\", "\t# é")
GAPS = (" ", "\t", "   ", " \\\n ", "\\\n\t")
OUTER = (
    "class Outer:\n",
    "if True:\n",
    "try: pass\nfinally:\n",
    "@staticmethod\nclass C:\n  x = 1\n",
)
INDENTS = ("    ", "\t", "  \t", "          ")


@dataclass(frozen=True)
class Insertion:
    """Text put in place of a part of the source."""

    start: int
    end: int
    text: str


@cache
def functions() -> tuple[str, ...]:
    found = []
    for module in MODULES:
        source = inspect.getsource(module)
        for node in parse(source).body:
            inner = node.body if isinstance(node, ast.ClassDef) else [node]
            found += [
                textwrap.dedent(_segment(source, definition))
                for definition in inner
                if isinstance(definition, ast.FunctionDef) and not definition.decorator_list
            ]
    return tuple(text for text in found if parses(text))


def _segment(source: str, node: ast.FunctionDef) -> str:
    return "\n".join(source.split("\n")[node.lineno - 1 : node.end_lineno]) + "\n"


def parses(text: str) -> bool:
    try:
        parse(text)
    except SyntaxError:
        return False
    return True


def offsets_of(text: str, tokens: list[Token]) -> list[tuple[int, int]]:
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return [
        (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1])
        for token in tokens
    ]


def layout_insertions(text: str, data: st.DataObject) -> list[Insertion]:
    """Comments, blank lines, white space between tokens, line breaks in brackets."""
    tokens = list(tokens_of(text))
    places = offsets_of(text, tokens)
    chosen = data.draw(st.sets(st.integers(0, len(tokens) - 1), max_size=12))
    insertions = []
    depth = 0
    for number, token in enumerate(tokens[:-1]):
        depth += (token.text in "([{") - (token.text in ")]}") if token.kind == tokenize.OP else 0
        if number not in chosen:
            continue
        following, end = tokens[number + 1], places[number][1]
        if token.kind in (tokenize.NEWLINE, tokenize.NL):
            blank = data.draw(st.sampled_from(("\n", "    \n", "# note\n", "\t# 'it\n")))
            insertions.append(Insertion(end, end, blank))
        elif following.kind in (tokenize.NEWLINE, tokenize.NL) and token.kind != tokenize.COMMENT:
            insertions.append(Insertion(end, end, data.draw(st.sampled_from(COMMENTS))))
        elif token.kind in WORDS and following.kind in WORDS and token.end[0] == following.start[0]:
            gaps = (*GAPS, "\n", " # c\n  ") if depth else GAPS
            start = places[number + 1][0]
            insertions.append(Insertion(end, start, data.draw(st.sampled_from(gaps))))
    return insertions


WORDS = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)


def token_change(text: str, data: st.DataObject) -> list[Insertion]:
    """One token that says something else."""
    tokens = list(tokens_of(text))
    places = offsets_of(text, tokens)
    changeable = [n for n, token in enumerate(tokens) if changed(token) != token.text]
    number = data.draw(st.sampled_from(changeable))
    start, end = places[number]
    return [Insertion(start, end, changed(tokens[number]))]


def changed(token: Token) -> str:
    if token.kind == tokenize.NUMBER:
        return "987"
    if token.kind == tokenize.STRING:
        quote = min(token.text.find(mark) % (len(token.text) + 1) for mark in "'\"")
        return (
            token.text[: -1 - 2 * token.text.endswith(token.text[quote] * 3)]
            + "z"
            + (token.text[quote] * (3 if token.text.endswith(token.text[quote] * 3) else 1))
        )
    if token.kind == tokenize.NAME and not keyword.iskeyword(token.text):
        return "é" if token.text == "f" else f"{token.text}x"
    return SWAPS.get(token.text, token.text) if token.kind in WORDS else token.text


def edited(text: str, insertions: list[Insertion]) -> str:
    for insertion in sorted(insertions, key=lambda i: i.start, reverse=True):
        text = text[: insertion.start] + insertion.text + text[insertion.end :]
    return text


def moved(text: str, outer: str, indent: str) -> str:
    """The function inside something else; continued lines and strings stay where they are."""
    starts = {token.start[0] for token in tokens_of(text) if token.kind in WORDS}
    inside = {
        line
        for token in tokens_of(text)
        if token.kind == tokenize.STRING
        for line in range(token.start[0] + 1, token.end[0] + 1)
    }
    lines = [
        indent + line if number in starts and number not in inside else line
        for number, line in enumerate(text.split("\n"), 1)
    ]
    return outer + "\n".join(lines)


def name_of(text: str) -> str:
    definition = parse(text).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return definition.name


FUNCTIONS = st.deferred(lambda: st.sampled_from(functions()))
THOROUGH = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)


@THOROUGH
@given(text=FUNCTIONS, data=st.data())
def test_layout_changes_keep_the_hash(text: str, data: st.DataObject) -> None:
    new = edited(text, layout_insertions(text, data))
    assume(parses(new))
    name = name_of(text)
    assert reference_of(new, name) == reference_of(text, name)
    assert hash_of(new, name) == hash_of(text, name)


@THOROUGH
@given(text=FUNCTIONS, outer=st.sampled_from(OUTER), indent=st.sampled_from(INDENTS))
def test_moving_a_function_keeps_its_hash(text: str, outer: str, indent: str) -> None:
    indent = "  " if outer.endswith("x = 1\n") else indent
    new = moved(text, outer, indent)
    assume(parses(new))
    name = name_of(text)
    assert reference_of(new, name) == reference_of(text, name)
    assert hash_of(new, name) == hash_of(text, name)


@THOROUGH
@given(text=FUNCTIONS, data=st.data())
def test_another_token_changes_the_hash(text: str, data: st.DataObject) -> None:
    name = name_of(text)
    new = edited(text, token_change(text, data))
    assume(parses(new) and isinstance(parse(new).body[0], ast.FunctionDef))
    assert reference_of(new, name_of(new)) != reference_of(text, name)
    assert hash_of(new, name_of(new)) != hash_of(text, name)


@THOROUGH
@given(text=FUNCTIONS, data=st.data())
def test_another_indentation_of_one_line_counts_as_tokens_say(
    text: str, data: st.DataObject
) -> None:
    lines = text.split("\n")
    number = data.draw(st.integers(1, len(lines) - 1))
    shift = data.draw(st.sampled_from((-8, -4, 4, 8)))
    width = len(lines[number]) - len(lines[number].lstrip())
    lines[number] = " " * (width + shift) + lines[number].lstrip()
    new = "\n".join(lines)
    assume(parses(new) and len(parse(new).body) == 1)
    name = name_of(text)
    same = reference_of(new, name) == reference_of(text, name)
    assert (hash_of(new, name) == hash_of(text, name)) == same
