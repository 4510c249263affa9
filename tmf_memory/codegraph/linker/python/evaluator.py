"""Expressions to values: one method for each sort that the extractor writes down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tmf_memory.codegraph.linker.python.exports import agree
from tmf_memory.codegraph.linker.python.frames import Frame
from tmf_memory.codegraph.linker.python.interest import Interest
from tmf_memory.codegraph.linker.python.memo import MAX_DEPTH, TOO_DEEP
from tmf_memory.codegraph.linker.python.tree import ModuleTree
from tmf_memory.codegraph.linker.python.values import (
    DYNAMIC,
    NO_RECEIVER,
    NOTHING,
    Awaitable,
    Class,
    Constant,
    Display,
    Elements,
    Fixed,
    Foreign,
    Form,
    Function,
    Instance,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Views
from tmf_memory.codegraph.model import Json, SymbolKey


class Evaluator(Interest):
    """Finds what any expression of a surface or body stands for."""

    def __init__(self, tree: ModuleTree, views: Views, outward: Mapping[str, Json]) -> None:
        super().__init__(tree, views, outward)
        self._returns = {}
        self._made = {}
        self._makers = {}
        self._interests = {}
        self._kept = {}
        self.flows: dict[Any, Any] = {}
        self.symbol_keys: dict[tuple[str, str], SymbolKey] = {}
        self._table: dict[str, Callable[[list[Any], Frame], Value]] = {
            "c": self.evaluate_call,
            ".": self._attributes_of,
            "[": self._subscript,
            "(": self._display,
            "l": self._display,
            "e": self._display,
            "d": self._display,
            "set": self._display,
            "upd": self._display,
            "app": self._display,
            "?": lambda one, frame: agree(self.evaluate(part, frame) for part in one[1:]),
            "L": lambda one, frame: Function(frame.path, one[1], None, frame),
            "F": lambda one, frame: Function(frame.path, one[1], None, _closure(frame)),
            "C": lambda one, frame: self.class_of(frame.path, one[1]),
            "g": lambda one, frame: Elements(self.evaluate(one[1], frame)),
            "G": lambda one, frame: Elements(
                self.evaluate(one[2], frame), "dict", self.evaluate(one[1], frame)
            ),
            "i": lambda one, frame: self.element(self.evaluate(one[1], frame)),
            "w": lambda one, frame: self.entered(self.evaluate(one[1], frame)),
            "aw": lambda one, frame: self.entered(self.evaluate(one[1], frame)),
            "ai": lambda one, frame: self.element(self.evaluate(one[1], frame)),
            "u": self._unpacked,
            "us": self._starred,
            "a": self._awaited,
            "|": lambda one, frame: Form(tuple(one), frame),
            "B": lambda one, frame: Foreign(f"{one[1]}()", builtin=True),
            "h": lambda one, frame: one[1],
            "im": lambda one, frame: self.source_module(one[1], frame.path),
        }

    def ask(self, expression: Any, frame: Frame) -> Value:
        """Return the value of an expression, as a question of its own."""
        self.restart()
        return self.evaluate(expression, frame)

    def evaluate(self, expression: Any, frame: Frame) -> Value:
        if isinstance(expression, str):
            return self._written(expression, frame)
        if isinstance(expression, list):
            find = self._table.get(expression[0])
            if find is None:
                return DYNAMIC
            if self._depth >= MAX_DEPTH:
                self._met |= {TOO_DEEP}
                return DYNAMIC
            self._depth += 1
            self._deepest = max(self._deepest, self._depth)
            value = find(expression, frame)
            self._depth -= 1
            return value
        return Constant(expression) if isinstance(expression, int) else DYNAMIC

    def _written(self, text: str, frame: Frame) -> Value:
        if text[0] == "'":
            return Constant(text[1:])
        if text == "None":
            return NOTHING
        root, _, rest = text.partition(".")
        if not rest:
            return self.name(text, frame) if root else DYNAMIC
        value = self.name(root, frame) if root else DYNAMIC
        return self.attributes(value, rest)

    def attributes(self, value: Value, names: str) -> Value:
        for name in names.split("."):
            value = self.attribute(value, name)
        return value

    def _attributes_of(self, one: list[Any], frame: Frame) -> Value:
        return self.attributes(self.evaluate(one[1], frame), one[2])

    def _awaited(self, one: list[Any], frame: Frame) -> Value:
        value = self.evaluate(one[1], frame)
        return value.result if isinstance(value, Awaitable) else value

    def _display(self, one: list[Any], frame: Frame) -> Value:
        return Display(tuple(one), frame)

    # --- parts of containers

    def _subscript(self, one: list[Any], frame: Frame) -> Value:
        base = self.evaluate(one[1], frame)
        if isinstance(base, Class):
            return base
        if isinstance(base, Foreign):
            is_type = base.name[:1].isupper() or "." in base.name or base.name in _GENERIC
            return Form(tuple(one), frame) if is_type else DYNAMIC
        key = one[2]
        if isinstance(key, list) and key and key[0] == "s":
            return self._slice(base, key)
        if isinstance(base, Elements):
            return base.element
        if isinstance(base, Instance):
            return self._called(base, "__getitem__")
        if isinstance(base, Fixed | Display):
            return self._item(base, self.evaluate(key, frame))
        return base if isinstance(base, Unknown) else NO_RECEIVER

    def _slice(self, base: Value, key: list[Any]) -> Value:
        if isinstance(base, Elements):
            return base
        if isinstance(base, Display) and base.content[0] in {"l", "("}:
            ends = [None if one in {None, "None"} else one for one in key[1:]]
            if all(one is None or isinstance(one, int) for one in ends):
                kept = list(base.content[1:])[slice(*ends)]
                return Display((base.content[0], *kept), base.frame)
        return DYNAMIC

    def _item(self, base: Fixed | Display, key: Value) -> Value:
        if not isinstance(key, Constant):
            return key if isinstance(key, Unknown) else DYNAMIC
        if isinstance(base, Fixed):
            index = key.value
            inside = isinstance(index, int) and -len(base.parts) <= index < len(base.parts)
            return base.parts[index] if inside else DYNAMIC  # type: ignore[index]
        return self._display_item(base, key)

    def _display_item(self, base: Display, key: Constant) -> Value:
        content, frame = base.content, base.frame
        tag = content[0]
        if tag in {"l", "("}:
            return self._at(content[1:], key.value, frame)
        if tag == "d":
            return self._entry(content, key, frame)
        before = self.evaluate(content[1], frame)
        if tag == "set":
            written = self.evaluate(content[2], frame)
            if not isinstance(written, Constant):
                return DYNAMIC
            if _same_key(written, key):
                return self.evaluate(content[3], frame)
        elif tag == "upd":
            more = self.evaluate(content[2], frame)
            if not isinstance(more, Display) or more.content[0] != "d":
                return DYNAMIC
            found = self._item(more, key)
            if found != NO_RECEIVER:
                return found
        return self._item(before, key) if isinstance(before, Display) else DYNAMIC

    def _at(self, parts: tuple[Any, ...], index: object, frame: Frame) -> Value:
        if not isinstance(index, int) or not -len(parts) <= index < len(parts):
            return DYNAMIC
        before = parts[: index + 1] if index >= 0 else parts[index:]
        if any(isinstance(one, list) and one and one[0] == "*" for one in before):
            return DYNAMIC
        return self.evaluate(parts[index], frame)

    def _entry(self, content: tuple[Any, ...], key: Constant, frame: Frame) -> Value:
        found: Value = NO_RECEIVER
        for index in range(1, len(content), 2):
            written = content[index]
            if written == "**":
                return DYNAMIC
            value = self.evaluate(written, frame)
            if not isinstance(value, Constant):
                return DYNAMIC
            if _same_key(value, key):
                found = self.evaluate(content[index + 1], frame)
        return found

    def _unpacked(self, one: list[Any], frame: Frame) -> Value:
        value, index, size = self.evaluate(one[1], frame), one[2], one[3]
        if isinstance(value, Elements):
            return value.element if value.kind != "dict" else value.key or DYNAMIC
        if isinstance(value, Fixed):
            fits = len(value.parts) == size or (not size and abs(index) <= len(value.parts))
            return value.parts[index] if fits else DYNAMIC
        if isinstance(value, Display) and value.content[0] in {"l", "("}:
            parts = value.content[1:]
            if size and len(parts) != size:
                return DYNAMIC
            return self._at(parts, index, value.frame)
        return DYNAMIC

    def _starred(self, one: list[Any], frame: Frame) -> Value:
        value = self.evaluate(one[1], frame)
        if isinstance(value, Elements):
            return value
        if isinstance(value, Display) and value.content[0] in {"l", "("}:
            behind = one[3] - 1 - one[2]
            parts = value.content[1:]
            return Display(("l", *parts[one[2] : len(parts) - behind]), value.frame)
        return DYNAMIC


_GENERIC = frozenset(["list", "dict", "tuple", "set", "frozenset", "type"])


def _same_key(one: Constant, other: Constant) -> bool:
    return type(one.value) is type(other.value) and one.value == other.value


def _closure(frame: Frame) -> Frame | None:
    return frame if frame.kind == "f" else None
