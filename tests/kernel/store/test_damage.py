"""What is damaged or foreign reads as missing, is reported, and stays readable for the audit."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kernel.store.conftest import KEY, OTHER_KEY, OpenStore
from tmf_memory.kernel.errors import NewerSchemaError
from tmf_memory.kernel.store.base import Damage, DamageReason
from tmf_memory.kernel.store.disk import DiskOptions, DiskStore
from tmf_memory.kernel.store.envelope import Broken, Sealed, seal, unseal
from tmf_memory.kernel.store.migration import Schema

WHOLE = seal("a.json", b'{"text":"value"}', key=KEY.secret)
NAN = b'{"schema_version":1,"mac":"00112233445566778899aabbccddeeff","data":NaN}\n'
DEEP = b"[" * 100_000 + b"]" * 100_000

DAMAGED: dict[str, tuple[bytes, DamageReason, object]] = {
    "empty": (b"", DamageReason.TORN, None),
    "cut in the header": (WHOLE[:12], DamageReason.TORN, None),
    "cut in the checksum": (WHOLE[:40], DamageReason.TORN, None),
    "cut in the data": (WHOLE[:-8], DamageReason.TORN, None),
    "zeros after a power cut": (WHOLE[:-8] + b"\0" * 8, DamageReason.TORN, None),
    "no line end": (WHOLE[:-1], DamageReason.FOREIGN, {"text": "value"}),
    "structure changed": (WHOLE.replace(b'"value"', b'"value'), DamageReason.CHECKSUM, None),
    "byte not UTF-8": (WHOLE.replace(b"value", b"val\xffe"), DamageReason.CHECKSUM, None),
    "NaN under a wrong checksum": (NAN, DamageReason.CHECKSUM, None),
    "absurd nesting, wrong checksum": (
        NAN.replace(b"NaN", DEEP),
        DamageReason.CHECKSUM,
        None,
    ),
    "another program's text": (b"hello\n", DamageReason.NOT_JSON, None),
    "binary": (b"\x80\x04\x95", DamageReason.NOT_JSON, None),
    "absurd nesting": (DEEP, DamageReason.NOT_JSON, None),
    "text changed": (WHOLE.replace(b"value", b"other"), DamageReason.FOREIGN, {"text": "other"}),
    "version changed": (WHOLE.replace(b":1,", b":9,"), DamageReason.FOREIGN, {"text": "value"}),
    "another user's": (
        seal("a.json", b"[1]", key=OTHER_KEY.secret),
        DamageReason.FOREIGN,
        [1],
    ),
    "our own document of another name": (
        seal("b.json", b"[1]", key=KEY.secret),
        DamageReason.FOREIGN,
        [1],
    ),
    "our own log row": (seal("a.jsonl", b"[1]", key=KEY.secret), DamageReason.FOREIGN, [1]),
    "printed again by an editor": (
        json.dumps(json.loads(WHOLE), indent=1).encode(),
        DamageReason.FOREIGN,
        {"text": "value"},
    ),
    "JSON without our frame": (b'{"claims": []}', DamageReason.FOREIGN, None),
    "a JSON list": (b"[1, 2]", DamageReason.FOREIGN, [1, 2]),
}


@pytest.mark.parametrize("case", DAMAGED)
def test_damaged_document(case: str, state: Path, open_store: OpenStore) -> None:
    raw, reason, foreign = DAMAGED[case]
    store = open_store()
    store.write("a", "before")
    (state / "a.json").write_bytes(raw)

    assert store.read("a") is None
    assert store.read("a") is None
    assert store.damage == [Damage("a", reason)]
    assert store.read_foreign("a") == foreign
    assert (state / "a.json").read_bytes() == raw

    store.write("a", "after")
    assert store.read("a") == "after"
    assert store.read_foreign("a") is None


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_changed_byte_is_believed(data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(WHOLE) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != WHOLE[position]))
    changed = WHOLE[:position] + bytes([byte]) + WHOLE[position + 1 :]
    assert isinstance(unseal("a.json", changed, key=KEY.secret), Broken)
    assert isinstance(unseal("a.json", WHOLE[:position], key=KEY.secret), Broken)
    assert isinstance(unseal("a.json", WHOLE + changed, key=KEY.secret), Broken)
    assert isinstance(unseal("a.json", WHOLE, key=KEY.secret), Sealed)


def put_directory(path: Path) -> None:
    path.mkdir()


def put_pipe(path: Path) -> None:
    os.mkfifo(path)


def put_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX special files")
@pytest.mark.parametrize("put", [put_directory, put_pipe, put_device])
def test_what_is_not_a_file_is_unreadable(
    put: Callable[[Path], None], state: Path, open_store: OpenStore
) -> None:
    store = open_store()
    store.write("other", 1)
    put(state / "a.json")
    put(state / "log.jsonl")
    assert store.read("a") is None
    assert store.rows("log") == []
    assert store.damage == [
        Damage("a", DamageReason.UNREADABLE),
        Damage("log", DamageReason.UNREADABLE),
    ]


def test_everything_is_foreign_to_another_user(open_store: OpenStore) -> None:
    store = open_store(OTHER_KEY)
    store.write("a", {"text": "not yours"})
    store.extend("log", [{"n": 1}, {"n": 2}])

    mine = open_store()
    mine.check_schema()
    assert mine.read("a") is None
    assert mine.rows("log") == []
    assert mine.read_foreign("a") == {"text": "not yours"}
    assert mine.foreign_rows("log") == [{"n": 1}, {"n": 2}]
    assert mine.damage == [
        Damage("a", DamageReason.FOREIGN),
        Damage("log", DamageReason.FOREIGN),
    ]


def test_names_leave_out_what_no_document_can_be_called(state: Path, open_store: OpenStore) -> None:
    store = open_store()
    store.write("a", 1)
    for name in (".hidden.json", "with space.json", "nul.json", "text.txt", ".json"):
        (state / name).write_text("{}")
    (state / "quarantine").mkdir()
    (state / "quarantine" / "a.json").write_text("{}")
    assert store.names("") == ["a"]


def options(version: int) -> DiskOptions:
    return DiskOptions(schema=Schema(version=version, upgrades=dict))


def enter(store: DiskStore) -> None:
    with store.lock():
        pass


def test_newer_state_is_refused(state: Path, open_store: OpenStore) -> None:
    newer = open_store(options=options(7))
    newer.write("a", 1)
    newer.append("log", {})

    store = open_store()
    for refused in (
        store.check_schema,
        lambda: store.read("a"),
        lambda: store.rows("log"),
        lambda: store.write("b", 1),
        lambda: enter(store),
    ):
        with pytest.raises(NewerSchemaError) as caught:
            refused()
        assert (caught.value.found, caught.value.supported) == (7, 1)
    assert not (state / "b.json").exists()
    newer.write("b", 1)


def test_newer_state_of_somebody_else_refuses_nothing(open_store: OpenStore) -> None:
    open_store(OTHER_KEY, options(7)).write("a", 1)
    store = open_store()
    store.check_schema()
    assert store.read("a") is None
    store.write("a", 2)
    assert store.read("a") == 2
