"""Resources: a second door to two tools, for clients that let people attach things by address."""

from __future__ import annotations

from typing import NamedTuple

from tmf_memory.mcp.catalog import Catalog
from tmf_memory.mcp.messages import INVALID_PARAMS, Object, RpcError, as_text
from tmf_memory.mcp.protocol import RESOURCE_NOT_FOUND, Era

_STATUS = "tmf://status"
_CLAIM = "tmf://claim/"
_MIME_TYPE = "application/json"


class Reading(NamedTuple):
    """Which tool call answers a read."""

    uri: str
    tool: str
    arguments: Object


class Resources:
    """The resources whose tools this server offers."""

    def __init__(self, catalog: Catalog) -> None:
        self._has_status = "tmf_status" in catalog
        self._has_claims = "tmf_explain" in catalog

    def __bool__(self) -> bool:
        return self._has_status or self._has_claims

    def described(self, era: Era) -> list[Object]:
        if not self._has_status:
            return []
        status: Object = {"uri": _STATUS, "name": "status", "mimeType": _MIME_TYPE}
        return [_titled(status, "Code memory status", "What is stored, and how fresh.", era)]

    def templates(self, era: Era) -> list[Object]:
        if not self._has_claims:
            return []
        claim: Object = {"uriTemplate": f"{_CLAIM}{{id}}", "name": "claim", "mimeType": _MIME_TYPE}
        return [_titled(claim, "Code claim", "One claim with freshness and anchors.", era)]

    def reading(self, params: Object, era: Era) -> Reading:
        """Return the call that reads a resource; raises for an address that names none."""
        uri = params.get("uri")
        if not isinstance(uri, str):
            raise RpcError(INVALID_PARAMS, "Invalid params: uri is missing")
        if uri == _STATUS and self._has_status:
            return Reading(uri, "tmf_status", {})
        from urllib.parse import unquote  # not on the way to the first answer

        claim_id = unquote(uri.removeprefix(_CLAIM))
        if uri.startswith(_CLAIM) and claim_id and self._has_claims:
            return Reading(uri, "tmf_explain", {"claim_id": claim_id})
        raise not_found(uri, era)


def contents(uri: str, value: Object) -> Object:
    return {"contents": [{"uri": uri, "mimeType": _MIME_TYPE, "text": as_text(value)}]}


def not_found(uri: str, era: Era) -> RpcError:
    """Return the error of an unknown resource; the modern revision gave up the code of its own."""
    code = INVALID_PARAMS if era.is_modern else RESOURCE_NOT_FOUND
    return RpcError(code, "Resource not found", {"uri": uri[:200]})


def _titled(described: Object, title: str, description: str, era: Era) -> Object:
    if era.has_structured_content:
        described["title"] = title
    described["description"] = description
    return described
