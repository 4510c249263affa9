"""The package's own source, parsed once for the structure tests."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "tmf_memory"


@dataclass(frozen=True)
class Source:
    """One module of the package."""

    path: str
    text: str
    tree: ast.Module

    @property
    def module(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def imported_modules(self) -> set[str]:
        """Return the dotted names this module imports, wherever the import stands."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
                found.update(f"{node.module}.{alias.name}" for alias in node.names)
        return found

    def imported_packages(self) -> set[str]:
        return {name.partition(".")[0] for name in self.imported_modules()}


@cache
def package_sources() -> tuple[Source, ...]:
    return tuple(_read(path) for path in sorted(PACKAGE.rglob("*.py")))


@cache
def tool_sources() -> tuple[Source, ...]:
    """Return the scripts, benchmarks and evaluations: held to the same sizes."""
    folders = (ROOT / "scripts", ROOT / "bench", ROOT / "eval")
    paths = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return tuple(_read(path) for path in paths if path.stat().st_size)


def _read(path: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    return Source(path.relative_to(ROOT).as_posix(), text, ast.parse(text))
