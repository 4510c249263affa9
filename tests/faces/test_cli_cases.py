"""Every command as a user types it: `cli/<command>.md` says what comes out, with the exit code.

After a change of the output: `python -m scripts.render_sessions`, then read the difference.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scripts.render_sessions import normalised, rendered

FAST = {"callers"}
CASES = [
    pytest.param(path, id=path.stem, marks=() if path.stem in FAST else pytest.mark.slow)
    for path in sorted((Path(__file__).parent / "cli").glob("*.md"))
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="sessions run in bash")
@pytest.mark.parametrize("path", CASES)
def test_command_line_session(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\n$ " in text, "a case without a command proves nothing"
    assert normalised(rendered(text)) == normalised(text)
