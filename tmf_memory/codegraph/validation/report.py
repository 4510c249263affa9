"""What a validation found: counts, failing cases, and a verdict that can be negative."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tmf_memory.codegraph.model import Json

_MOST_FAILURES = 200


@dataclass(frozen=True, slots=True)
class Failure:
    """One case that went wrong: what was done, where, what was expected, what came."""

    case: str
    where: str
    expected: str
    got: str


@dataclass(slots=True)
class Tally:
    """Counts of one check; stale claims (or edges) are the positives."""

    true_positive: int = 0
    true_negative: int = 0
    failures: list[Failure] = field(default_factory=list)
    false_positive: int = 0
    false_negative: int = 0
    cases: Counter[str] = field(default_factory=Counter)

    def judge(self, failure: Failure, *, expected: bool, got: bool) -> None:
        """Count one judgement; `failure` is kept when the two differ."""
        if expected == got:
            if expected:
                self.true_positive += 1
            else:
                self.true_negative += 1
            return
        if got:
            self.false_positive += 1
        else:
            self.false_negative += 1
        self.failures.append(failure)

    @property
    def precision(self) -> float:
        found = self.true_positive + self.false_positive
        return self.true_positive / found if found else 1.0

    @property
    def recall(self) -> float:
        wanted = self.true_positive + self.false_negative
        return self.true_positive / wanted if wanted else 1.0

    @property
    def passed(self) -> bool:
        """Nothing failed, and there was something to fail: an empty check proves nothing."""
        return not self.failures and self.true_positive > 0

    def encode(self) -> dict[str, Json]:
        return {
            "status": "pass" if self.passed else "fail",
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "tp": self.true_positive,
            "tn": self.true_negative,
            "fp": self.false_positive,
            "fn": self.false_negative,
            "cases": dict(sorted(self.cases.items())),
            "failures": [
                {"case": one.case, "where": one.where, "expected": one.expected, "got": one.got}
                for one in self.failures[:_MOST_FAILURES]
            ],
            "failures_not_shown": max(0, len(self.failures) - _MOST_FAILURES),
        }
