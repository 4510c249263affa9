"""The only gate to tree-sitter: a Java file as a syntax tree, or why there is none."""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser
else:
    Node = object

__all__ = ["HINT", "Node", "parse", "unavailable"]

HINT = "the Java grammar is not installed: pip install 'tmf-memory[java]'"


def unavailable() -> str:
    """Empty when the grammar is here, else what to install. Looks, but does not load."""
    found = all(importlib.util.find_spec(name) for name in ("tree_sitter", "tree_sitter_java"))
    return "" if found else HINT


def parse(data: bytes) -> Node | None:
    """The root of the syntax tree, or None when the grammar cannot be loaded."""
    parser = _parser()
    return None if parser is None else parser.parse(data).root_node


@cache
def _parser() -> Parser | None:
    try:
        import tree_sitter
        import tree_sitter_java
    except ImportError:
        return None
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_java.language()))
