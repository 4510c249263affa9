"""The light table of commands: what `tmf --help` needs without importing any command.

A structure test holds it equal to the modules of `cli/commands`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One command as `tmf --help` lists it; its module is named like it, `-` written as `_`."""

    name: str
    summary: str

    @property
    def module(self) -> str:
        return self.name.replace("-", "_")


@dataclass(frozen=True, slots=True)
class Catalog:
    """The commands of one package of command modules, in the order the help shows them."""

    package: str
    entries: tuple[Entry, ...]

    def find(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)


CATALOG = Catalog(
    "tmf_memory.cli.commands",
    (
        Entry("warm", "derive what is missing or stale, and index it"),
        Entry("retrieve", "ranked claims for a question, or all claims of one file"),
        Entry("explain", "one claim: freshness, trust, provenance, anchors"),
        Entry("callers", "what calls a function or class"),
        Entry("callees", "what a function calls"),
        Entry("readers", "what reads a declaration"),
        Entry("writers", "what writes a declaration"),
        Entry("subtypes", "which classes extend or implement a class"),
        Entry("implementors", "which classes implement an interface"),
        Entry("importers", "which modules import a module or name"),
        Entry("impact", "what depends on a symbol, through any number of hops"),
        Entry("fragment", "a bounded piece of the graph around a symbol"),
        Entry("context", "one bundle of claims, relations and notes for a question"),
        Entry("diff", "claims and edges that changed since a revision or the last warm"),
        Entry("feedback", "say that a claim was used, verified, falsified or doubted"),
        Entry("status", "what memory holds, and what it could not read"),
        Entry("validate", "check the trust claims themselves"),
        Entry("stats", "local metrics of this repository"),
        Entry("languages", "what can be read here"),
        Entry("memory-lint", "lint stored facts: contradictions, staleness, duplicates"),
        Entry("mcp", "serve all this to an agent, over stdin and stdout"),
        Entry("install", "put the server into the configuration of an agent"),
        Entry("uninstall", "take it out again, byte for byte"),
        Entry("doctor", "does every agent on this machine reach the server"),
    ),
)
