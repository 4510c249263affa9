"""What a function promises, read off its syntax, and what a model may add to that; pure.

A mechanical contract holds observed interface facts: useful summaries, not proof of behaviour. A
model's contract is a candidate: whatever the mechanical one contradicts is dropped with a reason.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tmf_memory.codegraph.model import Json

MOST_CONFIDENCE = 0.6
_MOST_TEXT = 400

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: `kind` as `inspect` names it in lower case; `default` as written or empty."""

    name: str
    kind: str
    annotation: str
    default: str


@dataclass(frozen=True, slots=True)
class Contract:
    """Observed interface facts of one function."""

    parameters: tuple[Parameter, ...] = ()
    return_annotation: str = ""
    returns_value: bool = False
    yields: bool = False
    raises: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()

    def encode(self) -> dict[str, Json]:
        return {
            "parameters": [
                {
                    "name": one.name,
                    "kind": one.kind,
                    "annotation": one.annotation,
                    "default": one.default,
                }
                for one in self.parameters
            ],
            "return": {
                "annotation": self.return_annotation,
                "has_value": self.returns_value,
                "yields": self.yields,
            },
            "raises": list(self.raises),
            "writes": list(self.writes),
            "evidence": "observed",
            "confidence_at_most": MOST_CONFIDENCE,
        }


@dataclass(frozen=True, slots=True)
class Checked:
    """A candidate after checking: what is kept, and why the rest is not."""

    summary: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    returns: str = ""
    raises: tuple[str, ...] = ()
    side_effects: str = ""
    rejected: tuple[str, ...] = ()
    confidence: float = 0.0

    def encode(self) -> dict[str, Json]:
        return {
            "summary": self.summary,
            "parameters": dict(self.parameters),
            "returns": self.returns,
            "raises": list(self.raises),
            "side_effects": self.side_effects,
            "rejected": list(self.rejected),
            "confidence": self.confidence,
            "evidence": "attributed",
        }


def find_function(text: str, *, name: str, line_start: int, line_end: int) -> Function | None:
    """The function called `name` whose decorators and body span these lines, if the text parses."""
    definition = find_definition(text, name=name, line_start=line_start, line_end=line_end)
    return definition if isinstance(definition, Function) else None


def find_definition(
    text: str, *, name: str, line_start: int, line_end: int
) -> Function | ast.ClassDef | None:
    """The same for functions and classes."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef) and node.name == name:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            if first == line_start and node.end_lineno == line_end:
                return node
    return None


def mechanical_contract(function: Function) -> Contract:
    own = list(_own_nodes(function))
    yields = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own)
    returned = [one.value for one in own if isinstance(one, ast.Return)]
    return Contract(
        tuple(_parameters(function.args)),
        ast.unparse(function.returns) if function.returns else "",
        any(one is not None and not _is_none(one) for one in returned),
        yields,
        tuple(dict.fromkeys(name for one in own for name in _raised(one))),
        tuple(dict.fromkeys(name for one in own for name in _written(one, own))),
    )


def check_candidate(candidate: Mapping[str, Json], contract: Contract) -> Checked:
    """Hold a model's contract against the mechanical one; nothing in it is ever followed."""
    rejected: list[str] = []
    parameters = _checked_parameters(candidate.get("parameters"), contract, rejected)
    raises = _checked_raises(candidate.get("raises"), contract, rejected)
    returns = _text(candidate.get("returns"))
    if returns and not contract.returns_value and not contract.yields:
        rejected.append("returns: source returns no value")
        returns = ""
    effects = _text(candidate.get("side_effects"))
    if effects.lower().strip(" .") in {"none", "no side effects"} and contract.writes:
        rejected.append(f"side_effects: source writes {', '.join(contract.writes)}")
        effects = ""
    claimed = candidate.get("confidence")
    confidence = float(claimed) if isinstance(claimed, int | float) else MOST_CONFIDENCE
    return Checked(
        _text(candidate.get("summary")),
        parameters,
        returns,
        raises,
        effects,
        tuple(rejected),
        max(0.0, min(confidence, MOST_CONFIDENCE)),
    )


def _checked_parameters(given: Json, contract: Contract, rejected: list[str]) -> dict[str, str]:
    known = {one.name for one in contract.parameters}
    said = given if isinstance(given, dict) else {}
    unknown = [name for name in said if name not in known]
    rejected += [f"parameters: {name} is not in the signature" for name in unknown]
    missing = [name for name in sorted(known - said.keys()) if name not in {"self", "cls"}]
    if said and missing:
        rejected.append(f"parameters: nothing is said of {', '.join(missing)}")
    return {name: _text(text) for name, text in said.items() if name in known}


def _checked_raises(given: Json, contract: Contract, rejected: list[str]) -> tuple[str, ...]:
    said = [_text(one) for one in given] if isinstance(given, list) else []
    unseen = [name for name in said if name not in contract.raises]
    rejected += [f"raises: {name} is not raised here" for name in unseen]
    return tuple(name for name in said if name in contract.raises)


def _text(value: Json) -> str:
    return " ".join(value.split())[:_MOST_TEXT] if isinstance(value, str) else ""


def _parameters(arguments: ast.arguments) -> Iterator[Parameter]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + [*arguments.defaults]
    for index, (one, default) in enumerate(zip(positional, defaults, strict=True)):
        only = index < len(arguments.posonlyargs)
        yield _parameter(one, "positional_only" if only else "positional_or_keyword", default)
    if arguments.vararg:
        yield _parameter(arguments.vararg, "var_positional", None)
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(one, "keyword_only", default)
    if arguments.kwarg:
        yield _parameter(arguments.kwarg, "var_keyword", None)


def _parameter(argument: ast.arg, kind: str, default: ast.expr | None) -> Parameter:
    annotation = ast.unparse(argument.annotation) if argument.annotation else ""
    return Parameter(argument.arg, kind, annotation, ast.unparse(default) if default else "")


def _own_nodes(function: Function) -> Iterator[ast.AST]:
    """Nodes of the body, without those of nested functions and classes."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        one = waiting.pop()
        if isinstance(one, Function | ast.ClassDef | ast.Lambda):
            continue
        yield one
        waiting.extend(ast.iter_child_nodes(one))


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def _raised(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Raise) and node.exc is not None:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if isinstance(raised, ast.Name | ast.Attribute):
            yield ast.unparse(raised)


def _written(node: ast.AST, own: list[ast.AST]) -> Iterator[str]:
    """Attributes and globals that are assigned or deleted."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
        yield ast.unparse(node)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        shared = {name for one in own if isinstance(one, ast.Global) for name in one.names}
        if node.id in shared:
            yield node.id
