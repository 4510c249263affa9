"""`tmf retrieve`: ranked claims for a question, all claims of one file, or one claim in full."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from tmf_memory.cli.code_memory import Answer, add_read_options, path_argument, show_answer
from tmf_memory.cli.code_text import retrieved_text
from tmf_memory.cli.commands._claim import claim_answer
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.query import Retrieved, retrieve, retrieve_path
from tmf_memory.codegraph.views import DATA_NOTICE, suggested_view, thin_view
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
    question = " ".join(arguments.query).strip()
    if sum(map(bool, (question, arguments.path, arguments.full))) != 1:
        raise UsageError("give a QUERY, or --path FILE, or --full ID")
    if arguments.limit < 1:
        raise UsageError("--limit must be at least 1")
    return show_answer(
        arguments,
        output,
        lambda memory: _answer(memory, arguments, question),
        shows_foreign=True,
    )


def _answer(memory: CodeMemory, given: Namespace, question: str) -> Answer:
    if given.full:
        return claim_answer(memory, given.full)
    if question:
        found = retrieve(memory, question, limit=given.limit)
    else:
        found = retrieve_path(memory, path_argument(memory, given.path, given.repo))
    return Answer(
        lambda: _document(found, question or given.path),
        lambda: retrieved_text(found),
        code=0 if found.claims else 1,
        gaps=found.gaps,
    )


def _document(answer: Retrieved, asked: str) -> dict[str, Json]:
    return {
        "query": asked,
        "view": "thin",
        "claims": [thin_view(shown) for shown in answer.claims],
        "source_fallback_paths": list(answer.source_fallback_paths),
        **suggested_view(answer.suggested),
        "notice": DATA_NOTICE,
    }


COMMAND = Command(
    "retrieve",
    "Find claims about the repository: ranked for a question, or all of one file.",
    configure,
    run,
)
