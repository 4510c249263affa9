"""State that somebody else wrote: nothing of it is believed, and only placeholders are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from tmf_memory.codegraph.claim_store import ClaimStore
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Json
from tmf_memory.kernel.errors import (
    AmbiguousNameError,
    CorruptDocumentError,
    NotFoundError,
    StoreReadOnlyError,
)
from tmf_memory.kernel.store.base import LOCK_TIMEOUT_S, Damage, Row, Store

T = TypeVar("T")

_NOTICE = "state here was written by somebody else and is not believed"
_WAY_OUT = "a read without --no-refresh derives it from source"
# Whatever a stranger wrote in place of the documents that we would write.
_MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class ForeignStore:
    """The documents of a store that its user did not write, for showing only."""

    base: Store

    @property
    def damage(self) -> list[Damage]:
        return []

    def read(self, name: str) -> Json:
        return self.base.read_foreign(name)

    def names(self, prefix: str) -> list[str]:
        return self.base.names(prefix)

    def rows(self, log: str) -> list[Row]:
        """What a stranger said of claims does not count."""
        del log
        return []

    def read_foreign(self, name: str) -> Json:
        return self.base.read_foreign(name)

    def foreign_rows(self, log: str) -> list[Row]:
        return self.base.foreign_rows(log)

    def lock(self, *, timeout_s: float = LOCK_TIMEOUT_S) -> AbstractContextManager[None]:
        del timeout_s
        return nullcontext()

    def write(self, name: str, document: Json, *, durable: bool = False) -> None:
        _refuse(name, document, durable)

    def remove(self, name: str) -> None:
        _refuse(name)

    def append(self, log: str, row: Mapping[str, Json]) -> None:
        _refuse(log, row)

    def extend(self, log: str, rows: Iterable[Mapping[str, Json]]) -> None:
        _refuse(log, rows)


def _refuse(*given: object) -> NoReturn:
    del given
    raise StoreReadOnlyError(_NOTICE)


def open_foreign(memory: CodeMemory) -> bool:
    """Look at the state of somebody else, if that is what there is."""
    store = memory.store
    if store.read("manifest") is not None or store.read_foreign("manifest") is None:
        return False
    memory.look_at(ClaimStore(ForeignStore(store), is_foreign=True))
    memory.tell(f"{_NOTICE}; {_WAY_OUT}")
    return True


def answer_from_foreign(
    memory: CodeMemory, answer: Callable[[CodeMemory], T], *, shows_foreign: bool
) -> T:
    """Answer in placeholders; no message carries a stranger's words either."""
    if not shows_foreign:
        raise NotFoundError(f"{_NOTICE}; {_WAY_OUT}")
    try:
        return answer(memory)
    except AmbiguousNameError as error:
        ids = tuple(candidate.partition(" ")[0] for candidate in error.candidates)
        raise AmbiguousNameError(error.name, ids) from error
    except NotFoundError as error:
        raise NotFoundError(f"nothing by that name is known; {_NOTICE}") from error
    except _MALFORMED as error:
        raise CorruptDocumentError("manifest", f"cannot be read ({_NOTICE})") from error
