"""JSON-RPC lines to values and back: no line, however hostile, raises here."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
Object = dict[str, Json]
RequestId = int | str

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

# Only the two places where clients write a top-level id, so that a line we did not parse as a
# whole can still fail the call it belongs to instead of leaving it to time out.
_LEADING_ID = re.compile(
    rb'\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d{1,18}|"[\w.:-]{1,80}")\s*,'
)
_TRAILING_ID = re.compile(
    rb'"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(-?\d{1,18}|"[\w.:-]{1,80}")\s*\}\s*\Z'
)


# Named tuples, not dataclasses: `dataclasses` alone is a fifth of the start-up budget.
class Request(NamedTuple):
    """A call that must be answered exactly once."""

    id: RequestId
    method: str
    params: Object


class Notification(NamedTuple):
    """A message that is never answered."""

    method: str
    params: Object


class Rejected(NamedTuple):
    """A line that is no usable message, and the error that answers it."""

    code: int
    message: str
    id: RequestId | None = None


class Ignored(NamedTuple):
    """A line that deserves no answer: a response, or a notification that is not one."""


Incoming = Request | Notification | Rejected | Ignored


class RpcError(Exception):
    """Indicates a request that is answered with a JSON-RPC error."""

    def __init__(self, code: int, message: str, data: Json = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def decode(line: bytes) -> Incoming:
    """Return the message in one line."""
    try:
        return _message(_parsed(line))
    except _RefusedError as refused:
        return refused.answer


def oversized(head: bytes, tail: bytes, limit: int) -> Rejected:
    """Return the answer to a line that was longer than `limit` and therefore not kept."""
    reason = f"Parse error: the line is longer than {limit} bytes"
    return Rejected(PARSE_ERROR, reason, salvaged_id(head, tail))


def salvaged_id(head: bytes, tail: bytes) -> RequestId | None:
    """Return the id that a line plainly starts or ends with."""
    found = _LEADING_ID.match(head[:400]) or _TRAILING_ID.search(tail[-400:])
    if found is None:
        return None
    written = found.group(1).decode("ascii", "replace")
    return written.strip('"') if written.startswith('"') else int(written)


def encode(message: Object) -> bytes:
    """Return one line; what UTF-8 cannot carry (lone surrogates) becomes a question mark."""
    return as_text(message).encode("utf-8", "replace") + b"\n"


def as_text(value: Json) -> str:
    """Return compact JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def success(request_id: RequestId, result: Object) -> Object:
    return {"jsonrpc": "2.0", "id": request_id, "result": result}


def failure(request_id: RequestId | None, code: int, message: str, data: Json = None) -> Object:
    """Return an error response; without an id when none could be read (the schemas forbid null)."""
    error: Object = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    if request_id is None:
        return {"jsonrpc": "2.0", "error": error}
    return {"jsonrpc": "2.0", "id": request_id, "error": error}


def notification(method: str, params: Object) -> Object:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def _refuse_constant(name: str) -> Json:
    raise ValueError(name)


class _RefusedError(Exception):
    """Indicates a line that is answered with an error, if at all."""

    def __init__(self, code: int, message: str, request_id: RequestId | None = None) -> None:
        super().__init__(message)
        self.answer = Rejected(code, message, request_id)


def _parsed(line: bytes) -> Json:
    try:
        return _loaded(line.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        raise _RefusedError(PARSE_ERROR, "Parse error: the line is not UTF-8") from error
    except RecursionError as error:
        request_id = salvaged_id(line, line)
        raise _RefusedError(PARSE_ERROR, "Parse error: nested too deeply", request_id) from error
    except ValueError as error:
        raise _RefusedError(PARSE_ERROR, "Parse error: the line is not JSON") from error


def _loaded(text: str) -> Json:
    value: Json = json.loads(text, parse_constant=_refuse_constant)
    return value


def _message(value: Json) -> Incoming:
    if isinstance(value, list):
        raise _RefusedError(INVALID_REQUEST, "Invalid request: batches are not supported")
    if not isinstance(value, dict):
        raise _RefusedError(INVALID_REQUEST, "Invalid request: a message is a JSON object")
    method = value.get("method")
    if "id" not in value and isinstance(method, str):
        return _notification(method, value)
    if method is None and ("result" in value or "error" in value):
        return Ignored()
    return _request(value, method)


def _request(value: Object, method: Json) -> Request:
    request_id = value.get("id")
    if isinstance(request_id, bool) or not isinstance(request_id, int | str):
        raise _RefusedError(INVALID_REQUEST, "Invalid request: the id is a string or an integer")
    if not isinstance(method, str):
        raise _RefusedError(INVALID_REQUEST, "Invalid request: method is missing", request_id)
    if value.get("jsonrpc") != "2.0":
        raise _RefusedError(INVALID_REQUEST, 'Invalid request: jsonrpc is not "2.0"', request_id)
    params = _params(value)
    if params is None:
        raise _RefusedError(INVALID_PARAMS, "Invalid params: params is an object", request_id)
    return Request(request_id, method, params)


def _notification(method: str, value: Object) -> Incoming:
    params = _params(value)
    if params is None or value.get("jsonrpc") != "2.0":
        return Ignored()
    return Notification(method, params)


def _params(value: Object) -> Object | None:
    params = value.get("params")
    if params is None:
        return {}
    return params if isinstance(params, dict) else None
