"""What one replacement changes: the new delta and head, or a merge into a new generation."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import cast

from tmf_memory.kernel.store.base import Json
from tmf_memory.kernel.text.builder import (
    GenerationWriter,
    Inverted,
    by_bucket,
    merged_postings,
)
from tmf_memory.kernel.text.layout import DELTA_PARTS, Documents, Group, Head, part_of
from tmf_memory.kernel.text.postings import LENGTHS, encode_postings, length_step
from tmf_memory.kernel.text.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Update:
    """The delta after a replacement: every part, which of them changed, and the new head."""

    head: Head
    parts: dict[int, dict[str, Group]]
    changed: frozenset[int]

    @property
    def delta_documents(self) -> int:
        return self.head.delta_documents

    @staticmethod
    def of(snapshot: Snapshot, removed: Collection[str], added: Mapping[str, Group]) -> Update:
        touched = {*removed, *added}
        dead = set(snapshot.head.dead)
        dead.update(group for path, group in snapshot.groups() if group >= 0 and path in touched)
        changed = frozenset(
            part_of(group)
            for group in touched
            if group in added or group in snapshot.part(part_of(group))
        )
        parts = {number: snapshot.part(number) for number in range(DELTA_PARTS)}
        for number in changed:
            kept = {
                group: documents
                for group, documents in parts[number].items()
                if group not in touched
            }
            new = {group: added[group] for group in added if part_of(group) == number}
            parts[number] = dict(sorted({**kept, **new}.items()))
        return Update(_head(snapshot, dead, parts, changed), parts, changed)

    def write(self, store: Documents, name: str) -> None:
        """Write the changed parts under new names, then the head, then remove the old parts."""
        base = f"{name}/{self.head.generation}/delta"
        for number in self.changed:
            if self.parts[number]:
                store.write(
                    f"{base}/{number:x}-{self.head.parts[number]}", cast("Json", self.parts[number])
                )
        store.write(f"{name}/head", self.head.encode())
        live = {f"{base}/{number:x}-{revision}" for number, revision in enumerate(self.head.parts)}
        for old in store.names(f"{base}/"):
            if old not in live:
                store.remove(old)


def _head(
    snapshot: Snapshot, dead: set[int], parts: dict[int, dict[str, Group]], changed: frozenset[int]
) -> Head:
    base = snapshot.base()
    head = snapshot.head
    steps = [
        length_step(d) for groups in parts.values() for group in groups.values() for d in group
    ]
    delta_length = sum(map(LENGTHS.__getitem__, steps))
    dead_documents = 0
    dead_length = 0
    for group in dead:
        start, end = base.starts[group], base.starts[group + 1]
        dead_documents += end - start
        dead_length += sum(map(LENGTHS.__getitem__, base.lengths[start:end]))
    base_length = sum(map(LENGTHS.__getitem__, base.lengths))
    newest = max(head.parts, default=0) + 1
    return replace(
        head,
        documents=head.base_documents - dead_documents + len(steps),
        total_length=base_length - dead_length + delta_length,
        delta_documents=len(steps),
        dead=tuple(sorted(dead)),
        parts=tuple(
            (newest if parts[number] else 0) if number in changed else head.parts[number]
            for number in range(DELTA_PARTS)
        ),
    )


def merge(snapshot: Snapshot, update: Update, writer: GenerationWriter) -> Head:
    """Write base and delta as a new generation, one bucket at a time."""
    base = snapshot.base()
    dead = set(update.head.dead)
    kept = [group for group in range(len(base.starts) - 1) if group not in dead]
    renumber = [0] * (len(base.lengths) + 1)
    steps: list[int] = []
    for group in kept:
        for position in range(base.starts[group], base.starts[group + 1]):
            steps.append(base.lengths[position])
            renumber[position + 1] = len(steps)
    fresh = Inverted(len(steps) + 1)
    for path, documents in sorted(item for part in update.parts.values() for item in part.items()):
        fresh.add(path, documents)
    buckets = snapshot.head.buckets
    for number, new in enumerate(by_bucket(fresh, buckets)):
        old = snapshot.reader.bucket(snapshot.head, number)
        writer.bucket(number, _merged_bucket(old, new, renumber if dead else None))
    paths = [*map(snapshot.path, kept), *fresh.paths]
    counts = [*(base.starts[group + 1] - base.starts[group] for group in kept), *fresh.counts]
    return writer.finish(paths, counts, [*steps, *fresh.steps], buckets)


def _merged_bucket(
    old: Mapping[str, str], new: Mapping[str, list[list[int]]], renumber: list[int] | None
) -> dict[str, str]:
    merged: dict[str, str] = {}
    for term, flat in old.items():
        levels = merged_postings(flat, renumber)
        for level, documents in enumerate(new.get(term, ())):
            if level < len(levels):
                levels[level] = levels[level] + documents
            else:
                levels.append(documents)
        encoded = encode_postings(levels)
        if encoded:
            merged[term] = encoded
    for term, documents_by_level in new.items():
        if term not in old:
            merged[term] = encode_postings(documents_by_level)
    return merged
