"""Where the clients are, a home of their own for them, and the server as they start it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

_DIRECTORY = os.environ.get("TMF_CLIENTS_DIR", "")
_PATH = os.environ.get("PATH", os.defpath)
RECORDER = Path(__file__).with_name("recorder.py")
ROOT = Path(__file__).parents[4]
SHOP = ROOT / "examples" / "shop"
TIMEOUT_S = 120


def python_client() -> str:
    """Return the interpreter that has `mcp` and `fastmcp`."""
    return _found(Path(_DIRECTORY) / "py" / "bin" / "python")


def node_program(name: str) -> str:
    """Return a program of the node packages."""
    return _found(node_modules() / ".bin" / name)


def node_modules() -> Path:
    return Path(_DIRECTORY) / "node" / "node_modules"


def _found(path: Path) -> str:
    if not _DIRECTORY:
        pytest.skip("set TMF_CLIENTS_DIR to the folder with the clients")
    if not path.exists():
        pytest.skip(f"{path.name} is not installed in TMF_CLIENTS_DIR")
    return str(path)


@dataclass(frozen=True)
class Desk:
    """A home, a copy of the example, and a log of what passes between client and server."""

    folder: Path

    @classmethod
    def below(cls, folder: Path) -> Desk:
        desk = cls(folder)
        desk.home.mkdir()
        ignored = shutil.ignore_patterns(".tmf", "__pycache__")
        shutil.copytree(SHOP, desk.shop, ignore=ignored)
        subprocess.run(["git", "init", "-q", str(desk.shop)], check=True)
        return desk

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def shop(self) -> Path:
        return self.folder / "shop"

    @property
    def log(self) -> Path:
        return self.folder / "passed.jsonl"

    @property
    def server(self) -> list[str]:
        """Return the command a client starts: our server, with a recorder in between."""
        boot = (
            f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
            "from tmf_memory.__main__ import main; sys.exit(main())"
        )
        inner = [sys.executable, "-I", "-c", boot, "mcp", "--repo", str(self.shop)]
        return [sys.executable, "-I", str(RECORDER), str(self.log), *inner]

    def run(self, command: Sequence[str], **variables: str) -> str:
        """Run a client in the example and return what it printed; it must succeed."""
        bins = os.pathsep.join((str(node_modules() / ".bin"), _PATH))
        done = subprocess.run(
            command,
            cwd=self.shop,
            env={"HOME": str(self.home), "PATH": bins, "NO_COLOR": "1", **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT_S,
            check=False,
        )
        shown = done.stdout.decode() + done.stderr.decode()
        assert done.returncode == 0, shown
        return shown
