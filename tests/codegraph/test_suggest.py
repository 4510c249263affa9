"""Commands that add claims to an answer: real ones, and everything they may do wrong."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path

import pytest

from tests.codegraph.lab import Shell, in_memory, put, warm
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.query import Retrieved, retrieve
from tmf_memory.codegraph.suggesters import NO_SUGGESTERS, Suggesters
from tmf_memory.kernel.generators.base import Degraded
from tmf_memory.kernel.generators.command import CommandGenerator

FILES = {
    "shop.py": "def price(rows):\n    return sum(rows)\n\n\ndef greet(name):\n    return name\n\n\n"
    "def farewell(name):\n    return name\n",
    "till.py": "def price_of_row(row):\n    return row\n\n\ndef drawer():\n    return price\n",
}
READ = "import json, sys\nasked = json.load(sys.stdin)\n"
ROUTER = READ + (
    "ids = [one['id'] for one in asked['claims_untrusted_data'] if '`greet(' in one['claim']]\n"
    "print(json.dumps({'claim_ids': ids}))\n"
)
EMBEDDER = READ + (
    "texts = asked['texts_untrusted_data']\n"
    "print(json.dumps({'vectors': [[1, int(at > 0 and '`farewell(' not in text)]"
    " for at, text in enumerate(texts)]}))\n"
)


def command(script: str, name: str = "helper", timeout_s: float = 20.0) -> CommandGenerator:
    return CommandGenerator(shlex.join([sys.executable, "-c", script]), timeout_s, name)


@pytest.fixture
def memory(tmp_path: Path) -> CodeMemory:
    memory = in_memory(put(tmp_path, FILES))
    warm(memory)
    return memory


def asked(memory: CodeMemory, suggesters: Suggesters, question: str = "price") -> Retrieved:
    memory.suggesters = suggesters
    return retrieve(memory, question, limit=2)


def names(answer: Retrieved) -> list[str]:
    return [shown.claim.qualname for shown in answer.claims]


def test_nothing_is_asked_without_commands(memory: CodeMemory) -> None:
    answer = asked(memory, NO_SUGGESTERS)
    assert (names(answer), answer.suggested, answer.gaps) == (["price", "price_of_row"], {}, ())


def test_a_router_adds_what_it_names_after_the_answer(memory: CodeMemory) -> None:
    answer = asked(memory, Suggesters(router=command(ROUTER, "TMF_ROUTER_COMMAND")))
    assert names(answer) == ["price", "price_of_row", "greet"]
    assert answer.suggested == {answer.claims[2].claim.id: "TMF_ROUTER_COMMAND"}
    assert answer.gaps == ()


def test_an_embedder_adds_what_is_nearest(memory: CodeMemory) -> None:
    answer = asked(memory, Suggesters(embedder=command(EMBEDDER, "TMF_EMBED_COMMAND")))
    assert names(answer)[:3] == ["price", "price_of_row", "farewell"]


def test_what_both_name_is_added_once(memory: CodeMemory) -> None:
    both = Suggesters(command(ROUTER, "router"), command(EMBEDDER, "embedder"))
    answer = asked(memory, both)
    assert names(answer)[:4] == ["price", "price_of_row", "greet", "farewell"]
    assert len(set(names(answer))) == len(names(answer))


def test_what_a_command_is_given(memory: CodeMemory) -> None:
    given: list[object] = []

    class Recorder:
        name = "recorder"

        def ask(self, request: object) -> Degraded:
            given.append(request)
            return Degraded("recorder did not want to")

    asked(memory, Suggesters(Recorder(), Recorder()), "price of x")
    router, embedder = given
    assert isinstance(router, dict)
    assert isinstance(embedder, dict)
    assert set(router) == {"task", "notice", "query_untrusted_data", "claims_untrusted_data"}
    assert router["query_untrusted_data"] == embedder["texts_untrusted_data"][0] == "price of x"
    assert {"id", "claim"} == set(router["claims_untrusted_data"][0])


WRONG = {
    "fails": ("import sys; sys.exit(3)", "helper added nothing: exited with 3"),
    "says nothing": ("", "helper added nothing: did not answer with JSON"),
    "prints rubbish": ("print('Sure! Here is:')", "helper added nothing: did not answer with JSON"),
    "is not UTF-8": (
        'import sys; sys.stdout.buffer.write(b\'{"claim_ids": ["\\xff\\xfe"]}\')',
        "helper added nothing: did not answer with JSON",
    ),
    "answers a list": ("print('[1]')", "helper added nothing: did not answer with a JSON object"),
    "nests deeply": (
        "print('['*200000)",
        "helper added nothing: did not answer with JSON",
    ),
    "leaves the ids out": ("print('{}')", "helper added nothing: no list of claim_ids"),
    "names ids that do not exist": (
        'print(\'{"claim_ids": ["claim_function_0000000000000000", "../../etc/passwd", 3]}\')',
        "helper named 3 claims that were not offered",
    ),
    "names very many": (
        "import json; print(json.dumps({'claim_ids': [f'x{n}' for n in range(100000)]}))",
        "helper named 200 claims that were not offered",
    ),
    "answers without end": (
        "while True: print('x' * 65536)",
        "helper added nothing: answered more than 4000000 bytes",
    ),
    "names what is in the answer already": (
        READ + "print(json.dumps({'claim_ids': ['claim_function_of_no_one']}))",
        "helper named 1 claims that were not offered",
    ),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_router_that_goes_wrong_changes_nothing_and_says_why(
    memory: CodeMemory, wrong: str
) -> None:
    script, reason = WRONG[wrong]
    answer = asked(memory, Suggesters(router=command(script)))
    assert names(answer) == ["price", "price_of_row"]
    assert answer.suggested == {}
    assert [gap.reason.startswith(reason) for gap in answer.gaps] == [True]


VECTORS = {
    "too few": "print(json.dumps({'vectors': [[1]]}))",
    "too many": "print(json.dumps({'vectors': [[1]] * 10000}))",
    "of two sizes": "n = len(asked['texts_untrusted_data'])\n"
    "print(json.dumps({'vectors': [[1]] + [[1, 2]] * (n - 1)}))",
    "not numbers": "n = len(asked['texts_untrusted_data'])\n"
    "print(json.dumps({'vectors': [['a']] * n}))",
    "not finite": "n = len(asked['texts_untrusted_data'])\n"
    "print(json.dumps({'vectors': [[float('nan')]] * n}))",
    "missing": "print('{}')",
}


@pytest.mark.parametrize("wrong", VECTORS)
def test_vectors_that_cannot_be_used_change_nothing(memory: CodeMemory, wrong: str) -> None:
    answer = asked(memory, Suggesters(embedder=command(READ + VECTORS[wrong])))
    assert names(answer) == ["price", "price_of_row"]
    assert [gap.reason.startswith("helper added nothing: it ") for gap in answer.gaps] == [True]


def test_a_command_that_is_not_there_is_a_gap(memory: CodeMemory) -> None:
    for words in ("no-such-program-anywhere", "'unclosed", ""):
        answer = asked(memory, Suggesters(router=CommandGenerator(words, 5.0, "helper")))
        assert names(answer) == ["price", "price_of_row"]
        assert answer.gaps[0].reason.startswith("helper added nothing: could not be run: ")


@pytest.mark.slow
def test_a_command_that_hangs_is_ended_with_what_it_started(
    memory: CodeMemory, tmp_path: Path
) -> None:
    mark = tmp_path / "still-running"
    child = f"import time, pathlib; time.sleep(2); pathlib.Path({str(mark)!r}).touch()"
    script = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    answer = asked(memory, Suggesters(router=command(script, timeout_s=0.5)))
    assert names(answer) == ["price", "price_of_row"]
    assert answer.gaps[0].reason == "helper added nothing: gave no answer within 0.5 s"
    time.sleep(2.5)
    assert not mark.exists()


def test_a_command_that_reads_nothing_does_not_block(memory: CodeMemory) -> None:
    put(memory.worktree.root, {"big.py": "".join(f"def price_{n}(): pass\n" for n in range(900))})
    warm(memory)
    answer = asked(memory, Suggesters(router=command("print('{\"claim_ids\": []}')")))
    assert answer.gaps == ()


def test_a_strangers_state_is_not_shown_to_commands(memory: CodeMemory) -> None:
    memory.is_foreign = True
    answer = asked(memory, Suggesters(router=command("raise SystemExit(9)")))
    assert (len(answer.claims), answer.suggested, answer.gaps) == (2, {}, ())


def test_the_command_line_shows_what_was_added_and_by_whom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, {"tools/router.txt": ROUTER})
    put(tmp_path, FILES)
    words = shlex.join([sys.executable, str(tmp_path / "tools" / "router.txt")])
    monkeypatch.setenv("TMF_ROUTER_COMMAND", words)
    monkeypatch.setenv("TMF_EMBED_COMMAND", "no-such-program-anywhere")
    run = Shell(tmp_path, capsys)
    text = run("retrieve", "price", "--limit", "2").out
    assert "added by TMF_ROUTER_COMMAND" in text
    document = json.loads(run("retrieve", "price", "--limit", "2", "--json").out)
    assert [one["by"] for one in document["suggested"]] == ["TMF_ROUTER_COMMAND"]
    assert [one["qualname"] for one in document["claims"]] == ["price", "price_of_row", "greet"]
    assert "TMF_EMBED_COMMAND added nothing: could not be run" in document["gaps"][0]["reason"]
