"""`tmf callers`: one relation of the graph."""

from __future__ import annotations

from tmf_memory.cli.commands._graph import graph_command
from tmf_memory.codegraph.graph import Relation

COMMAND = graph_command(
    Relation.CALLERS,
    "List the functions, methods and modules that call a function or class.",
)
