"""Real projects to measure on: sdists from the package index, unpacked once into a cache folder.

`TMF_EVAL_CORPUS` names the folder (default `~/.cache/tmf-corpus`); what is there is not fetched.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PINNED = {
    "django": "Django==5.2.19",
    "pip": "pip==26.3",
    "requests": "requests==2.34.2",
    "flask": "flask==3.1.3",
    "rich": "rich==15.0.0",
}


def corpus_root() -> Path:
    given = os.environ.get("TMF_EVAL_CORPUS")
    return Path(given) if given else Path.home() / ".cache" / "tmf-corpus"


def project(name: str) -> Path:
    """Return the unpacked sdist of a pinned project, fetching it with pip when it is missing."""
    requirement = PINNED[name]
    folder = corpus_root() / f"{name}-{requirement.partition('==')[2]}"
    if not folder.is_dir():
        _fetch(requirement, folder)
    return folder


def _fetch(requirement: str, folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        subprocess.run([*command, "--no-binary", ":all:", "--dest", work, requirement], check=True)
        archive = next(Path(work).glob("*.tar.gz"))
        with tarfile.open(archive) as packed:
            packed.extractall(work, filter="data")
        unpacked = next(path for path in Path(work).iterdir() if path.is_dir())
        unpacked.rename(folder)
