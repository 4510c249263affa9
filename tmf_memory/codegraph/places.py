"""What a path says about the code in it: the project's own, its tests, or somebody else's. Pure."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache


class Place(Enum):
    """Whose code a file holds."""

    OWN = "own"
    TEST = "test"
    VENDORED = "vendored"


_VENDORED = re.compile(
    r"(?:^|/)(?:_?vendor(?:ed|s)?|_?third_?party|node_modules|externals?|bundled|site-packages)/"
)
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testing|testsuite|test_[^/]+)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_tests?|tests?|conftest)\.[a-z]+$"
    r"|(?:^|/)src/test/|[^/]*Tests?\.java$"
)


@lru_cache(maxsize=8_192)
def place_of(path: str) -> Place:
    """Tell from a POSIX path relative to the repository."""
    if _VENDORED.search(path):
        return Place.VENDORED
    return Place.TEST if _TEST.search(path) else Place.OWN
