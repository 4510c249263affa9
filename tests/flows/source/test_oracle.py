"""What the source says about notes: a small repository, a note, and what must be found."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fakes.trees import write_tree
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.factlint.linter import LintRequest
from tmf_memory.flows.source.lint import SourcedReport, lint_against_source
from tmf_memory.kernel.clock import SystemClock
from tmf_memory.kernel.store.memory import MemoryStore
from tmf_memory.kernel.worktree import Worktree

PROJECT = """
pyproject.toml:
    [project]
    name = "shop"
    dependencies = ["django==5.2.19", "flask>=3.0,<4"]
package.json:
    {"scripts": {"build": "vite build"}, "dependencies": {"react": "^18.2.0"}}
Makefile:
    lint:
    \truff check
config/app.yaml:
    server:
      port: 8081
    cache:
      port: 6379
shop/__init__.py:
shop/pricing.py:
    FREE_SHIPPING_FROM = 60
    MODE = "fast"
    def total(items, rate, extra=0):
        return sum(items) * rate
    class Cart:
        limit: int = 5
        def add(self, item):
            return item
shop/other.py:
    MODE = "slow"
shop/web.py:
    from flask import Flask
    app = Flask(__name__)
    @app.route("/orders", methods=["POST"])
    def orders():
        return ""
"""


def lint(root: Path, note: str) -> SourcedReport:
    (root / "CLAUDE.md").write_text(note, encoding="utf-8")
    memory = CodeMemory(Worktree(root), MemoryStore(), SystemClock())
    return lint_against_source(LintRequest(("CLAUDE.md",), root), memory)


def findings(root: Path, note: str) -> list[tuple[str, str]]:
    report = lint(root, note).report
    return [(one.code, one.reason) for one in report.findings if one.layer.value == "S"]


def git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def committed(root: Path, drawing: str, *, date: str = "2026-01-10T12:00:00") -> Path:
    write_tree(root, drawing)
    git(root, "init", "-q")
    commit(root, date)
    return root


def commit(root: Path, date: str) -> None:
    git(root, "add", "-A")
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "x"]
    environment = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "PATH": _path()}
    subprocess.run(command, cwd=root, check=True, env=environment)


def _path() -> str:
    import os

    return os.environ["PATH"]


CONTRADICTED = {
    "a constant": ("`FREE_SHIPPING_FROM = 50` in `shop/pricing.py`", "FREE_SHIPPING_FROM = 60"),
    "a line with the word from": (
        "Free from 50 euros on: `FREE_SHIPPING_FROM = 50`",
        "FREE_SHIPPING_FROM = 60",
    ),
    "a constant in prose": ("`FREE_SHIPPING_FROM` is 50.", "FREE_SHIPPING_FROM = 60"),
    "a constant that its file makes unambiguous": (
        "`MODE = 'turbo'` in `shop/other.py`",
        'MODE = "slow"',
    ),
    "a class attribute": ("`Cart.limit = 9`", "Cart.limit = 5"),
    "a default port in YAML": ("`server.port: 8080` in `config/app.yaml`", "server.port = 8081"),
    "a port named by a word of the line": ("The cache listens on port 6380", "cache.port = 6379"),
    "a pinned dependency": ("Uses Django 4.2", "django ==5.2.19"),
    "a dependency outside its range": ("Flask 2.3 serves the pages", "flask >=3.0,<4"),
    "an npm dependency": ("The front end is React 17", "react ^18.2.0"),
    "a route's method": ("`GET /orders` lists orders", "POST /orders"),
    "a signature": ("`def total(items, discount)` sums up", "parameters (items, rate, extra)"),
}
QUIET = {
    "the value is right": "`FREE_SHIPPING_FROM = 60`",
    "another spelling of the value": "`FREE_SHIPPING_FROM = 60.0`",
    "one of two constants of that name": "`MODE = 'fast'`",
    "neither, but which is meant is unknown and one agrees": "`MODE = 'slow'`",
    "a constant nobody has": "`SOME_LIMIT = 3`",
    "an expression": "`FREE_SHIPPING_FROM = base * 2`",
    "a past value": "`FREE_SHIPPING_FROM` was 50 until May",
    "a wish": "`FREE_SHIPPING_FROM` should be 50",
    "an example": "e.g. `FREE_SHIPPING_FROM = 50`",
    "a change": "raised `FREE_SHIPPING_FROM` from 50 to 60",
    "a version that fits": "Uses Django 5.2 and Flask 3",
    "a library that is no dependency": "Like Rails 7, but smaller",
    "a number that is no version": "Django 4.2x faster, React 100%",
    "a right signature": "`def total(items, rate, extra=0)`",
    "a signature that leaves out the rest": "`def total(items, ...)`",
    "a route as it is": "`POST /orders` places one",
    "a route of another service": "`GET /payments` is elsewhere",
    "a port nobody can place": "Postgres listens on port 5432",
    "inside a code block": "```\nFREE_SHIPPING_FROM = 50\n```",
    "struck through": "~~`FREE_SHIPPING_FROM = 50`~~",
    "history": 'x: FREE = "50" ; valid_to=2026-01-01 -- 2025-01-01 (source: a)',
}


@pytest.mark.parametrize("name", CONTRADICTED)
def test_contradicted_by_source(name: str, tmp_path: Path) -> None:
    note, says = CONTRADICTED[name]
    found = findings(write_tree(tmp_path, PROJECT), f"# Notes\n\n- {note}\n")
    assert [code for code, _ in found] == ["MF030"], found
    assert f"`{says}`" in found[0][1]


@pytest.mark.parametrize("name", QUIET)
def test_quiet(name: str, tmp_path: Path) -> None:
    note = QUIET[name]
    shown = note if note.startswith("```") else f"- {note}"
    assert findings(write_tree(tmp_path, PROJECT), f"# Notes\n\n{shown}\n") == []


def delete_file(root: Path) -> None:
    (root / "shop/other.py").unlink()


def move_file(root: Path) -> None:
    (root / "shop/other.py").rename(root / "shop/modes.py")


def rename_function(root: Path) -> None:
    place = root / "shop/pricing.py"
    place.write_text(place.read_text("utf-8").replace("total", "grand_total"), encoding="utf-8")


def drop_script(root: Path) -> None:
    (root / "package.json").write_text("{}", encoding="utf-8")


def drop_target(root: Path) -> None:
    (root / "Makefile").write_text("test:\n\ttrue\n", encoding="utf-8")


GONE: dict[str, tuple[Callable[[Path], None], str, str, str]] = {
    "a deleted file": (delete_file, "see `shop/other.py`", "MF020", "was deleted"),
    "a moved file": (move_file, "see `shop/other.py`", "MF020", "moved to `shop/modes.py`"),
    "a deleted folder's file, from the note's name": (
        delete_file,
        "modes live in `shop/other.py`",
        "MF020",
        "was deleted",
    ),
    "a renamed method": (
        lambda root: (root / "shop/pricing.py").write_text("x = 1\n") and None,
        "`FREE_SHIPPING_FROM` holds the limit",
        "MF031",
        "no longer in the source",
    ),
    "an npm script": (drop_script, "`npm run build` bundles", "MF031", "no longer in the source"),
    "a Make target": (drop_target, "`make lint` checks", "MF031", "no longer in the source"),
}
NEVER_GONE = {
    "a name that never was here": "`BaseModel` and `some_helper` come from libraries",
    "a branch": "`feature/login` is the branch",
    "a pattern": "`shop/*.py`",
    "another repository's path": "`frontend/src/app.ts` is in the other repository",
    "a script nobody ever had": "`npm run deploy` is for the other repository",
    "a line about the move": "`shop/other.py` was moved to `shop/modes.py`",
}


@pytest.mark.parametrize("name", GONE)
def test_gone(name: str, tmp_path: Path) -> None:
    edit, note, code, says = GONE[name]
    root = committed(tmp_path, PROJECT)
    edit(root)
    commit(root, "2026-02-10T12:00:00")
    found = findings(root, f"# Notes\n\n- {note}\n")
    assert [one for one, _ in found] == [code], found
    assert says in found[0][1]


@pytest.mark.parametrize("name", NEVER_GONE)
def test_never_gone(name: str, tmp_path: Path) -> None:
    root = committed(tmp_path, PROJECT)
    move_file(root)
    commit(root, "2026-02-10T12:00:00")
    assert findings(root, f"# Notes\n\n- {NEVER_GONE[name]}\n") == []


def test_a_path_below_a_known_folder_that_never_was_is_only_information(tmp_path: Path) -> None:
    root = committed(tmp_path, PROJECT)
    report = lint(root, "# Notes\n\n- see `shop/missing.py`\n").report
    assert [(one.code, one.severity.value) for one in report.findings] == [("MF020", "info")]


DATED = "cart: `Cart.add` takes one item -- {date} (source: review)"


@pytest.mark.parametrize(
    ("date", "edit", "expected"),
    [
        ("2026-01-20", "return item + 1", ["MF032"]),
        ("2026-02-20", "return item + 1", []),
        ("2026-01-20", "return item  # why", []),
        ("2025-01-20", "return item + 1", []),
    ],
)
def test_changed_since(date: str, edit: str, expected: list[str], tmp_path: Path) -> None:
    root = committed(tmp_path, PROJECT)
    place = root / "shop/pricing.py"
    place.write_text(place.read_text("utf-8").replace("return item", edit), encoding="utf-8")
    commit(root, "2026-02-10T12:00:00")
    found = findings(root, f"# Notes\n\n{DATED.format(date=date)}\n")
    assert [code for code, _ in found] == expected


def test_the_footer_says_what_was_checked(tmp_path: Path) -> None:
    note = "- `MODE = 'fast'` in `shop/pricing.py`\n"
    assert lint(write_tree(tmp_path, PROJECT), note).checked.startswith(
        "source: 1 path, 1 value checked against "
    )


def test_without_git_nothing_is_known_to_be_gone(tmp_path: Path) -> None:
    root = write_tree(tmp_path, PROJECT)
    delete_file(root)
    assert findings(root, "# Notes\n\n- `shop/gone_folder/x.py`, `total_of_all` and more\n") == []
