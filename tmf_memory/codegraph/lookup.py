"""From what a reader typed to one claim: an id, an id prefix, a path, or a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.claim_id import claim_id, edge_id, parse_id, path_digits
from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.feedback import read_moves
from tmf_memory.codegraph.model import Edge, Scope, Symbol, SymbolKey
from tmf_memory.codegraph.records import FileEntry
from tmf_memory.codegraph.table_keys import ELSEWHERE, NAMES, bare_name, simple_name
from tmf_memory.kernel.errors import AmbiguousNameError, NotFoundError

_MOST_CANDIDATES = 50
_MOST_NEAR = 5


@dataclass(frozen=True, slots=True)
class Found:
    """One symbol and the file it is in."""

    entry: FileEntry
    symbol: Symbol

    @property
    def key(self) -> SymbolKey:
        return SymbolKey(self.entry.path, self.symbol.qualname)

    @property
    def id(self) -> str:
        return claim_id(self.symbol.scope, self.entry.path, self.symbol.qualname)


@dataclass(frozen=True, slots=True)
class FoundEdge:
    """One edge and the file whose text causes it."""

    site: str
    edge: Edge

    @property
    def id(self) -> str:
        return edge_id(self.edge.kind, self.edge.source, self.edge.target)


def find_one(claims: ClaimStore, text: str) -> Found:
    """Return the symbol that `text` names.

    Raises NotFoundError, and AmbiguousNameError with the candidates when several do.
    """
    found = find_any(claims, text)
    if isinstance(found, FoundEdge):
        raise NotFoundError(f"{text} is an edge; give the id or name of a symbol")
    return found


def find_any(claims: ClaimStore, text: str) -> Found | FoundEdge:
    """The same, edges included (they are named by id only)."""
    text = text.strip()
    matches = _without_stubs(_candidates(claims, text))
    if not matches:
        raise NotFoundError(_why_nothing(claims, text))
    if len(matches) > 1:
        shown = [_describe(match) for match in matches[:_MOST_CANDIDATES]]
        if len(matches) > _MOST_CANDIDATES:
            shown.append(f"… and {len(matches) - _MOST_CANDIDATES} more")
        raise AmbiguousNameError(text, tuple(shown))
    return matches[0]


def _without_stubs(matches: Iterable[Found | FoundEdge]) -> list[Found | FoundEdge]:
    """A stub (`.pyi`) says the same of the module beside it, which is the one that is meant."""
    every = list(matches)
    keys = {(one.key, one.symbol.scope) for one in every if isinstance(one, Found)}
    return [one for one in every if not (isinstance(one, Found) and _module_of_stub(one) & keys)]


def _module_of_stub(found: Found) -> set[tuple[SymbolKey, Scope]]:
    path = found.entry.path
    if not path.endswith(".pyi"):
        return set()
    return {(SymbolKey(path[:-1], found.symbol.qualname), found.symbol.scope)}


def find_named(claims: ClaimStore, name: str) -> list[Found]:
    """Every symbol called `name` (a qualname, or its last parts), exact spelling first."""
    paths = claims.paths_of(NAMES, simple_name(name).lower())
    found = [one for path in paths for one in _in_file(claims, path)]
    for matches in (_is_exactly, _ends_with, _is_in_module, _is_alike):
        hits = [one for one in found if matches(one, name)]
        if hits:
            return hits
    return []


def _candidates(claims: ClaimStore, text: str) -> Iterable[Found | FoundEdge]:
    parsed = parse_id(text)
    if parsed and (text.startswith("claim_") or len(text) >= 8):
        by_id = list(_by_digits(claims, *parsed))
        if by_id or text.startswith("claim_"):
            return by_id
    if text in claims.manifest.files:
        return [one for one in _in_file(claims, text) if one.symbol.scope is Scope.FILE]
    path, colon, qualname = text.rpartition(":")
    if colon and path in claims.manifest.files:
        return [one for one in _in_file(claims, path) if one.symbol.qualname == qualname]
    return find_named(claims, text) if text else []


def _by_digits(claims: ClaimStore, scope: str, digits: str) -> Iterator[Found | FoundEdge]:
    names = _names_over_time(claims)
    for path in claims.manifest.files:
        for name in names.get(path, (path,)):
            if not path_digits(name).startswith(digits[:4]):
                continue
            entry = claims.entry(path)
            if entry is not None:
                yield from _symbols_by_digits(entry, scope, digits, name)
            if scope == Scope.EDGE.value:
                yield from _edges_by_digits(claims, path, digits, names)


def _sites_of(claims: ClaimStore, path: str) -> list[str]:
    """The files whose text causes edges of this file's symbols: itself and few others."""
    number = claims.number_of(path)
    return sorted({path, *claims.paths_with_prefix(ELSEWHERE, f"{number}:")})


def _names_over_time(claims: ClaimStore) -> dict[str, tuple[str, ...]]:
    """Every file that moved, with its paths of before; an old path in use again is that file's."""
    names: dict[str, tuple[str, ...]] = {}
    for old, new in read_moves(claims.store).items():
        if old not in claims.manifest.files:
            names[new] = (*names.get(new, (new,)), old)
    return names


def _symbols_by_digits(entry: FileEntry, scope: str, digits: str, path: str) -> Iterator[Found]:
    for symbol in entry.symbols:
        if scope in {"", symbol.scope.value}:
            whole = claim_id(symbol.scope, path, symbol.qualname)
            if whole.rpartition("_")[2].startswith(digits):
                yield Found(entry, symbol)


def _edges_by_digits(
    claims: ClaimStore, path: str, digits: str, names: Mapping[str, tuple[str, ...]]
) -> Iterator[FoundEdge]:
    """Edges of one file's symbols by id, also by an id of before one of its ends moved."""
    seen = set()
    for site in _sites_of(claims, path):
        for edge in (*claims.links(site).edges, *claims.indexed.edges_from(site)):
            found = FoundEdge(site, edge)
            if edge.source.path != path or found.id in seen:
                continue
            ids = _ids_over_time(edge, names)
            if any(one.rpartition("_")[2].startswith(digits) for one in ids):
                seen.add(found.id)
                yield found


def _ids_over_time(edge: Edge, names: Mapping[str, tuple[str, ...]]) -> set[str]:
    source, target = edge.source, edge.target
    return {
        edge_id(edge.kind, SymbolKey(here, source.qualname), SymbolKey(there, target.qualname))
        for here in names.get(source.path, (source.path,))
        for there in names.get(target.path, (target.path,))
    }


def _in_file(claims: ClaimStore, path: str) -> list[Found]:
    entry = claims.entry(path)
    return [] if entry is None else [Found(entry, symbol) for symbol in entry.symbols]


def _is_exactly(found: Found, name: str) -> bool:
    return name in {found.symbol.qualname, bare_name(found.symbol.qualname)}


def _ends_with(found: Found, name: str) -> bool:
    qualname = found.symbol.qualname
    return qualname.endswith(f".{name}") or bare_name(qualname).endswith(f".{name}")


def _is_in_module(found: Found, name: str) -> bool:
    """`package.module.Class.method`, with however many leading packages."""
    qualname = found.symbol.qualname
    if not name.endswith(f".{qualname}"):
        return False
    module = name[: -len(qualname) - 1].replace(".", "/")
    stem = found.entry.path.rpartition(".")[0].removesuffix("/__init__")
    return stem == module or stem.endswith(f"/{module}")


def _is_alike(found: Found, name: str) -> bool:
    return found.symbol.qualname.lower() == name.lower()


def _describe(match: Found | FoundEdge) -> str:
    if isinstance(match, FoundEdge):
        edge = match.edge
        return f"{match.id}  {edge.source.path}:{edge.source.qualname} → {edge.target.qualname}"
    symbol = match.symbol
    return f"{match.id}  {_called(match)}  line {symbol.line_start}"


def _called(found: Found) -> str:
    return f"{found.entry.path}:{found.symbol.qualname}"


def _why_nothing(claims: ClaimStore, text: str) -> str:
    if not claims.manifest.files:
        return f"nothing is warmed here, so nothing is called {text!r}"
    path, colon, qualname = text.rpartition(":")
    for name in (text, path):
        if name in claims.manifest.gaps:
            return f"{name} was not read: {claims.manifest.gaps[name]}"
    wanted = simple_name(qualname if colon else text)
    found = find_named(claims, wanted) if wanted else []
    near = sorted({_called(one) if colon else one.symbol.qualname for one in found})
    hint = f"; near: {', '.join(near[:_MOST_NEAR])}" if near else ""
    if colon and path in claims.manifest.files:
        return f"{path} is in memory and has nothing called {qualname!r}{hint}"
    return f"nothing in memory is called {text!r}{hint}"
