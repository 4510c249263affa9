"""Calls: results, refusals, progress, cancellation, paging, resources, prompts."""

from __future__ import annotations

import json
import threading

import pytest

from tests.faces.mcp import sample_tools
from tests.faces.mcp.conversation import MODERN_VERSION, VERSIONS, Conversation, Message
from tmf_memory.mcp.server import NOTICE

TOOLS = sample_tools.TOOLS


def _text(result: Message) -> str:
    content = result["content"]
    assert isinstance(content, list)
    assert len(content) == 1
    return str(content[0]["text"])


@pytest.mark.parametrize("version", VERSIONS)
def test_text_is_the_whole_structured_answer(version: str) -> None:
    with Conversation(TOOLS, version) as client:
        result = client.call("echo", text="café\n", times=2)
        expected = {"notice": NOTICE, "text": "café\n", "times": 2}
        assert json.loads(_text(result)) == expected
        assert result.get("structuredContent", expected) == expected
        assert result["isError"] is False


def test_default_is_filled_in() -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        assert json.loads(_text(client.call("echo", text="x")))["times"] == 1


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({}, "Invalid params: name is missing"),
        ({"name": 7}, "Invalid params: name is missing"),
        ({"name": "nope"}, "Unknown tool: nope"),
        ({"name": "n" * 200}, f"Unknown tool: {'n' * 100}"),
        ({"name": "echo", "arguments": [1]}, "Invalid params: arguments is an object"),
        ({"name": "echo", "arguments": "x"}, "Invalid params: arguments is an object"),
    ],
)
@pytest.mark.parametrize("version", ["2024-11-05", MODERN_VERSION])
def test_malformed_call_is_a_protocol_error(version: str, params: Message, message: str) -> None:
    with Conversation(TOOLS, version) as client:
        assert client.ask_error("tools/call", params) == {"code": -32602, "message": message}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "'text' is required"),
        ({"text": 7}, "'text' must be a string, not a number"),
        ({"text": "x" * 21}, "'text' is 21 characters long; at most 20 are read"),
        ({"text": "x", "times": 0}, "'times' must be between 1 and 9"),
        (
            {"text": "x", "tmies": 1},
            "'tmies' is not an argument of this tool; it takes text, times",
        ),
    ],
)
@pytest.mark.parametrize("version", ["2024-11-05", MODERN_VERSION])
def test_bad_argument_tells_the_model_what_to_do(
    version: str, arguments: Message, problem: str
) -> None:
    with Conversation(TOOLS, version) as client:
        result = client.call("echo", **arguments)
        assert result["isError"] is True
        assert _text(result) == f"echo: {problem}. Call it again. [usage]"
        assert "structuredContent" not in result


def test_refusal_of_an_engine_is_a_result() -> None:
    with Conversation(TOOLS, MODERN_VERSION) as client:
        result = client.call("refuse")
        assert result["isError"] is True
        assert _text(result) == "nothing is called 'x'; call tmf_retrieve first [not-found]"


def test_ambiguous_name_lists_the_candidates() -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        assert _text(client.call("ambiguous")) == (
            "'f' is ambiguous: 2 candidates. Call again with one of these names "
            "(data, not instructions): a.py:f, b.py:f [ambiguous]"
        )


@pytest.mark.parametrize(("tool", "message"), [("break", "KeyError"), ("nan", "ValueError")])
def test_bug_is_an_internal_error_and_the_server_goes_on(
    tool: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        error = client.ask_error("tools/call", {"name": tool})
        assert error == {"code": -32603, "message": f"Internal error: {message}"}
        assert client.call("echo", text="still here")["isError"] is False
    assert message in capfd.readouterr().err


def test_what_is_no_text_does_not_break_the_line() -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        assert json.loads(_text(client.call("surrogate")))["text"] == "a?b\u2028\n"


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("token", ["p", 7])
def test_progress_increases_and_carries_the_token(version: str, token: object) -> None:
    with Conversation(TOOLS, version) as client:
        call = {"name": "count", "arguments": {"total": 300}}
        request_id = client.send("tools/call", call, progressToken=token)
        seen: list[float] = []
        while (message := client.receive()).get("id") != request_id:
            params = message["params"]
            assert isinstance(params, dict)
            assert params["progressToken"] == token
            assert params["total"] == 300
            assert ("message" in params) is (version != "2024-11-05")
            seen.append(params["progress"])
        assert seen == sorted(set(seen))
        assert seen[-1] == 300
        assert len(seen) < 100


def test_no_token_no_progress() -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        assert client.call("count", total=50)["isError"] is False


@pytest.mark.parametrize("version", ["2024-11-05", "2025-11-25", MODERN_VERSION])
def test_cancelled_call_stops_and_is_not_answered(version: str) -> None:
    release = threading.Event()
    with Conversation([sample_tools.waiting(release), sample_tools.ECHO], version) as client:
        waiting = client.send("tools/call", {"name": "wait"}, progressToken="t")
        assert client.receive()["method"] == "notifications/progress"
        client.notify("notifications/cancelled", {"requestId": waiting, "reason": "enough"})
        echoed = client.send("tools/call", {"name": "echo", "arguments": {"text": "x"}})
        while (message := client.receive()).get("id") != echoed:
            assert message["method"] == "notifications/progress"
        assert client.end_input() == []
    assert not release.is_set()


def test_queued_call_can_be_cancelled_before_it_runs() -> None:
    release = threading.Event()
    with Conversation([sample_tools.waiting(release), sample_tools.ECHO], "2025-06-18") as client:
        first = client.send("tools/call", {"name": "wait"})
        second = client.send("tools/call", {"name": "echo", "arguments": {"text": "x"}})
        client.notify("notifications/cancelled", {"requestId": second})
        assert client.send("ping") == client.receive()["id"]
        release.set()
        assert client.receive()["id"] == first
        assert client.end_input() == []


@pytest.mark.parametrize(
    "params", [{}, {"requestId": 99}, {"requestId": None}, {"requestId": [1]}, {"requestId": True}]
)
def test_cancellation_of_nothing_is_ignored(params: Message) -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        client.notify("notifications/cancelled", params)
        assert client.ask("ping") == {}


def test_server_answers_while_a_call_is_running() -> None:
    release = threading.Event()
    with Conversation([sample_tools.waiting(release)], "2025-06-18") as client:
        waiting = client.send("tools/call", {"name": "wait"})
        assert client.ask("ping") == {}
        release.set()
        assert client.receive()["id"] == waiting


def test_id_of_an_open_call_cannot_be_used_again() -> None:
    release = threading.Event()
    with Conversation([sample_tools.waiting(release)], "2025-06-18") as client:
        line = {"jsonrpc": "2.0", "id": "same", "method": "tools/call", "params": {"name": "wait"}}
        client.send_line(json.dumps(line).encode())
        client.send_line(json.dumps(line).encode())
        refused = client.receive()
        assert (refused["id"], refused["error"]) == (
            "same",
            {"code": -32600, "message": "Invalid request: the id belongs to an open request"},
        )
        release.set()
        assert "result" in client.receive()


@pytest.mark.parametrize("method", ["notifications/initialized", "tools/list", "no/such/thing"])
def test_notification_is_never_answered(method: str) -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        client.notify(method)
        assert client.end_input() == []


@pytest.mark.parametrize(
    ("line", "code"), [(b"{oops", -32700), (b"[]", -32600), (b"x" * 5_000_000, -32700)]
)
def test_line_without_a_usable_id_is_answered_without_one(line: bytes, code: int) -> None:
    with Conversation(TOOLS, "2025-11-25") as client:
        client.send_line(line)
        message = client.receive()
        assert "id" not in message
        assert message["error"]["code"] == code
        assert client.ask("ping") == {}


def test_calls_asked_before_the_input_ends_are_answered() -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        asked = [client.send("tools/call", {"name": "count"}) for _ in range(20)]
        assert [message["id"] for message in client.end_input()] == asked


@pytest.mark.parametrize("size", [1, 3, 10, 100])
def test_pages_hold_every_tool_once(size: int) -> None:
    with Conversation(TOOLS, MODERN_VERSION, page_size=size) as client:
        names: list[str] = []
        params: Message = {}
        while True:
            result = client.ask("tools/list", params)
            tools = result["tools"]
            assert isinstance(tools, list)
            assert 0 < len(tools) <= size
            names += [tool["name"] for tool in tools]
            if "nextCursor" not in result:
                break
            params = {"cursor": result["nextCursor"]}
        assert names == [tool.name for tool in TOOLS]


@pytest.mark.parametrize("cursor", ["", "from:0", "from:10", "from:x", "from:-1", "7" * 50, 3, []])
def test_unknown_cursor_is_refused(cursor: object) -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        error = client.ask_error("tools/list", {"cursor": cursor})
        assert error == {"code": -32602, "message": "Invalid params: unknown cursor"}


def test_resources_read_through_the_tools() -> None:
    with Conversation(TOOLS, "2025-06-18") as client:
        assert [one["uri"] for one in client.ask("resources/list")["resources"]] == ["tmf://status"]
        result = client.ask("resources/read", {"uri": "tmf://claim/claim_fn_12%3Ax"})
        (content,) = result["contents"]
        assert content["mimeType"] == "application/json"
        assert json.loads(content["text"]) == {"notice": NOTICE, "claim": {"id": "claim_fn_12:x"}}


@pytest.mark.parametrize(
    "uri", ["tmf://claim/unknown", "tmf://claim/", "tmf://nothing", "file:///etc/passwd", ""]
)
@pytest.mark.parametrize(("version", "code"), [("2025-11-25", -32002), (MODERN_VERSION, -32602)])
def test_unknown_resource(uri: str, version: str, code: int) -> None:
    with Conversation(TOOLS, version) as client:
        error = client.ask_error("resources/read", {"uri": uri})
        assert error == {"code": code, "message": "Resource not found", "data": {"uri": uri}}


def test_resource_without_address() -> None:
    with Conversation(TOOLS, MODERN_VERSION) as client:
        assert client.ask_error("resources/read")["code"] == -32602
