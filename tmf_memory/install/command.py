"""How this package is run wherever an agent starts it from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import tmf_memory
from tmf_memory.kernel.errors import UsageError

_TIMEOUT_S = 30
_FIND = "import tmf_memory; print(tmf_memory.__file__)"
_BOOT = (
    "import sys; sys.path.insert(0, {folder!r}); "
    "from tmf_memory.__main__ import main; sys.exit(main())"
)


def program() -> tuple[str, ...]:
    """Return how this interpreter runs this package from any folder.

    Isolated mode comes first: the host starts us inside somebody's repository, and neither a
    `json.py` that lies there nor a PYTHONPATH may decide what runs.
    """
    if not sys.executable:
        raise UsageError("this Python does not know its own path; run tmf from a usual one")
    flags = ["-I"] if sys.version_info < (3, 11) else ["-I", "-P"]
    for flag in flags:
        if _finds_us(flag):
            return (sys.executable, flag, "-m", "tmf_memory")
    folder = str(Path(tmf_memory.__file__).resolve().parents[1])
    return (sys.executable, "-I", "-c", _BOOT.format(folder=folder))


def _finds_us(flag: str) -> bool:
    try:
        found = subprocess.run(
            [sys.executable, flag, "-c", _FIND],
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=True,
            cwd=Path(sys.executable).parent,
            env=_clean_environment(),
        )
    except (OSError, subprocess.SubprocessError):
        return False
    here = Path(tmf_memory.__file__).resolve()
    return Path(found.stdout.decode("utf-8", "replace").strip()).resolve() == here


def _clean_environment() -> dict[str, str]:
    """Return the environment without what an agent's one would not have either."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
