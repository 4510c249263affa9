"""How far a fact may be believed: wording weight, capped by source class and fidelity."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property

from tmf_memory.factlint.model import Fact, Fidelity, SourceClass

VERIFIED = 1.00
NEUTRAL = 0.70
RUMOUR = 0.20

_CUES: dict[str, float] = {
    **dict.fromkeys(
        (
            "verified",
            "confirmed",
            "measured",
            "documented",
            "tested",
            "已验证",
            "已确认",
            "经验证",
            "实测",
        ),
        VERIFIED,
    ),
    **dict.fromkeys(
        (
            "rumor",
            "rumors",
            "rumour",
            "rumours",
            "rumored",
            "rumoured",
            "reportedly",
            "allegedly",
            "supposedly",
            "apparently",
            "heard",
            "maybe",
            "perhaps",
            "possibly",
            "probably",
            "unconfirmed",
            "unverified",
            "据说",
            "听说",
            "传闻",
            "可能",
            "也许",
            "疑似",
            "未经证实",
        ),
        RUMOUR,
    ),
}
_CLASSES = {
    SourceClass.PRIMARY: 1.00,
    SourceClass.SECONDARY: 0.60,
    SourceClass.DERIVED: 0.40,
    SourceClass.UNCLASSIFIED: 0.20,
}
_BANDS = {Fidelity.FULL: 1.00, Fidelity.PARTIAL: 1.00, Fidelity.RESIDUAL: 0.50}
CLASS_RANK = {
    SourceClass.PRIMARY: 3,
    SourceClass.SECONDARY: 2,
    SourceClass.DERIVED: 1,
    SourceClass.UNCLASSIFIED: 0,
}


@dataclass(frozen=True)
class Weights:
    """The weight table; a project overrides single rows with `--registry`."""

    cues: Mapping[str, float] = field(default_factory=lambda: _CUES)
    classes: Mapping[SourceClass, float] = field(default_factory=lambda: _CLASSES)
    bands: Mapping[Fidelity, float] = field(default_factory=lambda: _BANDS)
    sources: tuple[tuple[str, SourceClass], ...] = ()

    @cached_property
    def _cue(self) -> re.Pattern[str]:
        words = sorted(self.cues, key=len, reverse=True)
        latin = "|".join(re.escape(cue) for cue in words if cue.isascii())
        others = "|".join(re.escape(cue) for cue in words if not cue.isascii())
        return re.compile(rf"(?<!\w)(?:{latin})(?!\w)|{others}" if others else latin)

    def override(
        self,
        *,
        cues: Mapping[str, float],
        classes: Mapping[SourceClass, float],
        bands: Mapping[Fidelity, float],
        sources: tuple[tuple[str, SourceClass], ...],
    ) -> Weights:
        return Weights(
            {**self.cues, **cues},
            {**self.classes, **classes},
            {**self.bands, **bands},
            (*sources, *self.sources),
        )

    def class_of(self, source: str, stated: SourceClass) -> SourceClass:
        """Return the class of a source: as stated, else by the first glob that fits its name."""
        if stated is SourceClass.UNCLASSIFIED and source:
            for glob, named in self.sources:
                if fnmatchcase(source, glob):
                    return named
        return stated

    def wording(self, claim: str) -> float:
        """Return the weight of the most doubtful cue, else of the surest, else neutral."""
        found = [self.cues[cue] for cue in self._cue.findall(claim.lower())]
        if not found:
            return NEUTRAL
        return min(found) if min(found) < NEUTRAL else max(found)

    def reliability(self, fact: Fact) -> float:
        """Return min(wording weight, source-class ceiling, fidelity ceiling)."""
        return min(
            self.wording(fact.claim),
            self.classes[fact.source_class],
            self.bands[fact.fidelity],
        )


DEFAULT = Weights()
