"""A server process of sample tools: `python -m tests.faces.mcp.sample_process`."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from tests.faces.mcp import sample_tools
from tmf_memory.mcp.catalog import Catalog
from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Object
from tmf_memory.mcp.stdio import run_catalog
from tmf_memory.mcp.tool import CODE, TEXT, Tool


def _noisy(engines: Engines, arguments: Object, progress: Progress) -> Object:
    """Write to stdout in every way there is, and let a child read stdin."""
    sys.stdout.write("a stray print\n")
    sys.stdout.flush()
    os.write(1, b"a C library\n")
    child = [sys.executable, "-c", "import sys; print('child', repr(sys.stdin.read()))"]
    return {"code": subprocess.run(child, check=False).returncode}


NOISY = Tool("noisy", "Noisy", "Writes to stdout.", CODE, _noisy, {}, (), {"code": TEXT})

if __name__ == "__main__":
    run_catalog(
        Catalog([*sample_tools.TOOLS, NOISY, sample_tools.waiting(threading.Event())]),
        Engines(lambda: Path()),
    )
