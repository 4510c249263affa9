"""Plug-in folders discover, plug-ins have tests, the table of commands is the folder."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import pytest

from tests.structure.sources import PACKAGE, ROOT, package_sources
from tmf_memory.cli.catalog import CATALOG, Entry
from tmf_memory.cli.main import load_command
from tmf_memory.kernel.registry import discover


def _plugins(folder: str) -> list[str]:
    """Return the plug-in modules of a folder of the package, without importing them."""
    return sorted(
        info.name
        for info in pkgutil.iter_modules([str(PACKAGE / folder)])
        if info.name != "base" and not info.name.startswith("_")
    )


# folder → (attribute, its class, its key, its test: a file named like it, or a folder in which a
# file names it)
FAMILIES = {
    "cli/commands": (
        "COMMAND",
        "tmf_memory.cli.commands.base:Command",
        "name",
        "tests/faces/cli/{}.md",
    ),
    "codegraph/extractors": (
        "EXTRACTOR",
        "tmf_memory.codegraph.extractors.base:Extractor",
        "language",
        "tests/codegraph",
    ),
    "codegraph/linker": (
        "LINKER",
        "tmf_memory.codegraph.linker.base:Linker",
        "language",
        "tests/codegraph",
    ),
    "factlint/rules": (
        "RULE",
        "tmf_memory.factlint.rules.base:Rule",
        "code",
        "tests/factlint/rules/{}.md",
    ),
    "factlint/formats": (
        "FORMAT",
        "tmf_memory.factlint.formats.base:Format",
        "name",
        "tests/factlint",
    ),
    "factlint/reporters": (
        "REPORTER",
        "tmf_memory.factlint.reporters.base:Reporter",
        "name",
        "tests/factlint",
    ),
    "install/hosts": (
        "HOST",
        "tmf_memory.install.hosts.base:Host",
        "name",
        "tests/install/hosts/{}.md",
    ),
    "mcp/tools": ("TOOL", "tmf_memory.mcp.tools.base:Tool", "name", "tests/faces/mcp"),
}


@cache
def _test_files(folder: str) -> tuple[tuple[str, str], ...]:
    """Return (name, text) of every test and case file below a folder."""
    paths = [path for path in sorted((ROOT / folder).rglob("*.*")) if path.is_file()]
    return tuple(
        (path.name, path.read_text(encoding="utf-8", errors="replace"))
        for path in paths
        if path.suffix != ".pyc"
    )


PRESENT = [folder for folder in FAMILIES if _plugins(folder)]


@pytest.mark.parametrize("folder", PRESENT)
def test_every_plugin_is_discovered(folder: str) -> None:
    attribute, kind, key, _ = FAMILIES[folder]
    module, _, name = kind.partition(":")
    package = importlib.import_module(f"tmf_memory.{folder.replace('/', '.')}")
    found = discover(package, attribute, getattr(importlib.import_module(module), name), key=key)
    assert len(found) == len(_plugins(folder))


@pytest.mark.parametrize(
    ("folder", "plugin"), [(folder, plugin) for folder in PRESENT for plugin in _plugins(folder)]
)
def test_plugin_has_its_test(folder: str, plugin: str) -> None:
    attribute, _, key, place = FAMILIES[folder]
    module = importlib.import_module(f"tmf_memory.{folder.replace('/', '.')}.{plugin}")
    names = {plugin, str(getattr(getattr(module, attribute), key))}
    if "{}" in place:
        assert (ROOT / place.format(plugin)).is_file()
    else:
        assert any(
            word in name or word in text for name, text in _test_files(place) for word in names
        )


@pytest.mark.parametrize("folder", PRESENT)
def test_plugins_of_a_family_never_import_each_other(folder: str) -> None:
    package = f"tmf_memory.{folder.replace('/', '.')}."
    plugins = set(_plugins(folder))
    crossing = []
    for source in package_sources():
        own = source.module.removeprefix(package).partition(".")[0]
        if source.module.startswith(package) and own in plugins:
            named = {name for name in source.imported_modules() if name.startswith(package)}
            others = {name.removeprefix(package).partition(".")[0] for name in named}
            crossing += [f"{source.path} imports {one}" for one in others & plugins - {own}]
    assert crossing == []


def test_table_of_commands_equals_the_folder() -> None:
    assert sorted(entry.module for entry in CATALOG.entries) == _plugins("cli/commands")


def test_every_plugin_folder_is_a_known_family() -> None:
    declaring = {
        path.parent.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("base.py")
        if (path.parent / "__init__.py").is_file()
    }
    assert declaring - FAMILIES.keys() <= {"kernel/store", "kernel/embedders", "kernel/generators"}


@pytest.mark.parametrize("entry", CATALOG.entries, ids=lambda entry: entry.name)
def test_command_module_declares_what_the_table_says(entry: Entry) -> None:
    command = load_command(entry, CATALOG.package)
    assert command.help.strip()
    assert len(entry.summary) <= 72
    assert not entry.summary.endswith(".")
