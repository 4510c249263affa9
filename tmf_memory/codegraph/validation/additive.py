"""Whether commands that add claims only add: the answer without them comes first, unchanged.

The commands here are the worst ones we could think of: they name everything in reverse, claims that
do not exist, the same claim often, or nothing that can be used at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Json, Scope
from tmf_memory.codegraph.query import Retrieved, retrieve
from tmf_memory.codegraph.suggesters import NO_SUGGESTERS, Suggesters
from tmf_memory.codegraph.validation.report import Failure, Tally
from tmf_memory.kernel.generators.base import Degraded

_LIMIT = 2

Retrieve = Callable[[CodeMemory, str], Retrieved]


def retrieve_few(memory: CodeMemory, question: str) -> Retrieved:
    return retrieve(memory, question, limit=_LIMIT)


@dataclass(frozen=True, slots=True)
class Planned:
    """A generator that answers by a plan."""

    name: str
    plan: Callable[[Mapping[str, Json]], dict[str, Json] | Degraded]

    def ask(self, request: Mapping[str, Json]) -> dict[str, Json] | Degraded:
        return self.plan(request)


def _all_reversed(request: Mapping[str, Json]) -> dict[str, Json]:
    claims = request["claims_untrusted_data"]
    ids = [one["id"] for one in claims if isinstance(one, dict)] if isinstance(claims, list) else []
    return {"claim_ids": [*ids[::-1], *ids, "claim_function_0000000000000000", 7, None]}


def _last_is_nearest(request: Mapping[str, Json]) -> dict[str, Json]:
    texts = request["texts_untrusted_data"]
    count = len(texts) if isinstance(texts, list) else 0
    vectors: list[Json] = [[1.0, float(count - at)] for at in range(1, count)]
    return {"vectors": [[1.0, 0.0], *vectors]}


COMMANDS: dict[str, Suggesters] = {
    "a router that names everything": Suggesters(Planned("router", _all_reversed)),
    "an embedder that turns the order around": Suggesters(
        embedder=Planned("embedder", _last_is_nearest)
    ),
    "both": Suggesters(Planned("router", _all_reversed), Planned("embedder", _last_is_nearest)),
}
BROKEN: dict[str, Suggesters] = {
    "a router that fails": Suggesters(Planned("router", lambda _: Degraded("it failed"))),
    "a router that answers something else": Suggesters(Planned("router", lambda _: {"ids": 3})),
    "an embedder that answers something else": Suggesters(
        embedder=Planned("embedder", lambda _: {"vectors": [[1.0], ["x"]]})
    ),
}


def judge_additive(case: str, memory: CodeMemory, tally: Tally, ask: Retrieve) -> None:
    """Ask for every symbol by name, and a question, with and without each set of commands."""
    entries = [memory.claims.entry(path) for path in sorted(memory.claims.manifest.files)]
    symbols = [one for entry in entries if entry for one in entry.symbols]
    questions = [one.qualname for one in symbols if one.scope is not Scope.FILE]
    for question in (*questions, "which function does this?"):
        memory.suggesters = NO_SUGGESTERS
        plain = _ids(ask(memory, question))
        was_offered = False
        for name, suggesters in (*COMMANDS.items(), *BROKEN.items()):
            memory.suggesters = suggesters
            answer = ask(memory, question)
            tally.cases[name] += 1
            where = f"{case}: {question}"
            _judge(Failure(name, where, ", ".join(plain), ""), plain, answer, tally)
            if name in BROKEN and was_offered and not answer.gaps:
                missing = Failure(name, where, "a gap that says why nothing was added", "no gap")
                tally.judge(missing, expected=True, got=False)
            was_offered = was_offered or bool(answer.suggested)
    memory.suggesters = NO_SUGGESTERS


def _judge(failure: Failure, plain: list[str], answer: Retrieved, tally: Tally) -> None:
    """Positive: something was added. What was there before must still come first, in its order."""
    got = _ids(answer)
    failure = replace(failure, got=", ".join(got))
    if got[: len(plain)] != plain or len(set(got)) != len(got):
        tally.judge(failure, expected=True, got=False)
        return
    was_added = len(got) > len(plain)
    tally.judge(failure, expected=was_added, got=was_added)


def _ids(answer: Retrieved) -> list[str]:
    return [shown.claim.id for shown in answer.claims]
