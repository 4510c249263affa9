"""English word forms: a light stemmer, and the words that say nothing about a text's subject."""

from __future__ import annotations

_COMMON = """
    a about above after again all also am an and any are as at be because been before being below
    between both but by can cannot could did do does doing done down during each etc few for from
    further had has have having he her here hers him his how however i if in into is it its itself
    just let me may might more most must my no nor not now of off on once only or other our ours
    out over own rather same shall she should so some such than that the their theirs them then
    there these they this those through to too under until up upon us very via was we were what
    when where whether which while who whom whose why will with within without would yet you your
    cls def elif else false none return self true
"""
STOP_WORDS = frozenset(_COMMON.split())

_DOUBLED = frozenset("bdgkmnprt")


_IRREGULAR = {
    "built": "build",
    "children": "child",
    "chosen": "choos",
    "found": "find",
    "held": "hold",
    "ids": "id",
    "indices": "index",
    "kept": "keep",
    "made": "make",
    "ran": "run",
    "sent": "send",
    "used": "use",
    "using": "use",
    "vertices": "vertex",
    "written": "writ",
}


def stem(word: str) -> str:
    """Return a lower-case word without its plural, past or progressive ending."""
    if len(word) < 4 or word in _IRREGULAR:
        return _IRREGULAR.get(word, word)
    word = _singular(word)
    if word.endswith("ing") and len(word) > 5:
        return _restore(word[:-3])
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ed") and len(word) > 4 and not word.endswith("eed"):
        return _restore(word[:-2])
    return word.removesuffix("e") if len(word) > 4 else word


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


def _restore(root: str) -> str:
    if not any(letter in "aeiouy" for letter in root):
        return root
    if len(root) > 3 and root[-1] == root[-2] and _was_doubled(root):
        root = root[:-1]
    return root.removesuffix("e") if len(root) > 4 else root


def _was_doubled(root: str) -> bool:
    """Whether the last letter was doubled by the ending: `runn`, `controll`, but not `install`."""
    return root[-1] in _DOUBLED or (len(root) > 6 and root.endswith(("oll", "ell")))


_SUFFIXES = """
    e y i er or al ation ition ion ment ness ity ly able ible ive ant ent ance ence izat ization
    ize iz iti ical ic ful less ed ing s at ator ated ate ier ies ied ism ist ous ur ure ual ually
    ially ar ary ory
"""
_ENDINGS = frozenset(["", *_SUFFIXES.split()])
_SHORTEST_ROOT = 4
_LONGEST_ENDING = 6


def are_forms_of_one_word(one: str, other: str) -> bool:
    """Whether two stems look derived from one root: `represent`, `representation`."""
    root = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        root += 1
    return (
        root >= _SHORTEST_ROOT
        and root >= max(len(one), len(other)) - _LONGEST_ENDING
        and one[root:] in _ENDINGS
        and other[root:] in _ENDINGS
    )
