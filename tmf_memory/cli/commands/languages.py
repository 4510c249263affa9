"""`tmf languages`: what can be read, and what is missing for the rest."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.languages import Languages, all_languages
from tmf_memory.codegraph.model import Json


def configure(parser: ArgumentParser) -> None:
    """Take nothing beyond the common options."""


def run(arguments: Namespace, output: Output) -> int:
    languages = all_languages()
    output.show(document=lambda: _document(languages), text=lambda: _text(languages))
    return 0


def _document(languages: Languages) -> dict[str, Json]:
    return {
        "languages": [
            {
                "language": one.language,
                "tier": one.tier,
                "files": [*one.suffixes, *one.file_names],
                "linked": one.language in languages.linkers,
                "available": not one.unavailable(),
                "hint": one.unavailable(),
            }
            for one in languages.extractors.values()
        ]
    }


def _text(languages: Languages) -> str:
    lines = []
    for one in languages.extractors.values():
        hint = one.unavailable()
        edges = "claims and edges" if one.language in languages.linkers else "claims"
        state = f"not available: {hint}" if hint else edges
        lines.append(f"{one.language:<14} {' '.join((*one.suffixes, *one.file_names))}  {state}")
    return "\n".join(lines)


COMMAND = Command("languages", "List extractors and whether each can run here.", configure, run)
