"""Claims as values, made from stored symbols and edges: sentence, trust, confidence, bindings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.claim_id import claim_id, edge_id
from tmf_memory.codegraph.feedback import FeedbackEvent, Verdict
from tmf_memory.codegraph.model import (
    Binding,
    ClaimKind,
    Edge,
    EdgeKind,
    Evidence,
    Scope,
    Symbol,
)
from tmf_memory.codegraph.records import FileEntry

_PROSE = re.compile(r"""'[^'\n]*\s[^'\n]*'|"[^"\n]*\s[^"\n]*"|\n.*""", re.DOTALL)

_KINDS = {
    Scope.CONFIG: ClaimKind.CONFIG,
    Scope.ROUTE: ClaimKind.ROUTE,
    Scope.TABLE: ClaimKind.SCHEMA,
    Scope.VIEW: ClaimKind.SCHEMA,
    Scope.EDGE: ClaimKind.EDGE,
}
_FILE_CONFIDENCE = 0.35
_NODE_CONFIDENCE = 0.40
_EDGE_CONFIDENCE = 0.55
_VERIFIED_AT_LEAST = 0.75
_FALSIFIED_AT_MOST = 0.15
_HUNCH_AT_MOST = 0.30
_ATTRIBUTED_AT_MOST = 0.60

_VERBS = {
    EdgeKind.CALLS: "calls",
    EdgeKind.READS: "reads",
    EdgeKind.WRITES: "writes",
    EdgeKind.INHERITS: "inherits from",
    EdgeKind.IMPLEMENTS: "implements",
    EdgeKind.OVERRIDES: "overrides",
    EdgeKind.IMPORTS: "imports",
    EdgeKind.INJECTS: "is injected with",
    EdgeKind.ROUTES_TO: "routes to",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement with everything that says how far to trust it."""

    id: str
    sentence: str
    kind: ClaimKind
    scope: Scope
    path: str
    qualname: str
    bindings: tuple[Binding, ...]
    evidence: Evidence
    confidence: float
    tier: str
    caps: tuple[str, ...] = ()
    events: tuple[FeedbackEvent, ...] = ()

    @property
    def needs_rederive(self) -> bool:
        """Whether a reader said that it is wrong and its file has not changed since."""
        blobs = {binding.file_blob for binding in self.bindings}
        doubted = {Verdict.FALSIFIED, Verdict.HUNCH}
        return any(event.verdict in doubted and event.blob in blobs for event in self.events)

    @property
    def trust(self) -> tuple[str, str]:
        """`(level, label)`."""
        if any(event.verdict is Verdict.VERIFIED for event in self.events):
            return "verified", "verified by a reader, bound to source"
        if self.evidence is Evidence.ATTRIBUTED:
            return "attributed", "attributed, not observed: verify behaviour in source"
        if self.evidence is Evidence.INFERRED:
            return "inferred", "inferred by a model or a tool"
        return "source_observed", "observed in source"


def claim_of(
    entry: FileEntry, symbol: Symbol, tier: str, events: tuple[FeedbackEvent, ...]
) -> Claim:
    """The claim that a symbol is what it is."""
    detail = symbol.detail
    evidence = Evidence(cast("str", detail.get("evidence", Evidence.OBSERVED.value)))
    base = _FILE_CONFIDENCE if symbol.scope is Scope.FILE else _NODE_CONFIDENCE
    confidence, caps = _weighed(cast("float", detail.get("confidence", base)), evidence, events)
    return Claim(
        claim_id(symbol.scope, entry.path, symbol.qualname),
        sentence_of(entry, symbol),
        _KINDS.get(symbol.scope, ClaimKind.STRUCTURE),
        symbol.scope,
        entry.path,
        symbol.qualname,
        (Binding(entry.path, symbol.qualname, entry.blob, symbol.node_hash),),
        evidence,
        confidence,
        tier,
        caps,
        events,
    )


def claim_of_edge(
    edge: Edge, bindings: tuple[Binding, ...], tier: str, events: tuple[FeedbackEvent, ...]
) -> Claim:
    """The claim that one symbol relates to another; it is bound to all that resolved it."""
    evidence = Evidence.ATTRIBUTED if edge.kind is EdgeKind.INJECTS else Evidence.OBSERVED
    confidence, caps = _weighed(_EDGE_CONFIDENCE, evidence, events)
    source = _named(edge.source.path, edge.source.qualname)
    target = _named(edge.target.path, edge.target.qualname)
    return Claim(
        edge_id(edge.kind, edge.source, edge.target),
        f"{source} {_VERBS[edge.kind]} {target}.",
        ClaimKind.EDGE,
        Scope.EDGE,
        edge.source.path,
        edge.source.qualname,
        bindings,
        evidence,
        confidence,
        tier,
        caps,
        events,
    )


def sentence_of(entry: FileEntry, symbol: Symbol) -> str:
    """One sentence about a symbol, from observed facts only."""
    detail = symbol.detail
    name, where = f"`{symbol.qualname}`", f"`{entry.path}`"
    if symbol.scope is Scope.FILE:
        state = f" ({entry.degraded})" if entry.degraded else ""
        return f"{where} is a {entry.language} file with {len(entry.symbols) - 1} claims{state}."
    if symbol.scope is Scope.FUNCTION:
        kind = "coroutine" if detail.get("async") else "function"
        _, parenthesis, rest = str(detail.get("signature", "()")).partition("(")
        signature = _without_prose(parenthesis + rest)
        return f"`{symbol.qualname}{signature}` is a {kind} in {where}."
    if symbol.scope is Scope.CLASS:
        bases = ", ".join(f"`{base}`" for base in cast("list[str]", detail.get("bases", [])))
        return f"{name} is a class in {where}{f' with bases {bases}' if bases else ''}."
    return _other_sentence(symbol, name, where)


def _other_sentence(symbol: Symbol, name: str, where: str) -> str:
    detail = symbol.detail
    if symbol.scope is Scope.ROUTE:
        handler = f" to `{detail['handler']}`" if "handler" in detail else ""
        route = f"{detail.get('method', 'ANY')} {detail.get('path', symbol.qualname)}"
        return f"Route `{route}` leads{handler} in {where}."
    if symbol.scope in {Scope.TABLE, Scope.VIEW}:
        return f"{name} is a {symbol.scope.value} defined in {where}."
    value = detail.get("value")
    what = "is set" if symbol.scope is Scope.CONFIG else "is declared"
    shown = "" if value is None else _without_prose(str(value))
    return f"{name} {what} in {where}{f' as `{shown}`' if shown else ''}."


def _without_prose(text: str, most: int = 80) -> str:
    """Leave out quoted strings of several words: a claim never carries a stranger's sentences."""
    quiet = _PROSE.sub("'…'", text.replace("`", "'"))
    quiet = "…" if "'" not in quiet and '"' not in quiet and quiet.count(" ") > 6 else quiet
    return quiet if len(quiet) <= most else quiet[: most - 1] + "…"


def _named(path: str, qualname: str) -> str:
    return f"`{path}:{qualname}`" if qualname else f"module `{path}`"


def _weighed(
    base: float, evidence: Evidence, events: tuple[FeedbackEvent, ...]
) -> tuple[float, tuple[str, ...]]:
    """Validation moves confidence, use never does; each bound that was applied is named."""
    confidence, caps = base, []
    if evidence is not Evidence.OBSERVED and confidence > _ATTRIBUTED_AT_MOST:
        confidence = _ATTRIBUTED_AT_MOST
        caps.append(f"{evidence.value}: at most {_ATTRIBUTED_AT_MOST}")
    for event in events:
        if event.verdict is Verdict.VERIFIED:
            confidence = max(confidence, _VERIFIED_AT_LEAST)
            caps.append(f"verified: at least {_VERIFIED_AT_LEAST}")
        elif event.verdict is Verdict.FALSIFIED:
            confidence = min(confidence, _FALSIFIED_AT_MOST)
            caps.append(f"falsified: at most {_FALSIFIED_AT_MOST}")
        elif event.verdict is Verdict.HUNCH:
            confidence = min(confidence, _HUNCH_AT_MOST)
            caps.append(f"hunch: at most {_HUNCH_AT_MOST}")
    return confidence, tuple(dict.fromkeys(caps))
