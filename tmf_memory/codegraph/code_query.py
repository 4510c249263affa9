"""How a question about code is understood: concepts, names written as code, paths, intent. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from tmf_memory.kernel.text.bm25 import Concept
from tmf_memory.kernel.text.prose import telling_weight
from tmf_memory.kernel.text.thesaurus import relations
from tmf_memory.kernel.text.tokens import part_terms, whole_identifier
from tmf_memory.kernel.text.words import stem

_VARIANTS = 0.3
_MOST_CONCEPTS = 48

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_PATH = re.compile(r"[\w.-]*/[\w./-]+|\b[\w-]+\.(?:py|java|toml|json|ya?ml|sql|cfg|ini)\b")
_WORD = re.compile(r"\w+(?:-\w+)*")
_OPTION = re.compile(r"(?<!\w)--?[a-z]")

# Words of reports and questions ("crashes when …", "how does …"): they are about what code does,
# and the code that does it is rarely named after it. Collected from change logs of Django, flask,
# rich and requests against docstrings.
_BEHAVIOUR = """
    anymore avoid avoids behavior behaviour broken breaks bug bugs cannot cause caused causes crash
    crashed crashes deprecate deprecated does doesn't don't error errors fail failed failing fails
    failure failures fix fixed fixes fixing handle handles handling how improve improved improvement
    improves incorrect incorrectly increased instead issue issues longer missing not now performance
    prevent prevented prevents properly correctly rather reduce reduced regression reject rejects
    removed added allow allowed allows favor favour faster slow slower slowness respect respects
    ignored support supported supports twice unexpected unless warning warnings when where why
    working works wrong
"""
_DESCRIPTION = """
    a an base calculate calculates class compute computes convert converts create given helper
    instance iterator object parse represent representation representing represents return returns
    subclass the used utility wrapper
"""
# With what descriptions of code begin and change logs do not: counted in the docstrings and change
# logs of Django, flask and requests, and verbs like them added by hand.
_OPENINGS = """
    a an apply assert base build called check class clear compute construct context convert create
    decode decorator delete determine dict encode exception find format generate get given helper
    hook initialize internal iterate like list load log mark mixin move parse perform
    prints provide raise read register remove render renders represent reset retrieve return
    returns run save send sends serialize set split standard store take transform union
    used validate wrap wrapper write yield yields
"""
_BEHAVIOUR_WORDS = frozenset(_BEHAVIOUR.split())
_DESCRIPTION_WORDS = frozenset(_DESCRIPTION.split())
_OPENING_WORDS = frozenset(_OPENINGS.split())
_PLAIN = re.compile(r"[a-z][a-z']+")
_OPENING = 3
_SENTENCE = 5

_TEST_TERMS = frozenset(map(stem, ("test", "tests", "testing", "fixture", "pytest", "unittest")))
_VENDOR_TERMS = frozenset(map(stem, ("vendor", "vendored", "vendoring", "bundled")))


class Sort(Enum):
    """What a question says of the code it looks for."""

    DESCRIPTION = "description"
    """What a piece of code is or does, or only its words."""
    BEHAVIOUR = "behaviour"
    """What goes wrong, changed, or should: the code that does it is rarely named after it."""
    OPEN = "open"
    """A sentence that has signs of neither."""


@dataclass(frozen=True)
class CodeQuery:
    """A question, taken apart."""

    text: str
    concepts: tuple[Concept, ...]
    identifiers: tuple[str, ...]
    paths: tuple[str, ...]
    sort: Sort

    @cached_property
    def terms(self) -> Mapping[str, float]:
        """The head of every concept with its weight."""
        return {concept.head: concept.weight for concept in self.concepts}

    @property
    def mentions_tests(self) -> bool:
        return not _TEST_TERMS.isdisjoint(self.terms)

    @property
    def mentions_vendored(self) -> bool:
        return not _VENDOR_TERMS.isdisjoint(self.terms)


def analyze_query(text: str) -> CodeQuery:
    """Take a natural-language or identifier query apart."""
    concepts: dict[str, Concept] = {}
    for word in _WORD.findall(text):
        for concept in _concepts(word):
            known = concepts.get(concept.head)
            if known is None and len(concepts) < _MOST_CONCEPTS:
                concepts[concept.head] = concept
    names = [name for name in _IDENTIFIER.findall(text) if _written_as_code(name)]
    return CodeQuery(
        text,
        tuple(concepts.values()),
        tuple(dict.fromkeys(names)),
        tuple(_PATH.findall(text)),
        _sort_of(text),
    )


def _concepts(word: str) -> list[Concept]:
    found = [_concept(term) for term in part_terms(word)]
    whole = whole_identifier(word)
    if whole:
        found.append(Concept({whole: 1.0}))
    return found


def _concept(term: str) -> Concept:
    return Concept({term: 1.0, **relations().get(term, {})}, telling_weight(term), _VARIANTS)


def _sort_of(text: str) -> Sort:
    words = _PLAIN.findall(text.lower())
    signs = sum(word in _BEHAVIOUR_WORDS for word in words) + len(_OPTION.findall(text))
    if signs > sum(word in _DESCRIPTION_WORDS for word in words[:_OPENING]):
        return Sort.BEHAVIOUR
    is_description = len(words) < _SENTENCE or words[0] in _OPENING_WORDS
    return Sort.DESCRIPTION if is_description else Sort.OPEN


def _written_as_code(name: str) -> bool:
    return "_" in name or "." in name or not (name.islower() or name.istitle() or name.isupper())
