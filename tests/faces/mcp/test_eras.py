"""Which revision a request is served in, and what each revision's answers carry."""

from __future__ import annotations

import pytest

from tests.faces.mcp import sample_tools
from tests.faces.mcp.conversation import (
    LEGACY_VERSIONS,
    MODERN_VERSION,
    VERSIONS,
    Conversation,
    Message,
    modern_meta,
)
from tests.faces.mcp.schemas import FOLDER, SKIP_REASON

PREFIX = "io.modelcontextprotocol/"
SERVED = (
    ("tools/list", {}),
    ("tools/call", {"name": "echo", "arguments": {"text": "x"}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "tmf://status"}),
    ("prompts/list", {}),
)


def test_schemas_are_there() -> None:
    if FOLDER is None:
        pytest.skip(SKIP_REASON)
    assert {path.name for path in FOLDER.iterdir()} >= {f"{name}.schema.json" for name in VERSIONS}


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        *((version, version) for version in LEGACY_VERSIONS),
        (MODERN_VERSION, "2025-11-25"),
        ("2023-01-01", "2025-11-25"),
        ("", "2025-11-25"),
    ],
)
def test_initialize_answers_the_asked_revision_or_the_newest_legacy_one(
    asked: str, answered: str
) -> None:
    with Conversation(sample_tools.TOOLS) as client:
        result = client.ask("initialize", {"protocolVersion": asked})
        assert result["protocolVersion"] == answered
        assert result["capabilities"] == {"tools": {}, "resources": {}}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("method", "params"), SERVED)
def test_every_revision_serves(version: str, method: str, params: Message) -> None:
    with Conversation(sample_tools.TOOLS, version) as client:
        result = client.ask(method, params)
        assert ("resultType" in result) is (version == MODERN_VERSION)


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        ("2024-11-05", {"name", "description", "inputSchema"}),
        ("2025-03-26", {"name", "description", "inputSchema", "annotations"}),
        *(
            (
                version,
                {"name", "title", "description", "inputSchema", "outputSchema", "annotations"},
            )
            for version in ("2025-06-18", "2025-11-25", MODERN_VERSION)
        ),
    ],
)
def test_tool_is_described_in_the_words_of_the_revision(version: str, keys: set[str]) -> None:
    with Conversation([sample_tools.ECHO], version) as client:
        (tool,) = client.ask("tools/list")["tools"]
        assert set(tool) == keys


@pytest.mark.parametrize(
    ("version", "has_structure"),
    [
        ("2024-11-05", False),
        ("2025-03-26", False),
        ("2025-06-18", True),
        ("2025-11-25", True),
        (MODERN_VERSION, True),
    ],
)
def test_result_is_structured_where_the_revision_knows_it(
    version: str, has_structure: bool
) -> None:
    with Conversation([sample_tools.ECHO], version) as client:
        assert ("structuredContent" in client.call("echo", text="x")) is has_structure


def test_modern_results_say_how_long_they_may_be_kept() -> None:
    with Conversation(sample_tools.TOOLS, MODERN_VERSION) as client:
        kept = client.ask("tools/list")
        assert (kept["ttlMs"], kept["cacheScope"]) == (3_600_000, "public")
        read = client.ask("resources/read", {"uri": "tmf://status"})
        assert (read["ttlMs"], read["cacheScope"]) == (0, "private")
        assert "ttlMs" not in client.call("echo", text="x")


def test_discover_says_who_serves_what() -> None:
    with Conversation(sample_tools.TOOLS, MODERN_VERSION) as client:
        result = client.ask("server/discover")
        assert result["supportedVersions"] == [MODERN_VERSION, *reversed(LEGACY_VERSIONS)]
        assert result["capabilities"] == {"tools": {}, "resources": {}}
        assert result["resultType"] == "complete"
        assert str(result["instructions"]).startswith("Memory about this repository.")
        meta = result["_meta"]
        assert isinstance(meta, dict)
        assert meta[f"{PREFIX}serverInfo"]["name"] == "tmf"


@pytest.mark.parametrize("method", ["tools/list", "server/discover"])
@pytest.mark.parametrize(
    "meta",
    [
        {f"{PREFIX}protocolVersion": MODERN_VERSION},
        {f"{PREFIX}clientCapabilities": {}},
        {f"{PREFIX}protocolVersion": 7, f"{PREFIX}clientCapabilities": {}},
        {f"{PREFIX}protocolVersion": MODERN_VERSION, f"{PREFIX}clientCapabilities": []},
    ],
)
def test_modern_request_must_carry_version_and_capabilities(method: str, meta: Message) -> None:
    with Conversation([sample_tools.ECHO]) as client:
        assert client.ask_error(method, {"_meta": meta})["code"] == -32602


@pytest.mark.parametrize("asked", ["2025-11-25", "2099-01-01", ""])
def test_unknown_modern_version_is_told_which_are_known(asked: str) -> None:
    with Conversation([sample_tools.ECHO]) as client:
        meta = {**modern_meta(), f"{PREFIX}protocolVersion": asked}
        error = client.ask_error("tools/list", {"_meta": meta})
        assert error == {
            "code": -32022,
            "message": "Unsupported protocol version",
            "data": {
                "supported": [MODERN_VERSION, *reversed(LEGACY_VERSIONS)],
                "requested": asked,
            },
        }


@pytest.mark.parametrize(
    ("version", "method", "code"),
    [
        ("", "tools/list", -32602),
        ("", "server/discover", -32602),
        ("", "foo/bar", -32601),
        ("", "initialize", -32602),
        ("2025-06-18", "foo/bar", -32601),
        ("2025-06-18", "server/discover", -32601),
        ("2025-06-18", "logging/setLevel", -32601),
        ("2025-06-18", "resources/subscribe", -32601),
        ("2025-06-18", "completion/complete", -32601),
        (MODERN_VERSION, "foo/bar", -32601),
        (MODERN_VERSION, "ping", -32601),
        (MODERN_VERSION, "initialize", -32601),
        (MODERN_VERSION, "completion/complete", -32601),
    ],
)
def test_method_that_is_not_served(version: str, method: str, code: int) -> None:
    with Conversation([sample_tools.ECHO], version) as client:
        assert client.ask_error(method)["code"] == code


def test_ping_needs_no_handshake() -> None:
    with Conversation([sample_tools.ECHO]) as client:
        assert client.ask("ping") == {}


def test_both_eras_on_one_connection() -> None:
    with Conversation([sample_tools.ECHO], "2025-06-18") as client:
        assert "resultType" not in client.ask("tools/list")
        client.version = MODERN_VERSION
        assert client.ask("tools/list")["resultType"] == "complete"
        client.version = "2025-06-18"
        assert "resultType" not in client.ask("tools/list")


def test_capabilities_name_only_what_is_there() -> None:
    with Conversation([sample_tools.ECHO], MODERN_VERSION) as client:
        assert client.ask("server/discover")["capabilities"] == {"tools": {}}
        assert client.ask("resources/list")["resources"] == []
        assert client.ask("prompts/list")["prompts"] == []


def test_listen_stream_is_acknowledged_and_ended() -> None:
    with Conversation([sample_tools.ECHO], MODERN_VERSION) as client:
        first = client.send("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
        acknowledged = client.receive()
        assert acknowledged["params"] == {
            "_meta": {f"{PREFIX}subscriptionId": first},
            "notifications": {},
        }
        second = client.send("subscriptions/listen", {"notifications": {}})
        client.receive()
        client.notify("notifications/cancelled", {"requestId": first})
        (ended,) = client.end_input()
        assert ended["id"] == second


def test_listen_needs_a_filter() -> None:
    with Conversation([sample_tools.ECHO], MODERN_VERSION) as client:
        assert client.ask_error("subscriptions/listen")["code"] == -32602
