"""Call edges on a Java source tree against the compiler: `python -m eval java SOURCE_ROOT…`."""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from eval.java.oracle import compiler_edges, is_available, own_edges

SAMPLE = Path(__file__).with_name("sample")
MIN_PRECISION = 0.99
MIN_RECALL = 0.80


@dataclass(frozen=True, slots=True)
class Result:
    """One tree: how many edges each side has, and which only one of them has."""

    root: str
    compiler: int
    own: int
    extra: tuple[str, ...]
    missed: tuple[str, ...]

    @property
    def precision(self) -> float:
        return 1 - len(self.extra) / self.own if self.own else 0.0

    @property
    def recall(self) -> float:
        return 1 - len(self.missed) / self.compiler if self.compiler else 0.0

    @property
    def is_good(self) -> bool:
        return self.precision >= MIN_PRECISION and self.recall >= MIN_RECALL

    def encode(self, shown: int) -> dict[str, object]:
        return {
            "root": self.root,
            "compiler_edges": self.compiler,
            "own_edges": self.own,
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "extra": list(self.extra[:shown]),
            "missed": list(self.missed[:shown]),
        }


def evaluate(root: Path, classpath: str = "") -> Result:
    wanted, found = compiler_edges(root, classpath), own_edges(root)
    return Result(
        root.name,
        len(wanted),
        len(found),
        tuple(sorted(found - wanted)),
        tuple(sorted(wanted - found)),
    )


def main(argv: Sequence[str]) -> int:
    """Exit 0 when every tree is good, 1 when one is not, 2 when it cannot be measured."""
    parser = argparse.ArgumentParser(prog="eval java", description=__doc__)
    parser.add_argument("roots", nargs="*", type=Path, help="default: the sample beside this file")
    parser.add_argument("--classpath", default="", help="what the trees need to compile")
    parser.add_argument("--show", type=int, default=10, help="differing edges shown of each sort")
    parser.add_argument("--strict", action="store_true", help="as elsewhere; here it is always so")
    options = parser.parse_args(argv)
    if not is_available():
        print("no JDK (javac and java) on the path: nothing was measured")
        return 2
    try:
        results = [evaluate(root, options.classpath) for root in options.roots or [SAMPLE]]
    except subprocess.CalledProcessError as error:
        print(f"the compiler failed: {error.stderr[-2_000:]}")
        return 2
    for result in results:
        print(json.dumps(result.encode(options.show), indent=1))
    return 0 if all(result.is_good for result in results) else 1
