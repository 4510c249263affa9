"""Whatever happens to a stored document, the next command derives again, answers right, says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.codegraph import lab
from tests.codegraph.lab import (
    SOMEBODY_ELSES,
    Shell,
    disk_store,
    in_memory,
    later_clock,
    put,
    read,
    shown,
    warm,
)
from tests.codegraph.state import logical_state
from tmf_memory.codegraph.changes import changes_since_warm
from tmf_memory.codegraph.feedback import Verdict
from tmf_memory.codegraph.lookup import find_any
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.query import retrieve
from tmf_memory.codegraph.reading import read_through
from tmf_memory.codegraph.testimony import give_feedback
from tmf_memory.codegraph.warm import WarmOptions

TREE = {
    "pkg/__init__.py": "from .a import helper\n",
    "pkg/a.py": "LIMIT = 3\n\ndef helper(n=LIMIT):\n    return n\n",
    "pkg/b.py": "import nowhere\nfrom pkg import helper\n\ndef use():\n    helper(1)\n    x.y()\n",
    "app.toml": "[server]\nport = 80\n",
}
# What is there after a warm of this tree, by purpose; each is one document.
DOCUMENTS = [
    *("manifest", "generation", "shards/00", "links/00", "names/00", "reverse/00"),
    *("dependents/00", "missing/00", "candidates/00", "elsewhere/00"),
    *("text/head", "text/1/base", "text/1/terms/00", "text/1/paths/00"),
]


def delete(place: Path) -> None:
    place.unlink()


def empty(place: Path) -> None:
    place.write_bytes(b"")


def cut(place: Path) -> None:
    data = place.read_bytes()
    place.write_bytes(data[: len(data) // 2])


def change_a_byte(place: Path) -> None:
    data = bytearray(place.read_bytes())
    data[-4] ^= 1
    place.write_bytes(bytes(data))


def fill_with_rubbish(place: Path) -> None:
    place.write_bytes(b"\xff\0" * 500)


def make_a_directory(place: Path) -> None:
    place.unlink()
    place.mkdir()


def copy_from_another(place: Path) -> None:
    """Sealed by us, but not for this place."""
    twin = place.with_name("schema.json") if place.parent.name == ".tmf" else place.parent.parent
    source = twin if twin.is_file() else next(twin.rglob("*.json"))
    place.write_bytes(source.read_bytes())


DAMAGES: list[Callable[[Path], None]] = [
    *(delete, empty, cut, change_a_byte, fill_with_rubbish, copy_from_another, make_a_directory),
]


def on_disk(root: Path) -> CodeMemory:
    """Opened by a new process that trusts file times, so that it has nothing to derive."""
    return lab.on_disk(root, clock=later_clock())


@pytest.fixture
def warmed(tmp_path: Path) -> Path:
    memory = on_disk(put(tmp_path, TREE))
    warm(memory)
    give_feedback(memory, find_any(memory.claims, "helper"), Verdict.VERIFIED, "ran it")
    assert set(memory.store.names("")) == {*DOCUMENTS, "schema"} - {"schema"}
    return tmp_path


def everything(memory: CodeMemory) -> object:
    return logical_state(memory), retrieve(memory, "helper limit", limit=9).claims


def clean(root: Path) -> object:
    memory = in_memory(root)
    warm(memory)
    return logical_state(memory)


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_damaged_document_is_derived_again(
    document: str, damage: Callable[[Path], None], warmed: Path
) -> None:
    damage(warmed / ".tmf" / f"{document}.json")
    memory = on_disk(warmed)
    state, _ = read_through(memory, WarmOptions(jobs=1), everything)  # type: ignore[misc]
    assert state == clean(warmed)
    said = [gap.reason for gap in memory.notices]
    assert said
    assert shown(memory, "helper").claim.trust[0] == "verified"
    if damage is make_a_directory:
        return  # it stays in the way, so that every read works in memory and says so
    again = on_disk(warmed)
    assert logical_state(again) == clean(warmed)
    assert read_through(again, WarmOptions(jobs=1), lambda memory: memory.notices) == []


@pytest.mark.parametrize("document", [one for one in DOCUMENTS if not one.startswith("text/1")])
def test_a_warm_puts_back_what_is_missing(document: str, warmed: Path) -> None:
    (warmed / ".tmf" / f"{document}.json").unlink()
    warm(on_disk(warmed))
    assert logical_state(on_disk(warmed)) == clean(warmed)


@pytest.mark.parametrize("pending", [[], ["pkg/a.py"], ["no/longer.py"], "everything", 7])
def test_a_write_that_was_cut_off_is_made_good(pending: object, warmed: Path) -> None:
    disk_store(warmed).write("pending", pending)  # type: ignore[arg-type]
    memory = on_disk(warmed)
    read(memory)
    assert [gap.reason for gap in memory.notices] == [
        "an update was cut off before; everything was derived again"
    ]
    assert logical_state(memory) == clean(warmed)
    assert memory.store.read("pending") is None
    assert shown(memory, "helper").claim.trust[0] == "verified"


def test_an_older_shard_of_our_own_is_not_taken_for_the_last(warmed: Path) -> None:
    place = warmed / ".tmf" / "shards" / "00.json"
    older = place.read_bytes()
    put(warmed, {"pkg/a.py": "def helper():\n    return 2\n"})
    read(on_disk(warmed))
    place.write_bytes(older)
    memory = on_disk(warmed)
    state, _ = read_through(memory, WarmOptions(jobs=1), everything)  # type: ignore[misc]
    assert state == clean(warmed)
    assert memory.notices


@pytest.mark.parametrize("damage", [delete, empty, cut, change_a_byte, fill_with_rubbish])
def test_diff_says_that_it_does_not_know_all(damage: Callable[[Path], None], warmed: Path) -> None:
    put(warmed, {"pkg/b.py": ""})
    memory = on_disk(warmed)
    read(memory)
    assert changes_since_warm(memory).removed == (("function", "pkg/b.py", "use"),)
    if damage is delete:
        (warmed / ".tmf" / "manifest.json").unlink()
    else:
        damage(warmed / ".tmf" / "baseline.json")
    memory = on_disk(warmed)
    read_through(memory, WarmOptions(jobs=1), changes_since_warm)
    assert "some changes are not listed" in str(memory.notices)


LOG_DAMAGES: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "torn tail": (lambda data: data + data[:20], 3),
    "rubbish line at the end": (lambda data: data + b"\xff\0\n", 3),
    "rubbish line between": (lambda data: b"\xff\0\n".join(data.partition(b"\n")[::2]), 2),
    "last line cut": (lambda data: data[:-9], 2),
    "emptied": (lambda data: b"", 0),
}


@pytest.mark.parametrize("name", LOG_DAMAGES)
def test_damage_in_the_feedback_log_costs_a_line_and_is_named(name: str, warmed: Path) -> None:
    memory = on_disk(warmed)
    for _ in range(2):
        give_feedback(memory, find_any(memory.claims, "helper"), Verdict.USAGE, "")
    damage, left = LOG_DAMAGES[name]
    place = warmed / ".tmf" / "feedback.jsonl"
    place.write_bytes(damage(place.read_bytes()))
    memory = on_disk(warmed)
    read(memory)
    assert len(shown(memory, "helper").claim.events) == left
    assert len(
        give_feedback(memory, find_any(memory.claims, "use"), Verdict.USAGE, "").claim.events
    )
    assert len(shown(memory, "helper").claim.events) == left


def test_a_command_after_damage_answers_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmf = Shell(put(tmp_path, TREE), capsys)
    tmf("warm")
    expected = tmf("callers", "helper").out
    (tmp_path / ".tmf" / "links" / "00.json").unlink()
    ran = tmf("callers", "helper")
    assert ran.code == 0
    said = ran.out.removeprefix(expected)
    assert said.startswith("gap: stored ")
    assert "derived again" in said
    assert tmf("callers", "helper").out == expected


def test_state_of_somebody_else_beside_ours_is_told_apart(warmed: Path) -> None:
    store = disk_store(warmed, SOMEBODY_ELSES)
    store.write("shards/00", {"pkg/a.py": ["f" * 40, "python", 1, "", [], None]})
    memory = on_disk(warmed)
    state, _ = read_through(memory, WarmOptions(jobs=1), everything)  # type: ignore[misc]
    assert state == clean(warmed)
    assert "not written by this user and not used: shards/00" in str(memory.notices)
