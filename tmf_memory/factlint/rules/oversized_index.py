"""A memory index is larger than what is loaded of it.

What: a `MEMORY.md` of more than 200 lines or 25 KB.

Why: hosts load only the first 200 lines or 25 KB of an index at the start of a session; what comes
after is never seen, and what comes before costs context every time.

Bad:

    MEMORY.md with 340 lines, the facts themselves in it

Good:

    MEMORY.md with one line for each memory file
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.kernel.location import Location

MAX_LINES = 200
MAX_BYTES = 25 * 1024
INDEX = "memory.md"


def check(corpus: Corpus) -> Iterator[Finding]:
    for document in corpus.documents:
        name = document.path.rpartition("/")[2]
        if name.lower() != INDEX:
            continue
        lines = document.text.count("\n") + (not document.text.endswith("\n"))
        size = len(document.text.encode("utf-8", "surrogatepass"))
        if lines <= MAX_LINES and size <= MAX_BYTES:
            continue
        yield Finding(
            name=RULE.name,
            code=RULE.code,
            severity=RULE.severity,
            layer=Layer.L0,
            entity=name,
            reason=(
                f"{lines} lines, {size} bytes: only the first {MAX_LINES} lines or "
                f"{MAX_BYTES // 1024} KB are loaded"
            ),
            location=Location(document.path, min(lines, MAX_LINES + 1)),
        )


RULE = Rule("MF024", "oversized_index", Severity.WARNING, (Layer.L0,), check, __doc__)
