"""The two eras of MCP: which one a request belongs to, and how answers look in it.

Legacy revisions negotiate once with `initialize`; from 2026-07-28 on every request names its
revision in `_meta`. Nothing here does I/O.
"""

from __future__ import annotations

from typing import NamedTuple

from tmf_memory.mcp.messages import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    Json,
    Object,
    Request,
    RequestId,
    RpcError,
)

MODERN = "2026-07-28"
LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
SUPPORTED = (MODERN, *LEGACY)

UNSUPPORTED_VERSION = -32022
RESOURCE_NOT_FOUND = -32002  # legacy only; the modern revision forbids the code

_PREFIX = "io.modelcontextprotocol/"
_VERSION_KEY = f"{_PREFIX}protocolVersion"
_CAPABILITIES_KEY = f"{_PREFIX}clientCapabilities"

_SHARED_METHODS = frozenset(
    {
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
    }
)
_LEGACY_METHODS = _SHARED_METHODS | {"initialize", "ping"}
_MODERN_METHODS = _SHARED_METHODS | {"server/discover", "subscriptions/listen"}


class Era(NamedTuple):
    """The revision one request is served under."""

    version: str

    @property
    def is_modern(self) -> bool:
        return self.version == MODERN

    @property
    def has_annotations(self) -> bool:
        return self.version >= "2025-03-26"

    @property
    def has_structured_content(self) -> bool:
        """True where tools have titles, output schemas and structured results."""
        return self.version >= "2025-06-18"


class Cache(NamedTuple):
    """How long and for whom a modern client may keep an answer."""

    ttl_ms: int
    scope: str


STATIC = Cache(3_600_000, "public")
VOLATILE = Cache(0, "private")


class Identity(NamedTuple):
    """What the server says about itself."""

    name: str
    title: str
    version: str
    instructions: str
    capabilities: Object


def negotiate(params: Object) -> Era:
    """Return the era that answers `initialize`: the asked revision, else the newest legacy one."""
    asked = params.get("protocolVersion")
    if not isinstance(asked, str):
        raise RpcError(INVALID_PARAMS, "Invalid params: protocolVersion is missing")
    return Era(asked if asked in LEGACY else LEGACY[0])


def era_of(request: Request, negotiated: Era | None) -> Era:
    """Return the era of one request; raises the error that answers it when there is none."""
    if request.method not in _LEGACY_METHODS | _MODERN_METHODS:
        raise _no_method(request)
    meta = request.params.get("_meta")
    if isinstance(meta, dict) and (_VERSION_KEY in meta or _CAPABILITIES_KEY in meta):
        return _modern_era(request, meta)
    if request.method in ("initialize", "ping"):
        return negotiated or Era(LEGACY[0])
    if negotiated is None:
        raise RpcError(
            INVALID_PARAMS,
            f"Invalid params: _meta must carry {_VERSION_KEY} and {_CAPABILITIES_KEY}, "
            "or the connection must open with initialize",
        )
    if request.method not in _LEGACY_METHODS:
        raise _no_method(request)
    return negotiated


def initialize_result(identity: Identity, era: Era) -> Object:
    return {
        "protocolVersion": era.version,
        "capabilities": identity.capabilities,
        "serverInfo": _server_info(identity, era),
        "instructions": identity.instructions,
    }


def discover_result(identity: Identity) -> Object:
    return {
        "supportedVersions": list(SUPPORTED),
        "capabilities": identity.capabilities,
        "instructions": identity.instructions,
    }


def shaped(result: Object, era: Era, identity: Identity, cache: Cache | None = None) -> Object:
    """Return `result` with what its era wants around it."""
    if not era.is_modern:
        return result
    envelope: Object = {"resultType": "complete"}
    if cache is not None:
        envelope["ttlMs"] = cache.ttl_ms
        envelope["cacheScope"] = cache.scope
    meta = result.get("_meta")
    named: Object = dict(meta) if isinstance(meta, dict) else {}
    named[f"{_PREFIX}serverInfo"] = _server_info(identity, era)
    return {**result, **envelope, "_meta": named}


def acknowledged_params(request: Request) -> Object:
    """Return the first message on a listen stream: nothing of ours ever changes, so no type."""
    return {"_meta": {f"{_PREFIX}subscriptionId": request.id}, "notifications": {}}


def ended_result(request_id: RequestId) -> Object:
    """Return what closes a listen stream when the server ends."""
    return {"_meta": {f"{_PREFIX}subscriptionId": request_id}}


def progress_token(params: Object) -> str | int | None:
    meta = params.get("_meta")
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    return token if isinstance(token, int | str) and not isinstance(token, bool) else None


def _modern_era(request: Request, meta: Object) -> Era:
    asked = meta.get(_VERSION_KEY)
    if not isinstance(asked, str):
        raise RpcError(INVALID_PARAMS, f"Invalid params: _meta must carry {_VERSION_KEY}")
    if asked != MODERN:
        data: Json = {"supported": list(SUPPORTED), "requested": asked}
        raise RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", data)
    if not isinstance(meta.get(_CAPABILITIES_KEY), dict):
        raise RpcError(INVALID_PARAMS, f"Invalid params: _meta must carry {_CAPABILITIES_KEY}")
    if request.method not in _MODERN_METHODS:
        raise _no_method(request)
    return Era(MODERN)


def _no_method(request: Request) -> RpcError:
    return RpcError(METHOD_NOT_FOUND, f"Method not found: {request.method[:100]}")


def _server_info(identity: Identity, era: Era) -> Object:
    info: Object = {"name": identity.name, "version": identity.version}
    if era.has_structured_content:
        info["title"] = identity.title
    return info
