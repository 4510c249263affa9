"""`tmf retrieve`: ranked claims for a question, all claims of one file, or one claim in full."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import add_read_options, open_fresh, path_argument
from tmf_memory.cli.code_text import retrieved_text
from tmf_memory.cli.commands._claim import show_claim
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.query import Retrieved, retrieve, retrieve_path
from tmf_memory.codegraph.views import DATA_NOTICE, gap_views, thin_view
from tmf_memory.kernel.errors import UsageError


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("query", nargs="*", metavar="QUERY", help="words or identifiers")
    parser.add_argument("--path", metavar="FILE", help="every claim of one file")
    parser.add_argument("--full", metavar="ID", help="one claim with everything known about it")
    parser.add_argument(
        "--limit", type=int, default=5, metavar="N", help="at most N claims (default 5)"
    )
    add_read_options(parser)


def run(arguments: Namespace, output: Output) -> int:
    asked = [bool(arguments.query), bool(arguments.path), bool(arguments.full)]
    if sum(asked) != 1:
        raise UsageError("give a QUERY, or --path FILE, or --full ID")
    if arguments.limit < 1:
        raise UsageError("--limit must be at least 1")
    memory = open_fresh(arguments, output)
    if arguments.full:
        return show_claim(memory, arguments.full, output)
    question = " ".join(arguments.query)
    if question:
        answer = retrieve(memory, question, limit=arguments.limit)
    else:
        answer = retrieve_path(memory, path_argument(memory, arguments.path, arguments.repo))
    output.show(
        document=lambda: _document(answer, question or arguments.path),
        text=lambda: retrieved_text(answer),
    )
    return 0 if answer.claims else 1


def _document(answer: Retrieved, asked: str) -> dict[str, Json]:
    return {
        "query": asked,
        "view": "thin",
        "claims": [thin_view(shown) for shown in answer.claims],
        "source_fallback_paths": list(answer.source_fallback_paths),
        "gaps": gap_views(answer.gaps),
        "notice": DATA_NOTICE,
    }


COMMAND = Command(
    "retrieve",
    "Find claims about the repository: ranked for a question, or all of one file.",
    configure,
    run,
)
