"""What a tool is, and the words its schemas are written in.

A tool module is light: `tools/list` imports all of them, so the engine is imported inside `run`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tmf_memory.mcp.engines import Engines, Progress
from tmf_memory.mcp.messages import Json, Object

CODE = "code"
LINT = "lint"
RECALL = "recall"
GROUPS = (CODE, LINT, RECALL)


class Tool(NamedTuple):
    """One tool: what a model reads about it, and what runs when it is called.

    `takes` and `returns` are the properties of a closed and an open object; `required` names the
    arguments that must be given, everything in `returns` is always there.
    """

    name: str
    title: str
    description: str
    group: str
    run: Callable[[Engines, Object, Progress], Object]
    takes: Object
    required: tuple[str, ...]
    returns: Object
    is_read_only: bool = True

    @property
    def input_schema(self) -> Object:
        schema: Object = {"type": "object", "properties": self.takes}
        if self.required:
            schema["required"] = list(self.required)
        schema["additionalProperties"] = False
        return schema

    @property
    def output_schema(self) -> Object:
        return {"type": "object", "properties": self.returns, "required": list(self.returns)}

    @property
    def annotations(self) -> Object:
        if self.is_read_only:
            return {"readOnlyHint": True, "openWorldHint": False}
        return {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}


def string(description: str, **rules: Json) -> Object:
    """Return the schema of a text argument."""
    return {"type": "string", "description": description, **rules}


def integer(default: int, lowest: int, highest: int) -> Object:
    """Return the schema of a bounded whole number whose name says what it is."""
    return {"type": "integer", "default": default, "minimum": lowest, "maximum": highest}


def text_of(arguments: Object, name: str) -> str:
    """Return a text argument, empty when it was not given."""
    value = arguments.get(name)
    return value if isinstance(value, str) else ""


def number_of(arguments: Object, name: str) -> int:
    """Return a whole number that has a default."""
    value = arguments[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def texts_of(arguments: Object, name: str) -> list[str]:
    """Return a list of texts, empty when it was not given."""
    value = arguments.get(name)
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


TEXT: Object = {"type": "string"}
NUMBER: Object = {"type": "number"}
FLAG: Object = {"type": "boolean"}
OBJECT: Object = {"type": "object"}
LIST: Object = {"type": "array"}
