"""What every rule declares, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from tmf_memory.factlint import rules
from tmf_memory.factlint.aliases import AliasIndex
from tmf_memory.factlint.conflicts import Conflict, conflicts_of
from tmf_memory.factlint.model import Document, Fact, Finding, Json, Layer, Severity
from tmf_memory.factlint.weights import DEFAULT, Weights
from tmf_memory.kernel.dates import is_before
from tmf_memory.kernel.errors import NotFoundError
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary
from tmf_memory.kernel.registry import discover


class SourceOracle(Protocol):
    """What the source code says about a fact; `flows` implements it over the code memory."""

    def findings(self, corpus: Corpus, code: str) -> Iterable[Finding]:
        """Yield what the source contradicts, lacks or has changed, under one S rule."""
        ...

    def footer(self) -> str:
        """Say in a few words what was checked, for the end of a report."""
        ...


@dataclass
class Corpus:
    """All documents of one run and what is derived from them once, for every rule."""

    documents: tuple[Document, ...]
    weights: Weights = DEFAULT
    words: Vocabulary = STANDARD
    today: str = ""
    """The pinned date (`--now`), or empty."""
    degraded: str = ""
    """Why the embedding engine did not run although it was asked for."""
    proposed: tuple[Conflict, ...] = ()
    """Pairs that similarity proposed and structure decided."""
    source: SourceOracle | None = None
    """What the source code says, when a repository is at hand."""
    neighbours: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For an index file: the names of the files in its folder."""

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for document in self.documents for fact in document.facts)

    @cached_property
    def aliases(self) -> AliasIndex:
        return AliasIndex(self.facts)

    @cached_property
    def entities(self) -> dict[str, list[Fact]]:
        """The facts of each entity, in order."""
        entities: dict[str, list[Fact]] = {}
        key_of = self.aliases.key_of
        for fact in self.facts:
            entities.setdefault(key_of(fact), []).append(fact)
        return entities

    @cached_property
    def conflicts(self) -> tuple[Conflict, ...]:
        return tuple(
            conflict
            for facts in self.entities.values()
            if len(facts) > 1
            for conflict in conflicts_of(self._begun(facts), self.weights, self.words)
        )

    def _begun(self, facts: list[Fact]) -> list[Fact]:
        """Leave out what begins after the pinned date: it ends nothing yet."""
        if not self.today:
            return facts
        return [fact for fact in facts if not is_before(self.today, fact.valid_from)]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `explain` is the docstring of its module: what, why, a bad and a good example.

    `check` yields findings in any order; the linter sorts, suppresses and fingerprints them.
    """

    code: str
    name: str
    severity: Severity
    layers: tuple[Layer, ...]
    check: Callable[[Corpus], Iterable[Finding]]
    explain: str

    @property
    def summary(self) -> str:
        return self.explain.strip().partition("\n")[0]


def all_rules() -> dict[str, Rule]:
    """Return every rule by its code."""
    found = discover(rules, "RULE", Rule, key="code")
    return dict(sorted(found.items()))


def rule_named(name: str) -> Rule:
    """Return a rule by its code or class; raises NotFoundError."""
    for rule in all_rules().values():
        if name.upper() == rule.code or name.lower() == rule.name:
            return rule
    raise NotFoundError(f"there is no rule {name!r} (see memory-lint rule)")


def _chosen(codes: Collection[str]) -> list[Rule]:
    return [rule for rule in all_rules().values() if not codes or rule.code in codes]


def render_rules(codes: Collection[str] = ()) -> str:
    """Return the table of rules."""
    lines = ["| code | class | severity | layer | fires when |", "|---|---|---|---|---|"]
    lines += [
        f"| {rule.code} | {rule.name} | {rule.severity.value} | {_layers(rule)} | {rule.summary} |"
        for rule in _chosen(codes)
    ]
    return "\n".join(lines) + "\n"


def explanations(codes: Collection[str] = ()) -> str:
    """Return what, why, a bad and a good example of some rules; none chosen means all."""
    return "\n".join(
        f"{rule.code} {rule.name} ({rule.severity.value}, {_layers(rule)})\n\n"
        f"{rule.explain.strip()}\n"
        for rule in _chosen(codes)
    )


def encode_rules(codes: Collection[str] = ()) -> dict[str, Json]:
    """Return rules for programs."""
    return {
        "rules": [
            {
                "code": rule.code,
                "class": rule.name,
                "severity": rule.severity.value,
                "layers": [layer.value for layer in rule.layers],
                "summary": rule.summary,
                "explain": rule.explain.strip(),
            }
            for rule in _chosen(codes)
        ]
    }


def _layers(rule: Rule) -> str:
    return ", ".join(layer.value for layer in rule.layers)
