"""The form of one document or log row on disk: schema version, keyed MAC, payload.

`{"schema_version":1,"mac":"<32 hex>","data":<payload>}` and a newline. The MAC covers the version,
the file's name and the payload bytes as written, so that checking never encodes anything again and
a document copied over another one is noticed.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from tmf_memory.kernel.errors import StoreError
from tmf_memory.kernel.store.base import DamageReason, Json

SCHEMA_VERSION = 1

_HEADER = re.compile(rb'\{"schema_version":([1-9][0-9]{0,8}),"mac":"([0-9a-f]{32})","data":')
_END = b"}\n"
# ASCII only: lone surrogates survive, and a cut file is never cut inside a character.
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A document that this user's key vouches for."""

    schema_version: int
    data: Json


@dataclass(frozen=True, slots=True)
class Broken:
    """A document that is not to be used; `data` is what a foreign one claims to hold."""

    reason: DamageReason
    data: Json = None


def encode_payload(name: str, data: Json) -> str:
    """Return compact ASCII JSON; raises StoreError for what JSON cannot hold."""
    try:
        return _ENCODER.encode(data)
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(f"{name}: not representable as JSON: {error}") from error


def seal(file_name: str, payload: bytes, *, key: bytes, version: int = SCHEMA_VERSION) -> bytes:
    """Return the bytes to write for an encoded payload."""
    mac = _mac(file_name, version, payload, key).encode()
    return b'{"schema_version":%d,"mac":"%b","data":%b}\n' % (version, mac, payload)


def unseal(file_name: str, raw: bytes, *, key: bytes) -> Sealed | Broken:
    """Return what `raw` holds when the key vouches for it, otherwise why not."""
    header = _HEADER.match(raw)
    if header is None or not raw.endswith(_END):
        return Broken(*_reason_without_frame(raw))
    payload = raw[header.end() : -len(_END)]
    version = int(header[1])
    if _mac(file_name, version, payload, key).encode() != header[2]:
        return _unvouched(payload)
    try:
        return Sealed(version, parse_json(payload))
    except (ValueError, RecursionError):
        return Broken(DamageReason.NOT_JSON)


def parse_json(text: bytes) -> Json:
    """Return a JSON value; raises ValueError, and RecursionError for absurd nesting."""
    data: Json = _DECODER.decode(text.decode("utf-8"))
    return data


def _mac(file_name: str, version: int, payload: bytes, key: bytes) -> str:
    start = b"%d\0%b\0" % (version, file_name.encode("utf-8", "surrogatepass"))
    digest = hashlib.blake2b(start, key=key, digest_size=16)
    digest.update(payload)
    return digest.hexdigest()


def _unvouched(payload: bytes) -> Broken:
    try:
        return Broken(DamageReason.FOREIGN, parse_json(payload))
    except (ValueError, RecursionError):
        return Broken(DamageReason.CHECKSUM)


def _reason_without_frame(raw: bytes) -> tuple[DamageReason, Json]:
    try:
        value = parse_json(raw)
    except (ValueError, RecursionError):
        is_ours = _HEADER.match(raw) is not None
        is_cut = is_ours or b'{"schema_version":'.startswith(raw[:18])
        return (DamageReason.TORN if is_cut else DamageReason.NOT_JSON), None
    return DamageReason.FOREIGN, value.get("data") if isinstance(value, dict) else value
