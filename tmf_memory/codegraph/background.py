"""What a claim in full is told with, and a short answer is spared: it takes reading and asking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tmf_memory.codegraph.blame import Intent
from tmf_memory.codegraph.contracts import Contract
from tmf_memory.codegraph.freshness import FreshnessCheck
from tmf_memory.codegraph.lookup import Found
from tmf_memory.codegraph.memory import CodeMemory
from tmf_memory.codegraph.model import Json
from tmf_memory.codegraph.semantic import contract_of, stored_contract


@dataclass(frozen=True, slots=True)
class Background:
    """A function's mechanical contract, what a model said of this code, and its last commit."""

    contract: Contract | None = None
    said: Mapping[str, Json] | None = None
    intent: Intent | None = None


NO_BACKGROUND = Background()


def background_of(memory: CodeMemory, check: FreshnessCheck, found: Found) -> Background:
    """Find out what there is; nothing is told of a foreign store's claims."""
    if memory.is_foreign:
        return NO_BACKGROUND
    return Background(
        contract_of(memory, found),
        stored_contract(memory, found),
        check.intent(found.entry, found.symbol),
    )
