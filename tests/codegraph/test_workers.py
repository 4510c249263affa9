"""Worker processes: one that dies takes nothing along, and none outlives its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.codegraph.lab import put

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the scripts rely on fork")

FILES = {f"m{number}.py": f"def f{number}(): ...\n" for number in range(200)}

# Forked workers see the changed function; it does to them what a kill or a crash does.
PROLOGUE = """
import os, sys, time
from pathlib import Path
from tmf_memory.codegraph import derive
from tmf_memory.codegraph.warm import WarmOptions, refresh
from tests.codegraph.lab import in_memory, is_as_new, warm

parent = os.getpid()
root = Path(sys.argv[1])
real = derive.derive_file

def derive_file(worktree, wanted, languages):
    if os.getpid() != parent:
        fate(wanted.path)
    return real(worktree, wanted, languages)

derive.derive_file = derive_file
"""
ONE_FILE_KILLS = (
    PROLOGUE
    + """
def fate(path):
    if path == "m7.py":
        os._exit(9)

memory = in_memory(root)
summary = refresh(memory, WarmOptions(jobs=2))
print(summary.files, [(gap.path, gap.reason) for gap in summary.gaps])
"""
)
ONE_WORKER_IS_KILLED = (
    PROLOGUE
    + """
def fate(path):
    if path == "m7.py":
        try:
            os.mkdir(root / "once")
        except FileExistsError:
            return
        os._exit(9)

memory = in_memory(root)
summary = refresh(memory, WarmOptions(jobs=2))
print(summary.files, summary.gaps, is_as_new(memory))
"""
)
SLOW = (
    PROLOGUE
    + """
def fate(path):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(60)

sys.argv = ["tmf", "warm", "--jobs", "2", "--repo", str(root)]
from tmf_memory.cli.main import main
sys.exit(main())
"""
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return put(tmp_path, FILES)


def output_of(script: str, root: Path) -> str:
    command = [sys.executable, "-c", script, str(root)]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=120
    ).stdout.strip()


@pytest.mark.slow
def test_a_file_that_kills_its_reader_is_a_gap_and_the_only_one(root: Path) -> None:
    assert output_of(ONE_FILE_KILLS, root) == ("199 [('m7.py', 'the process that read it died')]")


@pytest.mark.slow
def test_a_killed_worker_costs_nothing(root: Path) -> None:
    assert output_of(ONE_WORKER_IS_KILLED, root) == "200 () True"


def start_slowly(root: Path) -> tuple[subprocess.Popen[str], list[int]]:
    """A warm whose two workers each sit over a file, and the workers' ids."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW, str(root)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    return process, [int(process.stdout.readline()) for _ in range(2)]


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_parent(how: signal.Signals, root: Path) -> None:
    process, workers = start_slowly(root)
    assert all(map(is_alive, workers))
    process.send_signal(how)
    process.communicate(timeout=30)
    for _ in range(200):
        if not any(map(is_alive, workers)):
            return
        time.sleep(0.05)
    pytest.fail("a worker is still there")
