"""Hashes of Java nodes over their tokens: blind to comments and layout, not to anything else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tmf_memory.codegraph.extractors._digest import node_digest

# Strings and comments end with the text when nothing else ends them: a match never backs up.
# `+` and `-` are the only signs whose doubling is another token than two of them; `>>` closes two
# lists of type arguments as well as it shifts, so signs are taken one by one.
_TOKEN = re.compile(
    rb'("""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:""")?'
    rb'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
    rb"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
    rb"|[\w$\x80-\xff]+|\+\+|--)"
    rb"|//[^\n]*|/\*[^*]*(?:\*(?!/)[^*]*)*(?:\*/)?|([^\s])",
    re.DOTALL,
)


def tokens(data: bytes) -> bytes:
    """The tokens of a piece of Java, in one string that no other tokens give."""
    return b"\0".join([word or sign for word, sign in _TOKEN.findall(data) if word or sign])


def token_hash(pieces: Iterable[bytes]) -> str:
    """The node hash of what `tokens` made of one or more pieces of source."""
    return node_digest(b"\0".join(pieces))
