"""Memory that coding agents can trust: code claims, stored facts and recalled conversations."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tmf_memory.factlint.linter import admit as admit

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Load the public functions on first use, so that importing the package stays cheap."""
    if name == "admit":
        from tmf_memory.factlint.linter import admit

        return admit
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
