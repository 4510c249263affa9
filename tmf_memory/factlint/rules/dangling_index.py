"""A memory index and the files beside it do not agree.

What: a link of `MEMORY.md` leads to a file that is not there, or a memory file (with `name` and
`description` in its frontmatter) beside it is in no line of the index.

Why: agents find memories through the index. A missing file is a promise nobody keeps; a file that
is not listed is never read.

Bad:

    - [Deploy notes](deploy-notes.md) — how releases are cut      (deploy-notes.md was deleted)

Good:

    - [Release notes](release-notes.md) — how releases are cut
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tmf_memory.factlint.model import Document, Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.kernel.location import Location

_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s#]+\.mdc?)(?:#[^)]*)?\)")
_FENCE = re.compile(r"^\s{0,12}(?:`{3,}|~{3,})")
_INDEX = "memory.md"
_MEMORY = re.compile(r"\A---\r?\n(?=(?:.*\r?\n)*?name:)(?=(?:.*\r?\n)*?description:)")


def check(corpus: Corpus) -> Iterator[Finding]:
    for document in corpus.documents:
        folder, _, name = document.path.rpartition("/")
        neighbours = corpus.neighbours.get(document.path)
        if name.lower() != _INDEX or neighbours is None:
            continue
        links = list(_links(document.text))
        yield from (
            _finding(document.path, line, f"the index points to '{target}', which is not there")
            for line, target in links
            if _is_inside(target) and target.removeprefix("./") not in neighbours
        )
        if any(target.removeprefix("./") in neighbours for _, target in links):
            yield from _unlisted(corpus, document, folder)


def _links(text: str) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(text.split("\n"), start=1):
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            for match in _LINK.finditer(line):
                yield number, match["target"].replace("%20", " ")


def _is_inside(target: str) -> bool:
    return "://" not in target and not target.startswith(("/", "../", "~"))


def _unlisted(corpus: Corpus, index: Document, folder: str) -> Iterator[Finding]:
    for document in corpus.documents:
        place, _, name = document.path.rpartition("/")
        stem = name.rpartition(".")[0]
        if place != folder or document is index or not _MEMORY.match(document.text):
            continue
        if name not in index.text and stem not in index.text:
            reason = f"this memory is in no line of {index.path.rpartition('/')[2]}"
            yield _finding(document.path, 1, reason)


def _finding(path: str, line: int, reason: str) -> Finding:
    return Finding(
        name=RULE.name,
        code=RULE.code,
        severity=RULE.severity,
        layer=Layer.L0,
        entity=path.rpartition("/")[2],
        reason=reason,
        location=Location(path, line),
    )


RULE = Rule("MF021", "dangling_index", Severity.WARNING, (Layer.L0,), check, __doc__)
