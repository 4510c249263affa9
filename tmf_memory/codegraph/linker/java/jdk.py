"""Signatures of the JDK's most used packages: the only gate to that table."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import cast

from tmf_memory.codegraph.linker.java.declared import Row


@cache
def jdk_types() -> Mapping[str, Row]:
    """Rows by full name, in the format of a surface; see scripts/refresh_jdk_shapes.sh.

    They say what a call of the JDK returns, never that something in the repository is called.
    """
    data = pkgutil.get_data(__package__, "jdk.json")
    return cast("Mapping[str, Row]", json.loads(data or b"{}"))
