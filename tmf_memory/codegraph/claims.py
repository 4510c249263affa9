"""Claims as values, made from stored symbols and edges: sentence, trust, confidence, bindings."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
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
    SemanticEdge,
    Symbol,
)
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.codegraph.table_keys import bare_name

# Whole string literals first, so that the end of one never counts as the start of another; then
# one without its end, because values are stored shortened.
_STRING = re.compile(
    r"""(?P<triple>'{3}|"{3})(?:\\.|.)*?(?P=triple)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|["'].*\Z""",
    re.DOTALL,
)

# What is left of line breaks and trailing commas once everything stands on one line.
_INSIDE_BRACKETS = re.compile(r"(?<=[(\[{]) | (?=[)\]}])|,(?= [)\]}])")

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
_SEMANTIC_CONFIDENCE = 0.50
_ATTRIBUTED_AT_MOST = 0.60
_SIGNATURE_CHARS = 160
_DOUBTED = frozenset((Verdict.FALSIFIED, Verdict.HUNCH))

_FOREIGN = ("unverified_foreign", "written by somebody else, not derived here")
_WORDS = {
    Verdict.VERIFIED: ("verified", "verified by a reader, bound to source"),
    Verdict.FALSIFIED: ("falsified", "said to be wrong by a reader: read the source"),
}
_TRUST = {
    Evidence.OBSERVED: ("source_observed", "observed in source"),
    Evidence.INFERRED: ("inferred", "inferred by a model or a tool"),
    Evidence.ATTRIBUTED: ("attributed", "attributed, not observed: verify behaviour in source"),
    Evidence.VERIFIED: ("verified", "verified against source"),
}

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
    is_foreign: bool = False

    @property
    def bound_hash(self) -> str:
        """What the claim rests on itself: its node, or both ends of an edge."""
        own = self.bindings[: 2 if self.scope is Scope.EDGE else 1]
        return "+".join(one.node_hash or one.file_blob for one in own)

    def is_about_this(self, event: FeedbackEvent) -> bool:
        """Whether a reader said it of the content that the claim is bound to now."""
        if event.node:
            return event.node == self.bound_hash
        return event.blob in {binding.file_blob for binding in self.bindings}

    @property
    def needs_rederive(self) -> bool:
        """Whether a reader doubts it and its node has not changed since."""
        return self._last({Verdict.VERIFIED, *_DOUBTED}) in _DOUBTED

    @property
    def last_verified(self) -> str:
        """When a reader last verified what it says now; empty when nobody did."""
        times = [one.at for one in self.events if one.verdict is Verdict.VERIFIED]
        return max(times, default="") if self._last({Verdict.VERIFIED}) else ""

    @property
    def trust(self) -> tuple[str, str]:
        """`(level, label)`."""
        if self.is_foreign:
            return _FOREIGN
        word = self._last({Verdict.VERIFIED, Verdict.FALSIFIED})
        return _WORDS[word] if word else _TRUST[self.evidence]

    def _last(self, verdicts: set[Verdict]) -> Verdict | None:
        said = [one.verdict for one in self.events if self.is_about_this(one)]
        return next((verdict for verdict in reversed(said) if verdict in verdicts), None)


def weighed(claim: Claim) -> Claim:
    """The claim with the confidence that its evidence and its readers give it.

    Validation moves confidence, use never does; each bound that is in force is named.
    """
    confidence, caps = claim.confidence, []
    if claim.evidence is not Evidence.OBSERVED and confidence > _ATTRIBUTED_AT_MOST:
        confidence = _ATTRIBUTED_AT_MOST
        caps.append(f"{claim.evidence.value}: at most {_ATTRIBUTED_AT_MOST}")
    for event in claim.events:
        if not claim.is_about_this(event):
            continue
        if event.verdict is Verdict.VERIFIED:
            confidence = max(confidence, _VERIFIED_AT_LEAST)
            caps = [f"verified: at least {_VERIFIED_AT_LEAST}"]
        elif event.verdict is Verdict.FALSIFIED:
            confidence = min(confidence, _FALSIFIED_AT_MOST)
            caps = [f"falsified: at most {_FALSIFIED_AT_MOST}"]
        elif event.verdict is Verdict.HUNCH and confidence > _HUNCH_AT_MOST:
            confidence = _HUNCH_AT_MOST
            caps.append(f"hunch: at most {_HUNCH_AT_MOST}")
    return replace(claim, confidence=confidence, caps=tuple(caps))


def claim_of(
    entry: FileEntry, symbol: Symbol, tier: str, events: tuple[FeedbackEvent, ...]
) -> Claim:
    """The claim that a symbol is what it is."""
    detail = symbol.detail
    evidence = Evidence(cast("str", detail.get("evidence", Evidence.OBSERVED.value)))
    base = _FILE_CONFIDENCE if symbol.scope is Scope.FILE else _NODE_CONFIDENCE
    claim = Claim(
        claim_id(symbol.scope, entry.path, symbol.qualname),
        sentence_of(entry, symbol),
        _KINDS.get(symbol.scope, ClaimKind.STRUCTURE),
        symbol.scope,
        entry.path,
        symbol.qualname,
        (Binding(entry.path, symbol.qualname, entry.blob, symbol.node_hash),),
        evidence,
        cast("float", detail.get("confidence", base)),
        tier,
        events=events,
    )
    return weighed(claim)


def claim_of_edge(
    edge: Edge, bindings: tuple[Binding, ...], tier: str, events: tuple[FeedbackEvent, ...]
) -> Claim:
    """The claim that one symbol relates to another; it is bound to all that resolved it."""
    is_semantic = isinstance(edge, SemanticEdge)
    evidence = Evidence.ATTRIBUTED if edge.kind is EdgeKind.INJECTS else Evidence.OBSERVED
    source = _named(edge.source.path, edge.source.qualname)
    target = _named(edge.target.path, edge.target.qualname)
    claim = Claim(
        edge_id(edge.kind, edge.source, edge.target),
        f"{source} {_VERBS[edge.kind]} {target}.",
        ClaimKind.EDGE,
        Scope.EDGE,
        edge.source.path,
        edge.source.qualname,
        bindings,
        Evidence.INFERRED if is_semantic else evidence,
        _SEMANTIC_CONFIDENCE if is_semantic else _EDGE_CONFIDENCE,
        tier,
        events=events,
    )
    return weighed(claim)


def placeholder_of(claim: Claim) -> Claim:
    """The same claim without a word of the stranger who wrote it; it counts for nothing."""
    return replace(
        claim,
        sentence="A claim that somebody else wrote; it is not shown before it is derived here.",
        confidence=0.0,
        caps=("unverified_foreign: 0",),
        bindings=(),
        tier="",
        is_foreign=True,
    )


def sentence_of(entry: FileEntry, symbol: Symbol) -> str:
    """One sentence about a symbol, from observed facts only."""
    detail = symbol.detail
    name, where = f"`{symbol.qualname}`", f"`{entry.path}`"
    if symbol.scope is Scope.FILE:
        state = f" ({entry.degraded})" if entry.degraded else ""
        count = len(entry.symbols) - 1
        claims = f"{count} claim{'' if count == 1 else 's'}"
        return f"{where} is a {entry.language} file with {claims}{state}."
    if symbol.scope is Scope.FUNCTION:
        kind = "coroutine" if detail.get("async") else "function"
        _, parenthesis, rest = str(detail.get("signature", "()")).partition("(")
        signature = _without_quoted_prose(parenthesis + rest, most=_SIGNATURE_CHARS)
        bare = bare_name(symbol.qualname)
        shown = signature if parenthesis or bare == symbol.qualname else ""
        return f"`{bare if shown else symbol.qualname}{shown}` is a {kind} in {where}."
    if symbol.scope is Scope.CLASS:
        named = [_without_quoted_prose(base) for base in cast("list[str]", detail.get("bases", []))]
        bases = ", ".join(f"`{base}`" for base in named)
        return f"{name} is a class in {where}{f' with bases {bases}' if bases else ''}."
    return _other_sentence(symbol, name, where)


def _other_sentence(symbol: Symbol, name: str, where: str) -> str:
    detail = symbol.detail
    if symbol.scope is Scope.ROUTE:
        handler = f" to `{_without_prose(str(detail['handler']))}`" if "handler" in detail else ""
        path = _without_prose(str(detail.get("path", symbol.qualname)))
        route = f"{detail.get('method', 'ANY')} {path}"
        return f"Route `{route}` leads{handler} in {where}."
    if symbol.scope in {Scope.TABLE, Scope.VIEW}:
        return f"{name} is a {symbol.scope.value} defined in {where}."
    value = detail.get("value")
    what = "is set" if symbol.scope is Scope.CONFIG else "is declared"
    shown = "" if value is None else _without_prose(str(value))
    return f"{name} {what} in {where}{f' as `{shown}`' if shown else ''}."


def _without_prose(text: str) -> str:
    """Leave out text of several words: a claim never carries a stranger's sentences."""
    quiet = _without_quoted_prose(text)
    return "…" if "'" not in quiet and '"' not in quiet and quiet.count(" ") > 6 else quiet


def _without_quoted_prose(text: str, *, most: int = 80) -> str:
    """The same for code, where a sentence can only stand in a string."""
    line = " ".join(text.split()).replace("`", "'")
    quiet = _STRING.sub(lambda found: "'…'" if " " in found[0] else found[0], line)
    quiet = _INSIDE_BRACKETS.sub("", quiet)
    return quiet if len(quiet) <= most else quiet[: most - 1] + "…"


def _named(path: str, qualname: str) -> str:
    return f"`{path}:{qualname}`" if qualname else f"module `{path}`"
