"""The fix plan: what a finding would change, and the text that the dry run and `--apply` share."""

from __future__ import annotations

from collections.abc import Sequence

from tmf_memory.factlint.conflicts import outranks, when
from tmf_memory.factlint.facts import Draft, make_fact
from tmf_memory.factlint.grammar import canonical_line, parse_statement
from tmf_memory.factlint.model import Fact, Finding, Fix, FixAction, Origin
from tmf_memory.factlint.weights import Weights
from tmf_memory.kernel.dates import is_before
from tmf_memory.kernel.language.secrets import mask_secrets


def plan_fixes(
    findings: Sequence[Finding],
    weights: Weights,
    guarded: frozenset[tuple[str, int]] = frozenset(),
) -> list[Fix | None]:
    """Return the fix of each finding that has a safe one; a fact is changed once at most."""
    changed: set[int] = set()
    kept = {id(finding.survivor) for finding in findings if finding.code == "MF005"}
    planned: list[Fix | None] = []
    for finding in findings:
        fix = _fix_of(finding, weights)
        if fix is not None and (id(fix.fact) in changed or _is_needed(fix, kept, guarded)):
            fix = None
        if fix is not None:
            changed.add(id(fix.fact))
        planned.append(fix)
    return planned


def _is_needed(fix: Fix, kept: set[int], guarded: frozenset[tuple[str, int]]) -> bool:
    """Tell whether something rests on a line that would be deleted."""
    if fix.action is not FixAction.DELETE:
        return False
    place = fix.fact.place
    return id(fix.fact) in kept or (place.path, place.line) in guarded


def _fix_of(finding: Finding, weights: Weights) -> Fix | None:
    flagged, survivor = finding.flagged, finding.survivor
    if not finding.fixable or flagged is None or survivor is None:
        return None
    if "date" in flagged.extra:
        # A date that could not be read would be lost in the rewriting.
        return None
    reason = f"[{finding.name}] {finding.reason}"
    if finding.code == "MF005":
        return Fix(FixAction.DELETE, flagged, reason)
    return supersede_fix(flagged, survivor, reason, weights)


def supersede_fix(flagged: Fact, survivor: Fact, reason: str, weights: Weights) -> Fix | None:
    """Return the fix that ends a fact on its survivor's date, or None when none is safe."""
    end = when(survivor)
    if not is_before(when(flagged), end) and when(flagged):
        return None
    if not end or not flagged.slot or not outranks(survivor, flagged, weights):
        return None
    new_line = canonical_line(flagged, valid_to=end)
    if flagged.origin is not Origin.RECORD and not _keeps_meaning(flagged, new_line):
        return None
    return Fix(FixAction.SUPERSEDE, flagged, reason, valid_to=end, new_line=new_line)


def _keeps_meaning(fact: Fact, line: str) -> bool:
    """Read the new line back: it must be the same fact under the same id, with an end."""
    statement = parse_statement(line)
    again = make_fact(
        Draft(
            entity=statement.label,
            place=fact.place,
            slot=statement.slot,
            value=statement.value,
            observed_at=statement.observed_at,
            source=statement.source,
            origin=Origin.LINE,
        )
    )
    return again.id == fact.id and again.is_canonical and bool(statement.valid_to)


def plan_lines(fix: Fix) -> list[str]:
    """Return the lines that describe a fix, the same for the dry run and for `--apply`."""
    place = f"{fix.fact.place.path}:{fix.fact.place.line}"
    if fix.action is FixAction.DELETE:
        return [f'delete {place} — "{fix.fact.shown}" ({fix.reason})']
    return [
        f'supersede {place} — "{fix.fact.shown}" (valid_to {fix.valid_to})',
        f"  new: {mask_secrets(fix.new_line)}",
    ]


def fixes_of(findings: Sequence[Finding]) -> list[Fix]:
    return [finding.fix for finding in findings if finding.fix is not None]
