"""A server beside other writers: damaged state is repaired, deleted state made again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.faces.mcp.conversation import MODERN_VERSION
from tests.faces.mcp.shop import copied_shop, open_shop
from tmf_memory.cli.main import main

ASKED = {"qualname": "order_total"}


@pytest.mark.parametrize("tool", ["tmf_callers", "tmf_explain", "tmf_impact", "tmf_fragment"])
def test_damaged_state_is_derived_again_and_named(tool: str, tmp_path: Path) -> None:
    shop = copied_shop(tmp_path)
    assert main(["warm", "--repo", str(shop)]) == 0
    with open_shop(shop, MODERN_VERSION) as client:
        sound = client.call(tool, **ASKED)["structuredContent"]
    for place in (shop / ".tmf" / "links").iterdir():
        place.write_bytes(b"rubbish")
    with open_shop(shop, MODERN_VERSION) as client:
        repaired = client.call(tool, **ASKED)["structuredContent"]
        assert "derived again" in str(repaired.pop("gaps"))
        assert repaired == sound
        again = client.call(tool, **ASKED)["structuredContent"]
    assert again == sound


def test_ignored_files_are_ignored_by_every_face(tmp_path: Path) -> None:
    shop = copied_shop(tmp_path)
    (shop / "shop" / ".tmfignore").write_text("pricing.py\n", encoding="utf-8")
    path = str(shop / "shop" / "pricing.py")
    assert main(["retrieve", "--path", path, "--repo", str(shop)]) == 1
    with open_shop(shop, MODERN_VERSION) as client:
        for arguments in ({"path": "shop/pricing.py"}, {"query": "order_total"}):
            result = client.call("tmf_retrieve", **arguments)
            assert "shop/pricing.py:" not in result["content"][0]["text"]
        refused = client.call("tmf_retrieve", path="shop/pricing.py")
    assert refused["isError"] is True
    assert "it is ignored" in refused["content"][0]["text"]


def test_an_open_server_notices_that_its_state_was_deleted(tmp_path: Path) -> None:
    shop = copied_shop(tmp_path)
    with open_shop(shop, MODERN_VERSION) as client:
        sound = client.call("tmf_callers", **ASKED)["structuredContent"]
        shutil.rmtree(shop / ".tmf")
        assert client.call("tmf_callers", **ASKED)["structuredContent"] == sound
        shutil.rmtree(shop / ".tmf")
        assert main(["warm", "--repo", str(shop)]) == 0
        assert client.call("tmf_callers", **ASKED)["structuredContent"] == sound


def test_feedback_given_to_a_server_is_there_for_everybody(tmp_path: Path) -> None:
    shop = copied_shop(tmp_path)
    with open_shop(shop, MODERN_VERSION) as client:
        claim = client.call("tmf_explain", **ASKED)["structuredContent"]["claim"]
        client.call("tmf_feedback", claim_id=claim["id"], verdict="verified")
    with open_shop(shop, MODERN_VERSION) as client:
        claim = client.call("tmf_explain", **ASKED)["structuredContent"]["claim"]
    assert (claim["trust"]["level"], claim["confidence"]) == ("verified", 0.75)
