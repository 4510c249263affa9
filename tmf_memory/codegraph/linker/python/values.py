"""What an expression may stand for, as far as it is proven.

Nobody changes a value; they are not frozen because making a frozen one takes three times as long,
and linking makes millions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tmf_memory.codegraph.model import UnresolvedReason

if TYPE_CHECKING:
    from tmf_memory.codegraph.linker.python.frames import Frame


@dataclass(slots=True, unsafe_hash=True)
class Unknown:
    """Nothing is proven, and why."""

    reason: UnresolvedReason


@dataclass(slots=True, unsafe_hash=True)
class Nothing:
    """The value `None`."""


@dataclass(slots=True, unsafe_hash=True)
class Constant:
    """A string or a number."""

    value: str | int


@dataclass(slots=True, unsafe_hash=True)
class Module:
    """A module of the repository; a namespace package is a path with a trailing slash."""

    path: str


@dataclass(slots=True, unsafe_hash=True)
class Foreign:
    """Something of the standard library, of another project or built in."""

    name: str
    builtin: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Function:
    """A function or lambda; `receiver` is what it is bound to, `frame` what it closes over."""

    path: str
    qualname: str
    receiver: Value | None = field(default=None, compare=False)
    frame: Frame | None = field(default=None, compare=False)


@dataclass(slots=True, eq=False)
class Class:
    """A class of the repository; there is one object for each, so that it is its own key."""

    path: str
    qualname: str


@dataclass(slots=True, unsafe_hash=True)
class Instance:
    """An instance of a class of the repository; `made` is the call that made it."""

    of: Class
    made: tuple[object, Frame] | None = field(default=None, compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Elements:
    """Something iterable or indexable whose every element is `element`."""

    element: Value
    kind: str = "list"
    key: Value | None = None


@dataclass(slots=True, unsafe_hash=True)
class Display:
    """A container whose contents are written out: a value of the surface and its frame."""

    content: tuple[object, ...]
    frame: Frame = field(compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Parent:
    """What `super()` gives: the attributes behind `after` in the resolution order of `of`."""

    of: Class
    after: Class
    receiver: Value | None = field(default=None, compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Awaitable:
    """What a coroutine function returns before it is awaited."""

    result: Value


@dataclass(slots=True, unsafe_hash=True)
class Manager:
    """What a function under `contextlib.contextmanager` returns."""

    entered: Value


@dataclass(slots=True, unsafe_hash=True)
class Partial:
    """A function with some arguments given: the call of `functools.partial` and its frame."""

    function: Value
    call: tuple[object, Frame] = field(compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Fixed:
    """A tuple whose parts are known one by one."""

    parts: tuple[Value, ...]


@dataclass(slots=True, unsafe_hash=True)
class Returning:
    """Some callable of which only the result is known."""

    result: Value


@dataclass(slots=True, unsafe_hash=True)
class Form:
    """A type expression such as `Optional[X]`, kept as written."""

    expression: tuple[object, ...]
    frame: Frame = field(compare=False)


@dataclass(slots=True, unsafe_hash=True)
class Either:
    """One of several things: what is declared, and what else it was seen to be."""

    parts: tuple[Value, ...]


Value = (
    Unknown
    | Nothing
    | Constant
    | Module
    | Foreign
    | Function
    | Class
    | Instance
    | Elements
    | Display
    | Parent
    | Awaitable
    | Manager
    | Partial
    | Fixed
    | Returning
    | Either
    | Form
)

DYNAMIC = Unknown(UnresolvedReason.DYNAMIC)
NO_NAME = Unknown(UnresolvedReason.UNKNOWN_NAME)
NO_ATTRIBUTE = Unknown(UnresolvedReason.UNKNOWN_ATTRIBUTE)
NO_RECEIVER = Unknown(UnresolvedReason.UNKNOWN_RECEIVER)
PARAMETER = Unknown(UnresolvedReason.PARAMETER)
AMBIGUOUS = Unknown(UnresolvedReason.AMBIGUOUS)
REBOUND = Unknown(UnresolvedReason.REBOUND)
NO_STAR = Unknown(UnresolvedReason.STAR_IMPORT)
CYCLE = Unknown(UnresolvedReason.DYNAMIC)
"""What is being found out right now; compare it with `is`."""
NOTHING = Nothing()
