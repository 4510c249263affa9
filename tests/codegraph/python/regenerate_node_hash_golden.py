"""Writes node_hash_golden.json: `python -m tests.codegraph.python.regenerate_node_hash_golden`.

Needs Python 3.12 or later, which can parse all the texts; review the result as a diff.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.codegraph.python.hashing import hash_of, node_named, place_of, statements_of

_TEXT = re.compile(r"^### ([^\n]+)\n\n```\n(.*?)```$", re.MULTILINE | re.DOTALL)


def main() -> None:
    here = Path(__file__).parent
    texts = (here / "node_hash_golden.md").read_text(encoding="utf-8")
    cases = [
        {
            "name": name,
            "text": text,
            "statements": statements_of(text),
            "place": place_of(node_named(text, "f"), text),
            "hash": hash_of(text),
        }
        for name, text in _TEXT.findall(texts)
    ]
    written = json.dumps(cases, ensure_ascii=False, indent=1)
    (here / "node_hash_golden.json").write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
