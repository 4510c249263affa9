"""A definition's own lines say the same of it as the whole file does, or leave it to that."""

from __future__ import annotations

from pathlib import Path

import pytest

import tmf_memory
from tmf_memory.codegraph.derive import docstring_of
from tmf_memory.codegraph.extractors.base import SourceText
from tmf_memory.codegraph.extractors.python import EXTRACTOR
from tmf_memory.codegraph.extractors.python.docstring import docstring_in
from tmf_memory.codegraph.model import Scope

PACKAGE = Path(tmf_memory.__file__).parent
CODE = (Scope.FUNCTION, Scope.CLASS)

TEXTS = {
    "plain": 'def f():\n    """Does it. And more."""\n',
    "nothing said": "def f():\n    return 1\n",
    "nested, strings over lines": (
        'class C:\n    def f(self):\n        """One\n  two.\n Three."""\n        x = """\na\n"""\n'
    ),
    "decorators": '@a(\n  1\n)\n@b\ndef f():\n    "Said."\n',
    "two on a line": 'class A: "doc"; x = 1\nclass B: "other"\n',
    "after something": 'x = 1; y = 2\nif x: \n  def f(): "said"\n',
    "twins": 'if a:\n    def f():\n        "One."\nelse:\n    def f():\n        "Two."\n',
    "tabs": 'class C:\n\tdef f(self):\n\t\t"""Said."""\n',
    "form feed": '\x0cdef f():\n    "Said."\n\x0c\nclass C:\n    "Too."\n',
    "not ASCII": 'class Ä:\n    """Größe. Und."""\n    def ö(self): "x"\n',
    "async": 'async def f():\n    """Waits."""\n',
    "comment at the left": 'class C:\n    def f(self):\n# left\n        """Said."""\n',
    "continued": 'def f(a, \\\n  b):\n    "Said."\n',
    "lambda": "def f():\n    return lambda: 1\n",
}


def check(text: str) -> int:
    extraction = EXTRACTOR.extract(SourceText("a.py", text))
    assert extraction.degraded == ""
    told = 0
    for symbol in extraction.symbols:
        if symbol.scope in CODE:
            said = docstring_in(text, symbol)
            told += said is not None
            wanted = docstring_of(extraction, symbol.scope, symbol.qualname)
            assert said in (None, wanted), symbol
    return told


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_lines_tell_what_the_file_tells(text: str) -> None:
    check(text)


def test_lines_are_enough_for_most_code() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (PACKAGE / "kernel").rglob("*.py")]
    told = sum(map(check, texts))
    assert told > 0.95 * sum(text.count("def ") for text in texts)
