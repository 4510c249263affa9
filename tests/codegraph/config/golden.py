"""Golden files: `python -m tests.codegraph.config.golden` writes them again, for a review."""

from __future__ import annotations

import ast
import json
from pathlib import Path

from tmf_memory.codegraph.extractors.base import Extraction, SourceText
from tmf_memory.codegraph.extractors.python.flags import flags_of
from tmf_memory.codegraph.extractors.python.routes import routes_and_unresolved
from tmf_memory.codegraph.languages import all_languages
from tmf_memory.codegraph.model import Json, Symbol

CASES = Path(__file__).parent / "cases"
EXPECTED = ".expected.json"


def case_paths() -> list[str]:
    return sorted(
        place.relative_to(CASES).as_posix()
        for place in CASES.rglob("*")
        if place.is_file() and not place.name.endswith(EXPECTED) and place.suffix != ".pyc"
    )


def observed(path: str) -> Json:
    text = (CASES / path).read_text(encoding="utf-8")
    if path.endswith(".py"):
        return _python(text)
    extractor = all_languages().of(path)
    assert extractor is not None, path
    extraction = extractor.extract(SourceText(path, text))
    if extraction.degraded:
        return {"degraded": extraction.degraded}
    return {
        "language": extractor.language,
        "symbols": [_row(symbol) for symbol in extraction.symbols],
        "documents": _documents(extraction),
    }


def _python(text: str) -> Json:
    module = ast.parse(text)
    routes, unresolved = routes_and_unresolved(module, text)
    return {
        "routes": [_row(symbol) for symbol in routes],
        "unresolved": [f"{one.line} {one.source}: {one.expression}" for one in unresolved],
        "flags": [_row(symbol) for symbol in flags_of(module, text)],
    }


def _row(symbol: Symbol) -> Json:
    lines = f"{symbol.line_start}-{symbol.line_end}"
    return [symbol.scope.value, symbol.qualname, lines, dict(symbol.detail)]


def _documents(extraction: Extraction) -> Json:
    return [
        [document.fields.get("name", ""), document.fields["body"]]
        for document in extraction.documents
    ]


def expected(path: str) -> Json:
    place = CASES / f"{path}{EXPECTED}"
    content: Json = json.loads(place.read_text(encoding="utf-8"))
    return content


def written(content: Json) -> str:
    """One line per symbol, so that a diff reads well."""
    assert isinstance(content, dict)
    parts: list[str] = []
    for key, value in content.items():
        if isinstance(value, list) and value:
            rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in value)
            parts.append(f"{json.dumps(key)}: [\n{rows}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{" + ",\n".join(parts) + "}\n"


def main() -> None:
    for path in case_paths():
        (CASES / f"{path}{EXPECTED}").write_text(written(observed(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
