"""Lists of qualnames, each without the parts that it shares with the one before; pure.

One leading dot stands for one shared part: `Order`, `Order.send`, `Order.sum` are written `Order`,
`.send`, `.sum`. A name that starts with a dot of its own gets `=` before it, and so does one that
starts with `=`.
"""

from __future__ import annotations

from collections.abc import Iterable


def shorten(names: Iterable[str]) -> list[str]:
    short = []
    before: list[str] = []
    for name in names:
        if "." not in name:
            short.append(f"={name}" if name[:1] == "=" else name)
            before = [name]
            continue
        parts = name.split(".")
        if not parts[0] or name[0] == "=":
            short.append(f"={name}")
            before = []
            continue
        shared = _shared(before, parts)
        short.append("." * shared + ".".join(parts[shared:]))
        before = parts
    return short


def lengthen(short: Iterable[str]) -> list[str]:
    names = []
    before: list[str] = []
    for one in short:
        if one[:1] == ".":
            rest = one.lstrip(".")
            before = [*before[: len(one) - len(rest)], *rest.split(".")]
            names.append(".".join(before))
        elif one[:1] == "=":
            names.append(one[1:])
            before = []
        else:
            names.append(one)
            before = one.split(".")
    return names


def _shared(before: list[str], parts: list[str]) -> int:
    """How many parts are the same; the last one is always written, and so is an empty one."""
    shared = 0
    for one, other in zip(before, parts[:-1], strict=False):
        if one != other:
            break
        shared += 1
    while shared and not parts[shared]:
        shared -= 1
    return shared
