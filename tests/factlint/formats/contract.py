"""What every format keeps to, whatever the text."""

from __future__ import annotations

from tmf_memory.factlint.edits import apply_edits
from tmf_memory.factlint.formats.base import Format, SourceText
from tmf_memory.factlint.model import Fact, Reading


def run_format_contract(reader: Format, path: str, text: str) -> Reading:
    """Read a text and change each of its facts; raises when a promise is broken."""
    source = SourceText(path, text)
    assert 0 <= reader.recognises(source) <= 100
    reading = reader.read(source)
    assert reader.read(source) == reading
    last = text.count("\n") + 1
    for problem in reading.problems:
        assert 1 <= problem.line <= last
        assert problem.reason
    for fact in reading.facts:
        assert fact.place.path == path
        assert 1 <= fact.place.line <= max(fact.place.line, fact.place.line_end) <= last
        assert fact.entity.strip()
        assert fact.claim.strip()
        _check_supersede(reader, source, fact)
        _check_delete(reader, source, fact)
    return reading


def _ids(reader: Format, path: str, text: str) -> list[str]:
    return [fact.id for fact in reader.read(SourceText(path, text)).facts]


def _check_supersede(reader: Format, source: SourceText, fact: Fact) -> None:
    if not fact.slot or "date" in fact.extra:
        return
    edits = reader.supersede(source, fact, "2027-01-01")
    assert bool(edits) == reader.can_supersede
    if not edits:
        return
    after = reader.read(SourceText(source.path, apply_edits(source.text, edits)))
    assert [each.id for each in after.facts] == _ids(reader, source.path, source.text)
    ended = [each for each in after.facts if each.valid_to == "2027-01-01"]
    assert fact.id in [each.id for each in ended]


def _check_delete(reader: Format, source: SourceText, fact: Fact) -> None:
    edits = reader.delete(source, [fact])
    if not edits:
        return
    # Not the ids: a line may have kept the one below it out of a block.
    after = _claims(reader, source.path, apply_edits(source.text, edits))
    before = _claims(reader, source.path, source.text)
    before.remove(fact.claim)
    assert sorted(after) == sorted(before)


def _claims(reader: Format, path: str, text: str) -> list[str]:
    return [fact.claim for fact in reader.read(SourceText(path, text)).facts]
