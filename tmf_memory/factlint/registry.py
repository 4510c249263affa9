"""A project's own weights: `cues.<word>`, `class.<class>`, `fidelity.<band>`, `sources.<glob>`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tmf_memory.factlint.grammar import source_class
from tmf_memory.factlint.model import Fidelity, Json, SourceClass
from tmf_memory.factlint.weights import Weights
from tmf_memory.kernel.errors import UsageError

_TABLES = ("cues", "class", "fidelity", "sources")


def override_weights(weights: Weights, document: Json, name: str) -> Weights:
    """Return the weights after a registry document; nested and dotted keys mean the same."""
    if document is None:
        return weights
    if not isinstance(document, Mapping):
        raise UsageError(f"{name}: a registry is a mapping")
    rows = list(_rows(document, name))
    return weights.override(
        cues={
            key.lower(): _weight(name, key, value) for table, key, value in rows if table == "cues"
        },
        classes={
            _class(name, key): _weight(name, key, value)
            for table, key, value in rows
            if table == "class"
        },
        bands={
            _band(name, key): _weight(name, key, value)
            for table, key, value in rows
            if table == "fidelity"
        },
        sources=tuple(
            (key, _class(name, value)) for table, key, value in rows if table == "sources"
        ),
    )


def _rows(document: Mapping[str, Json], name: str) -> Iterator[tuple[str, str, Json]]:
    for key, value in document.items():
        table, _, rest = str(key).partition(".")
        if table not in _TABLES:
            raise UsageError(f"{name}: unknown key {key!r}; known are {', '.join(_TABLES)}")
        if rest:
            yield table, rest, value
        elif isinstance(value, Mapping):
            for inner, weight in value.items():
                yield table, str(inner), weight
        else:
            raise UsageError(f"{name}: {key} is a mapping")


def _weight(name: str, key: str, value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise UsageError(f"{name}: the weight of {key!r} is a number from 0 to 1")
    return float(value)


def _class(name: str, value: Json) -> SourceClass:
    found = source_class(str(value))
    if found.value != str(value).strip().lower():
        known = ", ".join(each.value for each in SourceClass)
        raise UsageError(f"{name}: {value!r} is no source class; known are {known}")
    return found


def _band(name: str, value: str) -> Fidelity:
    try:
        return Fidelity(value.upper())
    except ValueError:
        known = ", ".join(each.value for each in Fidelity)
        raise UsageError(f"{name}: {value!r} is no fidelity band; known are {known}") from None
