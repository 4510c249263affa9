"""What a name means: a stub beside its module is no second meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codegraph.lab import found, in_memory, put, warm
from tmf_memory.codegraph.lookup import find_one
from tmf_memory.kernel.errors import AmbiguousNameError

SOURCE = "def f(x):\n    return x\n"
STUB = "def f(x: int) -> int: ...\n"


def test_a_name_means_the_module_and_not_its_stub(tmp_path: Path) -> None:
    memory = in_memory(put(tmp_path, {"a/m.py": SOURCE, "a/m.pyi": STUB}))
    warm(memory)
    assert found(memory, "f").entry.path == "a/m.py"
    assert found(memory, "a/m.pyi:f").entry.path == "a/m.pyi"


@pytest.mark.parametrize(
    "files",
    [
        {"a/m.py": SOURCE, "b/m.pyi": STUB},
        {"a/m.py": SOURCE, "b/m.py": SOURCE, "b/m.pyi": STUB},
        {"a/m.pyi": STUB, "b/m.pyi": STUB},
        {"a/m.py": "class f:\n    pass\n", "a/m.pyi": STUB},
    ],
)
def test_any_other_two_are_ambiguous(tmp_path: Path, files: dict[str, str]) -> None:
    memory = in_memory(put(tmp_path, files))
    warm(memory)
    with pytest.raises(AmbiguousNameError) as raised:
        find_one(memory.claims, "f")
    assert len(raised.value.candidates) == 2
