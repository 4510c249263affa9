"""What is too large, too deep or hostile becomes a reason; nothing is executed, nothing raises."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.codegraph.config.golden import CASES, case_paths
from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.languages import all_languages

NAMES = [
    "a.json", "a.toml", "a.yaml", "a.ini", ".env.example", "requirements.txt",
    "Dockerfile", "Makefile", "a.sql", "poetry.lock",
]  # fmt: skip


def extract(path: str, text: str) -> Extraction:
    extractor = all_languages().of(path)
    assert extractor is not None
    return extractor.extract(SourceText(path, text))


MANY = 2_001
DEEP = 5_000
TOO_MANY = "data, not configuration: more than 2000 keys"
TOO_LONG = "data, not configuration: longer than 256000 characters"
TOO_DEEP = "nested deeper than 64 levels"
REASONS = [
    ("a.json", json.dumps({f"k{n}": n for n in range(MANY)}), TOO_MANY),
    ("a.json", json.dumps([*range(MANY)]), TOO_MANY),
    ("a.toml", "".join(f"k{n} = {n}\n" for n in range(MANY)), TOO_MANY),
    ("a.yaml", "".join(f"k{n}: {n}\n" for n in range(MANY)), TOO_MANY),
    ("a.ini", "[a]\n" + "".join(f"k{n}={n}\n" for n in range(MANY)), TOO_MANY),
    (".env.example", "".join(f"K{n}={n}\n" for n in range(MANY)), TOO_MANY),
    ("requirements.txt", "".join(f"p{n}\n" for n in range(MANY)), TOO_MANY),
    ("Makefile", "".join(f"t{n}:\n" for n in range(MANY)), TOO_MANY),
    ("a.json", json.dumps("x" * 256_000), TOO_LONG),
    ("a.toml", f'a = "{"x" * 256_000}"', TOO_LONG),
    ("a.yaml", "x" * 256_001, TOO_LONG),
    ("Dockerfile", "# " + "x" * 256_000, TOO_LONG),
    ("a.json", "[" * DEEP + "]" * DEEP, TOO_DEEP),
    ("a.json", '{"a":' * DEEP + "1" + "}" * DEEP, TOO_DEEP),
    ("a.yaml", "[" * 100 + "]" * 100, TOO_DEEP),
    ("a.yaml", "\n".join(" " * n + "a:" for n in range(70)), TOO_DEEP),
    ("a.toml", "a = " + "[" * 100 + "]" * 100, TOO_DEEP),
    ("a.toml", "a." * 100 + "b = 1", TOO_DEEP),
    ("a.json", "\x00", "not valid JSON: line 1"),
    ("a.yaml", "a: \x00", "not valid YAML"),
]


@pytest.mark.parametrize(("path", "text", "reason"), REASONS)
def test_degrades(path: str, text: str, reason: str) -> None:
    extraction = extract(path, text)
    assert extraction.degraded == reason
    assert extraction.symbols == ()


DEEPER_THAN_THE_PARSER = [
    ("a.toml", "a = ", {"nested too deep", TOO_DEEP}),
    ("a.yaml", "", {"not valid YAML: line 1", TOO_DEEP}),
]


@pytest.mark.parametrize(("path", "start", "reasons"), DEEPER_THAN_THE_PARSER)
def test_what_is_deeper_than_a_parser_recurses(path: str, start: str, reasons: set[str]) -> None:
    assert extract(path, start + "[" * DEEP + "]" * DEEP).degraded in reasons


BY_NAME = [
    ("package-lock.json", "data, not configuration: lock file"),
    ("web/pnpm-lock.yaml", "data, not configuration: lock file"),
    ("npm-shrinkwrap.json", "data, not configuration: lock file"),
    ("dist/app.min.json", "data, not configuration: minified"),
    ("tests/fixtures/a.json", "data, not configuration: in a directory of test data"),
    ("__snapshots__/a.yaml", "data, not configuration: in a directory of test data"),
    ("blocks.json", ""),
    ("fixtures.json", ""),
    ("src/my_fixtures/a.json", ""),
]


@pytest.mark.parametrize(("path", "reason"), BY_NAME)
def test_data_by_its_name(path: str, reason: str) -> None:
    assert extract(path, "{}").degraded == reason


# Each of these is quadratic or worse in a careless reader; the size makes that unbearable.
LONG = 60_000
GAP = " " * LONG
HOSTILE = [
    ("a.ini", f"[a]\na{GAP}b"),
    ("a.ini", f"[a]\nb = a{GAP}b"),
    (".env.example", f"A=a{GAP}b"),
    ("requirements.txt", f"a{GAP}b"),
    ("requirements.txt", f"a >=1{GAP}b;{GAP}c"),
    ("Makefile", f"a{GAP}b"),
    ("Makefile", f"a{GAP}:={GAP}b"),
    ("Dockerfile", f"FROM a{GAP}b"),
    ("Dockerfile", f"ENV a{GAP}b"),
    ("a.toml", f"a{GAP}= [1{GAP}]"),
    ("a.toml", 'a = """' + '\\"""' * LONG),
    ("a.toml", 'a = "' + '\\"' * LONG),
    ("a.toml", "a = {" + "b." * LONG),
    ("a.json", f'{{"a"{GAP}:{GAP}1}}{GAP}x'),
    ("a.sql", f"CREATE{GAP}TABLE{GAP}x{GAP}(a{GAP}int"),
    ("a.json", "[" + "/*" * LONG),
    ("a.json", '"' + "\\" * LONG),
    ("a.json", "/" * LONG),
    ("a.json", '{"' * LONG),
    ("a.toml", "a" * LONG),
    ("a.toml", "a." * LONG + "b = 1"),
    ("a.toml", 'a = "' + "\\\\" * LONG),
    ("a.toml", "[a]\n" + "#" * LONG),
    ("a.yaml", "&a " * 5_000),
    ("a.yaml", "? " * 5_000),
    ("a.yaml", "- " * 5_000),
    ("a.yaml", "a: 'x" + "''" * LONG),
    ("a.ini", "[" * LONG),
    ("a.ini", "[a]\n" + "a" * LONG + " " * LONG),
    ("a.ini", "[a]\nb = " + " #" * LONG),
    (".env.example", "A=" + "'" * LONG),
    ("requirements.txt", "a-" * LONG),
    ("requirements.txt", "a" + " " * LONG + "!"),
    ("requirements.txt", "x[" + "a" * LONG),
    ("requirements.txt", "\\\n" * LONG),
    ("Dockerfile", "ENV " + 'A="' * LONG),
    ("Dockerfile", "ENV A=" + "\\a" * LONG),
    ("Dockerfile", "FROM " + "--a " * LONG),
    ("Dockerfile", "RUN " + "<<A " * 3_000),
    ("Dockerfile", "RUN x \\\n" * (LONG // 4)),
    ("Makefile", "export " * LONG),
    ("Makefile", "a " * LONG + ":"),
    ("Makefile", "a" + " " * LONG),
    ("a.sql", "/*" * LONG),
    ("a.sql", "'" * (LONG + 1)),
    ("a.sql", '"' * (LONG + 1)),
    ("a.sql", "".join(f"$a{n}$" for n in range(LONG // 4))),
    ("a.sql", "CREATE TABLE " * (LONG // 4)),
    ("a.sql", "\nCREATE TABLE x (" * (LONG // 4)),
    ("a.sql", "CREATE TABLE x (" + "(" * LONG),
    ("a.sql", "CREATE TABLE x (a int, " + "b int, " * (LONG // 4)),
    ("a.sql", "`" + "'\\" * LONG),
    ("poetry.lock", "[[package]]\nname = " * (LONG // 4)),
]


@pytest.mark.parametrize(("path", "text"), HOSTILE)
def test_hostile_text_ends_soon(path: str, text: str) -> None:
    extraction = extract(path, text)
    assert all(symbol.line_start <= symbol.line_end for symbol in extraction.symbols)


WORDS = ["CREATE TABLE ", "ENV ", "null", "1", "<<EOF\n", "[a]\n", "\n  ", "---\n", "//"]
PIECES = st.sampled_from([*"{}[]():;,.=#'\"`\\/*-&!<>|?%@$ \n\t\r\x00aé\ud800", *WORDS])
TEXTS = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=25).map("".join))


LONE = "\ud800"
SURROGATES = [(path, text.format(LONE)) for path, text in [
    ("a.json", '{{"{0}": "{0}"}}'), ("a.toml", '"{0}" = "{0}"'), ("a.yaml", "{0}: {0}"),
    ("a.ini", "[{0}]\n{0} = {0}"), (".env.example", "A={0}"), ("requirements.txt", "a @ {0}"),
    ("Dockerfile", "ENV A={0}"), ("Makefile", "A = {0}"), ("a.sql", 'CREATE TABLE "{0}" ("{0}" x)'),
    ("poetry.lock", '[[package]]\nname = "{0}"\nversion = "{0}"'),
]]  # fmt: skip


@pytest.mark.parametrize(("path", "text"), SURROGATES)
def test_lone_surrogates_are_replaced(path: str, text: str) -> None:
    extraction = extract(path, text)
    assert extraction.symbols
    check_sane(extraction, text)


@given(path=st.sampled_from(NAMES), text=TEXTS)
def test_no_text_makes_an_extractor_fail(path: str, text: str) -> None:
    check_sane(extract(path, text), text)


@given(data=st.data())
def test_no_damage_to_a_real_file_makes_an_extractor_fail(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([one for one in case_paths() if not one.endswith(".py")]))
    text = (CASES / path).read_text(encoding="utf-8")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    damaged = text[:start] + data.draw(st.one_of(PIECES, st.just(""))) + text[end:]
    check_sane(extract(path, damaged), damaged)


def check_sane(extraction: Extraction, text: str) -> None:
    names = [(symbol.scope, symbol.qualname) for symbol in extraction.symbols]
    assert len(set(names)) == len(names)
    assert not (extraction.degraded and extraction.symbols)
    last = text.count("\n") + 1
    for symbol in extraction.symbols:
        assert 1 <= symbol.line_start <= symbol.line_end <= last
        json.dumps(dict(symbol.detail), ensure_ascii=False, allow_nan=False).encode()
        symbol.qualname.encode()
    for document in extraction.documents:
        assert -1 <= document.symbol < len(extraction.symbols)
        "".join(document.fields.values()).encode()


def test_nothing_in_yaml_is_constructed() -> None:
    extraction = extract("a.yaml", 'a: !!python/object/apply:builtins.exit ["1"]\nb: 1\n')
    assert [symbol.qualname for symbol in extraction.symbols] == ["a", "b"]
    assert "value" not in extraction.symbols[0].detail


SECTIONS = {f"s{n}": {f"k{m}": m for m in range(10)} for n in range(7)}


def test_many_keys_share_a_document_by_section() -> None:
    extraction = extract("a.json", json.dumps({**SECTIONS, "alone": 1}, indent=1))
    sections = [symbol for symbol in extraction.symbols if symbol.detail["kind"] == "section"]
    assert [symbol.qualname for symbol in sections] == [f"s{n}" for n in range(7)]
    assert (sections[1].line_start, sections[1].line_end) == (15, 24)
    named = [document.fields.get("name", "") for document in extraction.documents]
    assert named == [*SECTIONS, ""]
    assert extraction.documents[-1].symbol == -1
    assert extraction.documents[-1].fields["body"] == "alone: 1"


def test_a_section_with_many_keys_is_shared_out_by_its_own_sections() -> None:
    extraction = extract("a.json", json.dumps({"tool": SECTIONS}))
    named = [document.fields.get("name", "") for document in extraction.documents]
    assert named == [*(f"tool.{section}" for section in SECTIONS), ""]


def test_few_keys_have_a_document_each() -> None:
    extraction = extract("a.json", json.dumps({"a": {"b": 1}, "c": [1, 2]}))
    assert [document.fields for document in extraction.documents] == [
        {"name": "a.b", "path": "a.json", "body": "1"},
        {"name": "c", "path": "a.json", "body": "1 2"},
    ]


def test_parsers_are_imported_only_when_a_file_needs_them() -> None:
    program = (
        "import sys\n"
        "from tmf_memory.codegraph.languages import all_languages\n"
        "all_languages()\n"
        "print(sorted({'yaml', 'tomllib', 'tomli', 'configparser'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout == "[]\n"
