"""What every tool module declares.

A tool module is light: `tools/list` imports all of them, so the engine is imported inside `run`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from tmf_memory.mcp.messages import Json, Object

if TYPE_CHECKING:
    from tmf_memory.mcp.engines import Engines

CODE = "code"
LINT = "lint"
RECALL = "recall"
GROUPS = (CODE, LINT, RECALL)


class Progress(Protocol):
    """How far a call is; calling it raises when the client has cancelled."""

    def __call__(self, done: float, total: float | None = None, message: str = "") -> None: ...


class Tool(NamedTuple):
    """One tool: what a model reads about it, and what runs when it is called.

    `input_schema` and `output_schema` are the `properties` of a closed and an open object;
    `required` and `returns` say which of them are always there.
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


def integer(description: str, default: int, lowest: int, highest: int) -> Object:
    """Return the schema of a bounded whole number."""
    return {
        "type": "integer",
        "description": description,
        "default": default,
        "minimum": lowest,
        "maximum": highest,
    }


TEXT: Object = {"type": "string"}
NUMBER: Object = {"type": "number"}
FLAG: Object = {"type": "boolean"}
OBJECT: Object = {"type": "object"}
OBJECTS: Object = {"type": "array", "items": {"type": "object"}}
TEXTS: Object = {"type": "array", "items": {"type": "string"}}
