"""A finding as JSON: the fields that every JSON format shares."""

from __future__ import annotations

from tmf_memory.factlint.model import Fact, Finding, Fix, Json
from tmf_memory.kernel.language.secrets import mask_secrets


def encode_finding(finding: Finding) -> dict[str, Json]:
    place = finding.location
    document: dict[str, Json] = {
        "class": finding.name,
        "code": finding.code,
        "severity": finding.severity.value,
        "layer": finding.layer.printed,
        "entity": finding.entity,
        "path": place.path if place else None,
        "line": place.line if place else None,
        "reason": finding.reason,
        "fidelity": finding.fidelity.value if finding.fidelity else None,
        "reliability": finding.reliability,
        "score": finding.score.similarity,
        "confidence": finding.score.confidence,
        "fingerprint": finding.fingerprint,
        "flagged": encode_side(finding.flagged),
        "survivor": encode_side(finding.survivor),
        "fix": encode_fix(finding.fix),
        "related": [{"path": each.path, "line": each.line} for each in finding.related],
    }
    return document


def encode_side(fact: Fact | None) -> Json:
    if fact is None:
        return None
    return {
        "id": fact.id,
        "text": fact.shown,
        "observed_at": fact.observed_at or None,
        "source": fact.source or None,
        "source_class": fact.source_class.value,
        "path": fact.place.path,
        "line": fact.place.line,
    }


def encode_fix(fix: Fix | None) -> Json:
    if fix is None:
        return None
    return {
        "action": fix.action.value,
        "target_id": fix.fact.id,
        "path": fix.fact.place.path,
        "line": fix.fact.place.line,
        "valid_to": fix.valid_to or None,
        "new_line": mask_secrets(fix.new_line) or None,
        "reason": fix.reason,
    }
