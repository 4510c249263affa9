"""The cycle collector, kept out of runs that make many values and hardly a cycle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Let a run go uncollected, and do not walk all that it made right after it either."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()
            gc.unfreeze()  # the two together make everything old, which is looked at seldom
            gc.enable()


def end_uncollected() -> None:
    """Say that the process ends: looking for cycles in what it holds would be in vain."""
    gc.freeze()
