"""Memory that coding agents can trust: code claims, stored facts and recalled conversations."""

__version__ = "0.1.0"
