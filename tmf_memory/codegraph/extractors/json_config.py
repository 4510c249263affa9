"""JSON files: every key with its line; `package.json` scripts and dependencies by name."""

from __future__ import annotations

from dataclasses import replace

from tmf_memory.codegraph.extractors._config import (
    ConfigKey,
    NotConfigurationError,
    config_extraction,
    not_configuration,
)
from tmf_memory.codegraph.extractors._dependencies import as_dependency, labelled
from tmf_memory.codegraph.extractors._json_reader import read_json
from tmf_memory.codegraph.extractors._located import keys_of
from tmf_memory.codegraph.extractors.base import Extraction, Extractor, SourceText


def extract(source: SourceText) -> Extraction:
    reason = not_configuration(source.path, source.text)
    if reason:
        return Extraction(degraded=reason)
    try:
        keys = list(keys_of(read_json(source.text)))
    except NotConfigurationError as error:
        return Extraction(degraded=str(error))
    label = _LABELS.get(source.path.rpartition("/")[2])
    return config_extraction(source.path, [label(key) for key in keys] if label else keys)


def _composer(key: ConfigKey) -> ConfigKey:
    if len(key.path) != 2:
        return key
    table, name = key.path
    if table in {"require", "require-dev"}:
        return as_dependency(key, str(name))
    return replace(key, kind="script") if table == "scripts" else key


_LABELS = {"package.json": labelled, "composer.json": _composer}

EXTRACTOR = Extractor(
    language="json",
    tier="config",
    version=1,
    suffixes=(".json", ".jsonc", ".json5"),
    extract=extract,
)
