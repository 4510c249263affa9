"""How code memory reads on a terminal: one function per view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from tmf_memory.codegraph.fragment import Fragment
from tmf_memory.codegraph.graph import EdgeHit, GraphAnswer, ImpactAnswer
from tmf_memory.codegraph.lookup import Found
from tmf_memory.codegraph.model import Anchor, Gap, Json, SemanticEdge
from tmf_memory.codegraph.query import Retrieved
from tmf_memory.codegraph.shown import ShownClaim
from tmf_memory.codegraph.views import QUOTE_CHARS
from tmf_memory.kernel.render.quote import quote
from tmf_memory.kernel.trust import UntrustedText

if TYPE_CHECKING:  # told in full only, and it costs the imports of all that it asks
    from tmf_memory.codegraph.background import Background
    from tmf_memory.codegraph.blame import Intent
    from tmf_memory.codegraph.contracts import Contract


def retrieved_text(answer: Retrieved) -> str:
    lines = []
    for shown in answer.claims:
        by = answer.suggested.get(shown.claim.id)
        lines += _claim_lines(shown)
        lines += [f"    added by {by}"] if by else []
    if not answer.claims:
        lines.append("nothing found")
    return "\n".join(lines)


def explain_text(
    shown: ShownClaim,
    edges: dict[str, int],
    background: Background | None = None,
) -> str:
    claim = shown.claim
    lines = [
        f"[{_state(shown)}] {claim.trust[1]} ({claim.confidence:.2f})",
        claim.sentence,
        f"id          {claim.id}",
        *(f"anchor      {_place(anchor)}" for anchor in shown.anchors),
        *(f"stale       {reason}" for reason in shown.stale_reasons),
        *(
            f"bound to    {one.path}:{one.qualname} blob {one.file_blob[:12]}"
            f"{f' node {one.node_hash[:12]}' if one.node_hash else ''}"
            for one in claim.bindings
        ),
        *(f"cap         {cap}" for cap in claim.caps),
        *(f"feedback    {event.at} {event.verdict.value} {event.note}" for event in claim.events),
        *([f"edges       {_counts(edges)}"] if any(edges.values()) else []),
        *(_background_lines(background) if background else []),
        f"tier        {claim.tier}",
        f"next        {shown.action_hint}",
    ]
    return "\n".join(lines)


def _background_lines(background: Background) -> list[str]:
    contract, said, intent = background.contract, background.said, background.intent
    return [
        *(_contract_lines(contract) if contract else []),
        *([_intent_line(intent)] if intent else []),
        *([_model_line(said)] if said and said.get("summary") else []),
    ]


def _contract_lines(contract: Contract) -> list[str]:
    """What the signature does not show."""
    rows = (("raises", contract.raises), ("writes", contract.writes))
    return [f"{name:<12}{', '.join(values)}" for name, values in rows if values]


def _intent_line(intent: Intent) -> str:
    subject = quote(intent.subject, max_chars=QUOTE_CHARS)
    return f"intent      {subject} (untrusted, attributed, git {intent.commit[:12]}, {intent.day})"


def _model_line(said: Mapping[str, Json]) -> str:
    summary = quote(UntrustedText(str(said["summary"])), max_chars=QUOTE_CHARS)
    return f"model says  {summary} (untrusted, {said['evidence']}, {said['confidence']:.2f})"


def graph_text(answer: GraphAnswer) -> str:
    lines = [f"{answer.relation.value} of {_name(answer.asked)}"]
    lines += [f"  {_hit_line(hit)}" for hit in answer.hits]
    if answer.why_empty:
        lines.append(f"  none: {answer.why_empty}")
    if answer.candidates:
        lines.append("not linked, may also belong:")
        lines += [
            f"  {one.path}:{one.unresolved.line}  {one.unresolved.expression}"
            f"  ({one.unresolved.reason.value})"
            for one in answer.candidates
        ]
    if answer.candidates_cut:
        lines.append(f"  … and {answer.candidates_cut} more")
    if answer.candidate_files_left:
        lines.append(f"  … and some in {answer.candidate_files_left} more files")
    lines.append("coverage is partial: what is not proven is not listed")
    return "\n".join(lines)


def impact_text(answer: ImpactAnswer) -> str:
    lines = [f"depends on {_name(answer.asked)}"]
    for hop in answer.hops:
        lines.append(f"  {'  ' * (hop.depth - 1)}{hop.hit.edge.kind.value:<9} {_hit_line(hop.hit)}")
    if not answer.hops:
        lines.append("  nothing that is proven")
    if answer.cut:
        lines.append(f"  … and {answer.cut} more beyond the bounds")
    return "\n".join(lines)


def fragment_text(fragment: Fragment) -> str:
    lines = [f"around {_name(fragment.entry)}"]
    for hop in fragment.hops:
        lines.append(f"  {hop.depth + 1}  {hop.relation.value:<12} {_hit_line(hop.hit)}")
    lines += [f"  stale, not followed: {_hit_line(hop.hit)}" for hop in fragment.stale]
    lines += [
        f"  boundary: {one.path}:{one.unresolved.line}  {one.unresolved.expression}"
        f"  ({one.unresolved.reason.value})"
        for one in fragment.boundaries
    ]
    lines.append(f"{len(fragment.nodes)} nodes, {len(fragment.hops)} hops; {fragment.stop.value}")
    return "\n".join(lines)


def gap_lines(gaps: Iterable[Gap]) -> list[str]:
    return [f"gap: {gap.path + ': ' if gap.path else ''}{gap.reason}" for gap in gaps]


def _claim_lines(shown: ShownClaim) -> list[str]:
    place = ", ".join(_place(anchor) for anchor in shown.anchors) or shown.claim.path
    mark = "" if shown.fresh else f"  [STALE: {'; '.join(shown.stale_reasons)}]"
    return [f"{place}{mark}", f"    {shown.claim.sentence}", f"    {shown.claim.id}"]


def _hit_line(hit: EdgeHit) -> str:
    lines = ",".join(str(line) for line in hit.edge.lines)
    other = f"{hit.other.path}:{hit.other.qualname}" if hit.other.qualname else hit.other.path
    if hit.stale_reasons:  # the lines may be others by now
        return f"{other}  in {hit.site}  [STALE: {'; '.join(hit.stale_reasons)}]"
    tier = f"  [{hit.tier}]" if isinstance(hit.edge, SemanticEdge) else ""
    return f"{other}  at {hit.site}:{lines}{tier}"


def _state(shown: ShownClaim) -> str:
    return "FRESH" if shown.fresh else "STALE"


def _name(found: Found) -> str:
    qualname = found.symbol.qualname
    return f"{found.entry.path}:{qualname}" if qualname else found.entry.path


def _place(anchor: Anchor) -> str:
    if anchor.line_start == anchor.line_end:
        return f"{anchor.path}:{anchor.line_start}"
    return f"{anchor.path}:{anchor.line_start}-{anchor.line_end}"


def _counts(edges: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in edges.items() if count)
