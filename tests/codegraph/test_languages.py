"""The light table says what the modules declare, and a read imports none of them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from tmf_memory.codegraph import extractors, linker
from tmf_memory.codegraph.catalog import CATALOG
from tmf_memory.codegraph.extractors.base import Extractor
from tmf_memory.codegraph.languages import all_languages
from tmf_memory.codegraph.linker.base import Linker
from tmf_memory.kernel.registry import discover


def test_the_table_equals_what_extractors_declare() -> None:
    declared = discover(extractors, "EXTRACTOR", Extractor, key="language")
    assert [row.language for row in CATALOG] == sorted(declared)
    for row in CATALOG:
        one = declared[row.language]
        assert (row.tier, row.version, row.suffixes, row.file_names) == (
            one.tier,
            one.version,
            one.suffixes,
            one.file_names,
        )


def test_the_table_equals_what_linkers_declare() -> None:
    declared = discover(linker, "LINKER", Linker, key="language")
    versions = {name: one.version for name, one in declared.items()}
    assert {row.language: row.linker for row in CATALOG if row.linker} == versions


@pytest.mark.parametrize("change", [{"version": 9}, {"linker": 9}])
def test_another_extractor_or_linker_makes_what_is_stored_outdated(change: dict[str, int]) -> None:
    languages = all_languages()
    rows = {**languages.rows, "python": languages.rows["python"]._replace(**change)}
    changed = replace(languages, rows=rows).versions()
    assert changed.keys() == languages.versions().keys()
    assert {name for name in rows if changed[name] != languages.versions()[name]} == {"python"}


def test_no_suffix_or_name_is_claimed_twice() -> None:
    claimed = [name for row in CATALOG for name in (*row.suffixes, *row.file_names)]
    assert len(claimed) == len(set(claimed))


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.py", "python"),
        ("stubs/a.pyi", "python"),
        ("Dockerfile", "dockerfile"),
        ("deploy/Dockerfile.prod", "dockerfile"),
        ("requirements-dev.txt", "requirements"),
        ("dev-requirements.txt", "requirements"),
        ("requirements.txt", "requirements"),
        ("x/.coveragerc", "ini"),
        ("compose.yml", "yaml"),
        ("Makefile", "makefile"),
        ("README.md", ""),
        ("py", ""),
        (".py", "python"),
        ("notes.txt", ""),
        ("", ""),
    ],
)
def test_language_of(path: str, expected: str) -> None:
    assert all_languages().language_of(path) == expected


def test_choosing_files_imports_no_extractor() -> None:
    script = (
        "import sys\n"
        "from tmf_memory.codegraph.languages import all_languages\n"
        "languages = all_languages()\n"
        "assert languages.wants('a.py') and languages.versions()\n"
        "inside = [n for n in sys.modules if '.extractors.' in n or '.linker.' in n]\n"
        "assert set(inside) <= {'tmf_memory.codegraph.extractors.base',"
        " 'tmf_memory.codegraph.linker.base'}, inside\n"
        "assert 'tree_sitter' not in sys.modules and 'yaml' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
