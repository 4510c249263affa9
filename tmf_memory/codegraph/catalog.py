"""The light table of languages: what a read needs to know without importing any extractor.

A test holds it equal to what the modules of `extractors/` and `linker/` declare.
"""

from __future__ import annotations

from typing import NamedTuple


class LanguageRow(NamedTuple):
    """One language: where its code is, which files it takes, and what it needs installed.

    `module` is below `extractors/`, and below `linker/` too when `linker`, the version of that, is
    not 0. `file_names` are whole names with at most one `*`.
    """

    language: str
    module: str
    tier: str
    version: int
    suffixes: tuple[str, ...]
    file_names: tuple[str, ...] = ()
    linker: int = 0
    needs: tuple[str, ...] = ()


CATALOG: tuple[LanguageRow, ...] = (
    LanguageRow(
        "dockerfile",
        "dockerfile",
        "config",
        1,
        (".dockerfile", ".Dockerfile"),
        ("Dockerfile", "Containerfile", "Dockerfile.*"),
    ),
    LanguageRow(
        "ini",
        "ini_config",
        "config",
        1,
        (".cfg", ".ini"),
        (
            *(".coveragerc", ".editorconfig", ".flake8", ".pylintrc"),
            *(".env.dist", ".env.example", ".env.sample", ".env.template"),
        ),
    ),
    LanguageRow(
        "java",
        "java",
        "java-treesitter-syntactic",
        2,
        (".java",),
        linker=1,
        needs=("tree_sitter", "tree_sitter_java"),
    ),
    LanguageRow("json", "json_config", "config", 1, (".json", ".jsonc", ".json5")),
    LanguageRow(
        "makefile", "makefile", "config", 1, (".mk",), ("Makefile", "makefile", "GNUmakefile")
    ),
    LanguageRow("python", "python", "python-ast", 6, (".py", ".pyi"), linker=6),
    LanguageRow(
        "requirements",
        "requirements",
        "config",
        1,
        (),
        ("requirements*.txt", "*requirements.txt", "requirements*.in", "constraints*.txt"),
    ),
    LanguageRow("sql", "sql", "sql", 1, (".sql",)),
    LanguageRow(
        "toml",
        "toml_config",
        "config",
        1,
        (".toml",),
        ("Pipfile", "Cargo.lock", "pdm.lock", "poetry.lock", "uv.lock"),
    ),
    LanguageRow("yaml", "yaml_config", "config", 2, (".yaml", ".yml")),
)
