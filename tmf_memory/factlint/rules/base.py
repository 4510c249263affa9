"""What every rule declares, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tmf_memory.factlint.aliases import AliasIndex
from tmf_memory.factlint.conflicts import Conflict, conflicts_of
from tmf_memory.factlint.model import Document, Fact, Finding, Layer, Severity
from tmf_memory.factlint.weights import DEFAULT, Weights
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary
from tmf_memory.kernel.registry import discover


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
        return (
            tuple(
                conflict
                for facts in self.entities.values()
                if len(facts) > 1
                for conflict in conflicts_of(facts, self.weights, self.words)
            )
            + self.proposed
        )


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
    from tmf_memory.factlint import rules

    return discover(rules, "RULE", Rule, key="code")
