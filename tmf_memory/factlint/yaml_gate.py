"""The only file of this engine that imports PyYAML, and only when a registry is read."""

from __future__ import annotations

from tmf_memory.factlint.model import Json
from tmf_memory.kernel.errors import UsageError


def parse_yaml(name: str, text: str) -> Json:
    """Return the data of a YAML text; tags beyond plain data are refused, as is bad syntax."""
    import yaml

    try:
        document: Json = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError) as error:
        raise UsageError(f"{name} is not YAML: {str(error).splitlines()[0]}") from error
    return document
