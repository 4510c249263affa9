from __future__ import annotations

import pytest

from tmf_memory.codegraph.extractors.python.string_lexer import split_literals

LITERALS = {
    "none": ("a = b\n", []),
    "short": ("a = 'b' + \"c\"", ["'b'", '"c"']),
    "empty": ("'' \"\" a", ["''", '""']),
    "long": ("'''a'b''c\n''' d", ["'''a'b''c\n'''"]),
    "escaped": (r"'a\'b' + r'\''", [r"'a\'b'", r"'\''"]),
    "quote before the closing three": ('"""a\\"""" b', ['"""a\\""""']),
    "comments": ("a  # 'b'\n# c", ["# 'b'", "# c"]),
    "comment sign in a string": ("'#' # '", ["'#'", "# '"]),
    "keyword before a string": ("a if'{'in b else'}'", ["'{'", "'}'"]),
    "old f-string": ("f'{a[\"b\"]!r:>{c}}{{' + d", ["'{a[\"b\"]!r:>{c}}{{'"]),
    "same quotes in a field": ("f'{a['b']}' + c", ["'{a['b']}'"]),
    "brace in a string in a field": ("f'{'}'}' + c", ["'{'}'}'"]),
    "set in a field": ("f'{ {1: '}'}['a'] }' + c", ["'{ {1: '}'}['a'] }'"]),
    "three deep": ("f'{f'{f'{1}'}'}' + c", ["'{f'{f'{1}'}'}'"]),
    "string in a specification": ("f'{a:{'b'}}' + c", ["'{a:{'b'}}'"]),
    "hash in a specification": ("f'{a:#x}' + c", ["'{a:#x}'"]),
    "comment in a field": ("f'{a # '}\n}' + c", ["'{a # '}\n}'"]),
    "slice and comparison in a field": ("f'{a[1:2] != b['c']}' + d", ["'{a[1:2] != b['c']}'"]),
    "named character": (r"f'\N{DASH}{a['b']}' + c", [r"'\N{DASH}{a['b']}'"]),
    "raw f-string": (r"rf'\N{a['b']}' + c", [r"'\N{a['b']}'"]),
    "template string": ("t'{a['b']}' + c", ["'{a['b']}'"]),
    "broken short string": ("'a\nb", ["'a"]),
    "broken long string": ("'''a\nb", ["'''a\nb"]),
    "broken f-string": ("f'{\nb", ["'{\nb"]),
}


@pytest.mark.parametrize(("text", "literals"), LITERALS.values(), ids=LITERALS)
def test_literals_are_found_whole(text: str, literals: list[str]) -> None:
    parts = split_literals(text)
    assert parts[1::2] == literals
    assert "".join(parts) == text
