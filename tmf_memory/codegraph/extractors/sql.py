"""SQL files: literal `CREATE TABLE` and `CREATE VIEW`, in whatever dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tmf_memory.codegraph.extractors._config import clean, dotted, unique
from tmf_memory.codegraph.extractors._digest import node_digest
from tmf_memory.codegraph.extractors._sql_columns import Token, columns_of, is_balanced, names_of
from tmf_memory.codegraph.extractors.base import Document, Extraction, Extractor, SourceText
from tmf_memory.codegraph.model import Json, Scope, Symbol

# What is not closed goes on to the end of the text, so that nothing is looked at twice.
_COMMENT = r"--[^\n]*|/\*(?:.*?\*/|.*)"
_STRING = r"'[^']*(?:'|\Z)"
_ESCAPED_STRING = r"'(?:[^'\\]|\\.)*(?:'|\Z)"
_QUOTED = r'"[^"]*(?:"|\Z)|`[^`]*(?:`|\Z)'
_MAX_UNCLOSED_DOLLARS = 3
_INDENT_CHARS = 200
_MODIFIERS = frozenset(
    {"or", "replace", "alter", "global", "local", "temp", "temporary", "unlogged", "external"}
    | {"foreign", "virtual", "materialized", "recursive", "force", "noforce", "editionable"}
)
_TEMPLATE = frozenset("{}%:$?@")
_DEFINITIONS = frozenset({"as", "clone", "inherits", "like", "of", "partition", "select", "using"})


class _Lexicon(NamedTuple):
    landmarks: re.Pattern[str]
    tokens: re.Pattern[str]


def _lexicon(string: str) -> _Lexicon:
    skipped = f"(?P<comment>{_COMMENT})|(?P<string>{string})"
    landmarks = rf"{skipped}|(?:{_QUOTED})|(?P<dollar>\$\w*\$)|(?P<create>\bCREATE\b)"
    tokens = (
        rf"(?P<space>\s+)|{skipped}|(?P<quoted>{_QUOTED}|\[[A-Za-z_][^\]\n]*\])"
        r"|(?P<word>\w[\w$#]*)|(?P<mark>.)"
    )
    flags = re.DOTALL | re.IGNORECASE
    return _Lexicon(re.compile(landmarks, flags), re.compile(tokens, flags))


_STANDARD = _lexicon(_STRING)
_MYSQL = _lexicon(_ESCAPED_STRING)


class _Statement(NamedTuple):
    scope: Scope
    path: tuple[str, ...]
    modifiers: frozenset[str]
    definition: list[Token]
    tokens: list[Token]
    end: int


def extract(source: SourceText) -> Extraction:
    text = clean(source.text)
    lexicon = _MYSQL if "`" in text else _STANDARD
    symbols: list[Symbol] = []
    documents: list[Document] = []
    taken: dict[str, int] = {}
    line, counted = 1, 0
    for start, statement in _statements(text, lexicon):
        line += text.count("\n", counted, start)
        counted = start
        last = line + text.count("\n", start, statement.end)
        symbol = _symbol(statement, unique(dotted(statement.path), taken), line, last)
        body = " ".join(token.text for token in statement.tokens)[:2_000]
        fields = {"name": symbol.qualname, "path": source.path, "body": body}
        documents.append(Document(len(symbols), fields))
        symbols.append(symbol)
    return Extraction(tuple(symbols), tuple(documents))


def _statements(text: str, lexicon: _Lexicon) -> Iterator[tuple[int, _Statement]]:
    position, unclosed = 0, 0
    while found := lexicon.landmarks.search(text, position):
        position = found.end()
        if found["dollar"] and unclosed < _MAX_UNCLOSED_DOLLARS:
            close = text.find(found["dollar"], position)
            unclosed += close < 0
            position = position if close < 0 else close + len(found["dollar"])
        elif found["create"] and _starts_statement(text, found.start()):
            statement = _read(text, position, lexicon.tokens)
            if statement:
                yield found.start(), statement
                position = statement.end


def _starts_statement(text: str, start: int) -> bool:
    """`GRANT CREATE TABLE TO x` creates nothing."""
    window = max(0, start - _INDENT_CHARS)
    before = text[max(window, text.rfind("\n", window, start) + 1) : start].rstrip()
    return not before or before.endswith((";", "*/"))


def _read(text: str, position: int, pattern: re.Pattern[str]) -> _Statement | None:
    """Return the table or view created by the statement whose `CREATE` ends at `position`."""
    modifiers: set[str] = set()
    tokens = _tokens(text, position, pattern)
    token = next(tokens, None)
    while token and token.lower in _MODIFIERS:
        modifiers.add(token.lower)
        token = next(tokens, None)
    if token is None or token.lower not in {"table", "view"}:
        return None
    rest = list(tokens)
    path, at = _name(rest)
    scope = Scope.TABLE if token.lower == "table" else Scope.VIEW
    if not path or not _is_literal(scope, rest, at):
        return None
    return _Statement(scope, path, frozenset(modifiers), rest[at:], rest, rest[-1].end)


def _is_literal(scope: Scope, tokens: list[Token], at: int) -> bool:
    """Return whether a whole definition follows the name, and nothing is left to be filled in."""
    if any(token.text in _TEMPLATE for token in tokens):
        return False
    if scope is Scope.VIEW:
        return any(token.lower == "as" for token in tokens[at:])
    if at == len(tokens):
        return False
    return tokens[at].lower in _DEFINITIONS or is_balanced(tokens[at:])


def _tokens(text: str, position: int, pattern: re.Pattern[str]) -> Iterator[Token]:
    """Yield the tokens of one statement, without comments."""
    for found in pattern.finditer(text, position):
        kind = str(found.lastgroup)
        if kind in {"space", "comment"}:
            continue
        if _ends_statement(text, found):
            return
        yield Token(kind, found[0], found.end())


def _ends_statement(text: str, found: re.Match[str]) -> bool:
    """A statement without a semicolon ends where the next one is created, or at T-SQL's `GO`."""
    if found[0] == ";":
        return True
    word = found["word"].upper() if found["word"] else ""
    return word == "GO" or (word == "CREATE" and _starts_statement(text, found.start()))


def _name(tokens: list[Token]) -> tuple[tuple[str, ...], int]:
    """Return the parts of a name such as `schema."Table"`, and where it ends."""
    at = 3 if [token.lower for token in tokens[:3]] == ["if", "not", "exists"] else 0
    parts: list[str] = []
    while at < len(tokens) and tokens[at].kind in {"word", "quoted"}:
        parts.append(tokens[at].name)
        at += 1
        if at == len(tokens) or tokens[at].text != ".":
            return tuple(parts), at
        at += 1
    return (), at


def _symbol(statement: _Statement, qualname: str, line: int, last: int) -> Symbol:
    detail: dict[str, Json] = {}
    if statement.scope is Scope.TABLE:
        detail["columns"] = columns_of(statement.definition)
    else:
        detail["columns"] = names_of(statement.definition)
    if statement.modifiers & {"temp", "temporary"}:
        detail["temporary"] = True
    if "materialized" in statement.modifiers:
        detail["materialized"] = True
    modifiers = sorted(statement.modifiers)
    stream = "\0".join([statement.scope.value, *modifiers, *(one.text for one in statement.tokens)])
    digest = node_digest(stream.encode())
    return Symbol(statement.scope, qualname, line, last, digest, detail)


EXTRACTOR = Extractor(
    language="sql",
    tier="sql",
    version=1,
    suffixes=(".sql",),
    extract=extract,
)
