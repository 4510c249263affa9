"""`tmf implementors`: one relation of the graph."""

from __future__ import annotations

from tmf_memory.cli.commands._graph import graph_command
from tmf_memory.codegraph.graph import Relation

COMMAND = graph_command(
    Relation.IMPLEMENTORS,
    "List what implements an interface or extends a class, or overrides a method.",
)
