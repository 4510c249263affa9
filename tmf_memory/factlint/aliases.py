"""Which names are one entity: declared aliases, then the conservative form, then nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tmf_memory.factlint.model import Fact, Origin
from tmf_memory.factlint.names import count_of, form_of
from tmf_memory.kernel.language.heads import has_cjk

_SCOPED = (Origin.HEADING, Origin.LABEL)


@dataclass(frozen=True, slots=True)
class LookAlike:
    """Two entities whose names are so near that a person should say whether they are one."""

    left: str
    right: str
    edits: int
    similarity: float


class AliasIndex:
    """Entity identity over a set of facts, built once and shared by every read of them."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._parent: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for fact in facts:
            key = scoped_form(fact)
            self._names.setdefault(key, fact.entity)
            for alias in fact.aliases:
                self._join(key, form_of(alias))

    def key_of(self, fact: Fact) -> str:
        """Return what facts of one entity share."""
        return self._root(scoped_form(fact))

    def key_of_name(self, name: str) -> str:
        return self._root(form_of(name))

    def name_of(self, key: str) -> str:
        """Return the first written name of an entity."""
        return self._names.get(key, key)

    def display(self, fact: Fact) -> str:
        """Return the name under which a fact's entity is shown."""
        if not self._parent:
            return self._names.get(fact.form, fact.entity)
        return self.name_of(self.key_of(fact))

    def _root(self, form: str) -> str:
        root = form
        while root in self._parent:
            root = self._parent[root]
        return root

    def _join(self, left: str, right: str) -> None:
        left, right = self._root(left), self._root(right)
        if left != right:
            self._parent[right] = left
            if right in self._names:
                self._names.setdefault(left, self._names[right])


def scoped_form(fact: Fact) -> str:
    """Return the form of a fact's entity; a nested heading or label is qualified by its parents."""
    if fact.origin in _SCOPED and " > " in fact.scope:
        return form_of(fact.scope.rpartition(" > ")[0]) + "/" + fact.form
    return fact.form


def look_alikes(names: Mapping[str, str]) -> list[tuple[str, str, int]]:
    """Return pairs of forms that are one edit apart (length ≥ 4) or two (length ≥ 8), in order.

    `names` gives a written name of each form. Names that count differently (`web-1` and `web-2`,
    `cell A` and `cell B`) are never compared.
    """
    counted: dict[str, list[str]] = {}
    for form, name in names.items():
        if len(form) >= 4:
            counted.setdefault(count_of(name), []).append(form)
    order = {form: index for index, form in enumerate(names)}
    found = [
        (left, right, edits)
        for forms in counted.values()
        if len(forms) > 1
        for left, right in _candidates(forms)
        if (edits := edits_between(left, right))
    ]
    return sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))


def _candidates(forms: list[str]) -> set[tuple[str, str]]:
    """Return the pairs that may be near, each in the order given.

    They come from a deletion neighbourhood: two words within k edits share a string that is each of
    them with at most k characters deleted. No pair of forms is compared without one.
    """
    shared = _shared(forms) if len(forms) > _MANY else None
    first: dict[str, int] = {}
    crowds: dict[str, set[int]] = {}
    claim = first.setdefault
    for index, form in enumerate(forms):
        for variant in _deletions(form):
            if shared is not None and not shared[hash(variant) & _SLOTS]:
                continue
            earlier = claim(variant, index)
            if earlier != index:
                crowds.setdefault(variant, {earlier}).add(index)
    return {
        (forms[left], forms[right])
        for crowd in crowds.values()
        for left, right in combinations(sorted(crowd)[:_CROWD], 2)
    }


_MANY = 2000
_SLOTS = (1 << 23) - 1


def _shared(forms: list[str]) -> bytearray:
    """Mark the hashes that two forms may share: most variants are nobody else's.

    Without it the variants of a hundred thousand names would fill gigabytes.
    """
    seen, shared = bytearray(_SLOTS + 1), bytearray(_SLOTS + 1)
    for form in forms:
        for slot in {hash(variant) & _SLOTS for variant in _deletions(form)}:
            if seen[slot]:
                shared[slot] = 1
            else:
                seen[slot] = 1
    return shared


_CROWD = 64
_LONGEST = 48


def _deletions(form: str) -> list[str]:
    """Return a form and what is left of it without one or, from eight letters on, two characters.

    Very long names come only as they are. Some variants come twice.
    """
    size = len(form)
    if size > _LONGEST:
        return [form]
    heads = [form[:at] for at in range(size)]
    tails = [form[at + 1 :] for at in range(size)]
    variants = [head + tail for head, tail in zip(heads, tails, strict=True)]
    if size >= 8:
        for one, head in enumerate(heads):
            variants += [head + form[one + 1 : two] + tails[two] for two in range(one + 1, size)]
    variants.append(form)
    return variants


def edits_between(left: str, right: str) -> int:
    """Return how many edits apart two forms are, 0 when that is no reason to ask."""
    limit = _limit(left, right)
    if not limit:
        return 0
    edits = edit_distance(left, right, limit)
    return edits if edits <= limit else 0


def _limit(left: str, right: str) -> int:
    shortest = min(len(left), len(right))
    if has_cjk(left) or has_cjk(right):
        # A character is a word there: 账单服务 and 订单服务 are two services, not a slip.
        return 1 if shortest >= 8 else 0
    if shortest < 4:
        return 0
    return 2 if shortest >= 8 else 1


def edit_distance(left: str, right: str, limit: int) -> int:
    """Return the Levenshtein distance, or `limit` + 1 when it is larger."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    previous = list(range(len(right) + 1))
    for row, mine in enumerate(left, start=1):
        current = [row]
        for column, theirs in enumerate(right, start=1):
            cost = previous[column - 1] + (mine != theirs)
            current.append(min(cost, previous[column] + 1, current[-1] + 1))
        if min(current) > limit:
            return limit + 1
        previous = current
    return previous[-1]
