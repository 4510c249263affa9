"""Ids, and what readers said of them, follow a file that moved beyond doubt, and no other."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.codegraph.lab import Shell, found, in_memory, on_disk, put, read, shown, warm
from tmf_memory.codegraph.claim_id import claim_id, edge_id
from tmf_memory.codegraph.feedback import Verdict
from tmf_memory.codegraph.lookup import Found, FoundEdge, find_any
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import EdgeKind, Scope, SymbolKey
from tmf_memory.codegraph.shown import Presenter, ShownClaim
from tmf_memory.codegraph.testimony import give_feedback
from tmf_memory.kernel.errors import AmbiguousNameError, NotFoundError

HELPER = "def helper():\n    return 1\n"
USE = "from a import helper\n\ndef use():\n    return helper()\n"


def helper_at(path: str) -> str:
    return claim_id(Scope.FUNCTION, path, "helper")


@pytest.fixture
def memory(tmp_path: Path) -> CodeMemory:
    """`a.py` with a verified function."""
    memory = in_memory(put(tmp_path, {"a.py": HELPER}))
    warm(memory)
    give_feedback(memory, found(memory, "helper"), Verdict.VERIFIED, "ran it")
    return memory


def place(memory: CodeMemory, name: str) -> str:
    one = find_any(memory.claims, name)
    assert isinstance(one, Found)
    return one.entry.path


def is_verified(memory: CodeMemory, name: str) -> bool:
    return shown(memory, name).claim.trust[0] == "verified"


def test_a_moved_file_takes_its_history_along(memory: CodeMemory) -> None:
    root = memory.worktree.root
    (root / "a.py").replace(root / "b.py")
    assert read(memory).renamed == (("a.py", "b.py"),)
    assert place(memory, helper_at("a.py")) == "b.py"
    assert place(memory, helper_at("a.py")[:-4]) == "b.py"
    assert is_verified(memory, helper_at("b.py"))
    with pytest.raises(NotFoundError):
        find_any(memory.claims, "a.py:helper")


def test_every_earlier_id_leads_to_the_file(memory: CodeMemory) -> None:
    root = memory.worktree.root
    for old, new in (("a.py", "b.py"), ("b.py", "sub/c.py"), ("sub/c.py", "d.py")):
        (root / new).parent.mkdir(exist_ok=True)
        (root / old).replace(root / new)
        read(memory)
    for path in ("a.py", "b.py", "sub/c.py", "d.py"):
        assert place(memory, helper_at(path)) == "d.py"
    assert is_verified(memory, "helper")


def test_a_file_that_comes_back_is_itself(memory: CodeMemory) -> None:
    root = memory.worktree.root
    (root / "a.py").replace(root / "b.py")
    read(memory)
    (root / "b.py").replace(root / "a.py")
    read(memory)
    assert place(memory, helper_at("a.py")) == "a.py"
    assert place(memory, helper_at("b.py")) == "a.py"
    assert is_verified(memory, "helper")


def test_a_new_file_under_the_old_path_is_another(memory: CodeMemory) -> None:
    root = memory.worktree.root
    (root / "a.py").replace(root / "b.py")
    read(memory)
    put(root, {"a.py": f"{HELPER}\n# another\n"})
    read(memory)
    assert place(memory, helper_at("a.py")) == "a.py"
    assert place(memory, helper_at("b.py")) == "b.py"
    assert not is_verified(memory, "a.py:helper")
    assert is_verified(memory, "b.py:helper")


NOT_MOVED: dict[str, dict[str, str | None]] = {
    "moved and edited": {"a.py": None, "b.py": f"{HELPER}\n"},
    "copied": {"b.py": HELPER},
    "moved to two places": {"a.py": None, "b.py": HELPER, "c.py": HELPER},
    "edited in place": {"a.py": HELPER.replace("1", "2")},
    "deleted": {"a.py": None},
}


@pytest.mark.parametrize("name", NOT_MOVED)
def test_nothing_moves_when_there_is_a_doubt(name: str, memory: CodeMemory) -> None:
    root = memory.worktree.root
    for path, text in NOT_MOVED[name].items():
        if text is None:
            (root / path).unlink()
        else:
            put(root, {path: text})
    assert read(memory).renamed == ()
    for path in sorted(memory.claims.manifest.files):
        verified = is_verified(memory, f"{path}:helper")
        assert verified == (name == "copied" and path == "a.py")
    if "a.py" not in memory.claims.manifest.files:
        with pytest.raises(NotFoundError):
            find_any(memory.claims, helper_at("a.py"))


STILL_THERE: dict[str, dict[str, str]] = {
    "too large": {"a.py": HELPER + "#" * 1_000_001},
    "ignored": {".tmfignore": "a.py\n"},
}


@pytest.mark.parametrize("name", STILL_THERE)
def test_a_copy_is_no_move_while_the_old_file_is_only_not_read(
    name: str, memory: CodeMemory
) -> None:
    put(memory.worktree.root, {"b.py": HELPER, **STILL_THERE[name]})
    assert read(memory).renamed == ()
    assert not is_verified(memory, "helper")


def test_swapped_files_keep_their_own_history(memory: CodeMemory) -> None:
    root = memory.worktree.root
    put(root, {"b.py": "def helper():\n    return 2\n"})
    read(memory)
    (root / "a.py").replace(root / "x")
    (root / "b.py").replace(root / "a.py")
    (root / "x").replace(root / "b.py")
    read(memory)
    assert not is_verified(memory, "a.py:helper")
    assert not is_verified(memory, "b.py:helper")
    events = shown(memory, "a.py:helper").claim.events
    assert [event.note for event in events] == ["ran it"]


def test_a_moved_folder_moves_every_file_that_is_one_of_a_kind(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/sub/__init__.py": "",
        "pkg/a.py": HELPER,
        "pkg/b.py": "X = 1\n",
    }
    memory = in_memory(put(tmp_path, files))
    warm(memory)
    (tmp_path / "pkg").replace(tmp_path / "new")
    assert read(memory).renamed == (("pkg/a.py", "new/a.py"), ("pkg/b.py", "new/b.py"))


# Edges -------------------------------------------------------------------------------------------


def edge_shown(memory: CodeMemory, name: str) -> ShownClaim:
    one = find_any(memory.claims, name)
    assert isinstance(one, FoundEdge)
    return Presenter(memory).show_edge(one)


def call_of(source: str, target: str) -> str:
    return edge_id(EdgeKind.CALLS, SymbolKey(source, "use"), SymbolKey(target, "helper"))


@pytest.mark.parametrize("moved", ["a.py", "b.py"])
def test_an_edge_keeps_what_was_said_of_it_when_an_end_moves(moved: str, tmp_path: Path) -> None:
    """The caller moves, or its target (to where it is imported from as before)."""
    start = {"a.py": "src/a.py", "b.py": "b.py"}
    memory = in_memory(put(tmp_path, {start["a.py"]: HELPER, "b.py": USE}))
    warm(memory)
    old = call_of("b.py", "src/a.py")
    one = find_any(memory.claims, old)
    give_feedback(memory, one, Verdict.VERIFIED, "")
    assert edge_shown(memory, old).claim.trust[0] == "verified"
    new = {"a.py": "lib/a.py", "b.py": "c.py"}[moved]
    (tmp_path / new).parent.mkdir(exist_ok=True)
    (tmp_path / start[moved]).replace(tmp_path / new)
    assert read(memory).renamed == ((start[moved], new),)
    here = edge_shown(memory, old).claim
    assert here.trust[0] == "verified"
    ends = ("b.py", new) if moved == "a.py" else (new, "src/a.py")
    assert here.id == call_of(*ends)
    assert edge_shown(memory, here.id).claim == here


def test_an_edge_is_explained_by_the_id_that_a_look_up_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmf = Shell(put(tmp_path, {"a.py": HELPER, "b.py": USE}), capsys)
    caller = json.loads(tmf("callers", "helper", "--json").out)["callers"][0]
    assert caller["edge_id"] == call_of("b.py", "a.py")
    document = json.loads(tmf("explain", caller["edge_id"], "--json").out)
    assert document["claim"] == "`b.py:use` calls `a.py:helper`."
    assert (document["kind"], document["fresh"]) == ("edge", True)
    assert {one["qualname"] for one in document["freshness_bindings"]} >= {"use", "helper"}
    assert tmf("feedback", caller["edge_id"], "falsified").code == 0
    document = json.loads(tmf("explain", caller["edge_id"], "--json").out)
    assert (document["confidence"], document["needs_rederive"]) == (0.15, True)
    put(tmp_path, {"b.py": USE.replace("return helper()", "return 1 + helper()")})
    document = json.loads(tmf("explain", caller["edge_id"], "--json").out)
    assert (document["confidence"], document["needs_rederive"]) == (0.55, False)
    ran = tmf("callers", caller["edge_id"])
    assert ran.err.endswith("is an edge; give the id or name of a symbol [not-found]\n")


# Feedback through the life of a claim ------------------------------------------------------------


def feedback_of(tmf: Shell, *verdicts: str) -> dict[str, object]:
    for verdict in verdicts:
        assert tmf("feedback", "helper", verdict, "--note", "why").code == 0
    shown: dict[str, object] = json.loads(tmf("explain", "helper", "--json").out)
    return shown


@pytest.fixture
def tmf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(put(tmp_path, {"a.py": HELPER}), capsys)


def test_no_verdict_touches_what_source_says(tmf: Shell) -> None:
    before = feedback_of(tmf)
    after = feedback_of(tmf, "usage", "verified", "hunch", "falsified")
    for key in ("id", "claim", "anchors", "freshness_bindings", "evidence", "fresh"):
        assert after[key] == before[key]
    events = after["feedback_events"]
    assert isinstance(events, list)
    assert [event["verdict"] for event in events] == ["usage", "verified", "hunch", "falsified"]
    assert {event["note_untrusted_data"] for event in events} == {"why"}


def test_doubt_ends_when_the_node_changes_and_not_before(tmf: Shell) -> None:
    assert feedback_of(tmf, "falsified")["needs_rederive"] is True
    put(tmf.root, {"a.py": f"# a comment\n\n{HELPER}\nOTHER = 1\n"})
    shown = feedback_of(tmf)
    assert (shown["needs_rederive"], shown["confidence"]) == (True, 0.15)
    assert shown["action_hint"] == "degrade_to_source_or_rederive"
    put(tmf.root, {"a.py": HELPER.replace("1", "2")})
    shown = feedback_of(tmf)
    assert (shown["needs_rederive"], shown["confidence"]) == (False, 0.4)
    put(tmf.root, {"a.py": HELPER})
    assert feedback_of(tmf)["needs_rederive"] is True


def test_verification_ends_with_what_was_verified(tmf: Shell) -> None:
    shown = feedback_of(tmf, "verified")
    assert (shown["trust"], shown["confidence"]) == (
        {"level": "verified", "label": "verified by a reader, bound to source"},
        0.75,
    )
    assert shown["last_verified"]
    put(tmf.root, {"a.py": HELPER.replace("1", "2")})
    shown = feedback_of(tmf)
    assert (shown["trust"], shown["confidence"], shown["last_verified"]) == (
        {"level": "source_observed", "label": "observed in source"},
        0.4,
        "",
    )


def test_feedback_survives_a_rebuild_and_every_move(tmf: Shell) -> None:
    feedback_of(tmf, "verified")
    kept = (tmf.root / ".tmf" / "feedback.jsonl").read_bytes()
    shutil.rmtree(tmf.root / ".tmf")
    (tmf.root / ".tmf").mkdir()
    (tmf.root / ".tmf" / "feedback.jsonl").write_bytes(kept)
    assert feedback_of(tmf)["confidence"] == 0.75
    (tmf.root / "a.py").replace(tmf.root / "b.py")
    assert feedback_of(tmf)["confidence"] == 0.75
    shutil.rmtree(tmf.root / ".tmf" / "shards")
    assert feedback_of(tmf)["confidence"] == 0.75


def test_unknown_feedback_is_refused(tmf: Shell) -> None:
    ran = tmf("feedback", "helper", "wrong")
    assert (ran.code, ran.out) == (2, "")
    assert tmf("feedback", "nothing", "usage").code == 1
    assert not (tmf.root / ".tmf" / "feedback.jsonl").exists()


def test_an_ambiguous_name_lists_ids_and_takes_one_of_them(tmf: Shell) -> None:
    put(tmf.root, {"b.py": HELPER})
    ran = tmf("explain", "helper", "--json")
    assert ran.code == 1
    document = json.loads(ran.out)
    assert document["error"] == "ambiguous"
    ids = [candidate.split()[0] for candidate in document["candidates"]]
    assert sorted(ids) == sorted((helper_at("a.py"), helper_at("b.py")))
    for one in ids:
        assert tmf("explain", one).code == 0
        assert tmf("explain", one[:-3]).code == 0
        assert tmf("explain", one.rpartition("_")[2]).code == 0


def test_two_processes_give_feedback_to_one_log(tmp_path: Path) -> None:
    memories = [on_disk(put(tmp_path, {"a.py": HELPER})) for _ in range(2)]
    for memory in memories:
        read(memory)
    for number in range(6):
        memory = memories[number % 2]
        give_feedback(memory, found(memory, "helper"), Verdict.USAGE, str(number))
    notes = [event.note for event in shown(on_disk(tmp_path), "helper").claim.events]
    assert notes == [str(number) for number in range(6)]


def test_an_ambiguous_prefix_of_an_id_is_ambiguous(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, {"a.py": "".join(f"X{n} = {n}\n" for n in range(40))}))
    warm(memory)
    prefix = claim_id(Scope.DECLARATION, "a.py", "X1")[: len("claim_declaration_") + 4]
    with pytest.raises(AmbiguousNameError) as caught:
        find_any(memory.claims, prefix)
    assert len(caught.value.candidates) == 40


NEAR = {
    "a.py:hepler": "a.py is in memory and has nothing called 'hepler'",
    "a.py:helper.x": "a.py is in memory and has nothing called 'helper.x'",
    "b.py:helper": "nothing in memory is called 'b.py:helper'; near: a.py:helper",
    "x.Helper": "nothing in memory is called 'x.Helper'; near: helper",
    "": "nothing in memory is called ''",
}


@pytest.mark.parametrize("name", NEAR)
def test_an_unknown_name_is_answered_with_what_is_near(name: str, tmf: Shell) -> None:
    ran = tmf("explain", name)
    assert (ran.code, ran.err) == (1, f"error: {NEAR[name]} [not-found]\n")


def test_claims_of_a_moved_file_are_not_counted_as_stale(memory: CodeMemory) -> None:
    root = memory.worktree.root
    (root / "a.py").replace(root / "b.py")
    assert read(memory).stale_claims == 0
    put(root, {"b.py": ""})
    assert read(memory).stale_claims == 1
