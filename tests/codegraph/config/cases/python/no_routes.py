from pathlib import Path
from unittest import mock

import responses


@mock.patch("package.module.name")
@mock.patch("os.path.join")
def test_patched(join): ...


@cache.get("key")
def cached(): ...


@responses.get("https://example.invalid/")
def request(): ...


@app.route
def bare(): ...


@unknown.get(PATH)
def unknown_receiver(): ...


def path(a, b): ...


path("not/", "a route")
Path("x").path("y", "z")
