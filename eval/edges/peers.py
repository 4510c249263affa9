"""What other tools reach on the same tasks; measured once, on the machine of the first author."""

from __future__ import annotations

from typing import NamedTuple


class MicroPeer(NamedTuple):
    """One tool on PyCG's micro benchmark, all 119 cases."""

    tool: str
    precision: float
    recall: float


class ScipPeer(NamedTuple):
    """One tool on pip 26.3 against scip-python."""

    tool: str
    agreement: float
    recall: float
    recall_across: float


MICRO = (
    MicroPeer("PyCG", 0.979, 0.942),
    MicroPeer("jedi", 0.848, 0.481),
    MicroPeer("code2flow", 0.970, 0.403),
    MicroPeer("pyan3", 0.503, 0.663),
    MicroPeer("reference", 0.90, 0.037),
)
SCIP = (
    ScipPeer("reference", 0.993, 0.505, 0.143),
    ScipPeer("graphify", 0.975, 0.839, 0.735),
    ScipPeer("codegraph", 0.717, 0.908, 0.861),
)
