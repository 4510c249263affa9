"""`quote()`: the only way to put a stranger's text into an answer."""

from __future__ import annotations

import re
import unicodedata

from tmf_memory.kernel.trust import UntrustedText

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?")


def quote(text: UntrustedText, *, max_chars: int) -> str:
    """One line of at most `max_chars` without control, escape or direction characters."""
    plain = _ESCAPES.sub("", text.unquoted[: 4 * max_chars + 64])
    visible = "".join(" " if unicodedata.category(char)[0] == "C" else char for char in plain)
    line = " ".join(visible.split())
    return line if len(line) <= max_chars else line[: max(0, max_chars - 1)] + "…"
