"""The write gate: may this fact be stored beside those?

The pure core judges a fact against facts with the rules that `scan` runs, so the two cannot
disagree. Reading the store is the facade's work (`linter.admit`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from tmf_memory.factlint.aliases import AliasIndex, edits_between
from tmf_memory.factlint.analysis import LintOptions, check, corpus_of
from tmf_memory.factlint.facts import make_fact
from tmf_memory.factlint.fixes import supersede_fix
from tmf_memory.factlint.model import Document, Fact, Finding, Fix, Json, Place, Severity
from tmf_memory.factlint.names import count_of
from tmf_memory.factlint.records import RecordError, draft_of, encode_fact

CANDIDATE = "<candidate>"
_BLOCKING = frozenset({"contradicted_explicit", "contradicted_implicit", "stale"})


class Supersede(TypedDict):
    """The edit that would resolve a conflict."""

    action: str
    target_id: str
    target_is_candidate: bool
    target_shape: str
    valid_to: str
    new_line: str
    reason: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The gate's answer: `accepted`, `requires_review` or `rejected`, with its evidence."""

    status: str
    reason: str
    record: Mapping[str, Json] | None = None
    already_present: bool = False
    conflict_ids: list[str] = field(default_factory=list)
    supersede: Supersede | None = None
    supersedes: list[Supersede] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def is_accepted(self) -> bool:
        return self.status == "accepted"

    def encode(self) -> dict[str, Json]:
        """Return the verdict for programs."""
        return {
            "status": self.status,
            "reason": self.reason,
            "record": dict(self.record) if self.record is not None else None,
            "already_present": self.already_present,
            "conflict_ids": list(self.conflict_ids),
            "supersede": _json(self.supersede),
            "supersedes": [_json(each) for each in self.supersedes],
            "warnings": list(self.warnings),
        }


def _json(edit: Supersede | None) -> Json:
    return None if edit is None else {key: _scalar(value) for key, value in edit.items()}


def _scalar(value: object) -> Json:
    return value if isinstance(value, bool) else str(value)


def decode_fact(text: str) -> Mapping[str, Json] | Verdict:
    """Return the record that a JSON text is, or the verdict that rejects it."""
    try:
        record: Json = json.loads(text)
    except (ValueError, RecursionError) as error:
        return rejected(f"the fact cannot be normalized: not JSON: {error}")
    if not isinstance(record, dict):
        return rejected("the fact cannot be normalized: a fact is one JSON object")
    return record


def render_verdict(verdict: Verdict) -> str:
    """Return a verdict as people read it."""
    lines = [f"status: {verdict.status} | reason: {verdict.reason}"]
    if verdict.already_present:
        lines.append("already_present: true")
    if verdict.conflict_ids:
        lines.append(f"conflict_ids: {verdict.conflict_ids}")
    if verdict.supersede is not None:
        edit = json.dumps(_json(verdict.supersede), ensure_ascii=False, indent=2)
        lines.append(f"supersede: {edit}")
    lines += [f"warning: {warning}" for warning in verdict.warnings]
    return "\n".join(lines) + "\n"


def rejected(reason: str) -> Verdict:
    return Verdict("rejected", reason)


def candidate_of(record: Mapping[str, Json]) -> Fact | Verdict:
    """Return the fact that a record states, or the verdict that rejects it."""
    try:
        return make_fact(draft_of(record, Place(CANDIDATE)))
    except RecordError as error:
        return rejected(f"the fact cannot be normalized: {error}")


def judge(
    candidate: Fact, facts: Sequence[Fact], shapes: Mapping[str, str], options: LintOptions
) -> Verdict:
    """Judge one fact against the facts of a store; `shapes` names the format of each path."""
    aliases = AliasIndex((*facts, candidate))
    key = aliases.key_of(candidate)
    mine = [fact for fact in facts if aliases.key_of(fact) == key]
    record = encode_fact(candidate)
    if any(fact.id == candidate.id for fact in mine):
        return Verdict("accepted", "already present", record, already_present=True)
    documents = _documents(mine, candidate)
    corpus = corpus_of(documents, options)
    own = [
        finding for finding in check(corpus, options.selection) if _involves(finding, candidate.id)
    ]
    warnings = [_warning(finding) for finding in own if finding.name not in _BLOCKING]
    warnings += _look_alikes(candidate, facts, aliases)
    blocking = [finding for finding in own if _blocks(finding)]
    if not blocking:
        return Verdict("accepted", "no conflict", record, warnings=warnings)
    edits = [
        edit for finding in blocking if (edit := _edit(finding, candidate.id, shapes, options))
    ]
    ids = [other.id for finding in blocking if (other := _other(finding, candidate.id))]
    reason = f"conflicts with {len(ids)} stored fact(s)" if ids else blocking[0].reason
    return Verdict(
        "requires_review",
        reason,
        record,
        conflict_ids=list(dict.fromkeys(ids)),
        supersede=edits[0] if edits else None,
        supersedes=edits,
        warnings=warnings,
    )


def _documents(facts: Sequence[Fact], candidate: Fact) -> list[Document]:
    by_path: dict[str, list[Fact]] = {}
    for fact in facts:
        by_path.setdefault(fact.place.path, []).append(fact)
    documents = [Document(path, "", facts=tuple(own)) for path, own in by_path.items()]
    return [*documents, Document(CANDIDATE, "", candidate.quote, facts=(candidate,))]


def _involves(finding: Finding, fact_id: str) -> bool:
    if finding.location is not None and finding.location.path == CANDIDATE:
        return True
    return any(
        side is not None and side.id == fact_id for side in (finding.flagged, finding.survivor)
    )


def _blocks(finding: Finding) -> bool:
    return finding.name in _BLOCKING or (
        finding.severity is Severity.ERROR and finding.survivor is None
    )


def _other(finding: Finding, fact_id: str) -> Fact | None:
    sides = (finding.flagged, finding.survivor)
    return next((side for side in sides if side is not None and side.id != fact_id), None)


def _warning(finding: Finding) -> str:
    return f"[{finding.name}] {finding.reason}"


def _edit(
    finding: Finding, candidate_id: str, shapes: Mapping[str, str], options: LintOptions
) -> Supersede | None:
    fix = finding.fix
    if fix is None and finding.flagged is not None and finding.survivor is not None:
        reason = f"[{finding.name}] {finding.reason}"
        fix = supersede_fix(finding.flagged, finding.survivor, reason, options.weights)
    return None if fix is None else _supersede(fix, candidate_id, shapes)


def _supersede(fix: Fix, candidate_id: str, shapes: Mapping[str, str]) -> Supersede:
    is_candidate = fix.fact.id == candidate_id
    return Supersede(
        action=fix.action.value,
        target_id=fix.fact.id,
        target_is_candidate=is_candidate,
        target_shape="candidate" if is_candidate else shapes.get(fix.fact.place.path, ""),
        valid_to=fix.valid_to,
        new_line=fix.new_line,
        reason=fix.reason,
    )


def _look_alikes(candidate: Fact, facts: Sequence[Fact], aliases: AliasIndex) -> list[str]:
    """Name the stored entities that the candidate's may be a misspelling of."""
    form, count = candidate.form, count_of(candidate.entity)
    known: dict[str, Fact] = {}
    for fact in facts:
        known.setdefault(fact.form, fact)
    if form in known or len(form) < 4:
        return []
    found = []
    for other, fact in known.items():
        if abs(len(other) - len(form)) > 2 or count_of(fact.entity) != count:
            continue
        edits = edits_between(form, other)
        if edits and aliases.key_of(fact) != aliases.key_of(candidate):
            found.append(
                f"[unresolved_alias] '{candidate.entity}' and '{fact.entity}' differ by "
                f"{edits} edit(s) — NOT merged; confirm whether they are one entity"
            )
    return found
