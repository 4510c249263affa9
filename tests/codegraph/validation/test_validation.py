"""Validation passes on the product, and fails when a defect is planted: it can say no."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.fakes.trees import write_tree
from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.languages import Languages, all_languages
from tmf_memory.codegraph.linker.base import LinkedFile, Outward, SurfaceOf
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Edge, EdgeKind, Symbol, SymbolKey
from tmf_memory.codegraph.query import Retrieved
from tmf_memory.codegraph.suggesters import NO_SUGGESTERS
from tmf_memory.codegraph.validation.additive import Retrieve, retrieve_few
from tmf_memory.codegraph.validation.heldout import validate_heldout
from tmf_memory.codegraph.validation.own_claims import SelfOptions, validate_self
from tmf_memory.codegraph.validation.perturbations import PERTURBATIONS, Definition, Source
from tmf_memory.codegraph.validation.run import ValidateOptions, validate
from tmf_memory.kernel.clock import SystemClock

CLOCK = SystemClock()

PROJECT = """
shop/__init__.py:
shop/cart.py:
    import functools

    TAX = 19

    class Cart:
        \"\"\"A cart.\"\"\"

        def __init__(self, rate):
            self.rate = rate

        def total(self, items, extra=3):
            total = 0
            for one in items:
                total = total + one
            return total + 7

        @functools.lru_cache
        def cached(self):
            def inner(a, b):
                return a - b
            return inner(1, 2)
"""


def with_hash(change: Callable[[SourceText, Symbol], str]) -> Languages:
    """All languages, with another node hash for Python."""
    languages = all_languages()
    real = languages.extractors["python"]

    def extract(source: SourceText) -> Extraction:
        extraction = real.extract(source)
        symbols = [replace(one, node_hash=change(source, one)) for one in extraction.symbols]
        return replace(extraction, symbols=tuple(symbols))

    planted = {**languages.extractors, "python": replace(real, extract=extract)}
    return replace(languages, extractors=planted)


def lines_of(source: SourceText, symbol: Symbol) -> str:
    return "\n".join(source.text.split("\n")[symbol.line_start - 1 : symbol.line_end])


DEFECTS: dict[str, Callable[[SourceText, Symbol], str]] = {
    "a hash that ignores literals": lambda source, one: (
        re.sub(r"\d+", "", one.node_hash) and re.sub(r"\s+|#.*|\d+", "", lines_of(source, one))
    ),
    "a hash of the raw text": lines_of,
    "a hash of the position": lambda source, one: f"{one.node_hash}{one.line_start}",
    "a hash of the name": lambda source, one: one.qualname,
}


def test_heldout_passes() -> None:
    found = validate_heldout(CLOCK)
    assert found.passed, found.encode()


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_hash_fails_heldout_and_self(defect: str, tmp_path: Path) -> None:
    languages = with_hash(DEFECTS[defect])
    assert not validate_heldout(CLOCK, languages).freshness.passed
    own = validate_self(write_tree(tmp_path, PROJECT), CLOCK, SelfOptions(languages=languages))
    assert not own.passed


def test_an_edge_linked_by_name_only_fails_heldout() -> None:
    languages = all_languages()
    real = languages.linkers["python"]

    def open_tree(
        paths: frozenset[str], surface_of: SurfaceOf, outward: Outward
    ) -> Callable[[str, object], LinkedFile]:
        link = real.open_tree(paths, surface_of, outward)

        def by_name(path: str, body: object) -> LinkedFile:
            linked = link(path, body)
            wrong = Edge(EdgeKind.CALLS, SymbolKey(path, ""), SymbolKey(path, "clean"), (1,))
            return replace(linked, edges=(*linked.edges, wrong))

        return by_name

    linkers = {**languages.linkers, "python": replace(real, open_tree=open_tree)}
    assert not validate_heldout(CLOCK, replace(languages, linkers=linkers)).edges.passed


def suggestions_first(memory: CodeMemory, question: str) -> Retrieved:
    """A planted defect: what a command added stands before what was found."""
    answer = retrieve_few(memory, question)
    claims = sorted(answer.claims, key=lambda shown: shown.claim.id not in answer.suggested)
    return replace(answer, claims=tuple(claims))


def suggestions_replace(memory: CodeMemory, question: str) -> Retrieved:
    """A planted defect: what a command added takes the last place of the answer."""
    answer = retrieve_few(memory, question)
    added = tuple(one for one in answer.claims if one.claim.id in answer.suggested)
    found = tuple(one for one in answer.claims if one.claim.id not in answer.suggested)
    return replace(answer, claims=(*found[:-1], *added) if added else found)


def silent_commands(memory: CodeMemory, question: str) -> Retrieved:
    """A planted defect: a command that failed leaves no gap."""
    return replace(retrieve_few(memory, question), gaps=())


def no_commands(memory: CodeMemory, question: str) -> Retrieved:
    """A check in which nothing is ever added proves nothing."""
    memory.suggesters = NO_SUGGESTERS
    return retrieve_few(memory, question)


@pytest.mark.slow
@pytest.mark.parametrize(
    "defect", [suggestions_first, suggestions_replace, silent_commands, no_commands]
)
def test_commands_that_do_more_than_add_fail_heldout(defect: Retrieve) -> None:
    found = validate_heldout(CLOCK, ask=defect)
    assert not found.suggestions.passed
    assert found.freshness.passed


def test_self_passes_and_tries_every_kind_of_edit(tmp_path: Path) -> None:
    tally = validate_self(write_tree(tmp_path, PROJECT), CLOCK, SelfOptions())
    assert tally.passed, tally.encode()
    assert set(tally.cases) == {one.name for one in PERTURBATIONS}


def test_an_empty_repository_proves_nothing(tmp_path: Path) -> None:
    report = validate(tmp_path, CLOCK, ValidateOptions(heldout=False))
    assert report["status"] == "fail"


def test_self_leaves_the_repository_alone(tmp_path: Path) -> None:
    write_tree(tmp_path, PROJECT)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    validate_self(tmp_path, CLOCK, SelfOptions())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_reports_are_written(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "repository", PROJECT)
    validate(root, CLOCK, ValidateOptions(out=tmp_path / "out"))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "heldout-validation.json",
        "self-validation.json",
    ]


def test_every_perturbation_keeps_python_valid_where_it_applies() -> None:
    text = "@d\ndef f(a, b):\n    x = 1 + 2\n    return x\n\n\nclass C:\n    y = 3\n"
    for node in ast.parse(text).body:
        assert isinstance(node, Definition)
        for perturbation in PERTURBATIONS:
            edited = perturbation.edit(Source(text), node)
            assert edited is None or ast.parse(edited)
            assert edited != text
