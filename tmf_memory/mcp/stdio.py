"""The server as a process: standard input and output, until the client goes away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tmf_memory.mcp import process, tools
from tmf_memory.mcp.catalog import Catalog
from tmf_memory.mcp.engines import Engines
from tmf_memory.mcp.server import Server
from tmf_memory.mcp.transport import ClientGoneError, Outbox, read_lines

if TYPE_CHECKING:
    from pathlib import Path


def run(find_root: Callable[[], Path], *, selection: str = "", read_only: bool = False) -> None:
    """Serve the tools of this package on stdin and stdout; ends the process with exit code 0."""
    catalog = Catalog.discovered(tools, selection=selection, read_only=read_only)
    run_catalog(catalog, Engines(find_root))


def run_catalog(catalog: Catalog, engines: Engines) -> None:
    """Serve the given tools on stdin and stdout; ends the process with exit code 0."""
    channels = process.claim_standard_streams()
    outbox = Outbox(channels.output)
    outbox.when_gone(process.leave)
    process.end_on_signals()
    serve(channels.input, Server(catalog, engines, outbox))
    process.leave()


def serve(descriptor: int, server: Server) -> None:
    """Serve what arrives on a descriptor until it ends or nobody reads the answers."""
    try:
        for line in read_lines(descriptor):
            server.receive(line)
        server.finish()
    except ClientGoneError:
        return
