"""YAML files: every key with its line; compose services with images, ports and variables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tmf_memory.codegraph.extractors._config import (
    ConfigKey,
    NotConfigurationError,
    clean,
    config_extraction,
    not_configuration,
)
from tmf_memory.codegraph.extractors._located import Leaf, keys_of
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText

_COMPOSE = re.compile(r"(?:^|/)(?:docker-)?compose[^/]*\.ya?ml$")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(?:=(.*))?", re.DOTALL)


def extract(source: SourceText) -> Extraction:
    reason = not_configuration(source.path, source.text)
    if reason:
        return Extraction(degraded=reason)
    try:
        keys = list(_keys(clean(source.text)))
    except NotConfigurationError as error:
        return Extraction(degraded=str(error))
    label = _service if _COMPOSE.search(source.path) else _plain
    return config_extraction(source.path, [label(key) for key in keys])


def _keys(text: str) -> Iterator[ConfigKey]:
    """Keys of a second document and of those after it start with `documents[n]`."""
    from tmf_memory.codegraph.extractors._yaml_reader import read_yaml  # imports PyYAML

    for number, document in enumerate(read_yaml(text)):
        if isinstance(document, Leaf) and document.value is None and not document.unread:
            continue
        yield from keys_of(document, ("documents", number) if number else ())


def _plain(key: ConfigKey) -> ConfigKey:
    is_variable = len(key.path) > 1 and key.path[-2] == "env" and isinstance(key.path[-1], str)
    return replace(key, kind="env") if is_variable else key


def _service(key: ConfigKey) -> ConfigKey:
    match key.path:
        case ("services", str(), "image"):
            return replace(key, kind="image")
        case ("services", str(), "ports", int()):
            return replace(key, kind="port")
        case ("services", str(), "environment", str()):
            return replace(key, kind="env")
        case ("services", str(), "environment", int()):
            return _assignment(key)
        case _:
            return key


def _assignment(key: ConfigKey) -> ConfigKey:
    """`- NAME=value` is the same variable as `NAME: value`."""
    found = _ASSIGNMENT.fullmatch(key.value) if isinstance(key.value, str) else None
    if found is None:
        return key
    return replace(key, path=(*key.path[:-1], found[1]), value=found[2], kind="env")


EXTRACTOR = Extractor(
    language="yaml",
    tier="config",
    version=2,
    suffixes=(".yaml", ".yml"),
    extract=extract,
)
