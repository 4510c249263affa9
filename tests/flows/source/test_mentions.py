"""What a line of a memory file names, and what only looks like it."""

from __future__ import annotations

import pytest

from tmf_memory.flows.source.mentions import Kind, Mention, find_mentions, parse_path

NAMED: list[tuple[str, list[tuple[Kind, str, str]]]] = [
    ("`MAX_RETRIES = 5` in the client", [(Kind.VALUE, "MAX_RETRIES", "5")]),
    ("`MAX_RETRIES` is 5.", [(Kind.NAME, "MAX_RETRIES", ""), (Kind.VALUE, "MAX_RETRIES", "5")]),
    (
        "`timeout_s` defaults to `30`",
        [(Kind.NAME, "timeout_s", ""), (Kind.VALUE, "timeout_s", "30")],
    ),
    ("`server.port: 8080` in the settings", [(Kind.VALUE, "server.port", "8080")]),
    ("The API listens on port 8080", [(Kind.PORT, "port", "8080")]),
    ("`GET /health` answers ok", [(Kind.ROUTE, "GET /health", "")]),
    ("Run `npm run build` first", [(Kind.SCRIPT, "build", "")]),
    ("`make lint` checks style", [(Kind.TARGET, "lint", "")]),
    ("Uses Django 4.2", [(Kind.DEPENDENCY, "Django", "4.2")]),
    ("Pinned to `flask==3.0.1`", [(Kind.DEPENDENCY, "flask", "3.0.1")]),
    ("`Cart.total()` sums up", [(Kind.NAME, "Cart.total", "")]),
    (
        "`def total(items, rate)` sums up",
        [(Kind.NAME, "total", ""), (Kind.SIGNATURE, "total", "items, rate")],
    ),
    (
        "`total(items, rate=2)` sums up",
        [(Kind.NAME, "total", ""), (Kind.KEYWORDS, "total", "rate")],
    ),
    ("`MAX_RETRIES` 默认为 5", [(Kind.NAME, "MAX_RETRIES", ""), (Kind.VALUE, "MAX_RETRIES", "5")]),
    (
        "`timeout_ms` is 1,500, a second more",
        [(Kind.NAME, "timeout_ms", ""), (Kind.VALUE, "timeout_ms", "1,500")],
    ),
    ("接口监听端口 8080", [(Kind.PORT, "port", "8080")]),
    ("see `shop/cart.py:12-20`", [(Kind.PATH, "shop/cart.py", "")]),
]
# A word before a number may be a dependency; whether it is one, the repository's manifests say.
VERBS = {"is", "takes"}
NOT_NAMED = [
    "Plain prose without any code",
    "`pytest` runs the tests",
    "`https://example.org/a/b.py` is elsewhere",
    "`src/*.py` and `src/{a,b}.py` are patterns",
    "`<name>/config.yaml` is a placeholder",
    "`/etc/hosts`, `~/notes.md` and `../other/file.py` are outside",
    "`feature/login` is a branch",
    "`git commit -m x`",
    "`a == b` is a comparison",
    "it takes 5 minutes",
]


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_a_line_names(text: str, expected: list[tuple[Kind, str, str]]) -> None:
    found = [(one.kind, one.name, one.stated) for one in find_mentions(1, text)]
    assert [one for one in found if one[1] not in VERBS] == expected


@pytest.mark.parametrize("text", NOT_NAMED)
def test_a_line_that_names_nothing(text: str) -> None:
    assert [one for one in find_mentions(1, text) if one.name not in VERBS] == []


@pytest.mark.parametrize(
    "text",
    [
        "Set `PORT=80` to see it from outside",
        "`PORT=80` in the environment wins",
        "The billing service has `PORT = 80`",
    ],
)
def test_a_value_that_holds_elsewhere_is_tentative(text: str) -> None:
    assert [one.tentative for one in find_mentions(1, text)] == [True]


def test_this_project_is_no_other_one() -> None:
    assert [one.tentative for one in find_mentions(1, "The service has `PORT = 80`")] == [False]


def test_paths_of_the_line_qualify_its_values() -> None:
    found = find_mentions(7, "`PORT = 80` in `a/b.py`")
    assert found[0] == Mention(Kind.VALUE, "PORT", 7, "80", ("a/b.py",))


@pytest.mark.parametrize(
    "text",
    [
        "`PORT` was 80 before",
        "`PORT` should be 80",
        "e.g. `PORT = 80`",
        "moved `PORT = 80`",
        "`PORT = 80` 以前是默认值",
    ],
)
def test_a_line_about_another_time_is_tentative(text: str) -> None:
    assert all(one.tentative for one in find_mentions(1, text))


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("shop/cart.py", "shop/cart.py"),
        ("./shop/cart.py", "shop/cart.py"),
        ("shop/", "shop/"),
        ("shop/cart.py:4", "shop/cart.py"),
        ("cart.py", ""),
        ("a/b", ""),
        ("origin/main", ""),
        ("text/html", ""),
        ("1/2.5", ""),
        ("src/.../x.py", ""),
    ],
)
def test_parse_path(span: str, expected: str) -> None:
    assert parse_path(span) == expected
