"""Where a crash log goes, and who can read it."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from tmf_memory.cli.crash import write_crash_log


def _error() -> BaseException:
    try:
        int("naïve \udcff")
    except ValueError as error:
        return error
    raise AssertionError


def test_log_is_in_the_state_home_and_private(tmp_path: Path) -> None:
    log = write_crash_log(_error(), ["warm"], tmp_path)
    assert log is not None
    assert log.parent == tmp_path / "tmf"
    assert "naïve \\udcff" in log.read_text(encoding="utf-8")
    if os.name != "nt":
        assert stat.S_IMODE(log.stat().st_mode) == 0o600


@pytest.mark.parametrize("home", [None, Path("/dev/null"), Path("\0")])
def test_log_falls_back_to_the_temporary_folder(home: Path | None) -> None:
    log = write_crash_log(_error(), [], home)
    assert log is not None
    assert log.parent == Path(tempfile.gettempdir())
    log.unlink()


def test_second_crash_of_the_same_moment_gets_its_own_file(tmp_path: Path) -> None:
    logs = {write_crash_log(_error(), [], tmp_path) for _ in range(3)}
    assert len(logs) == 3
    assert None not in logs
