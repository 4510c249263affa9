"""What limits every answer, so that it is never taken for more than it is."""

from __future__ import annotations

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Gap
from tmf_memory.kernel.worktree.walk import printable

_MOST_LATE = 20
_MOST_CHANGED = 5


def limits_of(memory: CodeMemory) -> tuple[Gap, ...]:
    """What limits every answer: notices, then files that were not brought up to date."""
    if memory.is_foreign:
        return tuple(memory.notices)
    gaps = memory.claims.manifest.gaps
    late = [Gap(path, why) for path, why in sorted(gaps.items()) if "not refreshed" in why]
    cut = len(late) - _MOST_LATE
    more = [Gap("", f"and {cut} more files not refreshed")] if cut > 0 else []
    return (*memory.notices, *late[:_MOST_LATE], *more, *_limits_of_index(memory))


def _limits_of_index(memory: CodeMemory) -> list[Gap]:
    """What of an imported index is not used: documents that changed since."""
    indexed = memory.claims.indexed
    changed = sorted(map(printable, indexed.changed))
    gaps = []
    if changed:
        cut = len(changed) - _MOST_CHANGED
        more = f" and {cut} more" if cut > 0 else ""
        gaps.append(
            f"{len(changed)} of {len(indexed.head.blobs)} documents of the imported index changed "
            f"since and are not used: {', '.join(changed[:_MOST_CHANGED])}{more}"
        )
    if indexed.is_damaged:
        gaps.append("the imported index is damaged and not used: import it again")
    return [Gap("", reason) for reason in gaps]


def why_absent(memory: CodeMemory, path: str) -> str:
    """Why memory has no claims of a path."""
    reason = memory.claims.manifest.gaps.get(printable(path))
    if reason:
        return reason
    if (memory.worktree.root / path).is_dir():
        return "it is a directory, not a file"
    if memory.worktree.stat(path) is None:
        return "there is no such file"
    if not memory.languages.wants(path.rpartition("/")[2]):
        return "no extractor for this kind of file (tmf languages)"
    return "it is ignored, or lies in a directory that is not read"
