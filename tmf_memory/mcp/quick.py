"""The usual command lines of `tmf mcp`, without the command line's machinery."""

from __future__ import annotations

from collections.abc import Sequence

from tmf_memory.kernel.errors import UsageError


def serve_plainly(arguments: Sequence[str]) -> None:
    """Serve, which ends the process; return when the arguments need the full command line.

    That one explains itself, and every mistake, so nothing is reported from here.
    """
    given = plain_options(arguments)
    if given is None:
        return
    from tmf_memory.mcp import stdio
    from tmf_memory.mcp.engines import repository_for

    try:
        stdio.run(
            lambda: repository_for(given.get("--repo")),
            selection=given.get("--tools", ""),
            read_only="--read-only" in given,
        )
    except UsageError:
        return


def plain_options(arguments: Sequence[str]) -> dict[str, str] | None:
    """Return the options when they are written out one by one and nothing else is there."""
    given: dict[str, str] = {}
    rest = list(arguments)
    while rest:
        name = rest.pop(0)
        if name in given:
            return None
        if name == "--read-only":
            given[name] = ""
        elif name in ("--repo", "--tools") and rest and not rest[0].startswith("-"):
            given[name] = rest.pop(0)
        else:
            return None
    return given
