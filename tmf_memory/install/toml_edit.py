"""Append or remove one table of a TOML document and leave every other character alone; pure.

A round-trip library would do, but it is not among the few run-time dependencies. A table at the
end of the file, and its removal, need only to know where statements begin and end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tmf_memory.install.jsonc import Json
from tmf_memory.install.jsonc_edit import Splice, UnexpectedShapeError, apply

Table = Mapping[str, Json]
Loads = Callable[[str], Table]

# What a statement is made of: strings first, so that nothing inside them is taken for syntax.
_TOKEN = re.compile(
    r'(?P<long>"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5})'
    r"|(?P<short>\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')"
    r"|(?P<comment>#[^\n]*)|(?P<open>[\[{])|(?P<close>[\]}])|(?P<end>\n)|(?P<other>[^\"'#\[\]{}\n]+)",
    re.DOTALL,
)


class Statement(NamedTuple):
    """One header or one `key = value`, from the start of its line to the end of its last line."""

    start: int
    end: int
    text: str

    @property
    def is_header(self) -> bool:
        return self.text.startswith("[")


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a document that a TOML parser has accepted."""
    start, depth, is_empty = 0, 0, True
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "end" and depth == 0:
            if not is_empty:
                yield Statement(start, token.end(), text[start : token.end()].strip())
            start, is_empty = token.end(), True
            continue
        depth += (kind == "open") - (kind == "close")
        if kind not in {"comment", "end"} and token.group().strip():
            is_empty = False
    if not is_empty:
        yield Statement(start, len(text), text[start:].strip())


def set_table(text: str, path: Sequence[str], items: Table, loads: Loads) -> str:
    """Return `text` with the table at `path` holding `items`; other keys in it stay."""
    before = loads(text)
    existing = table_at(before, path)
    if existing is None:
        after = text + _joint(text) + _rendered(path, items, _newline(text))
    elif all(existing.get(key) == value for key, value in items.items()):
        return text
    else:
        after = _updated(text, path, items, loads)
    if loads_safely(after, loads) != _with(before, path, {**(existing or {}), **items}):
        raise UnexpectedShapeError(f"[{_dotted(path)}] cannot be added beside what is there")
    return after


def remove_table(text: str, path: Sequence[str], loads: Loads) -> str:
    """Return `text` without the table at `path` and the tables in it."""
    before = loads(text)
    if table_at(before, path) is None:
        return text
    allowed = [_without(before, path)]
    if len(table_at(before, path[:-1]) or {}) == 1:
        allowed.append(_without(before, path[:-1]))
    splices = [Splice(start, end, "") for start, end in _extents(text, path, loads)]
    after = apply(text, splices)
    if loads_safely(after, loads) not in allowed:
        raise UnexpectedShapeError(f"[{_dotted(path)}] is not a table of its own")
    return after


def loads_safely(text: str, loads: Loads) -> Table | None:
    """Return the document, or None when an edit made it no TOML."""
    try:
        return loads(text)
    except ValueError:
        return None


def _joint(text: str) -> str:
    newline = _newline(text)
    if not text:
        return ""
    return newline if text.endswith("\n") else newline * 2


def _rendered(path: Sequence[str], items: Table, newline: str) -> str:
    lines = [f"[{_dotted(path)}]", *(_assignment(key, value) for key, value in items.items())]
    return "".join(f"{line}{newline}" for line in lines)


def _assignment(key: str, value: Json) -> str:
    # A JSON string or list of strings is the same text in TOML, once DEL is escaped too.
    return f"{key} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "\\u007f")


def _updated(text: str, path: Sequence[str], items: Table, loads: Loads) -> str:
    body = _body(text, path, loads)
    if body is None:
        raise UnexpectedShapeError(f"[{_dotted(path)}] is not a table of its own")
    header, assignments = body
    newline = _newline(text)
    missing = ""
    splices = []
    for key, value in items.items():
        written = _assignment(key, value) + newline
        place = next((one for one in assignments if list(loads(one.text)) == [key]), None)
        if place is None:
            missing += written
        else:
            splices.append(Splice(place.start, place.end, written))
    if not text[: header.end].endswith("\n"):
        missing = newline + missing
    return apply(text, [*splices, Splice(header.end, header.end, missing)])


def _body(text: str, path: Sequence[str], loads: Loads) -> tuple[Statement, list[Statement]] | None:
    """Return the header of a table and the assignments below it."""
    header: Statement | None = None
    assignments: list[Statement] = []
    for statement in statements(text):
        if statement.is_header:
            if header is not None:
                break
            if _header_path(statement, loads) == list(path):
                header = statement
        elif header is not None:
            assignments.append(statement)
    return None if header is None else (header, assignments)


def _extents(text: str, path: Sequence[str], loads: Loads) -> Iterator[tuple[int, int]]:
    """Yield the places of a table and of the tables in it, each with the empty line before it."""
    start = end = -1
    for statement in statements(text):
        if statement.is_header:
            if start >= 0:
                yield start, end
            is_ours = _header_path(statement, loads)[: len(path)] == list(path)
            start = _with_empty_line(text, statement.start) if is_ours else -1
        end = statement.end
    if start >= 0:
        yield start, end


def _with_empty_line(text: str, start: int) -> int:
    for empty in ("\r\n", "\n"):
        line = text[:start].removesuffix(empty)
        if len(line) < start and (not line or line.endswith("\n")):
            return len(line)
    return start


def _header_path(statement: Statement, loads: Loads) -> list[str]:
    """Return the names of a header; a header of an array of tables is never ours."""
    if statement.text.startswith("[["):
        return []
    names: list[str] = []
    table: Json = dict(loads(statement.text))
    while isinstance(table, dict) and table:
        name, table = next(iter(table.items()))
        names.append(name)
    return names


def table_at(document: Table, path: Sequence[str]) -> dict[str, Json] | None:
    found: Json = dict(document)
    for name in path:
        if not isinstance(found, dict):
            raise UnexpectedShapeError(f"{_dotted(path)} is not a table")
        if name not in found:
            return None
        found = found[name]
    if not isinstance(found, dict):
        raise UnexpectedShapeError(f"{_dotted(path)} is not a table")
    return found


def _with(document: Table, path: Sequence[str], value: Json) -> Json:
    if not path:
        return value
    below = document.get(path[0])
    return {**document, path[0]: _with(below if isinstance(below, dict) else {}, path[1:], value)}


def _without(document: Table, path: Sequence[str]) -> Json:
    if not path:
        return None
    below = document.get(path[0])
    if len(path) == 1 or not isinstance(below, dict):
        return {key: value for key, value in document.items() if key != path[0]}
    return {**document, path[0]: _without(below, path[1:])}


def _dotted(path: Sequence[str]) -> str:
    return ".".join(path)


def _newline(text: str) -> str:
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"
