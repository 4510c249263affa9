"""What the Python extractor says of one file: symbols, their details, and what search is told."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.python import EXTRACTOR
from tmf_memory.codegraph.model import Json, Scope, Symbol

SOURCE = '''\
"""The module. It has more to say."""
import enum
from typing import Final, NewType

LIMIT = 3
lower = 4
table = {"a": 1}
named: int
fixed: Final = "x"
A, B = 1, 2
UserId = NewType("UserId", int)
Alias = dict[str, int]
X = Y = 1
table.attribute = {}
total = len([])


class Color(enum.Enum):
    """A color. It is seen."""

    RED = 1
    green = 2
    _hidden = 3

    def mix(self): ...


@dataclass(frozen=True)
class Point(Base, Other[int], meta=1):
    x: int
    y: int = 2
    z: list[int] = field(default_factory=list)
    plain = 0


@deco
@other(
    1,
)
async def run(a, /, b: int = 3, *args: str, c=None, **kw) -> dict[str, int]:  # note
    """Runs it. Then more."""
    LOCAL = 1

    def inner(): ...

    class In:
        K = 1

        def m(self): ...

    return {}


if LIMIT:

    def twin(): ...

    FLAG = 1
else:

    def twin(n): ...

    FLAG = 2


class C:
    @property
    def p(self): ...

    @p.setter
    def p(self, value): ...


try:
    import fast
except ImportError:
    DEBUG = True
'''

SYMBOLS = """\
class Color 18-25
function Color.mix 25-25
class Point 28-33
function run 36-51
function run.inner 44-44
class run.In 46-49
function run.In.m 49-49
function twin 56-56
function twin#2 61-61
class C 66-71
function C.p 67-68
function C.p#2 70-71
declaration LIMIT 5-5
declaration table 7-7
declaration named 8-8
declaration fixed 9-9
declaration A 10-10
declaration B 10-10
declaration UserId 11-11
declaration Alias 12-12
declaration X 13-13
declaration Y 13-13
declaration Color.RED 21-21
declaration Color.green 22-22
declaration Point.x 30-30
declaration Point.y 31-31
declaration Point.z 32-32
declaration FLAG 58-58
declaration FLAG#2 63-63
declaration DEBUG 77-77
"""

DETAILS: dict[str, dict[str, Json]] = {
    "Color": {"bases": ["enum.Enum"], "doc": "A color."},
    "Point": {"bases": ["Base", "Other[int]"], "decorators": ["dataclass(frozen=True)"]},
    "run": {
        "signature": "(a, /, b: int = 3, *args: str, c=None, **kw) -> dict[str, int]",
        "decorators": ["deco", "other( 1, )"],
        "async": True,
        "doc": "Runs it.",
    },
    "run.inner": {"signature": "()"},
    "run.In": {},
    "twin#2": {"signature": "(n)"},
    "C.p": {"signature": "(self)", "decorators": ["property"]},
    "C.p#2": {"signature": "(self, value)", "decorators": ["p.setter"]},
    "LIMIT": {"value": "3"},
    "table": {"value": '{"a": 1}'},
    "named": {"annotation": "int"},
    "fixed": {"value": '"x"', "annotation": "Final"},
    "UserId": {"value": 'NewType("UserId", int)'},
    "Alias": {"value": "dict[str, int]"},
    "Color.RED": {"value": "1"},
    "Point.x": {"annotation": "int"},
    "Point.z": {"value": "field(default_factory=list)", "annotation": "list[int]"},
    "DEBUG": {"value": "True"},
}

DOCUMENTS = {
    "Color": {
        "name": "Color",
        "path": "a.py",
        "signature": "class Color(enum.Enum)",
        "doc": "A color. It is seen.",
        "body": "    RED = 1\n    green = 2\n    _hidden = 3",
    },
    "run.inner": {
        "name": "run.inner",
        "path": "a.py",
        "signature": "def inner()",
        "doc": "",
        "body": "    def inner(): ...",
    },
    "A": {"name": "A", "path": "a.py", "body": "A, B = 1, 2"},
}


def extract(text: str) -> Extraction:
    return EXTRACTOR.extract(SourceText("a.py", text))


def symbols_of(text: str) -> dict[str, Symbol]:
    return {symbol.qualname: symbol for symbol in extract(text).symbols}


def names(text: str) -> list[str]:
    return [symbol.qualname for symbol in extract(text).symbols]


def test_the_symbols_of_a_file() -> None:
    found = [
        f"{one.scope.value} {one.qualname} {one.line_start}-{one.line_end}"
        for one in extract(SOURCE).symbols
    ]
    assert found == SYMBOLS.splitlines()


@pytest.mark.parametrize("qualname", DETAILS)
def test_details(qualname: str) -> None:
    assert symbols_of(SOURCE)[qualname].detail == DETAILS[qualname]


@pytest.mark.parametrize("qualname", DOCUMENTS)
def test_documents(qualname: str) -> None:
    one = extract(SOURCE)
    found = [
        document.fields
        for document in one.documents
        if document.symbol >= 0 and one.symbols[document.symbol].qualname == qualname
    ]
    assert found == [DOCUMENTS[qualname]]


def test_every_symbol_has_one_document_and_so_has_the_module() -> None:
    one = extract(SOURCE)
    assert sorted(document.symbol for document in one.documents) == [
        -1,
        *range(len(one.symbols)),
    ]
    (module,) = [document.fields for document in one.documents if document.symbol == -1]
    assert module["doc"] == "The module. It has more to say."
    assert "total = len([])" in module["body"]
    assert "def mix" not in module["body"]


# Declarations -------------------------------------------------------------------------------------

DECLARED = {
    "LIMIT = f()": ["LIMIT"],
    "_LIMIT = 1": ["_LIMIT"],
    "__LIMIT2 = 1": ["__LIMIT2"],
    "x = {1}": ["x"],
    "x = ()": ["x"],
    "x: int": ["x"],
    "(A, B), c = f(), 1": [],
    "A, *B = f()": ["A"],
    "Name = int | str": ["Name"],
    "T = TypeVar('T', bound=int)": ["T"],
    "Point = namedtuple('Point', 'x y')": ["Point"],
    "class C:\n    LIMIT = 1\n    x: int": ["C", "C.LIMIT", "C.x"],
    "class C(Flag):\n    a = 1": ["C", "C.a"],
    "class C:\n    class D:\n        X = 1": ["C", "C.D", "C.D.X"],
    "for i in x:\n    LIMIT = 1": ["LIMIT"],
    "match x:\n    case 1:\n        LIMIT = 1": ["LIMIT"],
}
NOT_DECLARED = [
    "x = 1",
    "x = 'text'",
    "x = f()",
    "x.LIMIT = 1",
    "x['LIMIT'] = 1",
    "x.y: int = 1",
    "LIMIT += 1",
    "Name = 1",
    "for LIMIT in x: pass",
    "with x as LIMIT: pass",
    "import LIMIT",
    "(LIMIT := 1)",
    "del LIMIT",
    "# LIMIT = 1",
    "'LIMIT = 1'",
]


@pytest.mark.parametrize("text", DECLARED)
def test_what_is_declared(text: str) -> None:
    assert names(text) == DECLARED[text]


@pytest.mark.parametrize("text", NOT_DECLARED)
def test_what_is_not_declared(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize("statement", ["LIMIT = 1", "x: int = 1", "x = {}", "A, B = 1, 2"])
def test_locals_are_no_declarations(statement: str) -> None:
    assert names(f"def f():\n    {statement}\n") == ["f"]
    assert names(f"def f():\n    class C:\n        {statement}\n") == ["f", "f.C"]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement is of Python 3.12")
def test_a_type_statement_is_a_declaration() -> None:
    (symbol,) = extract("type Pair[T] = tuple[T, T]\n").symbols
    assert (symbol.scope, symbol.qualname) == (Scope.DECLARATION, "Pair")
    assert symbol.detail == {"value": "tuple[T, T]"}


# Names, texts that are cut, and what cannot be read -----------------------------------------------

TWINS = {
    "def f(): ...\n" * 3: ["f", "f#2", "f#3"],
    "class C: ...\nclass C:\n    def m(self): ...\n": ["C", "C#2", "C#2.m"],
    "class f: ...\ndef f(): ...\n": ["f", "f#2"],
    "def f():\n    def g(): ...\n    def g(): ...\n": ["f", "f.g", "f.g#2"],
    "X = 1\nX = 2\n": ["X", "X#2"],
    "def X(): ...\nX = 2\n": ["X", "X#2"],
}


@pytest.mark.parametrize("text", TWINS)
def test_twins_keep_apart(text: str) -> None:
    assert sorted(names(text)) == sorted(TWINS[text])


def test_long_values_and_docstrings_are_cut() -> None:
    symbols = symbols_of(f"X = {'1' * 300}\ndef f():\n    '''{'w ' * 300}.'''\n")
    assert len(str(symbols["X"].detail["value"])) == 120
    assert len(str(symbols["f"].detail["doc"])) == 200
    assert str(symbols["X"].detail["value"]).endswith("…")


SIGNATURES = {
    "def f(a,\n      b=(1,\n         2)): ...": "(a, b=(1, 2))",
    "def f(a,  # first: one\n      b): ...": "(a, b)",
    "def f(a='#'): ...": "(a='#')",
    "def f(a=':') -> 'x:y': ...": "(a=':') -> 'x:y'",
    "def f(): return 1": "()",
    "def f(a, \\\n      b): ...": "(a, b)",
    "def f():\n    @deco\n    def g(): ...\n": "()",
}


@pytest.mark.parametrize("text", SIGNATURES)
def test_signatures_are_one_line_as_written(text: str) -> None:
    assert symbols_of(text)["f"].detail["signature"] == SIGNATURES[text]


@pytest.mark.parametrize("text", ["def f(:\n", "x = '\0'\n", "(" * 400, "\tx\n  y\n", "print 1\n"])
def test_what_does_not_parse_is_degraded_with_a_reason(text: str) -> None:
    one = extract(text)
    assert one.degraded
    assert one.symbols == ()


def test_a_null_byte_is_named_with_its_line() -> None:
    assert extract("x = 1\ny = '\0'\n").degraded == (
        "a null byte at line 2: Python source holds none"
    )


def test_a_continued_line_is_one_line_in_every_detail() -> None:
    one = symbols_of("class C(A, \\\n        B): ...\nX = 1 + \\\n    2\n")
    assert one["C"].detail == {"bases": ["A", "B"]}
    assert one["X"].detail == {"value": "1 + 2"}


def test_a_lambda_is_a_function_of_the_scope_it_is_in() -> None:
    found = symbols_of("def f(k=lambda *a: 1):\n    return lambda x, y=(1): (x +\n        y)\n")
    one = found["f.<lambda1>"]
    assert (one.scope, one.line_start, one.line_end) == (Scope.FUNCTION, 2, 3)
    assert one.detail == {"signature": "(x, y=(1))"}
    assert found["<lambda1>"].detail == {"signature": "(*a)"}


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "'''doc'''", "pass", "é = 1\n"])
def test_a_file_without_symbols_is_not_degraded(text: str) -> None:
    one = extract(text)
    assert (one.degraded, one.symbols) == ("", ())


STATEMENTS = st.lists(
    st.sampled_from(
        [
            "def f(): ...",
            "class C:\n    X = 1\n    def m(self): ...\n    def m(self): ...",
            "if x:\n    def f(): ...\nelse:\n    def f(): ...",
            "X = 1",
            "@deco\ndef f():\n    def g(): ...\n    return g",
            "x = {}",
            "try:\n    import a\nexcept E:\n    class C: ...",
        ]
    ),
    max_size=8,
)


@given(STATEMENTS)
def test_names_are_unique_and_lines_inside_of_the_file(statements: list[str]) -> None:
    text = "\n".join([*statements, ""])
    symbols = extract(text).symbols
    assert len({symbol.qualname for symbol in symbols}) == len(symbols)
    lines = text.splitlines()
    for symbol in symbols:
        assert 1 <= symbol.line_start <= symbol.line_end <= len(lines)
        own = symbol.qualname.rpartition(".")[2].partition("#")[0]
        assert own in "\n".join(lines[symbol.line_start - 1 : symbol.line_end])


@given(STATEMENTS, st.integers(0, 8))
def test_what_follows_does_not_rename_what_was_before(statements: list[str], kept: int) -> None:
    before = extract("\n".join([*statements[:kept], ""])).symbols
    after = set(names("\n".join([*statements, ""])))
    assert {symbol.qualname for symbol in before} <= after


AFTER_A_TRY = """\
try:
    import fast
except ImportError:
    fast = None
except ValueError:
    fast = None
else:
    class Box:
        def first(self):
            return fast

        @property
        def second(self):
            return fast
"""


def test_a_hash_does_not_depend_on_what_else_the_file_says() -> None:
    """The walker does not go in the order of the lines: the hasher is given them in order."""
    texts = ["x = 1\n" * n + AFTER_A_TRY + "y = 2\n" * m for n in range(9) for m in range(9)]
    assert len({symbols_of(text)["Box"].node_hash for text in texts}) == 1
