"""The TOML reader of this Python: the standard library's, or `tomli` below 3.11."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TomlError = tomllib.TOMLDecodeError
loads = tomllib.loads

__all__ = ["TomlError", "loads"]
