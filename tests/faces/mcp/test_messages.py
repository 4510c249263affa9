"""One line in, one message out: what is served, refused, ignored."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.mcp.messages import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    Ignored,
    Incoming,
    Notification,
    Rejected,
    Request,
    decode,
    encode,
    oversized,
)

DEEP = b"[" * 200_000


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"m"}', Request(1, "m", {})),
        (b'{"jsonrpc":"2.0","id":"1","method":"m","params":{"a":1}}', Request("1", "m", {"a": 1})),
        (b'{"jsonrpc":"2.0","id":-3,"method":"m","params":null}', Request(-3, "m", {})),
        (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"method":"m"}\r', Request(1, "m", {})),
        (b' {"id":1, "method":"m", "jsonrpc":"2.0"} ', Request(1, "m", {})),
        (b'{"jsonrpc":"2.0","method":"m"}', Notification("m", {})),
        (b'{"jsonrpc":"2.0","method":"m","params":{"a":[]}}', Notification("m", {"a": []})),
    ],
)
def test_message_is_read(line: bytes, expected: Incoming) -> None:
    assert decode(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"result":{}}',
        b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}',
        b'{"jsonrpc":"1.0","method":"notification of another protocol"}',
        b'{"jsonrpc":"2.0","method":"m","params":[1]}',
    ],
)
def test_line_that_deserves_no_answer(line: bytes) -> None:
    assert decode(line) == Ignored()


@pytest.mark.parametrize(
    ("line", "code", "request_id"),
    [
        (b"", PARSE_ERROR, None),
        (b"{", PARSE_ERROR, None),
        (b"hello", PARSE_ERROR, None),
        (b"\xff\xfe{}", PARSE_ERROR, None),
        (b"{\x00}", PARSE_ERROR, None),
        ('{"jsonrpc":"2.0","id":1,"method":"m"}'.encode("utf-16"), PARSE_ERROR, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":NaN}}', PARSE_ERROR, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":-Infinity}}', PARSE_ERROR, None),
        (b"1" * 10_000, PARSE_ERROR, None),
        (DEEP, PARSE_ERROR, None),
        (b'{"a":' * 200_000, PARSE_ERROR, None),
        (b'{"jsonrpc":"2.0","id":7,"method":"m","params":{"a":' + DEEP, PARSE_ERROR, 7),
        (b'{"id":"x-1","params":' + DEEP, PARSE_ERROR, "x-1"),
        (b"[]", INVALID_REQUEST, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"m"}]', INVALID_REQUEST, None),
        (b"null", INVALID_REQUEST, None),
        (b'"text"', INVALID_REQUEST, None),
        (b"{}", INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":null,"method":"m"}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"m"}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"m"}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":[1],"method":"m"}', INVALID_REQUEST, None),
        (b'{"jsonrpc":"2.0","id":1}', INVALID_REQUEST, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":7}', INVALID_REQUEST, 1),
        (b'{"jsonrpc":2,"id":1,"method":"m"}', INVALID_REQUEST, 1),
        (b'{"id":1,"method":"m"}', INVALID_REQUEST, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}', INVALID_PARAMS, 1),
        (b'{"jsonrpc":"2.0","id":1,"method":"m","params":"p"}', INVALID_PARAMS, 1),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_line_is_refused(line: bytes, code: int, request_id: int | str | None) -> None:
    rejected = decode(line)
    assert isinstance(rejected, Rejected)
    assert (rejected.code, rejected.id) == (code, request_id)


@pytest.mark.parametrize(
    ("head", "tail", "request_id"),
    [
        (b'{"jsonrpc":"2.0","id":5,"method":"m","params":{"a":"', b'zzz"}}', 5),
        (b'{"id": "abc", "method":"m","params":{"a":"', b'zzz"}}', "abc"),
        (b'{"method":"m","params":{"a":"', b'zzz"},"jsonrpc":"2.0","id":5}', 5),
        (b'{"method":"m","params":{"id":5,"a":"', b'zzz"}}', None),
        (b'{"method":"m","params":{"a":"', b'zzz","id":5}}', None),
        (b"zzz", b"zzz", None),
    ],
)
def test_too_long_line_fails_the_request_it_plainly_names(
    head: bytes, tail: bytes, request_id: int | str | None
) -> None:
    assert oversized(head, tail, 100).id == request_id


@given(st.binary(max_size=300))
def test_any_bytes_are_decoded_to_something(line: bytes) -> None:
    assert isinstance(decode(line), Request | Notification | Rejected | Ignored)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), JSON, max_size=4))
def test_encoded_message_is_one_line_of_utf8_json(message: dict[str, object]) -> None:
    line = encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line) == message


def test_half_a_surrogate_pair_does_not_reach_the_wire() -> None:
    assert encode({"a": "x\udc80y"}) == b'{"a":"x?y"}\n'
