"""`tmf subtypes`: one relation of the graph."""

from __future__ import annotations

from tmf_memory.cli.commands._graph import graph_command
from tmf_memory.codegraph.graph import Relation

COMMAND = graph_command(
    Relation.SUBTYPES,
    "List the classes that directly extend or implement a class.",
)
