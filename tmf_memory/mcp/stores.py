"""How memory tools take a store, and the settings they judge with: those of the command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tmf_memory.mcp.brief import without_empty
from tmf_memory.mcp.engines import Engines
from tmf_memory.mcp.messages import Json, Object
from tmf_memory.mcp.tool import string

if TYPE_CHECKING:
    from tmf_memory.factlint.analysis import LintOptions
    from tmf_memory.factlint.rules.base import Corpus

STORE = string('Memory file or folder; "." for all memory files here')
STORES: Object = {
    "type": "array",
    "items": {"type": "string"},
    "minItems": 1,
    "maxItems": 50,
    "description": 'Memory files or folders; ["."] for all here',
}


def options_here(engines: Engines) -> LintOptions:
    """Return the configured weights, words and rules of this repository."""
    from tmf_memory.factlint.analysis import LintOptions, Selection
    from tmf_memory.factlint.config import find_config

    config = find_config(engines.workspace.root)
    selection = Selection(
        config.select, config.extend_select, config.ignore, config.per_file_ignores
    )
    return LintOptions(
        weights=config.weights,
        words=config.words,
        selection=selection,
        tables=config.tables,
    )


def corpus_of_stores(engines: Engines, stores: Iterable[str]) -> Corpus:
    """Read memory files for a question about them; paths are confined to the repository."""
    from tmf_memory.factlint.analysis import corpus_of
    from tmf_memory.factlint.linter import find_inputs, read_input

    options = options_here(engines)
    inside = [engines.path_inside(store) or "." for store in stores]
    inputs = find_inputs(inside, engines.workspace.root)
    return corpus_of([read_input(each, options) for each in inputs], options)


def brief_rows(rows: Json, keys: tuple[str, ...]) -> list[Json]:
    """Return rows with only these keys, without what is empty."""
    return [
        without_empty({key: row[key] for key in keys if key in row})
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict)
    ]
