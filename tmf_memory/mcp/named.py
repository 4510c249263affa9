"""How code tools take a name: an id, a qualname, a path, or a qualname in a path."""

from __future__ import annotations

from tmf_memory.kernel.errors import UsageError
from tmf_memory.mcp.engines import Engines
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.tool import TEXT, string, text_of

NAMED: Object = {"claim_id": TEXT, "qualname": string("e.g. Class.method"), "path": TEXT}
"""Nine tools carry this, so it says little; the server's instructions say the rest."""


def name_in(engines: Engines, arguments: Object) -> str:
    """Return what the engine looks up; raises UsageError when nothing is named."""
    claim_id, qualname = text_of(arguments, "claim_id"), text_of(arguments, "qualname")
    path = text_of(arguments, "path")
    if claim_id:
        return claim_id
    if path:
        inside = engines.path_inside(path)
        return f"{inside}:{qualname}" if qualname else inside
    if not qualname:
        raise UsageError("give claim_id, qualname, or path")
    return qualname
