"""How the answers of `as-of`, `reconcile` and `admit` read, as Markdown and as JSON."""

from __future__ import annotations

from tmf_memory.factlint.model import Fact, Json
from tmf_memory.factlint.reconcile import EntityVerdict, Matrix, Row
from tmf_memory.factlint.records import encode_fact
from tmf_memory.factlint.timeline import Belief, Standing, Timeline
from tmf_memory.kernel.language.secrets import mask_secrets, masked_value

_NONE = "—"


def _cell(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") or _NONE


def _shown(fact: Fact) -> tuple[str, str]:
    """Return the slot and the value of a fact as a table shows them."""
    value = masked_value(fact.slot, fact.value) if fact.slot else mask_secrets(fact.claim)
    return fact.slot or _NONE, value


def render_timeline(timeline: Timeline) -> str:
    """Render the answer of `as-of`."""
    entities = timeline.entities
    lines = [
        f"# memory-lint as-of {timeline.date}",
        "",
        f"Store: {', '.join(timeline.stores)} | facts read: {timeline.facts_read} | "
        f"in effect: {len(timeline.beliefs)} | entities: {len(entities)}",
        f"Conflicts resolved at this date: {timeline.conflicts_resolved}",
    ]
    for entity in entities:
        lines += _entity(entity, timeline.of(entity))
    if timeline.out_of_window:
        lines += ["", f"## Not in effect on {timeline.date}", ""]
        lines += ["| Entity | Value | Reason |", "|---|---|---|"]
        lines += [
            f"| {_cell(each.entity)} | {_cell(_shown(each.fact)[1])} | {each.reason} |"
            for each in timeline.out_of_window
        ]
    if timeline.unanchored:
        lines += ["", "## Unanchored (no date, no validity window)", ""]
        lines += [
            f"- {entity}: '{_shown(fact)[1]}' (id `{fact.id}`)"
            for entity, fact in timeline.unanchored
        ]
    if timeline.unresolved_aliases:
        lines += ["", "## Unresolved aliases", ""]
        lines += [
            f"- '{each.left}' and '{each.right}' differ by {each.edits} edit(s), "
            f"similarity {each.similarity:.2f} — NOT merged"
            for each in timeline.unresolved_aliases
        ]
    return "\n".join(lines) + "\n"


def _entity(entity: str, beliefs: tuple[Belief, ...]) -> list[str]:
    lines = ["", f"## {entity}", ""]
    lines += ["| Slot | Value | Observed | Class | Reliability | Verdict |"]
    lines += ["|---|---|---|---|---|---|"]
    for belief in beliefs:
        fact = belief.fact
        slot, value = _shown(fact)
        lines.append(
            f"| {_cell(slot)} | {_cell(value)} | {fact.observed_at or _NONE} | "
            f"{fact.source_class.value} | {belief.reliability:.2f} | {belief.standing.value} |"
        )
    notes = [belief for belief in beliefs if belief.standing is not Standing.CURRENT]
    if notes:
        lines.append("")
        lines += [_note(belief) for belief in notes]
    return lines


def _note(belief: Belief) -> str:
    slot, value = _shown(belief.fact)
    by = f" `{belief.by.id}`" if belief.by is not None else ""
    return (
        f"- **{belief.standing.value}** {slot} = '{value}' (id `{belief.fact.id}`) — "
        f"{belief.reason}{by}"
    )


def encode_timeline(timeline: Timeline) -> dict[str, Json]:
    """Return the same answer for programs."""
    return {
        "date": timeline.date,
        "stores": list(timeline.stores),
        "facts_read": timeline.facts_read,
        "in_effect": len(timeline.beliefs),
        "entities": len(timeline.entities),
        "conflicts_resolved": timeline.conflicts_resolved,
        "beliefs": [
            {
                **encode_fact(belief.fact),
                "entity": belief.entity,
                "reliability": belief.reliability,
                "verdict": belief.standing.value,
                "by": belief.by.id if belief.by is not None else None,
                "reason": belief.reason or None,
            }
            for belief in timeline.beliefs
        ],
        "out_of_window": [
            {**encode_fact(each.fact), "entity": each.entity, "reason": each.reason}
            for each in timeline.out_of_window
        ],
        "unanchored": [
            {**encode_fact(fact), "entity": entity} for entity, fact in timeline.unanchored
        ],
        "unresolved_aliases": [
            {
                "left": each.left,
                "right": each.right,
                "edits": each.edits,
                "similarity": round(each.similarity, 4),
            }
            for each in timeline.unresolved_aliases
        ],
    }


def render_matrix(matrix: Matrix) -> str:
    """Render the answer of `reconcile`."""
    lines = [
        "# memory-lint reconcile",
        "",
        f"Sources: {matrix.sources} | Entities: {len(matrix.entities)} | "
        f"Claims considered: {matrix.claims}",
    ]
    for verdict in matrix.entities:
        lines += ["", f"## {verdict.entity}", ""]
        lines += ["| Source | Claim | Observed | Status | Verdict |", "|---|---|---|---|---|"]
        lines += [_row(row) for row in verdict.rows]
        lines += ["", _canonical(verdict)]
    return "\n".join(lines) + "\n"


def _row(row: Row) -> str:
    fact = row.fact
    return (
        f"| {_cell(row.source)} | {_cell(mask_secrets(fact.claim))} | "
        f"{fact.observed_at or _NONE} | {_cell(fact.status_verb)} | {row.outcome.value} |"
    )


def _canonical(verdict: EntityVerdict) -> str:
    fact = verdict.canonical
    provenance = (
        f"observed {fact.observed_at or _NONE} | class {fact.source_class.value} | "
        f"reliability {verdict.reliability:.2f}"
    )
    return f"**Canonical**: {mask_secrets(fact.claim)}  *({provenance})*"


def encode_matrix(matrix: Matrix) -> dict[str, Json]:
    """Return the same matrix for programs."""
    return {
        "sources": matrix.sources,
        "claims_considered": matrix.claims,
        "entities": [
            {
                "entity": verdict.entity,
                "rows": [
                    {
                        "source": row.source,
                        "claim": row.fact.claim,
                        "id": row.fact.id,
                        "observed_at": row.fact.observed_at or None,
                        "source_class": row.fact.source_class.value,
                        "status": row.fact.status_verb or None,
                        "reliability": row.reliability,
                        "verdict": row.outcome.value,
                    }
                    for row in verdict.rows
                ],
                "canonical": {
                    **encode_fact(verdict.canonical),
                    "reliability": verdict.reliability,
                },
            }
            for verdict in matrix.entities
        ],
    }
