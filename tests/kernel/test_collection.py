"""A run without the cycle collector leaves it as it was, and what it made old but not lost."""

from __future__ import annotations

import gc
import weakref

import pytest

from tmf_memory.kernel.collection import no_collection


class Ring:
    """Refers to itself, so that only the collector frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_as_it_was(enabled: bool) -> None:
    was = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with no_collection():
            assert not gc.isenabled()
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if was else gc.disable)()


def test_what_a_run_made_is_still_collected() -> None:
    with no_collection():
        seen = weakref.ref(Ring())
    assert seen() is not None
    gc.collect()
    assert seen() is None
