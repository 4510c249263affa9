"""Dependency versions: does what a note says fit what a manifest allows? Pure and conservative."""

from __future__ import annotations

import re
from collections.abc import Callable

_PART = re.compile(r"(==|>=|<=|~=|!=|\^|~|>|<|=)?\s*v?(\d+(?:\.\d+)*)(\.\*|\.x)?")

Release = tuple[int, ...]


def parse_release(text: str) -> Release | None:
    """`v4.2` → `(4, 2)`; None for anything that is not a plain release."""
    match = re.fullmatch(r"v?(\d+(?:\.\d+)*)(?:\.x|\.\*)?", text.strip())
    return tuple(int(part) for part in match[1].split(".")) if match else None


def contradicts(stated: Release, specification: str) -> bool:
    """Tell whether no version that begins with `stated` fits the specification.

    Alternatives (`||`), markers and anything unknown never contradict.
    """
    cleaned = specification.partition(";")[0].strip().strip("()")
    if not cleaned or "||" in cleaned or "@" in cleaned or cleaned == "*":
        return False
    parts = [part.strip() for part in re.split(r"[,\s]+(?=[<>=!~^])", cleaned) if part.strip()]
    return any(_excludes(stated, part) for part in parts)


def _excludes(stated: Release, part: str) -> bool:
    match = _PART.fullmatch(part)
    if not match:
        return False
    operator, bound = match[1] or "==", tuple(int(one) for one in match[2].split("."))
    return _EXCLUDES[operator](stated, bound)


def _differs(stated: Release, bound: Release) -> bool:
    shared = min(len(stated), len(bound))
    return stated[:shared] != bound[:shared]


def _outside(stated: Release, bound: Release, kept: Release) -> bool:
    return _differs(stated, kept) or _below(stated, bound)


def _caret(bound: Release) -> Release:
    """The parts that `^` keeps fixed: up to the first that is not zero."""
    first = next((index for index, part in enumerate(bound) if part), len(bound) - 1)
    return bound[: first + 1]


def _below(stated: Release, bound: Release) -> bool:
    """Every version that begins with `stated` is below `bound`."""
    shared = min(len(stated), len(bound))
    return stated[:shared] < bound[:shared]


def _above(stated: Release, bound: Release, *, strict: bool) -> bool:
    """Every version that begins with `stated` is above `bound` (or equal to it when strict)."""
    shared = min(len(stated), len(bound))
    if stated[:shared] != bound[:shared]:
        return stated[:shared] > bound[:shared]
    rest = bound[shared:]
    return strict and not any(rest)


_EXCLUDES: dict[str, Callable[[Release, Release], bool]] = {
    "==": _differs,
    "=": _differs,
    "!=": lambda stated, bound: False,
    "^": lambda stated, bound: _outside(stated, bound, _caret(bound)),
    "~=": lambda stated, bound: _outside(stated, bound, bound[:-1] or bound),
    "~": lambda stated, bound: _outside(stated, bound, bound[:2]),
    ">=": _below,
    ">": _below,
    "<=": lambda stated, bound: _above(stated, bound, strict=False),
    "<": lambda stated, bound: _above(stated, bound, strict=True),
}
