"""Who the lines of a document are about: headings, `Entity:` lines and labelled list items."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tmf_memory.factlint.formats._lines import Line
from tmf_memory.factlint.model import Origin
from tmf_memory.kernel.language.sentences import is_log_title

_LABEL_ALONE = re.compile(
    r"^(?P<label>\*\*[^*]+\*\*:?|__[^_]+__:?|[^:：]{1,60}[:：])(?:\s*\([^)]*\))?$"
)
_DECORATION = "*_`\"' :："
_HEADING_TAIL = re.compile(r"(?<!\s)\s*(?:\([^)]*\)|\{#[^}]*\})\s*$")


@dataclass(slots=True)
class Scope:
    """One open scope; `rank` orders headings (their level) before blocks and list items."""

    entity: str
    origin: Origin
    rank: int
    is_log: bool = False


class Scopes:
    """The scopes that are open at a line of one document."""

    def __init__(self, fallback: str) -> None:
        self._fallback = fallback
        self._open: list[Scope] = []
        self._previous_end = 0

    def enter(self, line: Line) -> bool:
        """Open and close scopes for a line; tell whether the line itself is only a scope."""
        follows = line.number == self._previous_end + 1
        self._previous_end = line.end
        if line.level:
            self._close(line.level)
            title = _HEADING_TAIL.sub("", line.text).strip(_DECORATION)
            is_log = line.level > 1 and is_log_title(title)
            self._open.append(Scope(title, Origin.HEADING, line.level, is_log))
            return True
        label = label_alone(line.text)
        rank = 10 + line.indent + (1 if line.bullet else 0)
        if line.bullet or line.indent or label:
            self._close(rank)
        else:
            self._leave(Origin.LABEL)
            # A plain line goes with the block above it unless a blank line stands between.
            if not follows:
                self._leave(Origin.BLOCK)
        if label:
            origin = Origin.LABEL if line.bullet else Origin.BLOCK
            self._open.append(Scope(label, origin, rank, is_log_title(label)))
        return bool(label)

    def in_log(self) -> bool:
        """Tell whether a scope in force tells what happened instead of what holds."""
        return any(scope.is_log for scope in self._open)

    def current(self) -> tuple[str, Origin, str]:
        """Return the entity in force, how it was written, and the path of scopes to it."""
        named = [scope for scope in self._open if scope.entity]
        if not named:
            return self._fallback, Origin.FILE, ""
        path = " > ".join(scope.entity for scope in named if scope.rank != 1 or len(named) == 1)
        return named[-1].entity, named[-1].origin, path

    def _close(self, rank: int) -> None:
        while self._open and self._open[-1].rank >= rank:
            self._open.pop()

    def _leave(self, origin: Origin) -> None:
        while self._open and self._open[-1].origin is origin:
            self._open.pop()


def label_alone(text: str) -> str:
    """Return the label of a line that is nothing but a label (`Entity:`, `**Label**`), or ""."""
    match = _LABEL_ALONE.match(text)
    if match is None or "://" in text:
        return ""
    label = match["label"].strip(_DECORATION)
    return label if label and len(label.split()) <= 8 else ""
