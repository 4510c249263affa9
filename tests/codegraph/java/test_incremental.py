"""Whatever is edited, linking again only what rests on it gives what linking everything gives."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.codegraph.java.sources import extract, needs_grammar
from tmf_memory.codegraph.extractors.base import Extraction
from tmf_memory.codegraph.linker.base import LinkedFile
from tmf_memory.codegraph.linker.java import LINKER

pytestmark = needs_grammar

# Each path has some texts; None is no file. They shadow, overload, inherit and import each other.
VARIANTS: dict[str, tuple[str | None, ...]] = {
    "src/p/Main.java": (
        "package p; import q.*; class Main extends Base { void f(Thing t) { t.go(1); help(); } }",
        "package p; import q.Thing; class Main { void f(Thing t) { t.next().go(1); } Base b; }",
        "package p; import static q.Tools.*; class Main { void f() { run(); new Base() { }; } }",
        "package p; class Main { void f(q.Thing t, Base b) { t.go(null); b.thing.go(2L); } }",
        None,
    ),
    "src/p/Base.java": (
        "package p; class Base { void help() {} q.Thing thing; }",
        "package p; class Base extends q.Thing { Base() {} private void help() {} }",
        "package p; interface Base { default void help() {} q.Thing thing = null; }",
        "package q; public class Base { public void help() {} }",
        None,
    ),
    "src/p/Thing.java": (
        "package p; class Thing { void go(int i) {} Thing next() { return this; } }",
        "package p; class Thing extends Base { void go(Object o) {} }",
        None,
    ),
    "src/q/Thing.java": (
        "package q; public class Thing { public void go(int i) {} public void go(long i) {} }",
        "package q; public class Thing extends Tools { public Thing next() { return this; } }",
        "package q; public class Thing<T> { public void go(T t) {} public T next() {} }",
        None,
    ),
    "src/q/Tools.java": (
        "package q; public class Tools { public static void run() {} public void go(int i) {} }",
        "package q; public class Tools { public static void run(int i) {} public class Thing {} }",
        None,
    ),
    "other/q/Tools.java": (
        "package q; public class Tools { public static void run() {} }",
        "package q; public class Tools extends Thing { }",
        None,
    ),
}


@dataclass
class Pipeline:
    """What warming does, reduced to its decisions."""

    texts: dict[str, Extraction] = field(default_factory=dict)
    links: dict[str, LinkedFile] = field(default_factory=dict)

    def set(self, path: str, text: str | None) -> None:
        before = self.texts.pop(path, None)
        self.links.pop(path, None)
        after = None if text is None else extract(text, path)
        if after is not None:
            self.texts[path] = after
        changed = LINKER.surface_changes(
            before and before.surface,
            after and after.surface,
        )
        stale = {
            other for other, one in self.links.items() if changed & one.consulted.get(path, set())
        }
        if (before is None) != (after is None):
            names = LINKER.module_names(path, frozenset(self.texts))
            stale |= {other for other, one in self.links.items() if names & one.missing_modules}
        self.link(stale | ({path} & self.texts.keys()))

    def link(self, paths: set[str]) -> None:
        link = LINKER.open_tree(
            frozenset(self.texts),
            lambda path: self.texts[path].surface if path in self.texts else None,
            {},
        )
        for path in sorted(paths):
            self.links[path] = link(path, self.texts[path].body)


def meaning(links: dict[str, LinkedFile]) -> dict[str, tuple[set[object], set[object]]]:
    return {path: (set(one.edges), set(one.unresolved)) for path, one in links.items()}


EDITS = st.lists(
    st.sampled_from(sorted(VARIANTS)).flatmap(
        lambda path: st.tuples(st.just(path), st.sampled_from(VARIANTS[path]))
    ),
    min_size=1,
    max_size=8,
)


@pytest.mark.slow
@settings(max_examples=150)
@given(start=st.tuples(*(st.sampled_from(texts) for texts in VARIANTS.values())), edits=EDITS)
def test_incremental_links_equal_a_rebuild(
    start: tuple[str | None, ...], edits: list[tuple[str, str | None]]
) -> None:
    pipeline = Pipeline()
    for path, text in zip(VARIANTS, start, strict=True):
        pipeline.set(path, text)
    for path, text in edits:
        pipeline.set(path, text)
        rebuilt = Pipeline(dict(pipeline.texts))
        rebuilt.link(set(rebuilt.texts))
        assert meaning(pipeline.links) == meaning(rebuilt.links)
