"""`tmf warm --watch` warms what changes while it runs, and ends quietly."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.trees import write_tree

# Whoever runs the tests in the background lets them ignore ^C, which children take over.
BOOT = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from tmf_memory.__main__ import main; sys.exit(main())"
)
WATCH = [sys.executable, "-u", "-c", BOOT, "warm", "--watch", "0.05", "--jobs", "1"]


def test_an_edit_is_warmed_while_watching(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.py: def f(): pass\n.git/HEAD: ref: refs/heads/main")
    process = subprocess.Popen(
        [*WATCH, "--repo", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert "watching every 0.05 s" in process.stderr.readline()
    (tmp_path / "b.py").write_text("def g(): pass\n", encoding="utf-8")
    lines = []
    while not lines or not lines[-1].startswith("2 files"):
        lines.append(process.stdout.readline())
        assert lines[-1], "ended early"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors


@pytest.mark.parametrize("given", [["--watch", "0"], ["--watch", "--json"], ["--watch", "-1"]])
def test_nonsense_is_refused(given: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tmf_memory", "warm", "--repo", str(tmp_path), *given]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "[usage]" in done.stderr
