"""Bytes become text in the encodings Python source may have, or say why not."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.kernel.worktree import Decoded, Undecodable, decode

TEXTS = [
    ("plain", b"a = 1\n", "a = 1\n", "utf-8"),
    ("empty", b"", "", "utf-8"),
    ("utf-8", "é 中\n".encode(), "é 中\n", "utf-8"),
    ("utf-8 with a byte order mark", codecs.BOM_UTF8 + b"x", "x", "utf-8"),
    ("windows line ends", b"a\r\nb\r\n", "a\nb\n", "utf-8"),
    ("old mac line ends", b"a\rb", "a\nb", "utf-8"),
    ("mixed line ends", b"a\r\n\rb\n", "a\n\nb\n", "utf-8"),
    ("utf-16 little endian", codecs.BOM_UTF16_LE + "é\r\n".encode("utf-16-le"), "é\n", "utf-16"),
    ("utf-16 big endian", codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), "é", "utf-16"),
    ("cookie", b"# -*- coding: latin-1 -*-\n\xe9", "# -*- coding: latin-1 -*-\né", "iso8859-1"),
    ("vim cookie", b"# vim: fileencoding=cp1252\n\x80", "# vim: fileencoding=cp1252\n€", "cp1252"),
    ("second line", b"#!x\n# coding=koi8-r\n\xc1", "#!x\n# coding=koi8-r\nа", "koi8-r"),  # noqa: RUF001
    ("after a blank line", b"\n#coding:latin1\n\xe9", "\n#coding:latin1\né", "iso8859-1"),
    (
        "cookie in windows text",
        b"\r\n# coding: latin1\r\n\xe9",
        "\n# coding: latin1\né",
        "iso8859-1",
    ),
    ("third line is no cookie", b"#\n#\n# coding: latin-1\n", "#\n#\n# coding: latin-1\n", "utf-8"),
    ("after code is no cookie", b"x\n# coding: latin-1\n", "x\n# coding: latin-1\n", "utf-8"),
    ("the word alone is no cookie", b"x = 'coding: latin-1'\n", "x = 'coding: latin-1'\n", "utf-8"),
]


@pytest.mark.parametrize(("data", "text", "encoding"), [row[1:] for row in TEXTS])
def test_decode_text(data: bytes, text: str, encoding: str) -> None:
    assert decode(data) == Decoded(text, encoding)


NOT_TEXT = [
    ("null byte", b"a\0b", "binary: null byte"),
    ("null byte after a cookie", b"# coding: latin-1\n\0", "binary: null byte"),
    ("null in utf-16", codecs.BOM_UTF16_LE + b"a\0\0\0", "binary: null byte"),
    ("null after utf-8 mark", codecs.BOM_UTF8 + b"\0", "binary: null byte"),
    ("latin-1 without a cookie", b"\xe9\n", "not valid utf-8"),
    ("half a utf-16 character", codecs.BOM_UTF16_LE + b"a\0b", "not valid utf-16"),
    ("lone surrogate", codecs.BOM_UTF16_LE + b"\x00\xd8a\0", "not valid utf-16"),
    ("utf-32", "a".encode("utf-32"), "UTF-32 is not supported"),
    ("unknown codec", b"# coding: klingon\n", "unknown encoding 'klingon'"),
    ("codec of bytes", b"# coding: hex\n41", "unknown encoding 'hex'"),
    ("codec of text to text", b"# coding: rot13\n", "unknown encoding 'rot13'"),
    ("codec that is not a superset of ascii", b"# coding: cp500\n", "unknown encoding 'cp500'"),
    ("utf-16 said in ascii", b"# coding: utf-16\n", "unknown encoding 'utf-16'"),
    ("codec with quadratic cost", b"# coding: punycode\nx-", "unknown encoding 'punycode'"),
    ("another one", b"# coding: idna\nx", "unknown encoding 'idna'"),
    ("codec that always fails", b"# coding: undefined\nx", "unknown encoding 'undefined'"),
    ("a path for a codec", b"# coding: ..-..-x\nx", "unknown encoding '..-..-x'"),
]


@pytest.mark.parametrize(("data", "reason"), [row[1:] for row in NOT_TEXT])
def test_decode_says_why_bytes_are_not_text(data: bytes, reason: str) -> None:
    assert decode(data) == Undecodable(reason)


@given(st.binary(max_size=200))
def test_decode_never_raises(data: bytes) -> None:
    outcome = decode(data)
    if isinstance(outcome, Decoded):
        assert "\r" not in outcome.text
        assert "\0" not in outcome.text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=100))
def test_decode_reads_what_any_supported_encoding_wrote(text: str) -> None:
    text = f"\n\n\n{text}"  # a cookie in it does not count
    for data in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")):
        outcome = decode(data)
        assert isinstance(outcome, Decoded)
        assert outcome.text == text
