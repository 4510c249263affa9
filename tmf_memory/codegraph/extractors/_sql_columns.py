"""The columns of a table definition, with their types as written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tmf_memory.codegraph.model import Json

_MAX_COLUMNS = 300
_TABLE_CONSTRAINTS = frozenset(
    {"constraint", "primary", "unique", "foreign", "check", "key", "index", "exclude", "like"}
    | {"period", "fulltext", "spatial"}
)
_AFTER_TYPE = frozenset(
    {"not", "null", "default", "primary", "unique", "references", "check", "constraint", "as"}
    | {"generated", "collate", "auto_increment", "autoincrement", "comment", "on", "identity"}
    | {"key", "encode", "distkey", "sortkey", "visible", "invisible", "storage", "compression"}
    | {"sparse", "rowguidcol", "options", "charset", "stored", "virtual", "always", "hidden"}
)


class Token(NamedTuple):
    """One token of a statement: its kind, its text, and the offset where it ends."""

    kind: str
    text: str
    end: int

    @property
    def lower(self) -> str:
        """The word in lower case; empty for what is quoted, a string or a mark."""
        return self.text.lower() if self.kind == "word" else ""

    @property
    def name(self) -> str:
        return self.text[1:-1] if self.kind == "quoted" else self.text


def columns_of(definition: Sequence[Token]) -> Json:
    """Return name → type of the columns in a table's parentheses; empty when there are none."""
    columns: dict[str, Json] = {}
    for tokens in _elements(definition):
        first = tokens[0]
        if first.lower in _TABLE_CONSTRAINTS and not _is_column(tokens):
            continue
        if first.kind in {"word", "quoted"} and len(columns) < _MAX_COLUMNS:
            columns[first.name] = _type_of(tokens[1:])
    return columns


def names_of(definition: Sequence[Token]) -> Json:
    """Return the column names in a view's parentheses."""
    names: list[Json] = [tokens[0].name for tokens in _elements(definition)]
    return names[:_MAX_COLUMNS]


def is_balanced(definition: Sequence[Token]) -> bool:
    """Return whether this is a pair of parentheses that is closed, with what follows it."""
    depth = 0
    for token in definition:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            return token.text == ")"
    return False


def _is_column(tokens: Sequence[Token]) -> bool:
    """A column may be called `key` or `index`: then a type follows, not a name and a list."""
    if tokens[0].lower not in {"key", "index", "period"} or len(tokens) < 2:
        return False
    texts = [token.text for token in tokens[2:4]]
    has_size = len(texts) == 2 and texts[0] == "(" and texts[1].isdigit()
    is_type = tokens[1].kind == "word"
    return is_type and (has_size or not texts or tokens[2].lower in _AFTER_TYPE)


def _elements(definition: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield what the commas of the first pair of parentheses separate; nothing when unbalanced."""
    if not definition or definition[0].text != "(":
        return
    found: list[list[Token]] = [[]]
    depth = 0
    for token in definition:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            yield from (element for element in found if element)
            return
        if token.text == "," and depth == 1:
            found.append([])
        elif depth > 1 or token.text != "(" or found[-1]:
            found[-1].append(token)


def _type_of(tokens: Sequence[Token]) -> str:
    text, depth = "", 0
    before = ""
    for number, token in enumerate(tokens):
        following = tokens[number + 1].lower if number + 1 < len(tokens) else ""
        if depth == 0 and _ends_type(token, following):
            break
        depth += (token.text == "(") - (token.text == ")")
        is_apart = token.kind != "mark" and before and before not in "(,["
        # The brackets of T-SQL quote a name; those of an array are part of the type.
        word = token.name if token.text.startswith("[") else token.text
        text += f" {word}" if is_apart else word
        before = token.text
    return text


def _ends_type(token: Token, following: str) -> bool:
    return token.lower in _AFTER_TYPE or (token.lower == "character" and following == "set")
