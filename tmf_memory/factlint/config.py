"""A project's configuration: `[tool.tmf.memory-lint]` in pyproject.toml, or memory-lint.toml."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tmf_memory.factlint.formats.sqlite import Table, decode_tables
from tmf_memory.factlint.model import Json, Severity
from tmf_memory.factlint.registry import override_weights
from tmf_memory.factlint.weights import DEFAULT, Weights
from tmf_memory.factlint.yaml_gate import parse_yaml
from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.language.slots import Slot
from tmf_memory.kernel.language.vocabulary import STANDARD, Vocabulary

_NAMES = ("memory-lint.toml", ".memory-lint.toml", "pyproject.toml")
_KEYS = frozenset(
    {
        "select",
        "extend-select",
        "ignore",
        "per-file-ignores",
        "exclude",
        "fail-on",
        "sources",
        "anchors",
        "transitions",
        "single-valued",
        "multi-valued",
        "registry",
        "baseline",
        "sqlite",
    }
)


@dataclass(frozen=True)
class Config:
    """What a project configured. `folder` is where the file is; relative paths start there."""

    select: frozenset[str] = frozenset()
    extend_select: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()
    per_file_ignores: tuple[tuple[str, frozenset[str]], ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: Severity = Severity.INFO
    weights: Weights = DEFAULT
    words: Vocabulary = STANDARD
    baseline: str = ""
    tables: tuple[Table, ...] = ()
    """The tables of SQLite memory back ends."""
    folder: Path = Path()
    name: str = ""


def find_config(start: Path) -> Config:
    """Return the configuration of the nearest folder, from `start` upward, that has one."""
    for folder in (start, *start.parents):
        for name in _NAMES:
            path = folder / name
            if not path.is_file():
                continue
            table = _table_of(path)
            if table is not None:
                return decode_config(table, path)
        if (folder / ".git").exists():
            break
    return Config()


def read_config(path: Path) -> Config:
    """Return the configuration of a named file; raises UsageError when it holds none."""
    table = _table_of(path)
    if table is None:
        raise UsageError(f"{path} has no [tool.tmf.memory-lint] table")
    return decode_config(table, path)


def _table_of(path: Path) -> Mapping[str, Json] | None:
    document = _parse_toml(path)
    if path.name == "pyproject.toml":
        for key in ("tool", "tmf", "memory-lint"):
            document = document.get(key) if isinstance(document, Mapping) else None
    return document if isinstance(document, Mapping) else None


def _parse_toml(path: Path) -> Json:
    # Only a run that has a configuration pays for the parser.
    from tmf_memory.kernel.toml import TomlError, loads

    try:
        document: Json = loads(read_text(path))
    except (TomlError, RecursionError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from error
    return document


def read_text(path: Path) -> str:
    """Return the text of a configuration file; raises UsageError when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def decode_config(table: Mapping[str, Json], path: Path) -> Config:
    """Check and decode one configuration table; every mistake is named."""
    name = path.name
    unknown = sorted(set(table) - _KEYS)
    if unknown:
        raise UsageError(
            f"{name}: unknown key {unknown[0]!r}; known are {', '.join(sorted(_KEYS))}"
        )
    sources = dict(_mapping(table, "sources", name))
    weights = override_weights(DEFAULT, {"sources": sources}, name)
    registry = table.get("registry")
    if registry is not None:
        weights = read_registry(path.parent / str(registry), weights)
    return Config(
        select=frozenset(_texts(table, "select", name)),
        extend_select=frozenset(_texts(table, "extend-select", name)),
        ignore=frozenset(_texts(table, "ignore", name)),
        per_file_ignores=tuple(
            (glob, frozenset(_list(codes, f"per-file-ignores.{glob}", name)))
            for glob, codes in _mapping(table, "per-file-ignores", name).items()
        ),
        exclude=tuple(_texts(table, "exclude", name)),
        fail_on=severity(str(table.get("fail-on", "info")), name),
        weights=weights,
        words=_vocabulary(table, name),
        baseline=str(table.get("baseline", "")),
        tables=decode_tables(_mapping(table, "sqlite", name), name),
        folder=path.parent,
        name=name,
    )


def severity(text: str, name: str) -> Severity:
    """Return the severity a text names; raises UsageError for another word."""
    try:
        return Severity(text.lower())
    except ValueError:
        known = ", ".join(each.value for each in Severity if each is not Severity.OFF)
        raise UsageError(f"{name}: {text!r} is no severity; known are {known}") from None


def read_registry(path: Path, weights: Weights) -> Weights:
    """Return the weights after a registry file."""
    return override_weights(weights, parse_yaml(str(path), read_text(path)), path.name)


def _vocabulary(table: Mapping[str, Json], name: str) -> Vocabulary:
    keys = ("anchors", "transitions", "single-valued", "multi-valued")
    if not any(key in table for key in keys):
        return STANDARD
    return Vocabulary(
        slots=[
            _slot(slot, value, name) for slot, value in _mapping(table, "anchors", name).items()
        ],
        triggers=_texts(table, "transitions", name),
        single=_texts(table, "single-valued", name),
        multiple=_texts(table, "multi-valued", name),
    )


def _slot(slot: str, value: Json, name: str) -> Slot:
    """`datastore = ["persists to", "keeps its data in"]`: the wordings of a site-specific slot."""
    import re

    wordings = _list(value, f"anchors.{slot}", name)
    return Slot(f"anchor:{slot}", slot, "|".join(re.escape(each) for each in wordings))


def _mapping(table: Mapping[str, Json], key: str, name: str) -> Mapping[str, Json]:
    value = table.get(key, {})
    if not isinstance(value, Mapping):
        raise UsageError(f"{name}: {key} is a table")
    return value


def _texts(table: Mapping[str, Json], key: str, name: str) -> list[str]:
    return _list(table.get(key, []), key, name)


def _list(value: Json, key: str, name: str) -> list[str]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(each, str) and each for each in values):
        raise UsageError(f"{name}: {key} is a list of texts")
    return [str(each) for each in values]
