"""Whatever a document says, each key is found with its value on a line that has the key."""

from __future__ import annotations

import configparser
import json
import math
from collections.abc import Callable, Iterator

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tmf_memory.codegraph.extractors import ini_config, json_config, toml_config, yaml_config
from tmf_memory.codegraph.extractors._config import dotted
from tmf_memory.codegraph.extractors._located import Budget, Leaf
from tmf_memory.codegraph.extractors._toml_spans import Span, Spans
from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.model import Json, Symbol
from tmf_memory.kernel.toml import loads

# Letters only in keys, so that a key is found in a line by its text.
KEYS = st.text("abcdefgh", min_size=1, max_size=6)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=12)
SCALARS = st.one_of(
    st.booleans(), st.integers(-(10**9), 10**9), st.sampled_from([0.5, -2.25, 1e6]), TEXTS
)
TREES = st.dictionaries(
    KEYS,
    st.recursive(
        st.one_of(SCALARS, st.lists(SCALARS, max_size=3)),
        lambda inner: st.one_of(
            st.dictionaries(KEYS, inner, max_size=3),
            st.lists(st.dictionaries(KEYS, inner, min_size=1, max_size=2), max_size=2),
        ),
        max_leaves=8,
    ),
    max_size=5,
)
Tree = dict[str, Json]


def scalars_of(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Json]]:
    if isinstance(value, dict):
        for key, member in value.items():
            yield from scalars_of(member, (*path, key))
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from scalars_of(member, (*path, index))
    else:
        yield dotted(path), value


def found_in(extraction: Extraction) -> dict[str, Symbol]:
    assert extraction.degraded == ""
    return {
        symbol.qualname: symbol
        for symbol in extraction.symbols
        if symbol.detail["kind"] != "section"
    }


def check(tree: Tree, text: str, extraction: Extraction) -> None:
    symbols = found_in(extraction)
    lines = text.split("\n")
    for qualname, value in scalars_of(tree):
        symbol = symbols[qualname]
        assert symbol.detail["value"] == value
        key = qualname.rpartition(".")[2]
        if "[" not in key:
            assert key in lines[symbol.line_start - 1]
        assert symbol.line_start <= symbol.line_end <= len(lines)


@given(tree=TREES, indent=st.sampled_from([None, 0, 2]))
def test_json_keys(tree: Tree, indent: int | None) -> None:
    text = json.dumps(tree, indent=indent)
    check(tree, text, json_config.extract(SourceText("a.json", text)))


@given(tree=TREES, is_flow=st.sampled_from([None, False, True]))
def test_yaml_keys(tree: Tree, is_flow: bool | None) -> None:
    text = yaml.safe_dump(tree, default_flow_style=is_flow, allow_unicode=True, width=10**6)
    extraction = yaml_config.extract(SourceText("a.yaml", text))
    symbols = found_in(extraction)
    for qualname, value in scalars_of(tree):
        assert symbols[qualname].detail["value"] == value
    lines = text.split("\n")
    for qualname, symbol in symbols.items():
        key = qualname.rpartition(".")[2]
        if "[" not in key and qualname != "$":
            assert f"{key}:" in lines[symbol.line_start - 1]


@given(tree=TREES)
def test_toml_keys(tree: Tree) -> None:
    text = "\n".join(toml_lines(tree, ()))
    check(tree, text, toml_config.extract(SourceText("a.toml", text)))


def toml_lines(table: Tree, path: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, dict) and not is_array_of_tables(value):
            yield f"{key} = {toml_value(value)}"
    for key, value in table.items():
        here = (*path, key)
        if isinstance(value, dict):
            yield f"[{'.'.join(here)}] # {key}"
            yield from toml_lines(value, here)
        elif is_array_of_tables(value):
            assert isinstance(value, list)
            for element in value:
                assert isinstance(element, dict)
                yield f"[[{'.'.join(here)}]]"
                yield from toml_lines(element, here)


def is_array_of_tables(value: Json) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def toml_value(value: Json) -> str:
    if isinstance(value, list):
        return "[\n" + "".join(f"  {toml_value(element)}, # [x]\n" for element in value) + "]"
    if isinstance(value, str) and "'" not in value and value.isprintable():
        return f"'{value}'" if len(value) % 2 else f'"""\n{escaped(value)}"""'
    return f'"{escaped(value)}"' if isinstance(value, str) else json.dumps(value)


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


@given(
    sections=st.dictionaries(
        KEYS, st.dictionaries(KEYS, st.text("xyz =:[", max_size=8), max_size=4), min_size=1
    )
)
def test_ini_reads_what_configparser_reads(sections: dict[str, dict[str, str]]) -> None:
    lines: list[str] = []
    for section, options in sections.items():
        lines += [f"[{section}]", *(f"{key} = {value}" for key, value in options.items())]
    text = "\n".join(lines)
    parser = configparser.RawConfigParser()
    parser.read_string(text)
    read = {
        f"{section}.{key}": value
        for section in parser.sections()
        for key, value in parser[section].items()
    }
    if not read:
        return
    symbols = found_in(ini_config.extract(SourceText("a.ini", text)))
    assert {name: symbol.detail["value"] for name, symbol in symbols.items()} == read
    for name, symbol in symbols.items():
        assert lines[symbol.line_start - 1].startswith(name.rpartition(".")[2])


SPANS = [
    # what the locator says, line of the claim
    ("right", Span(7, 8, '"value"'), (7, 8)),
    ("right, written otherwise", Span(7, 7, '"v\\u0061lue"'), (7, 7)),
    ("another value", Span(7, 7, '"other"'), (3, 3)),
    ("no value at all", Span(7, 7, "= ]"), (3, 3)),
    ("nothing", None, (3, 3)),
]


@pytest.mark.parametrize(("span", "lines"), [row[1:] for row in SPANS])
def test_toml_line_is_the_table_when_the_locator_disagrees_with_the_parser(
    span: Span | None, lines: tuple[int, int]
) -> None:
    spans = Spans({("table", "key"): span} if span else {}, {("table",): 3})
    tree = toml_config._Tree(spans, loads, Budget(), {})
    leaf = tree.located("value", ("table", "key"), 0)
    assert isinstance(leaf, Leaf)
    assert (leaf.line_start, leaf.line_end) == lines


NUMBERS = [("1", 1, True), ("1", 1.0, False), ("true", True, True), ("1", True, False)]


@pytest.mark.parametrize(("raw", "value", "agrees"), [*NUMBERS, ("nan", math.nan, True)])
def test_toml_values_agree_by_kind(raw: str, value: object, agrees: bool) -> None:
    tree = toml_config._Tree(Spans(), loads, Budget(), {})
    assert tree._agrees(raw, value) is agrees


SAME = [
    ("a.json", '{"a": {"b": [1, 2]}}', '{\n  "a": {\n    "b": [1,\n 2]\n  }\n}\n'),
    ("a.json", '{"a": "é"}', '{"a": "\\u00e9"} // comment'),
    ("a.toml", "[a]\nb = 'x'", '# c\na.b = "x"'),
    ("a.yaml", "a: {b: x}", "a:\n  # comment\n  b: 'x'\n"),
    ("a.ini", "[a]\nb=1", "[a]\n# comment\nb : 1\n"),
]


@pytest.mark.parametrize(("path", "one", "other"), SAME)
def test_hashes_do_not_depend_on_layout(path: str, one: str, other: str) -> None:
    extract = EXTRACT[path]
    assert hashes(extract(SourceText(path, one))) == hashes(extract(SourceText(path, other)))


DIFFERENT = [
    ("a.json", '{"a": 1}', '{"a": "1"}'),
    ("a.json", '{"a": [1, 2]}', '{"a": [2, 1]}'),
    ("a.json", '{"a": true}', '{"a": 1}'),
    ("a.toml", "a = 1", "a = 1.0"),
    ("a.yaml", "a: 1", "a: '1'"),
    ("a.yaml", "a: !x 1", "a: !y 1"),
    ("a.ini", "[a]\nb=1", "[a]\nb=2"),
]


@pytest.mark.parametrize(("path", "one", "other"), DIFFERENT)
def test_hashes_depend_on_the_value(path: str, one: str, other: str) -> None:
    extract = EXTRACT[path]
    assert hashes(extract(SourceText(path, one))) != hashes(extract(SourceText(path, other)))


EXTRACT: dict[str, Callable[[SourceText], Extraction]] = {
    "a.json": json_config.extract,
    "a.toml": toml_config.extract,
    "a.yaml": yaml_config.extract,
    "a.ini": ini_config.extract,
}


def hashes(extraction: Extraction) -> dict[str, str]:
    return {symbol.qualname: symbol.node_hash for symbol in extraction.symbols}


ABSENT = {
    "?": {'""': (1, 1)},
    "a:\n?": {"a": (1, 1), '""': (2, 2)},
    "?\n\n": {'""': (1, 1)},
    "# c\n\n?": {'""': (3, 3)},
    "? a\nb: 1\n": {"a": (1, 1), "b": (2, 2)},
    "x:\n  ? a\n\n  b: 1\n": {"x.a": (2, 2), "x.b": (4, 4)},
    "a:\n\nb:\n": {"a": (1, 1), "b": (3, 3)},
    "a: !!null\nb: 1": {"a": (1, 1), "b": (2, 2)},
    "k: &x\nl: 1": {"k": (1, 1), "l": (2, 2)},
}


@pytest.mark.parametrize("text", ABSENT)
def test_an_absent_yaml_value_is_on_the_line_of_its_key(text: str) -> None:
    found = found_in(yaml_config.EXTRACTOR.extract(SourceText("a.yaml", text)))
    assert {name: (one.line_start, one.line_end) for name, one in found.items()} == ABSENT[text]
