"""A credential stands in a memory file.

What: a literal that is a key, token, password or private key. It is shown masked, here and in every
other report.

Why: memory is sent to a model in every session, is copied into prompts and logs, and is often
committed.

Bad:

    deploy: the API token is ghp_…

Good:

    deploy: the API token is in the vault under `deploy/github`
"""

from __future__ import annotations

from collections.abc import Iterator

from tmf_memory.factlint.model import Document, Finding, Layer, Severity
from tmf_memory.factlint.rules.base import Corpus, Rule
from tmf_memory.kernel.language.secrets import find_secrets, masked
from tmf_memory.kernel.location import Location


def check(corpus: Corpus) -> Iterator[Finding]:
    for document in corpus.documents:
        yield from _findings(document)


def _findings(document: Document) -> Iterator[Finding]:
    text = document.text
    line, at = 1, 0
    for secret in find_secrets(text):
        line += text.count("\n", at, secret.start)
        at = secret.start
        yield Finding(
            name=RULE.name,
            code=RULE.code,
            severity=RULE.severity,
            layer=Layer.L0,
            entity=document.path.rpartition("/")[2],
            reason=f"{secret.kind} {masked(text[secret.start : secret.end])}",
            location=Location(document.path, line),
        )


RULE = Rule("MF022", "secret", Severity.ERROR, (Layer.L0,), check, __doc__)
