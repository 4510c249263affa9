"""What a definition says of itself, from its own lines: a long file need not be parsed for it."""

from __future__ import annotations

import ast

from tmf_memory.codegraph.extractors.python.describe import docstring, first_sentence
from tmf_memory.codegraph.extractors.python.lines import Lines
from tmf_memory.codegraph.extractors.python.parse import parse
from tmf_memory.codegraph.model import Symbol

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def docstring_in(text: str, symbol: Symbol) -> str | None:
    """Return the first sentence of the docstring, or None where only the whole file can tell.

    The lines of `symbol` must be those of `text`.
    """
    own = Lines(text).block(symbol.line_start, symbol.line_end)
    # Indented lines stay as they are, so that no string in them changes.
    module = parse(f"if True:\n{own}" if own[:1].isspace() else own)
    if isinstance(module, str) or len(module.body) != 1:
        return None
    found = module.body[0]
    if isinstance(found, ast.If):
        if len(found.body) != 1:
            return None
        found = found.body[0]
    name = symbol.qualname.rpartition(".")[2].partition("#")[0]
    if not isinstance(found, _DEFINITIONS) or found.name != name:
        return None
    return first_sentence(docstring(found))
