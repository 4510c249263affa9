"""The pure pipeline: documents in, a sorted report out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from tmf_memory.factlint.edits import keeps_the_rest
from tmf_memory.factlint.fixes import plan_fixes
from tmf_memory.factlint.formats.sqlite import FORMAT as DATABASE
from tmf_memory.factlint.formats.sqlite import Table
from tmf_memory.factlint.model import Document, Finding, Fix, FixAction, Report, Severity
from tmf_memory.factlint.names import form_of
from tmf_memory.factlint.rules import unused_suppression
from tmf_memory.factlint.rules.base import Corpus, Rule, SourceOracle, all_rules
from tmf_memory.factlint.suppressions import sift
from tmf_memory.factlint.weights import DEFAULT, Weights
from tmf_memory.kernel.language.secrets import mask_secrets
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary


@dataclass(frozen=True)
class Selection:
    """Which rules run, by code or name; `chosen` empty means the default ones."""

    chosen: frozenset[str] = frozenset()
    extended: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    per_file: tuple[tuple[str, frozenset[str]], ...] = ()
    """(glob of paths, codes or names) that are ignored there."""

    def rules(self, rules: Mapping[str, Rule]) -> list[Rule]:
        return [rule for rule in rules.values() if self._runs(rule)]

    def _runs(self, rule: Rule) -> bool:
        if _named(rule, self.ignored):
            return False
        if _named(rule, self.chosen) or _named(rule, self.extended):
            return True
        return not self.chosen and rule.severity is not Severity.OFF


def _named(rule: Rule, names: frozenset[str]) -> bool:
    return _covers(names, rule.code, rule.name)


def _covers(names: frozenset[str], code: str, name: str) -> bool:
    """Tell whether a selection names a rule: by its name, its code or a prefix of the code."""
    return name in names or any(code.startswith(each) for each in names if each[:2] == "MF")


@dataclass(frozen=True)
class LintOptions:
    """How one run judges: weights, rules, and the pinned date."""

    weights: Weights = DEFAULT
    words: Vocabulary = STANDARD
    selection: Selection = field(default_factory=Selection)
    today: str = ""
    degraded: str = ""
    engine: str = "heuristic"
    source: SourceOracle | None = None
    tables: tuple[Table, ...] = ()
    """What is read of a SQLite memory back end."""
    neighbours: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For an index file: the paths of the files below its folder."""


def analyse(documents: Iterable[Document], options: LintOptions | None = None) -> Report:
    """Lint documents that are read already."""
    settings = options or LintOptions()
    corpus = corpus_of(documents, settings)
    findings = check(corpus, settings.selection)
    return Report(findings, corpus.documents, settings.engine)


def corpus_of(documents: Iterable[Document], options: LintOptions) -> Corpus:
    """Return the corpus of some documents, with the source classes that the weights name."""
    classed = tuple(_classed(document, options.weights) for document in documents)
    return Corpus(
        classed,
        weights=options.weights,
        words=options.words,
        today=options.today,
        degraded=options.degraded,
        source=options.source,
        neighbours=options.neighbours,
    )


def check(corpus: Corpus, selection: Selection) -> tuple[Finding, ...]:
    """Run the selected rules over a corpus; findings come sorted, fingerprinted and with fixes."""
    rules = selection.rules(all_rules())
    found = [finding for rule in rules for finding in rule.check(corpus)]
    found = [_discreet(finding) for finding in _without_ignored(found, selection)]
    ran = frozenset(name for rule in rules for name in (rule.code, rule.name))
    sifted = sift(corpus.documents, found, ran)
    found = list(sifted.findings)
    if unused_suppression.RULE.code in ran:
        found += _without_ignored(unused_suppression.findings(sifted.unused), selection)
    order = {document.path: index for index, document in enumerate(corpus.documents)}
    found.sort(key=lambda finding: _position(finding, order))
    fixes = _without_harm(
        corpus, plan_fixes(_fixable(corpus, found), corpus.weights, sifted.guarded)
    )
    return tuple(
        replace(finding, fingerprint=fingerprint_of(finding), fix=fix)
        for finding, fix in zip(found, fixes, strict=True)
    )


def _fixable(corpus: Corpus, findings: list[Finding]) -> list[Finding]:
    """Return the findings, without the promise of a fix where nothing is ever written."""
    read_only = {each.path for each in corpus.documents if each.format == DATABASE.name}
    if not read_only:
        return findings
    return [
        replace(finding, fixable=False)
        if finding.flagged is not None and finding.flagged.place.path in read_only
        else finding
        for finding in findings
    ]


def _without_harm(corpus: Corpus, fixes: list[Fix | None]) -> list[Fix | None]:
    """Take back the deletions of a document in which they would change other facts."""
    deletions: dict[str, list[Fix]] = {}
    for fix in fixes:
        if fix is not None and fix.action is FixAction.DELETE:
            deletions.setdefault(fix.fact.place.path, []).append(fix)
    harmful = {
        document.path
        for document in corpus.documents
        if document.path in deletions
        and document.text
        and not keeps_the_rest(document, deletions[document.path], corpus.words)
    }
    return [
        None
        if fix is not None and fix.action is FixAction.DELETE and fix.fact.place.path in harmful
        else fix
        for fix in fixes
    ]


def _discreet(finding: Finding) -> Finding:
    """Mask what a reason would show of a credential."""
    reason = mask_secrets(finding.reason)
    return finding if reason == finding.reason else replace(finding, reason=reason)


def _without_ignored(findings: Iterable[Finding], selection: Selection) -> list[Finding]:
    """Drop what the configuration ignores for single files."""
    if not selection.per_file:
        return list(findings)
    return [
        finding
        for finding in findings
        if finding.location is None
        or not any(
            fnmatchcase(finding.location.path, glob) and _covers(names, finding.code, finding.name)
            for glob, names in selection.per_file
        )
    ]


def _classed(document: Document, weights: Weights) -> Document:
    if not weights.sources:
        return document
    facts = tuple(
        fact._replace(source_class=weights.class_of(fact.source, fact.source_class))
        for fact in document.facts
    )
    return replace(document, facts=facts)


def _position(finding: Finding, order: Mapping[str, int]) -> tuple[int, str, int, str, str]:
    """Sort by document as given, then by line; what has no place comes first."""
    place = finding.location
    if place is None:
        return -1, "", 0, finding.code, finding.reason
    return order.get(place.path, -1), place.path, place.line, finding.code, finding.reason


def fingerprint_of(finding: Finding) -> str:
    """Return the identity of a finding: class, entity and facts, never a line or a count.

    The entity is the name the flagged fact is written under: which of several aliases is shown
    hangs on lines that have nothing to do with the finding.
    """
    ids = sorted(fact.id for fact in (finding.flagged, finding.survivor) if fact is not None)
    entity = finding.entity if finding.flagged is None else finding.flagged.entity
    parts = [finding.name, form_of(entity), *ids]
    if not ids:
        parts += [finding.location.path if finding.location else "", finding.reason]
    return hashlib.sha256("|".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
