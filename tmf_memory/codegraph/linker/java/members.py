"""Members through the hierarchy, subtyping, and substitution of type variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tmf_memory.codegraph.linker.java.declared import CONSTRUCTOR, Declared, Field, Method
from tmf_memory.codegraph.linker.java.jtypes import (
    NULL,
    OBJECT,
    WIDER,
    Arr,
    Cls,
    Key,
    Prim,
    Type,
    Var,
    boxed,
    unboxed,
)
from tmf_memory.codegraph.linker.java.memo import Memo
from tmf_memory.codegraph.linker.java.names import Place, TypeNames
from tmf_memory.codegraph.linker.java.tree import TypeTree

Bindings = Mapping[Var, Type | None]
_NO_BINDINGS: Bindings = {}
_MAX_ANCESTORS = 400


class Hit(NamedTuple):
    """A method as a member of a type: its parameter and return types still in its own terms."""

    method: Method
    seen_as: Cls
    params: tuple[Type | None, ...]

    @property
    def place(self) -> Place:
        return place_of(self.method)


def place_of(method: Method) -> Place:
    path, owner = method.owner
    return Place(path, owner, method.qualname, method.typevars, method.qualname)


class Members:
    """Asks types for their members; remembers with the memo of the names."""

    def __init__(self, names: TypeNames, tree: TypeTree, memo: Memo) -> None:
        self.names = names
        self._tree = tree
        self._memo = memo

    def ancestors(self, found: Cls) -> tuple[tuple[Cls, ...], bool]:
        """A type and all above it, nearest first, and whether all of them are known."""
        alone: tuple[tuple[Cls, ...], bool] = ((found,), False)
        return self._memo.remember(("ancestors", found), lambda: self._ancestors(found), alone)

    def _ancestors(self, found: Cls) -> tuple[tuple[Cls, ...], bool]:
        seen: dict[Key, Cls] = {}
        pending = [found]
        complete = True
        while pending and len(seen) < _MAX_ANCESTORS:
            current = pending.pop()
            if current.key in seen:
                continue
            seen[current.key] = current
            complete = complete and not current.is_external
            pending += reversed(self.above(current))  # the class before the interfaces
        found_object = seen.pop(OBJECT.key, None)
        order = [*seen.values(), *((found_object,) if found_object else ())]
        return tuple(order), complete

    def above(self, found: Cls) -> list[Cls]:
        """What a type extends and implements, with its own type arguments put in."""
        return [self._with_args(found, one) for one in self.names.supertypes(found.key)]

    def superclass(self, found: Cls) -> Cls:
        """The class right above a class."""
        above = self.above(found)[:1]
        return above[0] if above and not self.names.is_interface(above[0].key) else OBJECT

    def is_inherited(self, method: Method, viewer: str) -> bool:
        return self._is_visible(method, viewer, inherited=True)

    def _with_args(self, below: Cls, above: Cls) -> Cls:
        if not above.args:
            return above
        bindings = self.bindings(below)
        args = tuple(self.substitute(one, bindings) for one in above.args)
        return above._replace(args=args)

    def bindings(self, found: Cls) -> Bindings:
        """What the type variables of a class stand for; unknown ones are None."""
        declared = self.names.declared(found.key)
        if declared is None or not declared.typevars:
            return _NO_BINDINGS
        owner = "{}:{}".format(*found.key)
        names = [Var(owner, name) for name, _ in declared.typevars]
        if len(names) != len(found.args):
            return dict.fromkeys(names)
        return dict(zip(names, found.args, strict=True))

    def substitute(self, found: Type | None, bindings: Bindings) -> Type | None:
        """Put types in the place of variables; what stays unknown falls back to its bound."""
        if not bindings:
            return found
        if isinstance(found, Var) and found in bindings:
            return bindings[found] or self._erased_bound(found)
        if isinstance(found, Arr):
            return Arr(self.substitute(found.item, bindings))
        if isinstance(found, Cls) and found.args:
            args = tuple(self.substitute(one, bindings) for one in found.args)
            return found._replace(args=args)
        return found

    def _erased_bound(self, variable: Var) -> Type | None:
        bound = self.names.bound(variable)
        return bound._replace(args=()) if isinstance(bound, Cls) else None

    def as_class(self, found: Type | None) -> Cls | None:
        """The class whose members a value has."""
        for _ in range(8):  # a variable bounded by a variable
            if not isinstance(found, Var):
                break
            found = self.names.bound(found) or OBJECT
        return found if isinstance(found, Cls) else None

    def methods(self, found: Cls, name: str, viewer: str) -> tuple[tuple[Hit, ...], bool]:
        """All methods of a name that `viewer` can call, overridden ones left out."""
        nothing: tuple[tuple[Hit, ...], bool] = ((), False)
        key = ("methods", found, name, viewer)
        return self._memo.remember(key, lambda: self._methods(found, name, viewer), nothing)

    def _methods(self, found: Cls, name: str, viewer: str) -> tuple[tuple[Hit, ...], bool]:
        ancestors, complete = self.ancestors(found)
        hits: list[Hit] = []
        seen: set[tuple[Type | None, ...]] = set()
        for number, above in enumerate(ancestors):
            for method in self.declared_methods(above.key, name):
                if not self._is_visible(method, viewer, inherited=number > 0):
                    continue
                params = self.params(method)
                bindings = self.bindings(above)
                erased = tuple(self.erased(self.substitute(one, bindings)) for one in params)
                if erased not in seen or None in erased:
                    seen.add(erased)
                    hits.append(Hit(method, above, params))
        return tuple(hits), complete

    def declared_methods(self, key: Key, name: str) -> list[Method]:
        """The methods of a name that a type itself declares."""
        declared = self.names.declared(key)
        if declared is None:
            return []
        if key[0]:
            self._memo.dependencies.add((key[0], f"{key[1]}.{name}"))
        found = declared.methods(name)
        if not found and declared.kind == "enum" and name in {"values", "valueOf"}:
            return [_of_enum(declared, name)]
        return found

    def constructors(self, found: Cls, viewer: str) -> list[Hit] | None:
        """Constructors of a class; None when it declares none and has the implicit one."""
        methods = self.declared_methods(found.key, CONSTRUCTOR)
        if not methods:
            return None
        return [
            Hit(method, found, self.params(method))
            for method in methods
            if self._is_visible(method, viewer, inherited=False)
        ]

    def field(self, found: Cls, name: str, viewer: str) -> tuple[Field, Cls] | None:
        """A field and the type that declares it."""
        for number, above in enumerate(self.ancestors(found)[0]):
            declared = self.names.declared(above.key)
            if declared is None:
                continue
            if above.path:
                self._memo.dependencies.add((above.path, f"{above.name}.{name}"))
            field = declared.field(name)
            if field is not None and self._is_visible(field, viewer, inherited=number > 0):
                return field, above
        return None

    def field_type(self, field: Field, seen_as: Cls) -> Type | None:
        path, owner = field.owner
        found = self.names.resolve(field.text, Place(path, owner))
        return self.substitute(found, self.bindings(seen_as))

    def _is_visible(self, member: Method | Field, viewer: str, *, inherited: bool) -> bool:
        if "p" in member.flags:
            return not inherited and member.owner[0] == viewer
        if "k" in member.flags and member.owner[0] != viewer:
            package = self._tree.scope(member.owner[0]).package
            return package == self._tree.scope(viewer).package
        return True

    def params(self, method: Method) -> tuple[Type | None, ...]:
        place = place_of(method)
        return tuple(self.names.resolve(text, place) for text in method.params)

    def erased(self, found: Type | None) -> Type | None:
        if isinstance(found, Var):
            return self._erased_bound(found) or OBJECT
        if isinstance(found, Arr):
            return Arr(self.erased(found.item))
        if isinstance(found, Cls):
            return found._replace(args=())
        return found

    def as_super(self, found: Type | None, key: Key) -> Cls | None:
        """A type seen as one of those above it, with its type arguments."""
        below = self.as_class(boxed(found))
        if below is None:
            return None
        return next((one for one in self.ancestors(below)[0] if one.key == key), None)

    def fits(self, value: Type | None, wanted: Type | None) -> bool | None:
        """Whether a value can be passed without boxing; None when that is not known."""
        if value is None or wanted is None:
            return None
        if isinstance(wanted, Prim) or isinstance(value, Prim):
            return self._fits_primitive(value, wanted)
        if isinstance(wanted, Var):
            return self._fits_variable(value, wanted)
        if isinstance(wanted, Arr) or isinstance(value, Arr):
            return self._fits_array(value, wanted)
        return self._fits_class(value, wanted)

    def _fits_primitive(self, value: Type, wanted: Type) -> bool:
        if value == NULL:
            return not isinstance(wanted, Prim)
        if not isinstance(wanted, Prim) or not isinstance(value, Prim):
            return False
        return value == wanted or wanted.name in WIDER.get(value.name, ())

    def _fits_variable(self, value: Type, wanted: Var) -> bool | None:
        if value == wanted:
            return True
        bound = self._erased_bound(wanted)
        return True if bound is None else self.fits(value, bound)

    def _fits_array(self, value: Type, wanted: Type) -> bool | None:
        if not isinstance(value, Arr):
            return False
        if isinstance(wanted, Arr):
            if isinstance(value.item, Prim) or isinstance(wanted.item, Prim):
                return value.item == wanted.item
            return self.fits(value.item, wanted.item)
        return isinstance(wanted, Cls) and wanted.name in _ABOVE_ARRAYS

    def _fits_class(self, value: Type, wanted: Type) -> bool | None:
        below = self.as_class(value)
        if below is None or not isinstance(wanted, Cls):
            return None
        if wanted.key in {below.key, OBJECT.key}:
            return True
        ancestors, complete = self.ancestors(below)
        if any(one.key == wanted.key for one in ancestors):
            return True
        # What is not known above one class may be the other.
        return False if complete and not wanted.is_external else None

    def fits_loosely(self, value: Type | None, wanted: Type | None) -> bool | None:
        """Whether a value can be passed, boxed or unboxed if need be."""
        strict = self.fits(value, wanted)
        if strict is not False:
            return strict
        if isinstance(value, Prim) and not isinstance(wanted, Prim):
            return self.fits(boxed(value), wanted)
        if isinstance(wanted, Prim) and isinstance(value, Cls) and not value.is_external:
            return isinstance(unboxed(value), Prim) and self.fits(unboxed(value), wanted)
        return strict


def _of_enum(declared: Declared, name: str) -> Method:
    """`values()` and `valueOf(String)` of an enum: not in the source, but there."""
    simple = declared.key[1].rpartition(".")[2]
    if name == "values":
        return Method(declared.key, name, (), f"{simple}[]", "si", ())
    return Method(declared.key, name, ("java.lang.String",), simple, "si", ())


_ABOVE_ARRAYS = frozenset({"java.lang.Object", "java.lang.Cloneable", "java.io.Serializable"})
