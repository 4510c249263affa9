"""Every tool on the example repository: `<tool>.jsonl` says what is asked and what comes back.

A line holds `call` (arguments) with `answer` (a part of the structured answer), `refused` (the
text of an error result) or `error` (a protocol error); or `edit`, which changes a file first.
In `answer`, objects may have more keys, lists are compared item by item.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.faces.mcp.conversation import MODERN_VERSION, Conversation
from tests.faces.mcp.shop import TOOLS, copied_shop, open_shop
from tmf_memory.mcp.catalog import describe
from tmf_memory.mcp.prompts import PROMPTS
from tmf_memory.mcp.protocol import Era
from tmf_memory.mcp.server import INSTRUCTIONS

FOLDER = Path(__file__).parent
LIST_LIMIT = 12_000


@pytest.mark.parametrize("name", TOOLS)
def test_tool_answers_as_specified(name: str, tmp_path: Path) -> None:
    shop = copied_shop(tmp_path)
    lines = (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    with open_shop(shop, MODERN_VERSION) as client:
        for number, line in enumerate(lines, 1):
            step = json.loads(line)
            if "edit" in step:
                _edit(shop, step["edit"])
            else:
                _ask(client, name, step, f"{name}.jsonl:{number}")


def _edit(shop: Path, edit: dict[str, str]) -> None:
    path = shop / edit["path"]
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    assert edit.get("old", "") in text
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.replace(edit["old"], edit["new"]) if "old" in edit else edit["new"])


def _ask(client: Conversation, name: str, step: dict[str, Any], where: str) -> None:
    if "error" in step:
        asked = {"name": name, "arguments": step["call"]}
        assert client.ask_error("tools/call", asked)["message"] == step["error"], where
        return
    result = client.call(name, **step["call"])
    text = result["content"][0]["text"]
    if "refused" in step:
        assert (result["isError"], text) == (True, step["refused"]), where
        return
    assert result["isError"] is False, f"{where}: {text}"
    answer = result["structuredContent"]
    assert json.loads(text) == answer, where
    Draft202012Validator(TOOLS[name].output_schema).validate(answer)
    assert _part(step["answer"], answer) == step["answer"], where


def _part(expected: Any, found: Any) -> Any:
    """Return the part of `found` that `expected` speaks of."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return {key: _part(one, found[key]) for key, one in expected.items() if key in found}
    if isinstance(expected, list) and isinstance(found, list):
        pairs = zip(expected, found, strict=False)
        return [_part(one, other) for one, other in pairs] + found[len(expected) :]
    return found


def test_tool_list_costs_an_agent_little() -> None:
    listed = [describe(tool, Era(MODERN_VERSION)) for tool in TOOLS.values()]
    assert len(json.dumps(listed, separators=(",", ":"))) < LIST_LIMIT


@pytest.mark.parametrize("tool", TOOLS.values(), ids=lambda tool: tool.name)
def test_tool_is_described_for_a_model(tool: Any) -> None:
    assert tool.description.endswith(".")
    assert len(tool.description) < 200
    assert 3 < len(tool.title) < 40
    for schema in (tool.input_schema, tool.output_schema):
        Draft202012Validator.check_schema(schema)
    assert tool.input_schema["additionalProperties"] is False
    assert set(tool.required) <= tool.takes.keys()


def test_what_changes_things_says_so() -> None:
    assert {name for name, tool in TOOLS.items() if not tool.is_read_only} == {
        "tmf_feedback",
        "tmf_warm",
    }


def test_prompts_and_instructions_name_only_tools_that_exist() -> None:
    said = " ".join([INSTRUCTIONS, *(prompt.text for prompt in PROMPTS)])
    words = {word.strip(".,;") for word in said.split()}
    named = {word for word in words if word.startswith(("tmf_", "memory_")) and "*" not in word}
    assert named <= TOOLS.keys()


def test_context_stays_within_the_characters_asked_for(tmp_path: Path) -> None:
    with open_shop(copied_shop(tmp_path), "2025-06-18") as client:
        shown: list[int] = []
        for most in (*range(180, 1000, 20), 3000):
            result = client.call("tmf_context", question="when is shipping free", max_chars=most)
            assert len(result["content"][0]["text"]) <= most
            answer = result["structuredContent"]
            shown.append(sum(len(one) for one in answer.values() if isinstance(one, list)))
            assert shown[-1] + answer["not_shown"] == 16
            assert shown[-1] > 0 or most < 400
        assert shown[-1] == 16


def test_note_that_the_source_contradicts_says_so(tmp_path: Path) -> None:
    shop = copied_shop(tmp_path)
    (shop / ".git").mkdir()
    with open_shop(shop, "2025-06-18") as client:
        bundle = client.call("tmf_context", question="when is shipping free")["structuredContent"]
        assert any("BUT MF030" in note for note in bundle["notes"])
        report = client.call("memory_lint", store=".")["structuredContent"]
        assert "contradicted_by_source" in report["counts"]
        unasked = client.call("memory_lint", store=".", against_source=False)["structuredContent"]
        assert unasked["checked"] == "the source was not asked"
        assert "contradicted_by_source" not in unasked["counts"]
