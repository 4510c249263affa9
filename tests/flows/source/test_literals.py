"""Values written in prose and in source compare as a reader would compare them."""

from __future__ import annotations

import pytest

from tmf_memory.flows.source.literals import disagree, literal_of, parse_literal
from tmf_memory.flows.source.versions import contradicts, parse_release

DISAGREE = [
    ("50", "60"),
    ("8080", "8_081"),
    ("0.5", "0.25"),
    ("true", "False"),
    ("'redis'", '"memcached"'),
    ("30 s", "60"),
    ("utf-8", "latin-1"),
]
AGREE = [
    ("50", "50"),
    ("50", "50.0"),
    ("8080", "8_080"),
    ("1,000", "1000"),
    ("30 seconds", "30"),
    ("True", "true"),
    ("'redis'", '"Redis"'),
    ("on", "True"),
]
INCOMPARABLE = [
    ("50", "get_limit()"),
    ("a b c", "x"),
    ("50", "'fifty'"),
    ("[1, 2]", "[3]"),
    ("None", "3"),
    ("1", "True"),
    ("x", "field(default=3)"),
]


@pytest.mark.parametrize(("stated", "actual"), DISAGREE)
def test_different_values_disagree(stated: str, actual: str) -> None:
    assert disagree(parse_literal(stated), literal_of(actual))


@pytest.mark.parametrize(("stated", "actual"), AGREE + INCOMPARABLE)
def test_equal_or_incomparable_values_do_not(stated: str, actual: str) -> None:
    assert not disagree(parse_literal(stated), literal_of(actual))


def test_typed_values_of_configuration() -> None:
    assert disagree(parse_literal("8080"), literal_of(8081))
    assert not disagree(parse_literal("8080"), literal_of(8080))
    assert not disagree(parse_literal("8080"), literal_of([8080]))
    assert disagree(parse_literal("false"), literal_of(True))


@pytest.mark.parametrize(
    ("stated", "specification"),
    [
        ("4.2", "==5.2.19"),
        ("4", ">=5"),
        ("4.2", ">=5.0,<6"),
        ("6", ">=5.0,<6"),
        ("17", "^18.2.0"),
        ("1.3", "~=1.4.2"),
        ("3.9", ">=3.10"),
        ("2", "<2"),
        ("0.2", "^0.3.1"),
    ],
)
def test_a_version_outside_the_specification_contradicts(stated: str, specification: str) -> None:
    release = parse_release(stated)
    assert release is not None
    assert contradicts(release, specification)


@pytest.mark.parametrize(
    ("stated", "specification"),
    [
        ("5", "==5.2.19"),
        ("5.2", "==5.2.19"),
        ("5.2.19", "==5.2.19"),
        ("5", ">=5.1"),
        ("6", ">=5"),
        ("18", "^18.2.0"),
        ("1.4", "~=1.4.2"),
        ("2", "<2.1"),
        ("2", "<=2"),
        ("4", ""),
        ("4", "*"),
        ("4", ">=5 || <3"),
        ("4", "git+ssh://x"),
        ("3.10", ">=3.10; python_version < '4'"),
    ],
)
def test_a_version_that_may_fit_does_not(stated: str, specification: str) -> None:
    release = parse_release(stated)
    assert release is not None
    assert not contradicts(release, specification)
