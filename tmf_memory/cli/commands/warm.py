"""`tmf warm`: derive what is missing or stale, and index it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import asdict, replace
from pathlib import Path

from tmf_memory.cli.code_memory import open_given, path_argument
from tmf_memory.cli.code_text import gap_lines
from tmf_memory.cli.commands.base import Command
from tmf_memory.cli.output import Output
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.scip.importing import ImportSummary, import_index
from tmf_memory.codegraph.semantic import SemanticSummary, derive_contracts
from tmf_memory.codegraph.views import gap_views
from tmf_memory.codegraph.warm import WarmOptions, WarmSummary, refresh
from tmf_memory.kernel.errors import UsageError
from tmf_memory.kernel.generators.command import CommandGenerator
from tmf_memory.kernel.settings import Settings

_MOST_GAPS = 10


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="only these files (default: the whole tree)"
    )
    parser.add_argument(
        "--jobs", type=int, default=0, metavar="N", help="processes (default: one per processor)"
    )
    parser.add_argument(
        "--watch",
        type=float,
        nargs="?",
        const=1.0,
        metavar="SECONDS",
        help="stay, look every SECONDS (default 1) and warm what changed, until interrupted",
    )
    parser.add_argument(
        "--contracts",
        action="store_true",
        help="also ask the model behind TMF_MODEL_COMMAND for contracts, resumably",
    )
    parser.add_argument(
        "--scip",
        type=Path,
        metavar="FILE",
        help="also import the edges of an index in SCIP format, for what source itself leaves open",
    )


def run(arguments: Namespace, output: Output) -> int:
    if arguments.watch is not None and (arguments.json or arguments.watch <= 0):
        raise UsageError("--watch takes a number of seconds above 0, and no --json")
    workspace = open_given(arguments)
    generator = _model(workspace.settings) if arguments.contracts else None
    memory = workspace.code
    only = [path_argument(memory, one, arguments.repo) for one in arguments.paths] or None
    with output.progress("warming") as report:
        options = WarmOptions(only=only, jobs=arguments.jobs, explicit=True, report=report)
        summary = refresh(memory, options)
    imported = semantic = None
    if arguments.scip is not None:
        with output.progress("importing the index") as report:
            imported = import_index(memory, arguments.scip, report)
        summary = replace(summary, gaps=(*imported.gaps, *summary.gaps))
    if generator is not None:
        with output.progress("asking for contracts") as report:
            semantic = derive_contracts(memory, generator, report)
    output.show(
        document=lambda: {
            **_document(summary),
            **_imported_document(imported),
            **_semantic_document(semantic),
        },
        text=lambda: _text(summary) + _imported_text(imported) + _semantic_text(semantic),
    )
    if arguments.watch is not None:
        _watch(memory, options, arguments.watch, output)
    return 1 if semantic is not None and semantic.degraded else 0


def _watch(memory: CodeMemory, options: WarmOptions, pause_s: float, output: Output) -> None:
    """Warm again and again; an update that changed something is told. Ends with its reader."""
    output.note(f"watching every {pause_s:g} s, ^C ends it")
    while not output.closed:
        memory.clock.sleep(pause_s)
        summary = refresh(memory, options)
        if summary.rederived or summary.removed:
            output.text(_text(summary))
            output.flush()


def _model(settings: Settings) -> CommandGenerator:
    if not settings.model_command:
        raise UsageError("--contracts asks the command in TMF_MODEL_COMMAND, which is not set")
    return CommandGenerator(settings.model_command, name="TMF_MODEL_COMMAND")


def _imported_document(imported: ImportSummary | None) -> dict[str, Json]:
    if imported is None:
        return {}
    told: Json = {
        "tool": imported.tool,
        "documents": imported.documents,
        "edges": imported.edges,
        "observed_in_source": imported.observed,
    }
    return {"scip": told}


def _imported_text(imported: ImportSummary | None) -> str:
    if imported is None:
        return ""
    return (
        f"\nindex by {imported.tool or 'an unnamed tool'}: {imported.documents} documents, "
        f"{imported.edges} edges that source leaves open, {imported.observed} that it shows itself"
    )


def _semantic_document(semantic: SemanticSummary | None) -> dict[str, Json]:
    return {} if semantic is None else {"contracts": asdict(semantic)}


def _semantic_text(semantic: SemanticSummary | None) -> str:
    if semantic is None:
        return ""
    stopped = f"; stopped: {semantic.degraded}" if semantic.degraded else ""
    return (
        f"\ncontracts: asked for {semantic.asked}, reused {semantic.reused}, "
        f"dropped {semantic.rejected_slots} statements that source contradicts{stopped}"
    )


def _document(summary: WarmSummary) -> dict[str, Json]:
    return {
        "files": summary.files,
        "claims": summary.claims,
        "edges": summary.edges,
        "unresolved": summary.unresolved,
        "seconds": summary.seconds,
        "reused": summary.reused,
        "rederived": summary.rederived,
        "relinked": summary.relinked,
        "removed": summary.removed,
        "renamed": [{"from": old, "to": new} for old, new in summary.renamed],
        "gaps": gap_views(summary.gaps),
    }


def _text(summary: WarmSummary) -> str:
    lines = [
        f"{summary.files} files, {summary.claims} claims, {summary.edges} edges, "
        f"{summary.unresolved} unresolved references in {summary.seconds:.2f} s",
        f"derived {summary.rederived}, linked again {summary.relinked}, "
        f"reused {summary.reused}, removed {summary.removed}",
        *(f"renamed {old} → {new}" for old, new in summary.renamed),
        *gap_lines(summary.gaps[:_MOST_GAPS]),
    ]
    if len(summary.gaps) > _MOST_GAPS:
        lines.append(f"… and {len(summary.gaps) - _MOST_GAPS} more gaps (--json lists all)")
    return "\n".join(lines)


COMMAND = Command(
    "warm",
    "Derive claims and edges of what is missing or stale, and index them under .tmf/.",
    configure,
    run,
)
