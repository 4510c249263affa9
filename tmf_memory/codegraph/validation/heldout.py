"""`--heldout`: labelled fixtures warmed, edited and read back: freshness, edges, support, views."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.languages import Languages
from tmf_memory.codegraph.lookup import Found
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import EdgeKind, Json, Scope
from tmf_memory.codegraph.shown import Presenter
from tmf_memory.codegraph.validation.additive import Retrieve, judge_additive, retrieve_few
from tmf_memory.codegraph.validation.report import Failure, Tally
from tmf_memory.codegraph.validation.scenarios import SCENARIOS, Scenario
from tmf_memory.codegraph.views import full_view, thin_view
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tmf_memory.kernel.clock import Clock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

_LABELLED = frozenset((EdgeKind.CALLS, EdgeKind.READS))


@dataclass(slots=True)
class Heldout:
    """One tally per promise."""

    freshness: Tally = field(default_factory=Tally)
    edges: Tally = field(default_factory=Tally)
    source_support: Tally = field(default_factory=Tally)
    views: Tally = field(default_factory=Tally)
    suggestions: Tally = field(default_factory=Tally)

    @property
    def tallies(self) -> dict[str, Tally]:
        return {
            "freshness": self.freshness,
            "edges": self.edges,
            "source_support": self.source_support,
            "thin_and_full_agree": self.views,
            "suggestions_only_add": self.suggestions,
        }

    @property
    def passed(self) -> bool:
        return all(tally.passed for tally in self.tallies.values())

    def encode(self) -> dict[str, Json]:
        return {
            "status": "pass" if self.passed else "fail",
            **{name: tally.encode() for name, tally in self.tallies.items()},
        }


def validate_heldout(
    clock: Clock, languages: Languages | None = None, ask: Retrieve = retrieve_few
) -> Heldout:
    """Run every scenario in a folder of its own; planted arguments show that it can fail."""
    found = Heldout()
    for scenario in SCENARIOS:
        with tempfile.TemporaryDirectory(prefix="tmf-validate-") as folder:
            root = Path(folder)
            _write(root, scenario.tree)
            memory = CodeMemory(Worktree(root), MemoryStore(), clock)
            if languages is not None:
                memory.languages = languages
            _run(scenario, memory, root, found, ask)
    return found


def _run(scenario: Scenario, memory: CodeMemory, root: Path, found: Heldout, ask: Retrieve) -> None:
    refresh(memory, WarmOptions(jobs=1, explicit=True))
    _judge_edges(scenario.name, memory, scenario.edges, found.edges)
    _judge_support(scenario.name, memory, root, found.source_support)
    _judge_views(scenario.name, memory, found.views)
    judge_additive(scenario.name, memory, found.suggestions, ask)
    _write(root, scenario.edit)
    _judge_freshness(scenario, memory, found.freshness)
    refresh(memory, WarmOptions(jobs=1))
    _judge_edges(f"{scenario.name}, afterwards", memory, scenario.edges_after, found.edges)


def _write(root: Path, tree: Mapping[str, str | None]) -> None:
    for path, text in tree.items():
        if text is None:
            (root / path).unlink()
        else:
            (root / path).write_text(text, encoding="utf-8", newline="")


def _judge_freshness(scenario: Scenario, memory: CodeMemory, tally: Tally) -> None:
    check = FreshnessCheck(memory.worktree, memory.languages)
    tally.cases[scenario.name] += 1
    for found in _symbols(memory):
        if found.symbol.scope is Scope.FILE:
            continue
        name = f"{found.entry.path}:{found.symbol.qualname}"
        expected = name in scenario.stale
        got = not check.symbol(found.entry, found.symbol).fresh
        failure = Failure(scenario.name, name, _word(expected), _word(got))
        tally.judge(failure, expected=expected, got=got)


def _judge_edges(case: str, memory: CodeMemory, expected: frozenset[str], tally: Tally) -> None:
    tally.cases[case] += 1
    got = {
        f"{edge.kind.value} {edge.source.path}:{edge.source.qualname}"
        f" -> {edge.target.path}:{edge.target.qualname}"
        for path in memory.claims.manifest.files
        for edge in memory.claims.links(path).edges
        if edge.kind in _LABELLED
    }
    for edge in sorted(got | expected):
        failure = Failure(case, edge, str(edge in expected), str(edge in got))
        tally.judge(failure, expected=edge in expected, got=edge in got)


def _judge_support(case: str, memory: CodeMemory, root: Path, tally: Tally) -> None:
    """The lines a claim points at contain the name it speaks of."""
    presenter = Presenter(memory)
    for found in _symbols(memory):
        name = found.symbol.qualname.rpartition(".")[2].partition("#")[0]
        for anchor in presenter.show(found).anchors:
            lines = (root / anchor.path).read_text(encoding="utf-8").splitlines()
            text = "\n".join(lines[anchor.line_start - 1 : anchor.line_end])
            failure = Failure(case, f"{anchor.path}:{found.symbol.qualname}", name, text[:80])
            tally.judge(failure, expected=True, got=name in text)


def _judge_views(case: str, memory: CodeMemory, tally: Tally) -> None:
    """What the thin view says, the full view says too."""
    presenter = Presenter(memory)
    for found in _symbols(memory):
        shown = presenter.show(found)
        thin, full = thin_view(shown), full_view(shown, found.symbol, {})
        differing = [key for key, value in thin.items() if full.get(key) != value]
        failure = Failure(case, found.symbol.qualname, "equal", ", ".join(differing))
        tally.judge(failure, expected=True, got=not differing)


def _symbols(memory: CodeMemory) -> list[Found]:
    entries = [memory.claims.entry(path) for path in sorted(memory.claims.manifest.files)]
    return [Found(entry, symbol) for entry in entries if entry for symbol in entry.symbols]


def _word(stale: bool) -> str:
    return "stale" if stale else "fresh"
