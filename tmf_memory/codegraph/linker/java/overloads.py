"""Which of several methods a call means: the phases of the language, on what is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tmf_memory.codegraph.linker.java.jtypes import Arr, Cls, Type
from tmf_memory.codegraph.linker.java.members import Hit, Members


class Function(NamedTuple):
    """A lambda or method reference as an argument; a reference has no arity of its own."""

    arity: int = -1
    is_function: bool = True


Argument = Type | Function | None
_Fits = Callable[[Type | None, Type | None], bool | None]


class Shape(NamedTuple):
    """The single abstract method of a functional interface."""

    params: tuple[Type | None, ...]
    returns: Type | None


class Overloads:
    """Chooses; None means that more than one may be meant, or none is known to fit."""

    def __init__(self, members: Members, shape_of: Callable[[Type | None], Shape | None]) -> None:
        self._members = members
        self._shape_of = shape_of

    def choose(self, hits: Sequence[Hit], arguments: Sequence[Argument]) -> Hit | None:
        fixed = [hit for hit in hits if len(hit.params) == len(arguments)]
        strict = self._rated(fixed, arguments, self._members.fits)
        if strict and all(strict.values()):
            return self._most_specific(list(strict), strict)
        loose = self._rated(fixed, arguments, self._members.fits_loosely)
        spread = [_spread(hit, len(arguments)) for hit in hits if hit.method.is_varargs]
        longer = self._rated([hit for hit in spread if hit], arguments, self._members.fits_loosely)
        if loose and not all(loose.values()) and longer.keys() - loose.keys():
            return None  # whether the call needs a variable number of arguments is not known
        rated = loose or longer
        found = self._most_specific(list(rated), rated)
        return found and next(hit for hit in hits if hit.method == found.method)

    def _rated(
        self, hits: Sequence[Hit], arguments: Sequence[Argument], fits: _Fits
    ) -> dict[Hit, bool | None]:
        """Those that fit (True) or may fit (None)."""
        rated = {hit: self._rate(hit, arguments, fits, hits) for hit in hits}
        return {hit: rating for hit, rating in rated.items() if rating is not False}

    def _rate(
        self, hit: Hit, arguments: Sequence[Argument], fits: _Fits, rivals: Sequence[Hit]
    ) -> bool | None:
        bindings = self._members.bindings(hit.seen_as)
        rating: bool | None = True
        for at, argument in enumerate(arguments):
            wanted = self._members.substitute(hit.params[at], bindings)
            one = self._fits(argument, wanted, fits)
            if one is False:
                return False
            if one is None and not self._is_shared(rivals, at):
                rating = None
        return rating

    def _is_shared(self, rivals: Sequence[Hit], at: int) -> bool:
        """Whether all rivals want the same at a place: then it does not decide between them."""
        wanted = {self._members.erased(hit.params[at]) for hit in rivals if at < len(hit.params)}
        return len(rivals) > 1 and len(wanted) == 1 and None not in wanted

    def _fits(self, argument: Argument, wanted: Type | None, fits: _Fits) -> bool | None:
        if not isinstance(argument, Function):
            return fits(argument, wanted)
        if not isinstance(wanted, Cls):
            return None
        shape = self._shape_of(wanted)
        if shape is None:
            declared = self._members.names.declared(wanted.key)
            return None if declared is None or declared.is_interface else False
        return argument.arity in {-1, len(shape.params)}

    def _most_specific(self, hits: list[Hit], rated: dict[Hit, bool | None]) -> Hit | None:
        """The one possible method, or one that fits for certain and is narrower than all others."""
        if len(hits) == 1:
            return hits[0]
        best = [
            hit
            for hit in hits
            if rated[hit] and all(other is hit or self._is_narrower(hit, other) for other in hits)
        ]
        return best[0] if len(best) == 1 else None

    def _is_narrower(self, one: Hit, other: Hit) -> bool:
        """Whether every call that fits one also fits the other."""
        return len(one.params) == len(other.params) and all(
            self._members.fits(
                self._members.substitute(mine, self._members.bindings(one.seen_as)),
                self._members.substitute(yours, self._members.bindings(other.seen_as)),
            )
            for mine, yours in zip(one.params, other.params, strict=True)
        )


def _spread(hit: Hit, count: int) -> Hit | None:
    """A method of variable arity as if it had just as many parameters as there are arguments."""
    *fixed, last = hit.params
    more = count - len(fixed)
    if more < 0:
        return None
    item = last.item if isinstance(last, Arr) else None
    return hit._replace(params=(*fixed, *[item] * more))
