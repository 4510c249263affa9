"""What every output format makes of one report, byte for byte: `expected/NAME.txt`.

Written by `python -m tests.factlint.reporters.expected`; read the difference before committing it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.factlint.reporters.report import REPORT
from tmf_memory.factlint.reporters.base import all_reporters

FOLDER = Path(__file__).parent / "expected"


def rendered(name: str) -> str:
    """Render the report; SARIF without its rules, which are as long as the manual."""
    text = all_reporters()[name].render(REPORT)
    if name != "sarif":
        return text
    document = json.loads(text)
    driver = document["runs"][0]["tool"]["driver"]
    driver.update(version="", rules=[rule["id"] for rule in driver["rules"]][:3])
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for name in all_reporters():
        (FOLDER / f"{name}.txt").write_text(rendered(name), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
