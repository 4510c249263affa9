"""Command-line flags that a module declares literally: argparse, optparse, click and typer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tmf_memory.codegraph.extractors._config import MAX_LISTED, node_hash, shorten, unique
from tmf_memory.codegraph.extractors.python._route import Neighbourhood, literal_text, source_of
from tmf_memory.codegraph.extractors.python.lines import Lines
from tmf_memory.codegraph.model import Json, Scope, Symbol

# Substrings, because a regular expression over every source text costs seconds.
_LIBRARY_HINTS = ("click", "typer", "cloup")
_METHODS = frozenset({"add_argument", "add_option", "addoption"})
_CLICK = frozenset({"asyncclick", "click", "cloup", "rich_click"})
_FLAG = re.compile(r"--?[^\W_][\w.-]*")
_DEFAULT_BY_ACTION: dict[str, Json] = {"store_true": False, "store_false": True, "count": None}
_SHOWN_KEYWORDS = ("type", "action", "required", "choices", "multiple", "is_flag", "nargs")


@dataclass(frozen=True, slots=True)
class _Flag:
    """One option as declared; `value` is left out when the default is not literal."""

    names: tuple[str, ...]
    line_start: int
    line_end: int
    extra: Mapping[str, Json] = field(default_factory=dict)


def flags_of(module: ast.Module, text: str) -> list[Symbol]:
    """Return one symbol per option whose names are literal, in source order."""
    uses_library = "ption" in text and any(library in text for library in _LIBRARY_HINTS)
    imported = _Imported.of(module) if uses_library else _NOTHING_IMPORTED
    if imported == _NOTHING_IMPORTED and not any(method in text for method in _METHODS):
        return []
    taken: dict[str, int] = {}
    flags = sorted(_flags(module, imported, text), key=lambda flag: (flag.line_start, flag.names))
    return [_symbol(flag, taken) for flag in flags]


def _symbol(flag: _Flag, taken: dict[str, int]) -> Symbol:
    # The long name is the one that people write down.
    name = next((name for name in flag.names if name.startswith("--")), flag.names[0])
    detail: dict[str, Json] = {"kind": "flag", "name": name, **flag.extra}
    aliases: list[Json] = [other for other in flag.names if other != name]
    if aliases:
        detail["aliases"] = aliases
    return Symbol(
        Scope.CONFIG,
        unique(name, taken),
        flag.line_start,
        flag.line_end,
        node_hash([list(flag.names), dict(flag.extra)]),
        detail,
    )


def _flags(module: ast.Module, imported: _Imported, text: str) -> Iterator[_Flag]:
    lines = Lines(text)
    # A browser's options have a method of the same name; it passes flags instead of declaring them.
    declares = not ("selenium" in text or "webdriver" in text) or "argparse" in text
    for node in Neighbourhood(text, imported.pattern).walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if imported.has_typer:
                yield from _typer_flags(node, imported)
        elif isinstance(node, ast.Call):
            is_method = isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS
            if (is_method and declares) or imported.is_click_option(node.func):
                yield from _declared(node, lines)


@dataclass(frozen=True, slots=True)
class _Imported:
    """Under which names a module knows click and typer, and their option functions."""

    click: frozenset[str]
    click_options: frozenset[str]
    typer: frozenset[str]
    typer_options: frozenset[str]

    @classmethod
    def of(cls, module: ast.Module) -> _Imported:
        modules: dict[str, str] = {}
        members: dict[str, tuple[str, str]] = {}
        for node in _imports(module.body):
            if isinstance(node, ast.Import):
                modules.update({one.asname or one.name: one.name for one in node.names})
            elif node.module:
                source = node.module
                members.update({one.asname or one.name: (source, one.name) for one in node.names})
        return cls(
            frozenset(name for name, source in modules.items() if source in _CLICK),
            frozenset(
                name
                for name, (source, member) in members.items()
                if source in _CLICK and member == "option"
            ),
            frozenset(name for name, source in modules.items() if source == "typer"),
            frozenset(name for name, member in members.items() if member == ("typer", "Option")),
        )

    @property
    def has_typer(self) -> bool:
        return bool(self.typer or self.typer_options)

    @property
    def pattern(self) -> re.Pattern[str]:
        """What every declaration has on one of its lines."""
        names = [*_METHODS, "option", "Option", *self.click_options, *self.typer_options]
        return re.compile("|".join(re.escape(name) for name in names))

    def is_click_option(self, function: ast.expr) -> bool:
        return _is_one_of(function, self.click, "option", self.click_options)

    def is_typer_option(self, function: ast.expr) -> bool:
        return _is_one_of(function, self.typer, "Option", self.typer_options)


def _imports(statements: list[ast.stmt]) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the imports of a module, those inside `try` and `if` included."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement
        elif isinstance(statement, ast.Try | ast.If):
            yield from _imports([*statement.body, *statement.orelse])


_NOTHING_IMPORTED = _Imported(frozenset(), frozenset(), frozenset(), frozenset())


def _is_one_of(
    function: ast.expr, modules: frozenset[str], member: str, names: frozenset[str]
) -> bool:
    if isinstance(function, ast.Name):
        return function.id in names
    return (
        isinstance(function, ast.Attribute)
        and function.attr == member
        and isinstance(function.value, ast.Name)
        and function.value.id in modules
    )


def _declared(call: ast.Call, lines: Lines) -> Iterator[_Flag]:
    names = _flag_names(call.args)
    if names:
        extra = {**_default(call), **_keywords(call, lines)}
        yield _Flag(names, call.lineno, call.end_lineno or call.lineno, extra)


def _flag_names(arguments: list[ast.expr]) -> tuple[str, ...]:
    """Return the names in `"-f", "--foo/--no-foo"`; nothing when one of them is not literal."""
    texts = [literal_text(argument) for argument in arguments]
    if None in texts:
        return ()
    names = [name for text in texts if text for name in re.split(r"\s*[/;]\s*", text.strip())]
    return tuple(name for name in names if _FLAG.fullmatch(name))


def _default(call: ast.Call) -> dict[str, Json]:
    keywords = {word.arg: word.value for word in call.keywords}
    if "default" in keywords:
        return _literal_default(keywords["default"])
    if None in keywords:
        return {}  # `**options` may bring a default along
    action = literal_text(keywords["action"]) if "action" in keywords else None
    return {"value": _DEFAULT_BY_ACTION.get(action or "")}


def _literal_default(node: ast.expr) -> dict[str, Json]:
    literal = _literal(node)
    return {} if literal is None else {"value": literal[0]}


def _literal(node: ast.expr) -> tuple[Json] | None:
    """Return the value of a literal scalar or short list, in a tuple; None for all else."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    if isinstance(value, str):
        return (shorten(value),)
    if value is None or isinstance(value, bool | int | float):
        return (value,)
    is_list = isinstance(value, list | tuple) and len(value) <= MAX_LISTED
    return ([*value],) if is_list and _are_scalars(value) else None


def _are_scalars(values: list[object] | tuple[object, ...]) -> bool:
    return all(value is None or isinstance(value, bool | int | float | str) for value in values)


def _keywords(call: ast.Call, lines: Lines) -> dict[str, Json]:
    shown: dict[str, Json] = {}
    for word in call.keywords:
        if word.arg in _SHOWN_KEYWORDS:
            literal = _literal(word.value)
            text = shorten(source_of(word.value, lines))
            shown[str(word.arg)] = text if literal is None else literal[0]
    return shown


def _typer_flags(
    function: ast.FunctionDef | ast.AsyncFunctionDef, imported: _Imported
) -> Iterator[_Flag]:
    for argument, default in _with_defaults(function.args):
        option = _typer_option(argument, default, imported)
        if option is None:
            continue
        names = _flag_names([one for one in option.args if _is_flag(one)])
        # Without a name of its own, typer calls an option after its parameter.
        names = names or (f"--{argument.arg.replace('_', '-')}",)
        value = _typer_default(option, default)
        extra = _literal_default(value) if value is not None else {"value": None}
        yield _Flag(names, argument.lineno, option.end_lineno or option.lineno, extra)


def _with_defaults(arguments: ast.arguments) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = len(positional) - len(arguments.defaults)
    yield from zip(positional, [*[None] * missing, *arguments.defaults], strict=True)
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def _typer_option(
    argument: ast.arg, default: ast.expr | None, imported: _Imported
) -> ast.Call | None:
    """Return `typer.Option(…)` from the default, or from inside `Annotated[…]`."""
    candidates = [default]
    annotation = argument.annotation
    if isinstance(annotation, ast.Subscript) and isinstance(annotation.slice, ast.Tuple):
        candidates += annotation.slice.elts[1:]
    for node in candidates:
        if isinstance(node, ast.Call) and imported.is_typer_option(node.func):
            return node
    return None


def _is_flag(node: ast.expr) -> bool:
    text = literal_text(node)
    return text is not None and text.startswith("-")


def _typer_default(option: ast.Call, default: ast.expr | None) -> ast.expr | None:
    if default is not option:
        return default
    named = next((word.value for word in option.keywords if word.arg == "default"), None)
    first = option.args[0] if option.args and not _is_flag(option.args[0]) else None
    is_required = isinstance(first, ast.Constant) and first.value is ...
    return None if is_required else first or named
