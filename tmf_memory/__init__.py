"""Memory that coding agents can trust: code claims, stored facts and recalled conversations."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tmf_memory.factlint.linter import admit as admit
    from tmf_memory.python_api import callees as callees
    from tmf_memory.python_api import reverse_callers as reverse_callers
    from tmf_memory.python_api import reverse_implementors as reverse_implementors
    from tmf_memory.python_api import reverse_importers as reverse_importers
    from tmf_memory.python_api import reverse_readers as reverse_readers
    from tmf_memory.python_api import reverse_subtypes as reverse_subtypes
    from tmf_memory.python_api import reverse_writers as reverse_writers

__version__ = "0.1.0"

_RELATIONS = ("callers", "implementors", "importers", "readers", "subtypes", "writers")
_PUBLIC = {
    "admit": "tmf_memory.factlint.linter",
    "callees": "tmf_memory.python_api",
    **{f"reverse_{relation}": "tmf_memory.python_api" for relation in _RELATIONS},
}


def __getattr__(name: str) -> object:
    """Load the public functions on first use, so that importing the package stays cheap."""
    if name in _PUBLIC:
        from importlib import import_module

        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PUBLIC})
