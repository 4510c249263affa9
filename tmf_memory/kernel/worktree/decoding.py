"""Bytes to text: UTF-8, UTF-16 with a BOM, and whatever a PEP 263 cookie names."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:#|$)")
_HEAD_BYTES = 1_000
# Decoding these takes time that grows with the square of the text, or is not about text at all.
_REFUSED = frozenset({"idna", "punycode", "undefined"})


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text with `\\n` line ends and without a BOM."""

    text: str
    encoding: str


@dataclass(frozen=True, slots=True)
class Undecodable:
    """Why these bytes are not text that we read."""

    reason: str


def decode(data: bytes) -> Decoded | Undecodable:
    """Return the text of a source file, or why it has none."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return Undecodable("UTF-32 is not supported")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _decode_as(data, "utf-16")
    if data.startswith(codecs.BOM_UTF8):
        return _decode_as(data[len(codecs.BOM_UTF8) :], "utf-8")
    cookie = _cookie_of(data[:_HEAD_BYTES])
    encoding = "utf-8" if cookie is None else _text_codec(cookie)
    if encoding is None:
        return Undecodable(f"unknown encoding {cookie!r:.40}")
    return _decode_as(data, encoding)


def _cookie_of(head: bytes) -> str | None:
    if b"coding" not in head:
        return None
    for line in head.splitlines()[:2]:
        found = _COOKIE.match(line)
        if found:
            return found[1].decode("ascii", "replace")
        if not _BLANK.match(line):
            return None
    return None


def _text_codec(cookie: str) -> str | None:
    try:
        name = codecs.lookup(cookie).name
        is_ascii_superset = b"# coding".decode(name) == "# coding"
    except (LookupError, UnicodeError):
        return None
    return name if is_ascii_superset and name not in _REFUSED else None


def _decode_as(data: bytes, encoding: str) -> Decoded | Undecodable:
    if encoding != "utf-16" and b"\0" in data:
        return Undecodable("binary: null byte")
    try:
        text = data.decode(encoding)
    except UnicodeError:
        return Undecodable(f"not valid {encoding}")
    if "\0" in text:
        return Undecodable("binary: null byte")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text, encoding)
