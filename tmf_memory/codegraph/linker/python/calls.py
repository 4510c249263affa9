"""Calls: which arguments meet which parameters, and what comes back."""

from __future__ import annotations

from typing import Any

from tmf_memory.codegraph.linker.python.attributes import Attributes
from tmf_memory.codegraph.linker.python.exports import agree
from tmf_memory.codegraph.linker.python.frames import FUNCTION, Arguments, Frame
from tmf_memory.codegraph.linker.python.hierarchy import ClassInfo
from tmf_memory.codegraph.linker.python.values import (
    AMBIGUOUS,
    CYCLE,
    DYNAMIC,
    NOTHING,
    PARAMETER,
    Awaitable,
    Class,
    Constant,
    Display,
    Either,
    Elements,
    Fixed,
    Foreign,
    Function,
    Instance,
    Manager,
    Nothing,
    Parent,
    Partial,
    Returning,
    Unknown,
    Value,
)
from tmf_memory.codegraph.linker.python.views import Entry

MAX_CALL_DEPTH = 5
_MANAGER_MAKERS = frozenset(["contextlib.contextmanager", "contextlib.asynccontextmanager"])
_SAME_ELEMENTS = frozenset(
    ["list", "sorted", "set", "tuple", "reversed", "iter", "frozenset", "filter", "deque"]
)


class Calls(Attributes):
    """Finds what a call returns."""

    _returns: dict[Any, Any]
    _made: dict[Any, Any]
    _makers: dict[Any, Any]

    def evaluate_call(self, call: list[Any], frame: Frame) -> Value:
        return self.result(self.evaluate(call[1], frame), call, frame)

    def result(self, callee: Value, call: Any, frame: Frame) -> Value:
        """Return what calling a value gives."""
        if isinstance(callee, Function):
            return self.returned(callee, call, frame)
        if isinstance(callee, Class):
            made = self.made(callee)
            return Instance(made.of, (call, frame)) if isinstance(made, Instance) else made
        if isinstance(callee, Foreign):
            return self._foreign_result(callee, call, frame)
        if isinstance(callee, Instance | Either):
            method = self.attribute(callee, "__call__")
            return self.returned(method, call, frame) if isinstance(method, Function) else DYNAMIC
        if isinstance(callee, Partial):
            return self.result(callee.function, _merged_call(callee.call[0], call), frame)
        if isinstance(callee, Returning):
            return callee.result
        return callee if isinstance(callee, Unknown) else DYNAMIC

    # --- classes

    def made(self, of: Class) -> Value:
        """Return what calling a class gives: its instance, or what `__new__` puts in its place."""
        return self.remember(self._made, of, lambda: self._made_by(of))

    def _made_by(self, of: Class) -> Value:
        for maker in self.makers(of):
            value = self.returned(maker, None, None)
            if value == AMBIGUOUS:
                return value
            if isinstance(value, Instance | Function | Class | Partial):
                return value
        return Instance(of)

    def makers(self, of: Class) -> tuple[Function, ...]:
        """Return the functions of the repository that run to make an instance."""
        found: Any = self.remember(self._makers, of, lambda: self._makers_of(of))  # type: ignore[arg-type, return-value]
        return found if isinstance(found, tuple) else ()

    def _makers_of(self, of: Class) -> tuple[Function, ...]:
        info = self.info(of)
        found = []
        for one in info.line:
            if isinstance(one, ClassInfo) and one.frame.parent is not None:
                written = self.class_entry(one.of).get("k", {}).get("metaclass")
                if written is not None:
                    meta = self.evaluate(written, one.frame.parent)
                    if isinstance(meta, Class):
                        found.append(self._of_line(self.info(meta), "__call__"))
                    break
        found.append(self._of_line(info, "__new__"))
        return tuple(
            Function(one.path, one.qualname, of, one.frame)
            for one in found
            if isinstance(one, Function)
        )

    def _of_line(self, info: ClassInfo, name: str) -> Value:
        holder = self.in_line(info, info.line, name)
        return self.class_binding(name, holder) if isinstance(holder, ClassInfo) else holder

    # --- functions

    def returned(self, function: Function, call: Any, frame: Frame | None) -> Value:
        """Return what a function gives back; arguments count where nothing else decides."""
        entry = self.function_entry(function.path, function.qualname)
        if not entry.keys() & {"r", "R", "y"}:
            return DYNAMIC
        receiver = function.receiver
        key = (function.path, function.qualname, receiver, id(function.frame))
        if function.frame is None:
            value = self.remember(
                self._returns, key, lambda: self._returned(function, entry, None, None)
            )
            if value is CYCLE or not _depends_on_arguments(value):
                return value
        return self._returned(function, entry, call, frame)

    def _returned(self, function: Function, entry: Entry, call: Any, place: Frame | None) -> Value:
        frame = self.receiving_frame(function)
        if place is not None:
            frame.depth = place.depth + 1
            if frame.depth > MAX_CALL_DEPTH:
                return DYNAMIC
            if call is not None:
                self.pass_arguments(frame, call, place)
        value = self._result(entry, frame)
        if self._is_manager(entry, frame):
            return Manager(value.element) if isinstance(value, Elements) else DYNAMIC
        return Awaitable(value) if "a" in entry.get("k", "") else value

    def _result(self, entry: Entry, frame: Frame) -> Value:
        declared = self._declared_return(entry, frame)
        if "y" in entry:
            yielded = (self.evaluate(one, frame) for one in entry["y"])
            if isinstance(declared, Elements):
                return Elements(self.believed(declared.element, yielded), declared.kind)
            return Elements(agree(yielded), "iterator")
        if "r" not in entry:
            return declared
        return self.believed(declared, [self.evaluate(one, frame) for one in entry["r"]])

    def _declared_return(self, entry: Entry, frame: Frame) -> Value:
        annotation = entry.get("R")
        if annotation is None or frame.parent is None:
            return DYNAMIC
        if isinstance(annotation, str) and annotation.rpartition(".")[2] == "Self":
            return frame.receiver or DYNAMIC
        return self.type_value(annotation, frame.parent)

    def _is_manager(self, entry: Entry, frame: Frame) -> bool:
        if "D" not in entry or frame.parent is None:
            return False
        made = [self.evaluate(one, frame.parent) for one in entry["D"]]
        return any(isinstance(one, Foreign) and one.name in _MANAGER_MAKERS for one in made)

    def pass_arguments(self, frame: Frame, call: Any, place: Frame) -> None:
        """Let the parameters of `frame` hold what the call passes."""
        function = Function(frame.path, frame.qualname, frame.receiver)
        frame.arguments = self.arguments_of(function, call, place)

    def arguments_of(self, function: Function, call: Any, place: Frame) -> Arguments:
        """Return what a call passes, by parameter, and the defaults of the rest."""
        entry = self.function_entry(function.path, function.qualname)
        names = entry.get("p", "").split()
        if function.receiver is not None and names and "s" not in entry.get("k", ""):
            del names[0]
        passed = _matched(names, call, place)
        defaults = entry.get("d")
        if defaults and _is_complete(call):
            parent = self.frame_of(function.path, function.qualname).parent
            if parent is not None:
                for name, default in defaults.items():
                    passed.setdefault(name, (default, parent))
        return passed

    # --- decorators

    def decorated(self, qualname: str, frame: Frame) -> Value:
        """Return what the name of a decorated function stands for.

        What a decorator of another project gives back, or one that cannot be followed, is taken
        to stand for the function; so is what is wrapped with `functools.wraps`.
        """
        closure = frame if frame.kind == FUNCTION else None
        raw = Function(frame.path, qualname, None, closure)
        value: Value = raw
        for one in reversed(self.function_entry(frame.path, qualname).get("D", ())):
            value = self._decorate(one, value, frame)
        return value

    def class_value(self, qualname: str, frame: Frame) -> Value:
        """Return what the name of a class stands for once its decorators are applied."""
        own = self.class_of(frame.path, qualname)
        decorators = self.class_entry(own).get("D")
        if not decorators:
            return own
        return self.remember(frame.memo, (own,), lambda: self._decorated_class(own, frame))

    def _decorated_class(self, own: Class, frame: Frame) -> Value:
        self.dependencies.append((own.path, own.qualname))
        value: Value = own
        for one in reversed(self.class_entry(own)["D"]):
            value = self._decorate(one, value, frame)
        return value

    def _decorate(self, decorator: Any, value: Value, frame: Frame) -> Value:
        made = self.evaluate(decorator, frame)
        if not isinstance(made, Function | Class | Instance):
            return value
        if isinstance(made, Class):
            return self._instance_decorator(Instance(made), value)
        given = {"decorated": ["v", ["h", value]]}
        holder = Frame(frame.path, frame.qualname, FUNCTION, given, frame)
        result = self.result(made, ["c", None, ["decorated"]], holder)
        if isinstance(result, Function):
            return value if self._wraps(result) else result
        if isinstance(result, Class):
            return result
        return self._instance_decorator(result, value)

    def _instance_decorator(self, result: Value, value: Value) -> Value:
        """Return what is called in the place of what is decorated; a protocol runs nothing."""
        if isinstance(result, Either):
            return result
        if isinstance(result, Instance) and not self.is_protocol(result.of):
            called = self.attribute(result, "__call__")
            bound = self.attribute(result, "__get__")
            if isinstance(called, Function) and not isinstance(bound, Function):
                return result
        return value

    def _wraps(self, function: Function) -> bool:
        entry = self.function_entry(function.path, function.qualname)
        frame = self.frame_of(function.path, function.qualname).parent
        for one in entry.get("D", ()):
            callee = one[1] if isinstance(one, list) and one[0] == "c" else one
            if frame is not None:
                value = self.evaluate(callee, frame)
                if isinstance(value, Foreign) and value.name.rpartition(".")[2] == "wraps":
                    return True
        return False

    # --- what is not ours

    def _foreign_result(self, callee: Foreign, call: Any, frame: Frame) -> Value:
        last = callee.name.rpartition(".")[2]
        arguments = call[2] or []
        if callee.builtin:
            return self._builtin_result(callee.name, arguments, frame)
        if last == "partial" and arguments:
            return Partial(self.evaluate(arguments[0], frame), (call, frame))
        if last == "cast" and len(arguments) == 2:
            return self.type_value(arguments[0], frame)
        if last in {"copy", "deepcopy"} and arguments:
            return self.evaluate(arguments[0], frame)
        if last in _SAME_ELEMENTS and arguments:
            return Elements(self.element(self.evaluate(arguments[0], frame)))
        return Foreign(f"{callee.name}()")

    def _builtin_result(self, name: str, arguments: list[Any], frame: Frame) -> Value:
        arguments = arguments or []
        if name == "super":
            return self._super(arguments, frame)
        if not arguments:
            return Foreign(f"{name}()", builtin=True)
        if name == "getattr" and len(arguments) == 2:
            attribute = self.evaluate(arguments[1], frame)
            if isinstance(attribute, Constant) and isinstance(attribute.value, str):
                return self.attribute(self.evaluate(arguments[0], frame), attribute.value)
            return DYNAMIC
        first = self.evaluate(arguments[0], frame)
        if name == "type" and len(arguments) == 1:
            return first.of if isinstance(first, Instance) else DYNAMIC
        if name in _SAME_ELEMENTS:
            return Elements(self.element(first))
        if name in {"next", "max", "min"}:
            return self.element(first)
        if name == "enumerate":
            return Elements(Fixed((Foreign("int()", builtin=True), self.element(first))))
        if name == "zip":
            parts = [self.element(self.evaluate(one, frame)) for one in arguments]
            return Elements(Fixed(tuple(parts)))
        return Foreign(f"{name}()", builtin=True)

    def _super(self, arguments: list[Any], frame: Frame) -> Value:
        method = frame.method()
        if method is None or method.parent is None:
            return DYNAMIC
        own = self.class_of(frame.path, method.parent.qualname)
        receiver: Value = method.receiver or Instance(own)
        of = receiver.of if isinstance(receiver, Instance) else receiver
        after: Value = self.evaluate(arguments[0], frame) if arguments else own
        if not isinstance(after, Class) or not isinstance(of, Class):
            return DYNAMIC
        return Parent(of, after, receiver)

    # --- iteration

    def element(self, value: Value) -> Value:
        """Return what iterating over a value gives."""
        if isinstance(value, Elements):
            return value.key or DYNAMIC if value.kind == "dict" else value.element
        if isinstance(value, Fixed):
            return agree(value.parts)
        if isinstance(value, Display):
            return self._display_element(value)
        if isinstance(value, Instance | Either):
            iterator = self._called(value, "__iter__")
            if isinstance(iterator, Elements):
                return iterator.element
            if isinstance(iterator, Instance):
                return self._called(iterator, "__next__")
        return value if isinstance(value, Unknown) else DYNAMIC

    def _called(self, value: Value, method: str) -> Value:
        function = self.attribute(value, method)
        return self.returned(function, None, None) if isinstance(function, Function) else DYNAMIC

    def _display_element(self, value: Display) -> Value:
        content = value.content
        if content[0] in {"l", "(", "e"}:
            return agree(self.evaluate(one, value.frame) for one in content[1:])
        if content[0] == "app":
            before = self.evaluate(content[1], value.frame)
            return agree([self.element(before), self.evaluate(content[2], value.frame)])
        return DYNAMIC

    def entered(self, value: Value) -> Value:
        """Return what `with value as x` binds."""
        if isinstance(value, Manager):
            return value.entered
        if isinstance(value, Instance | Either):
            result = self._called(value, "__enter__")
            if isinstance(result, Unknown | Nothing):
                result = self._called(value, "__aenter__")
            return result.result if isinstance(result, Awaitable) else result
        return value if isinstance(value, Foreign | Unknown) else DYNAMIC


def _depends_on_arguments(value: Value) -> bool:
    """Tell whether one certain call can know more: a parameter, or what closes over it."""
    if isinstance(value, Function):
        return value.frame is not None
    return value == PARAMETER or isinstance(value, Display | Partial)


def _matched(names: list[str], call: Any, place: Frame) -> Arguments:
    """Return the parameters that a call is known to fill."""
    passed: Arguments = {}
    if not call[2] and len(call) == 3:
        return passed
    for name, expression in zip(names, call[2], strict=False):
        if name[0] in "*=" or _is_starred(expression):
            break
        passed[name] = (expression, place)
    if len(call) > 3:
        for name, expression in call[3].items():
            passed[name] = (expression, place)
    return passed


def _is_starred(expression: Any) -> bool:
    return isinstance(expression, list) and bool(expression) and expression[0] == "*"


def _is_complete(call: Any) -> bool:
    """Tell whether every argument of a call is written out, so that the rest are defaults."""
    if call[2] == 0 or any(_is_starred(one) for one in call[2]):
        return False
    return len(call) == 3 or "**" not in call[3]


def _merged_call(first: Any, second: Any) -> list[Any]:
    """Return the call of a partial: what was given before, then what is given now."""
    named = {**(first[3] if len(first) > 3 else {}), **(second[3] if len(second) > 3 else {})}
    return ["c", first[2][0], [*first[2][1:], *(second[2] or ())], named]


__all__ = ["NOTHING", "Calls"]
