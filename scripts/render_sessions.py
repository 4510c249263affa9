"""Run the console blocks of Markdown files and write what really came out.

    python -m scripts.render_sessions [--check] [FILE...]

A block is fenced as `console`. Its lines that start with `$ ` are run with bash, in order, in a
fresh copy of `examples/shop` per file (`console fresh` starts over with a new copy); the rest of
the block is replaced by what the command printed, and by `[exit N]` when N is not 0. Without FILE:
the README, the other documents, and the cases of `tests/faces/cli`. Durations and
moments are not compared, and a block that differs only in them is left alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tmf_memory.cli.catalog import CATALOG

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "shop"
REFERENCE = "docs/commands.md"

_BLOCK = re.compile(r"^```console(?P<mode> fresh)?\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


def default_files() -> list[Path]:
    """Return every Markdown file of ours that may hold sessions."""
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [*documents, *sorted((ROOT / "tests" / "faces" / "cli").glob("*.md"))]


def normalised(text: str) -> str:
    """Write durations as `N` and moments as `THEN`, so that two runs compare equal."""
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?", "THEN", text)
    text = re.sub(r'("\w*(?:seconds|_s|_ms)": )\d+(?:\.\d+)?(?:e-\d+)?', r"\1N", text)
    return re.sub(r"\b\d+(?:\.\d+)? ?(m?s)\b", r"N \1", text)


class Session:
    """A folder to work in, and an environment in which `tmf` is this checkout."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._tools = folder / "bin"
        self._tools.mkdir()
        for name, arguments in (("tmf", ""), ("memory-lint", "memory-lint ")):
            tool = self._tools / name
            tool.write_text(
                f'#!/bin/sh\nexec "{sys.executable}" -m tmf_memory {arguments}"$@"\n',
                encoding="utf-8",
            )
            tool.chmod(0o755)
        self._copies = 0
        self.restart()

    def restart(self) -> None:
        """Start over with a new copy of the example."""
        self._copies += 1
        self._shop = self._folder / str(self._copies) / "shop"
        ignored = shutil.ignore_patterns(".tmf", ".tmcra", "__pycache__")
        shutil.copytree(EXAMPLE, self._shop, ignore=ignored)

    def run(self, command: str) -> str:
        """Run one command line; return what a terminal would show, and the exit code."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self._shop,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        shown = done.stdout.decode("utf-8", "backslashreplace")
        if shown and not shown.endswith("\n"):
            shown += "\n"
        for path in {str(self._shop), str(self._shop.resolve())}:
            shown = shown.replace(path, "~/shop")
        return shown + (f"[exit {done.returncode}]\n" if done.returncode else "")

    def _environment(self) -> dict[str, str]:
        home = str(self._folder / "home")
        person = {"NAME": "Ann", "EMAIL": "ann@example.org", "DATE": "2026-01-02T03:04:05Z"}
        return {
            "PATH": f"{self._tools}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            "PYTHONPATH": str(ROOT),
            "HOME": home,
            "XDG_STATE_HOME": f"{home}/state",
            "COLUMNS": "80",
            "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_SYSTEM": os.devnull,
            **{f"GIT_AUTHOR_{key}": value for key, value in person.items()},
            **{f"GIT_COMMITTER_{key}": value for key, value in person.items()},
        }


@contextmanager
def open_session() -> Iterator[Session]:
    with tempfile.TemporaryDirectory(prefix="tmf-session-") as folder:
        yield Session(Path(folder))


def rendered(text: str) -> str:
    """Return a Markdown text with the output of its console blocks as it is now."""
    with open_session() as session:
        return _BLOCK.sub(lambda block: _rendered_block(block, session), text)


def _rendered_block(block: re.Match[str], session: Session) -> str:
    mode = block["mode"] or ""
    if mode:
        session.restart()
    commands = [line[2:] for line in block["body"].splitlines() if line.startswith("$ ")]
    body = "".join(f"$ {command}\n{session.run(command)}" for command in commands)
    if normalised(body) == normalised(block["body"]):
        body = block["body"]
    return f"```console{mode}\n{body}```"


def reference() -> str:
    """Return the skeleton of docs/commands.md: a section with the help of every command."""
    sections = "".join(
        f"\n## tmf {entry.name}\n\n```console\n$ tmf {entry.name} --help\n```\n"
        for entry in CATALOG.entries
    )
    return (
        "# Commands\n\nEvery command takes `--repo PATH` and `--json`. "
        f"Generated: `python -m scripts.render_sessions {REFERENCE}`.\n{sections}"
    )


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    files = [Path(name) for name in arguments if name != "--check"] or default_files()
    stale = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        skeleton = reference() if path.resolve() == ROOT / REFERENCE else text
        if (now := rendered(skeleton)) != text:
            stale.append(path)
            if not check:
                path.write_text(now, encoding="utf-8")
    for path in stale:
        print(f"{path}: {'out of date' if check else 'rewritten'}")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
