"""Words of descriptions that the described code seldom contains. Data and look-up.

"Return whether the given file is suitable": only `file` says where to look. How much such a word
counts is the square root of how often code contained it when its docstring did (the same packages
as in `thesaurus`), relative to an ordinary word; words that are not listed count 1.
"""

from __future__ import annotations

from functools import lru_cache

from tmf_memory.kernel.text.words import stem

_WORDS = {
    0.1: """
        appear belongs convenience functionality indicates meth otherwise several suitable
    """,
    0.2: """
        able according acts actually another appropriate associated asynchronous comes correctly
        corresponding currently doesn don dynamically either entire given gives internally isn
        making newly occurred optionally particular portion possibly purposes represents respect
        responsible returns see taking temporarily thrown underlying unless useful well whenever
    """,
    0.3: """
        across against arbitrary around asynchronously automatically based bug certain compatibility
        crash directly equivalent every fresh immediately implementation improve improvement
        incorrectly instead know lazily logic longer necessary org performance possible potentially
        previously properly refers regression representation retrieve safely something specialized
        specific specified still successfully sure taken tell together treated utility various way
        whole
    """,
    0.4: """
        additional along always anything assuming avoid composition containing correct determine
        different due encapsulates encountered enumeration established everything expose expressed
        following happens helper holds identified incoming inside interacting iterate least like
        look maintains nothing obtain onto perform present prevent produce provided recursively
        subclass supplied takes th turn two wire
    """,
    0.5: """
        aggregation approximate ask back become cause considered construct constructor conventions
        decreasing defined depending derived describing desired dictionary even exactly explicitly
        fix fully general implement increasing information initialization initialize internal later
        less located manage maximum modification multiple never occurrences one operating overridden
        place preserving proper recent regular related relevant separated shortcut similar single
        specification standard things three used www
    """,
    0.6: """
        accumulate actual allow already attempt authentication behavior calculate caller com
        compatible conversion creation current except filesystem go greater human individual
        inherited instance instantiate invoke keep known management multiply needed non optimized
        optional others pair passed pure qualified re reached readable required satisfy side simple
        since textual want
    """,
    0.7: """
        abstract access advance algorithm amount attach automatic available backward beginning
        called characters choose coerce combination common comparison compute configuration
        configured convert custom decorated deep delivered difference documentation effect ensure
        equality evaluate explicit form function high including initiate instruction integer issue
        low make many method minimal minimum modified new notify number object optimization original
        outside override overwrite persist pick populate prior py refuse remaining rfc saved seconds
        seen semantic serialization special structure syntax trailing wrapper
    """,
    0.8: """
        absolute accept api application apply arguments aware basic bit boolean case catch clean
        combine comma concatenate coordinates create criteria cross declared detect dimension disk
        display equal exact exceeds fast final first full generate handle identifier initial inject
        interface leading leave machine mark mod moved named negative normal numeric operation order
        overload pep per plain positive pre preferred pretty product program python real recursive
        reference reject relative replacement resolution shared short store sub successful support
        term track transformation traversal utils valid variant zero
    """,
}


@lru_cache(maxsize=1)
def _weights() -> dict[str, float]:
    return {stem(word): weight for weight, words in _WORDS.items() for word in words.split()}


def telling_weight(term: str) -> float:
    """How much a term of a description says about where the code is, 0 to 1."""
    return _weights().get(term, 1.0)
