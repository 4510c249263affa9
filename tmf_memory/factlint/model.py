"""The values of the memory linter: facts, documents, findings and fixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from tmf_memory.kernel.language.secrets import mask_secrets
from tmf_memory.kernel.location import Location

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Fidelity(str, Enum):
    """How much of a fact was written and how much was inferred."""

    FULL = "FULL"
    """An explicit `slot = "value"`, or a record with slot and value."""
    PARTIAL = "PARTIAL"
    """Prose whose entity is written on its line or by its block."""
    RESIDUAL = "RESIDUAL"
    """Prose whose entity is inferred."""


class SourceClass(str, Enum):
    """What kind of source a fact comes from, strongest first."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    DERIVED = "derived"
    UNCLASSIFIED = "unclassified"


class Severity(str, Enum):
    """How bad a finding is; ordered, so that `--fail-on` can compare."""

    OFF = "off"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        return _SEVERITIES.index(self.value)

    # `str` brings an order of its own, by letters: all four are said anew.
    def __lt__(self, other: str) -> bool:
        return self.rank < Severity(other).rank

    def __le__(self, other: str) -> bool:
        return self.rank <= Severity(other).rank

    def __gt__(self, other: str) -> bool:
        return self.rank > Severity(other).rank

    def __ge__(self, other: str) -> bool:
        return self.rank >= Severity(other).rank


_SEVERITIES = ("off", "info", "warning", "error")


class Layer(str, Enum):
    """Which layer of evidence a finding rests on."""

    L0 = "L0"
    """Structure of the facts and files themselves."""
    L1 = "L1"
    """Equal text."""
    L2 = "L2"
    """A transition word on a shared value."""
    L2B = "L2b"
    """One slot, two values, and an order of observation."""
    L2C = "L2c"
    """One slot, two values, and no order."""
    L3 = "L3"
    """Similarity proposed the pair, structure decided."""
    S = "S"
    """The source code says otherwise."""

    @property
    def printed(self) -> str:
        return self.value[:2]


class Origin(str, Enum):
    """Where the entity of a fact is written."""

    RECORD = "record"
    LINE = "line"
    BLOCK = "block"
    """A line `Entity:` above the claims."""
    LABEL = "label"
    """A list item that scopes the items below it."""
    HEADING = "heading"
    FILE = "file"
    """Nowhere: the file itself stands in."""


class Place(NamedTuple):
    """Where a fact is written: what a format needs to find it again.

    Lines are 1-based and inclusive. `pointer` is the path to the value inside a JSON document.
    """

    path: str
    line: int = 1
    line_end: int = 0
    pointer: tuple[str | int, ...] = ()

    @property
    def location(self) -> Location:
        return Location(self.path, self.line)


class Fact(NamedTuple):
    """One stored statement: the twelve fields of the record, and where it was read.

    A named tuple because stores hold them by the hundred thousand: a frozen dataclass takes four
    times as long to make.

    `slot` and `value` are empty when the prose proves none; `claim` is the statement as written
    without date, source and attributes. Dates are ISO text or empty. `quote` is the statement as it
    is shown to people. `scope` names the block a fact stands in: equal text in two blocks of one
    document is no duplicate when the entity is only a heading.
    """

    id: str
    entity: str
    slot: str
    value: str
    claim: str
    observed_at: str
    valid_from: str
    valid_to: str
    source: str
    source_class: SourceClass
    fidelity: Fidelity
    status_verb: str
    place: Place
    quote: str
    origin: Origin = Origin.RECORD
    aliases: tuple[str, ...] = ()
    condition: str = ""
    scope: str = ""
    extra: Mapping[str, Json] = MappingProxyType({})
    form: str = ""

    @property
    def is_history(self) -> bool:
        """A fact with `valid_to` is history: never flagged, never in the way."""
        return bool(self.valid_to)

    @property
    def is_canonical(self) -> bool:
        """Slot and value are written, not inferred from prose."""
        return self.fidelity is Fidelity.FULL

    @property
    def has_provenance(self) -> bool:
        return bool(self.observed_at or self.source or self.valid_from)

    @property
    def shown(self) -> str:
        """The quote as reports show it: a credential in it is masked."""
        return mask_secrets(self.quote)

    @property
    def stated(self) -> str:
        """The value, or for prose the claim."""
        return self.value or self.claim


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a document itself, found while it was read; a rule reports it."""

    kind: str
    """The class of the finding: `bad_input`, `malformed_record`."""
    line: int
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a format makes of one text."""

    facts: tuple[Fact, ...] = ()
    problems: tuple[Problem, ...] = ()
    uses_provenance: bool = False
    """Facts of this document are expected to carry a date or a source."""


@dataclass(frozen=True, slots=True)
class Document:
    """One memory file as it was read: its text, its facts and its problems.

    `digest` is the SHA-256 of the bytes on disk; a fix is refused when it no longer matches.
    """

    path: str
    format: str
    text: str = ""
    facts: tuple[Fact, ...] = ()
    problems: tuple[Problem, ...] = ()
    uses_provenance: bool = False
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """Numbers beside a finding: the similarity that proposed it and the confidence in it."""

    similarity: float | None = None
    confidence: float | None = None


class FixAction(str, Enum):
    """What a fix does to the document."""

    SUPERSEDE = "supersede"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Fix:
    """One proposed change: stamp `valid_to` on a fact, or delete a duplicate."""

    action: FixAction
    fact: Fact
    reason: str
    valid_to: str = ""
    new_line: str = ""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the characters `start:end` of a document's text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What one rule saw. `related` are places that belong to it beside its own location."""

    name: str
    """The class, `contradicted_explicit`."""
    code: str
    severity: Severity
    layer: Layer
    entity: str
    reason: str
    location: Location | None = None
    flagged: Fact | None = None
    survivor: Fact | None = None
    fidelity: Fidelity | None = None
    reliability: float | None = None
    score: Score = Score()
    fingerprint: str = ""
    fix: Fix | None = None
    related: tuple[Location, ...] = ()
    fixable: bool = False
    """The rule vouches that a fix of this finding loses nothing; `fixes` plans it."""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one scan."""

    findings: tuple[Finding, ...]
    documents: tuple[Document, ...]
    engine: str

    @property
    def facts(self) -> int:
        return sum(len(document.facts) for document in self.documents)

    @property
    def counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for name in sorted(finding.name for finding in self.findings):
            counts[name] = counts.get(name, 0) + 1
        return counts
