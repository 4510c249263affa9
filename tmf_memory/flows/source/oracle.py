"""The source's word on stored facts: code memory and git asked about every line's mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from tmf_memory.codegraph.derive import extract
from tmf_memory.codegraph.lookup import Found, find_named
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Scope
from tmf_memory.codegraph.table_keys import NAMES, simple_name
from tmf_memory.factlint.lines import MemoryLine, memory_lines
from tmf_memory.factlint.model import Document, Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus
from tmf_memory.flows.source.history import History
from tmf_memory.flows.source.judge import (
    Contradiction,
    judge_dependency,
    judge_keywords,
    judge_port,
    judge_python,
    judge_signature,
    judge_value,
)
from tmf_memory.flows.source.mentions import (
    Kind,
    Mention,
    find_mentions,
    is_code_name,
    says_oldest,
)
from tmf_memory.flows.source.paths import PathVerdict, judge_path
from tmf_memory.kernel.location import Location

_NODES = frozenset((Scope.FUNCTION, Scope.CLASS, Scope.DECLARATION))
_MOST_NAMES_ASKED_OF_GIT = 40


@dataclass(frozen=True, slots=True)
class _At:
    """Where a mention stands."""

    document: Document
    line: MemoryLine


@dataclass(slots=True)
class CodeOracle:
    """Implements the linter's `SourceOracle` over one repository's up-to-date code memory.

    `places` maps the path of a memory file, as the report shows it, to its path in the repository.
    """

    memory: CodeMemory
    history: History
    places: dict[str, str] = field(default_factory=dict)
    _found: dict[str, list[Finding]] | None = None
    _checked: dict[str, int] = field(default_factory=dict)
    _asked: int = 0

    def findings(self, corpus: Corpus, code: str) -> Iterable[Finding]:
        """What the source says under one rule; the whole corpus is looked at once."""
        if self._found is None:
            self._found = {}
            for document in corpus.documents:
                for finding in self._look_at(document):
                    self._found.setdefault(finding.code, []).append(finding)
        return self._found.get(code, [])

    def footer(self) -> str:
        counts = ", ".join(
            f"{count} {kind if count == 1 else _PLURALS.get(kind, f'{kind}s')}"
            for kind, count in sorted(self._checked.items())
        )
        files = len(self.memory.claims.manifest.files)
        return f"source: {counts or 'nothing named'} checked against {files} files"

    def _look_at(self, document: Document) -> Iterator[Finding]:
        for line in memory_lines(document):
            for mention in find_mentions(line.number, line.text):
                self._checked[mention.kind.value] = self._checked.get(mention.kind.value, 0) + 1
                yield from self._look(_At(document, line), mention)

    def _look(self, at: _At, mention: Mention) -> Iterator[Finding]:
        match mention.kind:
            case Kind.NAME:
                return self._name(at, mention)
            case Kind.PATH:
                return self._path(at, mention)
            case Kind.ROUTE:
                return self._route(at, mention)
            case Kind.SCRIPT | Kind.TARGET:
                return self._wanted_config(at, mention)
            case _:
                return self._judged(at, mention)

    def _judged(self, at: _At, mention: Mention) -> Iterator[Finding]:
        """Values, ports, versions and signatures: whatever states something that can differ."""
        if mention.tentative:
            return
        candidates = self._named(mention.name)
        if mention.kind is Kind.DEPENDENCY:
            candidates = self._dependencies(mention.name)
        if mention.kind is Kind.DEPENDENCY and mention.name.lower() == "python":
            asked = self._named("requires-python") if says_oldest(at.line.text) else []
            verdict = judge_python(mention, asked)
        elif mention.kind is Kind.PORT:
            ports = [one for one in candidates if one.symbol.scope is Scope.CONFIG]
            verdict = judge_port(mention, ports, at.line.text)
        else:
            verdict = _JUDGES[mention.kind](mention, candidates)
        yield from self._contradicted(at, mention, verdict)

    def _name(self, at: _At, mention: Mention) -> Iterator[Finding]:
        known = self._named(mention.name)
        if known:
            yield from self._changed(at, mention, known)
            return
        last = mention.name.rpartition(".")[2]
        if mention.tentative or not is_code_name(last) or self._named(last):
            return
        moved = self._gone(last)
        if moved:
            reason = f"`{mention.name}` is no longer in the source ({moved})"
            yield _finding(_GONE, at, reason)

    def _wanted_config(self, at: _At, mention: Mention) -> Iterator[Finding]:
        """Scripts and targets: gone only when git knew this one in a file that is there."""
        kind = mention.kind.value
        known = [
            one
            for one in self._named(mention.name)
            if one.symbol.detail.get("kind") in {"script", "target"}
        ]
        if known or mention.tentative:
            return
        if self._is_in_old_config(mention.name, kind):
            reason = f"{kind} `{mention.name}` is no longer in the source"
            yield _finding(_GONE, at, reason)

    def _route(self, at: _At, mention: Mention) -> Iterator[Finding]:
        routes = self._routes()
        if mention.tentative or not routes:
            return
        method, _, path = mention.name.partition(" ")
        same_path = [one for one in routes if _same_route(str(one.symbol.detail.get("path")), path)]
        methods = {str(one.symbol.detail.get("method")).upper() for one in same_path}
        if same_path and method not in methods and not methods & {"", "ANY", "NONE"}:
            verdict = Contradiction(same_path[0], f"{', '.join(sorted(methods))} {path}")
            yield from self._contradicted(at, mention, verdict)
        elif not same_path and self._is_gone_route(path, routes):
            yield _finding(_GONE, at, f"the route `{mention.name}` is no longer in the source")

    def _is_gone_route(self, path: str, routes: list[Found]) -> bool:
        """Git had the path as a literal, and no route or prefix of today can add up to it."""
        if self._asked >= _MOST_NAMES_ASKED_OF_GIT or path.count("/") < 2:
            return False
        tails = (str(one.symbol.detail.get("path") or "") for one in routes)
        if any(len(tail) > 1 and path.endswith(tail) for tail in tails):
            return False
        self._asked += 1
        return self.history.lost_literal(path)

    def _path(self, at: _At, mention: Mention) -> Iterator[Finding]:
        if mention.tentative:
            return
        here = self.places.get(at.document.path, at.document.path).rpartition("/")[0]
        verdict = judge_path(self.memory.worktree.root, mention.name, here, self.history)
        if isinstance(verdict, PathVerdict):
            severity = Severity.WARNING if verdict.was_there else Severity.INFO
            yield _finding(_DEAD, at, verdict.reason, severity=severity)

    def _changed(self, at: _At, mention: Mention, known: list[Found]) -> Iterator[Finding]:
        date = at.line.fact.observed_at[:10] if at.line.fact else ""
        nodes = [one for one in known if one.symbol.scope in _NODES]
        if len(date) != 10 or len(nodes) != 1:
            return
        was = self._hash_at(nodes[0], date)
        if was and was != nodes[0].symbol.node_hash:
            place = f"{nodes[0].entry.path}:{nodes[0].symbol.line_start}"
            yield _finding(_CHANGED, at, f"`{mention.name}` changed after {date} ({place})")

    def _contradicted(
        self, at: _At, mention: Mention, verdict: Contradiction | None
    ) -> Iterator[Finding]:
        if verdict is None:
            return
        reason = f"the note says `{_said(mention)}`, {verdict.anchor} says `{verdict.says}`"
        related = (Location(verdict.found.entry.path, verdict.found.symbol.line_start),)
        yield _finding(_CONTRADICTED, at, reason, related=related)

    def _named(self, name: str) -> list[Found]:
        return find_named(self.memory.claims, name)

    def _dependencies(self, name: str) -> list[Found]:
        """Manifest entries for a package; its name is written in many ways."""
        wanted = name.lower().replace("_", "-")
        found = []
        for key in dict.fromkeys((wanted, wanted.replace("-", "_"), name.lower())):
            for path in self.memory.claims.paths_of(NAMES, simple_name(key)):
                entry = self.memory.claims.entry(path)
                for symbol in entry.symbols if entry else ():
                    if entry and str(symbol.detail.get("name")).lower().replace("_", "-") == wanted:
                        found.append(Found(entry, symbol))
        return found

    def _routes(self) -> list[Found]:
        found = []
        for path, row in self.memory.claims.manifest.files.items():
            entry = self.memory.claims.entry(path) if row.language in {"python", "java"} else None
            for symbol in entry.symbols if entry else ():
                if entry and symbol.scope is Scope.ROUTE:
                    found.append(Found(entry, symbol))
        return found

    def _gone(self, name: str) -> str:
        if self._asked >= _MOST_NAMES_ASKED_OF_GIT:
            return ""
        self._asked += 1
        commit = self.history.last_commit_with(name)
        return f"git last had it before {commit}" if commit else ""

    def _is_in_old_config(self, name: str, kind: str) -> bool:
        file = "package.json" if kind == Kind.SCRIPT.value else "Makefile"
        if file not in self.memory.claims.manifest.files or self._asked >= _MOST_NAMES_ASKED_OF_GIT:
            return False
        self._asked += 1
        return self.history.had_line(file, name)

    def _hash_at(self, found: Found, date: str) -> str:
        """The node hash of a symbol at the end of a day; empty when it was not there."""
        commit = self.history.commit_at(date)
        data = self.history.read_at(commit, found.entry.path) if commit else None
        extractor = self.memory.languages.of(found.entry.path)
        if data is None or extractor is None:
            return ""
        symbols = extract(extractor, found.entry.path, data).symbols
        key = (found.symbol.scope, found.symbol.qualname)
        return next((one.node_hash for one in symbols if (one.scope, one.qualname) == key), "")


_PLURALS = {"dependency": "dependencies"}
_CONTRADICTED = ("MF030", "contradicted_by_source", Severity.ERROR)
_GONE = ("MF031", "gone_from_source", Severity.WARNING)
_CHANGED = ("MF032", "changed_since", Severity.INFO)
_DEAD = ("MF020", "dead_reference", Severity.WARNING)

_JUDGES: dict[Kind, Callable[[Mention, list[Found]], Contradiction | None]] = {
    Kind.VALUE: judge_value,
    Kind.DEPENDENCY: judge_dependency,
    Kind.SIGNATURE: judge_signature,
    Kind.KEYWORDS: judge_keywords,
}


def _said(mention: Mention) -> str:
    """Return what a note states as it would be written."""
    if not mention.stated:
        return mention.name
    match mention.kind:
        case Kind.KEYWORDS:
            return f"{mention.name}({mention.stated.replace(',', '=…,')}=…)"
        case Kind.SIGNATURE:
            return f"{mention.name}({mention.stated})"
        case Kind.DEPENDENCY | Kind.PORT:
            return f"{mention.name} {mention.stated}"
        case _:
            return f"{mention.name} = {mention.stated}"


def _same_route(known: str, stated: str) -> bool:
    """Path parameters match whatever they are called."""
    left, right = known.strip("/").split("/"), stated.strip("/").split("/")
    return len(left) == len(right) and all(
        one == other or one[:1] in "{<:" or other[:1] in "{<:"
        for one, other in zip(left, right, strict=True)
    )


def _stem(path: str) -> str:
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _finding(
    rule: tuple[str, str, Severity],
    at: _At,
    reason: str,
    *,
    severity: Severity | None = None,
    related: tuple[Location, ...] = (),
) -> Finding:
    code, name, default = rule
    fact = at.line.fact
    return Finding(
        name=name,
        code=code,
        severity=severity or default,
        layer=Layer.S,
        entity=fact.entity if fact else _stem(at.document.path),
        reason=reason,
        location=Location(at.document.path, at.line.number),
        flagged=fact,
        fidelity=fact.fidelity if fact else None,
        related=related,
    )
