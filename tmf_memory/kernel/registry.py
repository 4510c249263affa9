"""`discover()`: the only plug-in mechanism in the package."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
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
    for module_name in sorted(set(_module_names(package))):
        if module_name == "base" or module_name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{module_name}")
        declared = getattr(module, attribute, None)
        if not isinstance(declared, kind):
            raise RegistrationError(f"{module.__name__} must declare {attribute}: {kind.__name__}")
        name = str(getattr(declared, key))
        if name in found:
            raise RegistrationError(f"{module.__name__}: {key} {name!r} is already taken")
        found[name] = declared
    return found


def _module_names(package: ModuleType) -> Iterator[str]:
    """Yield the modules and packages of a package.

    `pkgutil` does the same and imports `inspect` for it, a fifth of an agent server's start-up.
    """
    for folder in package.__path__:
        try:
            names = os.listdir(folder)  # noqa: PTH208  `pathlib` costs as much as `inspect`
        except NotADirectoryError:
            yield from _names_in_archive(package)
            return
        for name in names:
            stem, suffix = os.path.splitext(name)  # noqa: PTH122
            is_package = not suffix and os.path.isfile(f"{folder}/{name}/__init__.py")  # noqa: PTH113
            if is_package or suffix == ".py":
                yield stem


def _names_in_archive(package: ModuleType) -> Iterator[str]:
    import pkgutil

    for info in pkgutil.iter_modules(package.__path__):
        yield info.name
