"""One Java file as bytes, and how its nodes read: text, lines, types, modifiers, comments."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from tmf_memory.codegraph.extractors.java.grammar import Node
from tmf_memory.codegraph.extractors.java.node_hash import token_hash, tokens

COMMENTS = frozenset({"line_comment", "block_comment"})
ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_SPACE = re.compile(r"\s+")
_NEEDLESS_SPACE = re.compile(r"(?<![\w$?]) | (?![\w$?])")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SIMPLE = frozenset({"type_identifier", "identifier", "void_type", "boolean_type"})
_FRAME = re.compile(r"^\s*/?\*+/?|\*+/\s*$", re.MULTILINE)


class JavaSource:
    """The text of one file by node."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.data = text.encode("utf-8", "replace")
        self._marks: list[int] = []
        self._pieces: list[bytes] = []

    def text(self, node: Node) -> str:
        return self.between(node.start_byte, node.end_byte)

    def between(self, start: int, end: int) -> str:
        return self.data[start:end].decode("utf-8", "replace")

    def squeezed(self, node: Node) -> str:
        return squeeze(self.text(node))

    def type_text(self, node: Node) -> str:
        """A type as written, less white space, comments and annotations."""
        if node.type in _SIMPLE:
            return self.text(node)
        text = self.text(node)
        if "@" in text:
            text = self._without_annotations(node)
        return _NEEDLESS_SPACE.sub("", squeeze(text))

    def _without_annotations(self, node: Node) -> str:
        if node.type in ANNOTATIONS:
            return ""
        if node.child_count == 0:
            return self.text(node)
        return " ".join(self._without_annotations(child) for child in node.children)

    def cut_at(self, offsets: set[int]) -> None:
        """Prepare `hash`: nodes that are hashed begin and end at these offsets."""
        self._marks = sorted(offsets | {0, len(self.data)})
        self._pieces = [
            tokens(self.data[start:end])
            for start, end in zip(self._marks, self._marks[1:], strict=False)
        ]

    def hash(self, *spans: tuple[int, int]) -> str:
        """The token hash of the text in these spans."""
        pieces: list[bytes] = []
        for start, end in spans:
            first, last = bisect_left(self._marks, start), bisect_left(self._marks, end)
            pieces += [piece for piece in self._pieces[first:last] if piece]
        return token_hash(pieces)


def squeeze(text: str) -> str:
    """Text on one line, without comments."""
    if "/" in text:
        text = _COMMENT.sub(" ", text)
    return _SPACE.sub(" ", text).strip()


def line_of(node: Node) -> int:
    return node.start_point[0] + 1


def last_line_of(node: Node) -> int:
    return node.end_point[0] + 1


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What stands before a declaration."""

    words: frozenset[str] = frozenset()
    annotations: tuple[Node, ...] = ()

    @property
    def flags(self) -> str:
        """One letter each: static, abstract, default, private; `k` for package-private."""
        letters = [letter for word, letter in _FLAGS if word in self.words]
        return "".join(letters) if self.words & _VISIBLE else "".join([*letters, "k"])


_FLAGS = (("static", "s"), ("abstract", "a"), ("default", "d"), ("private", "p"), ("final", "f"))
_VISIBLE = frozenset({"public", "protected", "private"})


def modifiers_of(node: Node) -> Modifiers:
    first = node.children[0] if node.child_count else None
    if first is None or first.type != "modifiers":
        return Modifiers()
    annotations, words = [], set()
    for child in first.children:
        if child.type in ANNOTATIONS:
            annotations.append(child)
        elif child.type not in COMMENTS:
            words.add(child.type)
    return Modifiers(frozenset(words), tuple(annotations))


def doc_text(comment: str) -> str:
    """A documentation comment without its frame of stars; empty for any other comment."""
    return _FRAME.sub("", comment).strip() if comment.startswith("/**") else ""
