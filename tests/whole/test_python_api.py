"""The package as a library: lazy, typed, and the same answers as the commands give."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tmf_memory
from tests.codegraph.lab import Shell, put
from tmf_memory.codegraph.graph import Relation
from tmf_memory.kernel.errors import AmbiguousNameError, NotFoundError, RepositoryNotFoundError
from tmf_memory.python_api import Relations

FILES = {
    "a.py": "LIMIT = 3\n\n\nclass Base:\n    pass\n\n\ndef helper():\n    return LIMIT\n",
    "b.py": "import a\nfrom a import Base, helper\n\n\nclass Child(Base):\n    pass\n\n\n"
    "def use(x):\n    a.LIMIT = 4\n    x.helper()\n    return helper()\n",
}
ASKED = {
    Relation.CALLERS: ("reverse_callers", "helper", {"use"}),
    Relation.CALLEES: ("callees", "use", {"helper"}),
    Relation.READERS: ("reverse_readers", "LIMIT", {"helper"}),
    Relation.WRITERS: ("reverse_writers", "LIMIT", {"use"}),
    Relation.SUBTYPES: ("reverse_subtypes", "Base", {"Child"}),
    Relation.IMPLEMENTORS: ("reverse_implementors", "Base", {"Child"}),
    Relation.IMPORTERS: ("reverse_importers", "a.py", {""}),
}


def ask(function: str, repo: Path, name: str) -> Relations:
    answer = getattr(tmf_memory, function)(repo, name)
    assert isinstance(answer, Relations)
    return answer


def test_every_relation_has_a_function() -> None:
    assert ASKED.keys() == set(Relation)
    assert {function for function, _, _ in ASKED.values()} <= set(dir(tmf_memory))


@pytest.mark.parametrize("relation", Relation)
def test_relation_answers_as_the_command_does(
    relation: Relation, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    function, name, expected = ASKED[relation]
    tmf = Shell(put(tmp_path, FILES), capsys)
    document = json.loads(tmf(relation.value, name, "--json").out)
    answer = ask(function, tmp_path, name)
    assert {one.qualname for one in answer.related} == expected
    assert [
        (one.claim_id, one.path, one.qualname, one.edge_id, one.edge_kind.value, one.fresh)
        for one in answer.related
    ] == [
        (*(one[key] for key in ("id", "path", "qualname", "edge_id", "edge_kind")), one["fresh"])
        for one in document[relation.value]
    ]
    assert [[place.line_start for place in one.anchors] for one in answer.related] == [
        [place["line_start"] for place in one["anchors"]] for one in document[relation.value]
    ]
    assert (answer.claim_id, answer.coverage) == (document["asked"]["id"], "partial")
    assert answer.why_empty == document["why_empty"]
    assert len(answer.unresolved) == len(document["unresolved_candidates"])


def test_it_reads_through_and_names_what_is_not_linked(tmp_path: Path) -> None:
    put(tmp_path, FILES)
    (unresolved,) = ask("reverse_callers", tmp_path, "helper").unresolved
    assert (unresolved.path, unresolved.line, unresolved.qualname) == ("b.py", 11, "use")
    assert unresolved.expression.unquoted == "x.helper"
    put(tmp_path, {"b.py": ""})
    answer = tmf_memory.reverse_callers(str(tmp_path), "helper")
    assert (answer.related, answer.unresolved) == ((), ())
    assert answer.why_empty


def test_failures_are_errors_by_class(tmp_path: Path) -> None:
    put(tmp_path, {**FILES, "c.py": "def helper(): ...\n"})
    with pytest.raises(AmbiguousNameError) as caught:
        tmf_memory.reverse_callers(tmp_path, "helper")
    assert len(caught.value.candidates) == 2
    with pytest.raises(NotFoundError):
        tmf_memory.reverse_readers(tmp_path, "nothing")
    with pytest.raises(RepositoryNotFoundError):
        tmf_memory.callees(tmp_path / "missing", "use")


def test_importing_the_package_imports_no_engine() -> None:
    script = "import sys, tmf_memory; print([one for one in sys.modules if 'tmf_memory.' in one])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'reverse_nothing'"):
        tmf_memory.reverse_nothing  # noqa: B018  the access is the test
