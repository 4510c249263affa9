"""An encoded expression as a reader would name it: without arguments, without `new`."""

from __future__ import annotations

from typing import cast

_MAX_CHARS = 80


def shown(item: object) -> str:
    text = _shown(item)
    return text if len(text) <= _MAX_CHARS else f"…{text[1 - _MAX_CHARS :]}"


def _shown(item: object, depth: int = 6) -> str:
    if not isinstance(item, tuple) or not item or depth == 0:
        return "…"
    kind = item[0]
    if kind in {"this", "super"}:
        return f"{item[1]}.{kind}" if item[1] else cast("str", kind)
    if kind == "field":
        return f"{_shown(item[1], depth - 1)}.{item[2]}"
    if kind == "call":
        before = "" if item[1] is None else f"{_shown(item[1], depth - 1)}."
        return f"{before}{item[2]}()"
    return _shown_creation(item)


def _shown_creation(item: tuple[object, ...]) -> str:
    if item[0] == "name":
        return cast("str", item[1])
    if item[0] == "new":
        return f"{str(item[1]).partition('<')[0]}()"
    if item[0] == "ctor":
        return f"{item[1]}()"
    return "nested too deeply" if item[0] == "deep" else "…"
