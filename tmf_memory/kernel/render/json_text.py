"""JSON for people and programs: the same bytes for the same value."""

from __future__ import annotations

import json
import re

from tmf_memory.kernel.store.base import Json

# Lone surrogates cannot be encoded, direction controls and C1 controls would act on a terminal, and
# line separators end a line for some readers. Inside a JSON string all of them can be written out.
_WRITTEN_OUT = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def render_json(value: Json, *, indent: int | None = None) -> str:
    """Return sorted JSON text that is readable in any script; raises ValueError for NaN."""
    separators = (",", ":") if indent is None else (",", ": ")
    text = json.dumps(
        value,
        ensure_ascii=False,
        allow_nan=False,
        sort_keys=True,
        indent=indent,
        separators=separators,
    )
    return _WRITTEN_OUT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
