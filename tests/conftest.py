"""What every test stands on: a private home, no variables of the person who runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

_SLOW_MACHINE = [HealthCheck.too_slow]
settings.register_profile("default", deadline=None, suppress_health_check=_SLOW_MACHINE)
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=_SLOW_MACHINE
)
settings.register_profile(
    "quick", deadline=None, max_examples=15, derandomize=True, suppress_health_check=_SLOW_MACHINE
)
settings.register_profile(
    "full", deadline=None, max_examples=1000, suppress_health_check=_SLOW_MACHINE
)


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(scope="session", autouse=True)
def _private_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep keys, crash logs and settings of the machine out of the tests, and the other way."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("TMF_", "TMCRA_", "XDG_")) and name != "TMF_EVAL_DATA":
                patch.delenv(name)
        for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
            patch.delenv(name, raising=False)
        patch.setenv("HOME", str(home))
        patch.setenv("USERPROFILE", str(home))
        patch.setenv("XDG_STATE_HOME", str(home / "state"))
        yield
