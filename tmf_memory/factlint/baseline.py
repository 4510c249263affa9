"""Known findings by content: new ones fail, known ones are quiet, gone ones can be pruned."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tmf_memory.factlint.model import Finding, Json
from tmf_memory.kernel.errors import UsageError

_VERSION = 1


@dataclass(frozen=True, slots=True)
class Known:
    """One recorded finding: its fingerprint, and enough words to review the file."""

    fingerprint: str
    name: str
    entity: str
    reason: str


def known_of(findings: Iterable[Finding]) -> list[Known]:
    """Return the baseline entries of some findings, each once, in a stable order."""
    entries = {
        finding.fingerprint: Known(
            finding.fingerprint, finding.name, finding.entity, finding.reason
        )
        for finding in findings
    }
    return sorted(entries.values(), key=lambda each: (each.name, each.entity, each.fingerprint))


def new_findings(findings: Iterable[Finding], known: Iterable[Known]) -> tuple[Finding, ...]:
    """Return the findings that no entry names."""
    fingerprints = {each.fingerprint for each in known}
    return tuple(each for each in findings if each.fingerprint not in fingerprints)


def pruned(known: Iterable[Known], findings: Iterable[Finding]) -> list[Known]:
    """Return the entries whose finding is still there."""
    present = {finding.fingerprint for finding in findings}
    return [each for each in known if each.fingerprint in present]


def render_baseline(known: Sequence[Known]) -> str:
    """Return the baseline file: JSON, sorted, one entry a block, so that a diff reads well."""
    document: Json = {
        "schema_version": _VERSION,
        "findings": [
            {
                "fingerprint": each.fingerprint,
                "class": each.name,
                "entity": each.entity,
                "reason": each.reason,
            }
            for each in known
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def parse_baseline(name: str, text: str) -> list[Known]:
    """Read a baseline file; raises UsageError when it is none or newer than this version."""
    try:
        document = json.loads(text)
        version = document["schema_version"]
        rows = [
            Known(
                str(row["fingerprint"]),
                str(row.get("class", "")),
                str(row.get("entity", "")),
                str(row.get("reason", "")),
            )
            for row in document["findings"]
        ]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(f"{name} is no baseline file: {error}") from error
    if version != _VERSION:
        raise UsageError(f"{name} has baseline version {version}; this version reads {_VERSION}")
    return rows
