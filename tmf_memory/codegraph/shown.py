"""Claims on their way to a reader: each judged against source at this moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.claims import Claim, claim_of, claim_of_edge, placeholder_of
from tmf_memory.codegraph.feedback import ClaimKey, FeedbackEvent, edge_key, read_feedback
from tmf_memory.codegraph.freshness import check_of
from tmf_memory.codegraph.indexed_edges import SEMANTIC_TIER
from tmf_memory.codegraph.languages import Languages
from tmf_memory.codegraph.lookup import Found, FoundEdge
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Anchor, Binding, Scope, SemanticEdge, Symbol, SymbolKey
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.kernel.worktree import head_commit


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """A claim, why it is stale if it is, and where it stands now (nowhere when gone)."""

    claim: Claim
    stale_reasons: tuple[str, ...]
    anchors: tuple[Anchor, ...]
    language: str
    degraded: str = ""
    raw: tuple[Claim, Symbol | None] | None = None
    """What somebody else wrote, when that is what was found."""

    @property
    def fresh(self) -> bool:
        return not self.stale_reasons

    @property
    def action_hint(self) -> str:
        """What a careful reader does next."""
        if self.stale_reasons or self.claim.needs_rederive or self.degraded:
            return "degrade_to_source_or_rederive"
        if self.claim.trust[0] == "attributed":
            return "use_as_attributed_context_verify_behavior_in_source"
        if self.claim.confidence <= 0.3:
            return "treat_as_hint_read_source_before_acting"
        return "can_use_with_source_anchor_for_precision"


class Presenter:
    """Shows stored symbols and edges as claims; reads each source file at most once."""

    def __init__(self, memory: CodeMemory) -> None:
        self._claims: ClaimStore = memory.claims
        self._is_foreign = memory.is_foreign
        self._commit = head_commit(memory.worktree.root)
        self._languages: Languages = memory.languages
        self.check = check_of(memory)
        self._events: Mapping[ClaimKey, tuple[FeedbackEvent, ...]] = read_feedback(
            memory.claims.store
        )

    def show(self, found: Found) -> ShownClaim:
        entry, symbol = found.entry, found.symbol
        if self._is_foreign:
            return self._foreign(entry, symbol)
        freshness = self.check.symbol(entry, symbol)
        events = self._events.get((symbol.scope.value, entry.path, symbol.qualname), ())
        now = freshness.current
        anchors = (
            (Anchor(entry.path, now.line_start, now.line_end, symbol.qualname),) if now else ()
        )
        claim = claim_of(entry, symbol, self._tier(entry.language), events)
        claim = self._with_commit(claim)
        return ShownClaim(claim, freshness.reasons, anchors, entry.language, entry.degraded)

    def _foreign(self, entry: FileEntry, symbol: Symbol) -> ShownClaim:
        claim = claim_of(entry, symbol, "", ())
        return _placeholder(claim, symbol, is_named=self._is_in_source(entry, symbol))

    def _is_in_source(self, entry: FileEntry, symbol: Symbol) -> bool:
        """Whether the file as it is now has this symbol, whatever blob a stranger wrote down."""
        current = self.check.file(replace(entry, blob=""))
        if current.symbols is None:
            return False
        is_file = (symbol.scope, symbol.qualname) == (Scope.FILE, "")
        return is_file or (symbol.scope, symbol.qualname) in current.symbols

    def show_edge(self, found: FoundEdge) -> ShownClaim:
        edge = found.edge
        keys = dict.fromkeys((edge.source, edge.target, *edge.via, SymbolKey(found.site, "")))
        entries = [self._claims.entry(path) for path in sorted({key.path for key in keys})]
        reasons = self.check.edge(edge, entries)
        reasons = tuple(dict.fromkeys((*reasons, *self.check.site(self._claims, found.site))))
        anchors = tuple(Anchor(found.site, line, line, edge.source.qualname) for line in edge.lines)
        site = self._claims.entry(found.site)
        language = site.language if site else ""
        bindings = tuple(self._binding(key) for key in keys)
        events = self._events.get(edge_key(edge), ())
        is_semantic = isinstance(edge, SemanticEdge)
        tier = SEMANTIC_TIER if is_semantic else self._tier(language)
        claim = claim_of_edge(edge, bindings, tier, events)
        if self._is_foreign:
            return _placeholder(claim, None, is_named=False)
        claim = self._with_commit(claim)
        return ShownClaim(claim, reasons, () if reasons else anchors, language)

    def _with_commit(self, claim: Claim) -> Claim:
        """Where the repository stands is provenance; it never decides freshness."""
        bindings = tuple(replace(one, commit=self._commit) for one in claim.bindings)
        return replace(claim, bindings=bindings)

    def _binding(self, key: SymbolKey) -> Binding:
        entry = self._claims.entry(key.path)
        symbols = entry.find(key.qualname) if entry else ()
        return Binding(
            key.path,
            key.qualname,
            entry.blob if entry else "",
            symbols[0].node_hash if symbols else "",
        )

    def _tier(self, language: str) -> str:
        return self._languages.tier(language)


def _placeholder(claim: Claim, symbol: Symbol | None, *, is_named: bool) -> ShownClaim:
    """A stranger's claim: named where the source itself has the name, all else only as raw data."""
    hidden = placeholder_of(claim)
    if not is_named:
        hidden = replace(hidden, path="", qualname="")
    return ShownClaim(hidden, ("not derived by this user",), (), "", raw=(claim, symbol))
