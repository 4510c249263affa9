"""Python call edges: `python -m eval edges [--strict]`.

PyCG's micro benchmark from `$TMF_EVAL_DATA/pycg/micro.json`; pip 26.3 from `$TMF_EVAL_CORPUS`
(fetched when missing) against the calls of scip-python, which are stored beside this file.
Edges of requests, flask, rich and django that were judged by hand, in `data/judged.json`.
`--index FILE` reads a fresh `index.scip` of pip's `src` folder and stores its calls instead.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bench.corpus import project
from eval.edges import agreement, judged, micro
from eval.edges.judged import Draw, Verdict
from eval.edges.oracle import Oracle, decode, encode, oracle_of
from eval.edges.own import own_calls
from eval.edges.peers import MICRO, SCIP
from eval.figures import ABSENT, MISS, Figure, printed
from tmf_memory.codegraph.scip.index import read_documents

ORACLE = Path(__file__).with_name("data") / "pip-26.3-scip.txt"


def main(argv: Sequence[str]) -> int:
    """Exit 0; with `--strict` 1 when a bar is missed or a part cannot be measured."""
    parser = argparse.ArgumentParser(prog="eval edges", description=__doc__)
    parser.add_argument("--strict", action="store_true", help="fail below a bar or without data")
    parser.add_argument("--show", type=int, default=0, help="differing edges shown of each sort")
    parser.add_argument("--index", type=Path, help="an index.scip of pip's src to store")
    options = parser.parse_args(argv)
    results = [_micro(options.show), _pip(options.show, options.index)]
    is_good = all(figures and all(one.is_good for one in figures) for figures in results)
    is_good &= _judged()
    return 1 if options.strict and not is_good else 0


def micro_file() -> Path | None:
    """The benchmark file, or None when this machine does not have it."""
    folder = os.environ.get("TMF_EVAL_DATA")
    file = Path(folder or ".") / "pycg" / "micro.json"
    return file if folder and file.is_file() else None


def micro_figures(differences: list[micro.Difference]) -> list[Figure]:
    total = micro.tally(differences)
    return [Figure("precision", total.precision, 1.0), Figure("recall", total.recall, 0.90)]


def pip_figures(result: agreement.Agreement) -> list[Figure]:
    return [
        Figure("agreement", result.agreement, 0.99),
        Figure("recall", result.recall, 0.85),
        Figure("recall across files", result.recall_across, 0.80),
    ]


def _micro(shown: int) -> list[Figure]:
    file = micro_file()
    print("PyCG micro benchmark")
    if file is None:
        print(f"{ABSENT}: TMF_EVAL_DATA names no folder with pycg/micro.json\n")
        return []
    differences = [micro.compare(case) for case in micro.read_cases(file)]
    for line in _micro_lines(differences):
        print(line)
    for one in differences:
        _print_edges(f"wrong in {one.case.name}", _arrows(one.wrong), len(one.wrong))
        _print_edges(f"missed in {one.case.name}", _arrows(one.missed), shown)
    return printed(micro_figures(differences))


def _micro_lines(differences: list[micro.Difference]) -> Iterator[str]:
    rows = {**micro.by_category(differences), "all": micro.tally(differences)}
    yield f"{'category':14}{'tp':>5}{'fp':>5}{'fn':>5}{'precision':>11}{'recall':>8}"
    for name, row in rows.items():
        counts = f"{row.found:5}{row.wrong:5}{row.missed:5}"
        precision = f"{row.precision:.3f}" if row.found + row.wrong else "no edge"
        yield f"{name:14}{counts}{precision:>11}{row.recall:8.3f}"
    for peer in MICRO:
        yield f"{peer.tool:14}{'':15}{peer.precision:11.3f}{peer.recall:8.3f}"


def _pip(shown: int, index: Path | None) -> list[Figure]:
    print("pip 26.3 against scip-python, calls from function to function")
    try:
        root = project("pip") / "src"
    except (OSError, StopIteration, subprocess.CalledProcessError) as error:
        print(f"{ABSENT}: no sources of pip 26.3 ({error})\n")
        return []
    if index is not None:
        ORACLE.write_text(
            encode(oracle_of(read_documents(memoryview(index.read_bytes())), root)), "utf-8"
        )
    oracle = decode(ORACLE.read_text(encoding="utf-8"))
    result = agreement.compare(own_calls(root), oracle, root)
    for line in _pip_lines(oracle, result):
        print(line)
    _print_edges("only ours", _arrows(result.only_ours), shown)
    _print_edges("ours, not spelled at the call", _arrows(result.unspelled), shown)
    _print_edges("only the oracle's", _arrows(result.only_oracle), shown)
    return printed(pip_figures(result))


def _pip_lines(oracle: Oracle, result: agreement.Agreement) -> Iterator[str]:
    across = sum(caller[0] != target[0] for caller, target in oracle.calls)
    yield f"{len(oracle.functions)} functions, {len(oracle.calls)} edges, {across} across files"
    ours, theirs = len(result.only_ours), len(result.only_oracle)
    yield f"in both {len(result.both)}, only ours {ours}, only the oracle's {theirs}"
    yield (
        f"ours and not spelled at the call {len(result.unspelled)}; "
        f"agreement with those held against us {result.agreement_of_all:.4f}"
    )
    yield f"{'tool':14}{'agreement':>11}{'recall':>8}{'across':>8}"
    rows = [("ours", result.agreement, result.recall, result.recall_across), *SCIP]
    for tool, agreed, recall, recall_across in rows:
        yield f"{tool:14}{agreed:11.3f}{recall:8.3f}{recall_across:8.3f}"


def _judged() -> bool:
    """Print how the judged edges stand; True when not too many of them are wrong."""
    print("requests, flask, rich and django: calls drawn at random and judged by hand")
    try:
        result = judged.judgement()
    except (OSError, StopIteration, subprocess.CalledProcessError) as error:
        print(f"{ABSENT}: sources are missing ({error})\n")
        return False
    for line in judged_lines(result):
        print(line)
    print()
    return result.is_good


def judged_lines(result: judged.Judgement) -> Iterator[str]:
    for which in Draw:
        rows = [one for one in result.judged if one.draw is which]
        counts = [f"{sum(row.verdict is one for row in rows)} {one.value}" for one in Verdict]
        emitted = sum(map(result.is_emitted, rows))
        yield f"{which.value}: {len(rows)} judged, {', '.join(counts)}; {emitted} still emitted"
    for one in result.judged:
        if one.verdict is Verdict.WRONG and result.is_emitted(one):
            yield f"wrong and still emitted: {one.project} {one.source} -> {one.target}: {one.note}"
    wrong = result.count(Verdict.WRONG, emitted=True)
    verdict = "" if result.is_good else f": {MISS}"
    yield f"wrong and still emitted {wrong} (at most {judged.MOST_WRONG}){verdict}"


def _arrows(edges: Iterable[tuple[object, object]]) -> list[str]:
    return [f"{_end(caller)} -> {_end(target)}" for caller, target in sorted(edges, key=str)]


def _end(end: object) -> str:
    return ":".join(end) if isinstance(end, tuple) else str(end)


def _print_edges(title: str, edges: list[str], shown: int) -> None:
    for edge in edges[:shown]:
        print(f"{title}: {edge}")
