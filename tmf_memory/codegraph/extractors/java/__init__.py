"""The Java extractor: types, members, bodies, routes and injection of one file."""

from __future__ import annotations

from tmf_memory.codegraph.extractors.base import Extractor
from tmf_memory.codegraph.extractors.java import grammar
from tmf_memory.codegraph.extractors.java.reading import extract

EXTRACTOR = Extractor(
    language="java",
    tier="java-treesitter-syntactic",
    version=2,
    suffixes=(".java",),
    extract=extract,
    unavailable=grammar.unavailable,
)
