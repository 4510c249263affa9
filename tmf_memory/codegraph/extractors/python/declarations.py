"""Which assignments are declarations: constants, literals, annotations, enum members, aliases."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

_CONSTANT = re.compile(r"_{0,2}[A-Z][A-Z0-9_]*\Z")
_TYPE_NAME = re.compile(r"_{0,2}[A-Z]+[a-z]\w*\Z")
_ENUM_BASES = frozenset(
    [
        "Enum",
        "IntEnum",
        "StrEnum",
        "Flag",
        "IntFlag",
        "ReprEnum",
        "Choices",
        "TextChoices",
        "IntegerChoices",
    ]
)
_TYPE_MAKERS = frozenset(
    [
        "NewType",
        "TypeVar",
        "ParamSpec",
        "TypeVarTuple",
        "namedtuple",
        "NamedTuple",
        "TypedDict",
        "TypeAliasType",
        "Enum",
        "IntEnum",
        "make_dataclass",
    ]
)
_DISPLAYS = (ast.Dict, ast.List, ast.Tuple, ast.Set)


def declared_names(node: ast.AST, owner: ast.ClassDef | None) -> Iterator[str]:
    """Yield the names that a module-level or class-level statement declares."""
    if isinstance(node, ast.AnnAssign):
        if isinstance(node.target, ast.Name):
            yield node.target.id
    elif isinstance(node, ast.Assign):
        is_enum = owner is not None and _is_enum(owner)
        for target in node.targets:
            yield from _assigned(target, node.value, is_enum)
    elif isinstance(name := getattr(node, "name", None), ast.Name):
        yield name.id  # `type X = ...`


def _assigned(target: ast.expr, value: ast.expr, is_enum: bool) -> Iterator[str]:
    if isinstance(target, ast.Name):
        if _declares(target.id, value, is_enum):
            yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            if isinstance(element, ast.Name) and _CONSTANT.match(element.id):
                yield element.id


def _declares(name: str, value: ast.expr, is_enum: bool) -> bool:
    if _CONSTANT.match(name) or (is_enum and not name.startswith("_")):
        return True
    if isinstance(value, _DISPLAYS):
        return True
    return _TYPE_NAME.match(name) is not None and _is_type_expression(value)


def _is_type_expression(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return last_name(value.func) in _TYPE_MAKERS
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.BitOr)
    return isinstance(value, ast.Subscript | ast.Name | ast.Attribute)


def _is_enum(owner: ast.ClassDef) -> bool:
    return any(last_name(base) in _ENUM_BASES for base in owner.bases)


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name, or nothing."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
