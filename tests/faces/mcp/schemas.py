"""The published JSON schemas of the five MCP revisions, when the data folder is there."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

from jsonschema import Draft7Validator, Draft202012Validator

_DATA = os.environ.get("TMF_EVAL_DATA")
FOLDER = Path(_DATA) / "mcp_schema" if _DATA else None
SKIP_REASON = "set TMF_EVAL_DATA to the folder that holds mcp_schema/"

# The result each method is answered with; a revision that lacks one does not serve the method.
RESULTS = {
    "initialize": "InitializeResult",
    "ping": "EmptyResult",
    "server/discover": "DiscoverResult",
    "subscriptions/listen": "SubscriptionsListenResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
}
_NOTIFICATIONS = {
    "notifications/progress": "ProgressNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
}


@cache
def _validator(version: str, definition: str) -> Draft7Validator | Draft202012Validator | None:
    if FOLDER is None:
        return None
    schema = json.loads((FOLDER / f"{version}.schema.json").read_text(encoding="utf-8"))
    kind = Draft202012Validator if "$defs" in schema else Draft7Validator
    home = "$defs" if "$defs" in schema else "definitions"
    return kind({"$ref": f"#/{home}/{definition}", home: schema[home]})


def _validate(version: str, definition: str, value: object) -> None:
    validator = _validator(version, definition)
    if validator is not None:
        validator.validate(value)


def validate_message(message: dict[str, object], version: str, method: str = "") -> None:
    """Check one outgoing message against its revision, and its result against its method."""
    if "error" in message and "id" not in message:
        # The three oldest schemas demand an id and forbid null: an error about an unreadable line
        # cannot be valid there, so the newest legacy rule is used, as the server does.
        version = max(version, "2025-11-25")
    _validate(version, "JSONRPCMessage", message)
    if "method" in message:
        _validate(version, _NOTIFICATIONS[str(message["method"])], message)
    elif "result" in message and method:
        _validate(version, RESULTS[method], message["result"])
    elif "error" in message:
        error = message["error"]
        if isinstance(error, dict) and error.get("code") == -32022:
            _validate("2026-07-28", "UnsupportedProtocolVersionError", message)
