"""What the documents say is what the program does."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

from scripts.render_sessions import normalised, rendered
from tests.structure.sources import ROOT, package_sources
from tmf_memory.cli.catalog import CATALOG

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
WITH_SESSIONS = [path for path in DOCUMENTS if "```console" in path.read_text(encoding="utf-8")]

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="sessions run in bash")


def _document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@needs_bash
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=() if path.name == "README.md" else pytest.mark.slow)
        for path in WITH_SESSIONS
    ],
)
def test_sessions_are_what_really_comes_out(path: Path) -> None:
    """Rewrite with `python -m scripts.render_sessions`, then read the difference."""
    text = path.read_text(encoding="utf-8")
    assert normalised(text) == normalised(rendered(text))


def test_help_of_every_command_is_in_the_reference() -> None:
    shown = re.findall(r"^\$ tmf ([\w-]+) --help$", _document("docs/commands.md"), re.MULTILINE)
    assert shown == [entry.name for entry in CATALOG.entries]


def test_readme_names_every_command() -> None:
    missing = [entry.name for entry in CATALOG.entries if f"`tmf {entry.name}" not in _readme()]
    assert missing == []


def _readme() -> str:
    return _document("README.md")


def _slugs() -> set[str]:
    """Return the slug of every error class, and those that the command line itself reports."""
    found = {"bug", "output"}
    for source in package_sources():
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
                found |= {
                    statement.value.value
                    for statement in node.body
                    if isinstance(statement, ast.Assign)
                    and isinstance(statement.targets[0], ast.Name)
                    and statement.targets[0].id == "slug"
                    and isinstance(statement.value, ast.Constant)
                }
    return found


def test_every_error_is_documented_and_no_other() -> None:
    documented = set(re.findall(r"^\| `([\w-]+)` \|", _document("docs/errors.md"), re.MULTILINE))
    assert documented == _slugs()


def test_every_environment_variable_is_documented_and_no_other() -> None:
    name = re.compile(
        r"\b(?:TMF|TMCRA)_[A-Z][A-Z0-9_]*[A-Z0-9]\b"
        r'|(?<=environ\.get\(")[A-Z_]+|(?<=around\.directory\(")[A-Z_]+'
    )
    used = {match for source in package_sources() for match in name.findall(source.text)}
    rows = re.findall(r"^\| (`[A-Z_0-9`, ]+`) \|", _document("docs/configuration.md"), re.M)
    documented = {match for row in rows for match in re.findall(r"`([A-Z_0-9]+)`", row)}
    others = {"XDG_STATE_HOME", "NO_COLOR", "FORCE_COLOR", "COLUMNS"}
    assert documented - others == used - others - {"TERM"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_inside_the_checkout_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_tool_versions_of_the_project_agree() -> None:
    changelog = _document("CHANGELOG.md")
    version = re.search(r'__version__ = "([^"]+)"', _document("tmf_memory/__init__.py"))
    assert version is not None
    assert f"## {version[1]}" in changelog
