"""`discover()`: the only plug-in mechanism in the package."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import TypeVar

from tmf_memory.kernel.errors import RegistrationError

T = TypeVar("T")


def discover(package: ModuleType, attribute: str, kind: type[T], *, key: str) -> dict[str, T]:
    """Return what each module of `package` declares as `attribute`, by its `key`.

    `base` and modules whose name starts with an underscore are helpers, not plug-ins.
    Raises RegistrationError for a module that declares nothing of `kind`, and for a taken key.
    """
    found: dict[str, T] = {}
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda info: info.name):
        if info.name == "base" or info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        declared = getattr(module, attribute, None)
        if not isinstance(declared, kind):
            raise RegistrationError(f"{module.__name__} must declare {attribute}: {kind.__name__}")
        name = str(getattr(declared, key))
        if name in found:
            raise RegistrationError(f"{module.__name__}: {key} {name!r} is already taken")
        found[name] = declared
    return found
