"""The values themselves."""

from __future__ import annotations

from itertools import combinations

from tmf_memory.factlint.model import Layer, Severity


def test_severities_are_ordered_by_weight_not_by_letters() -> None:
    order = [Severity.OFF, Severity.INFO, Severity.WARNING, Severity.ERROR]
    assert sorted([order[2], order[0], order[3], order[1]]) == order
    for lower, higher in combinations(order, 2):
        assert lower < higher
        assert lower <= higher
        assert higher > lower
        assert higher >= lower
        assert not higher <= lower


def test_layers_print_without_their_letter() -> None:
    assert [layer.printed for layer in Layer] == ["L0", "L1", "L2", "L2", "L2", "L3", "S"]
