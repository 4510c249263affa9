"""Colour for the text report: the class of a finding in the colour of its severity."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tmf_memory.cli.output import visible
from tmf_memory.factlint.model import Report, Severity

_COLOURS = {
    Severity.ERROR: "\x1b[31m",
    Severity.WARNING: "\x1b[33m",
    Severity.INFO: "\x1b[36m",
    Severity.OFF: "",
}
_RESET = "\x1b[0m"
_STDOUT = 1


def wants_colour(environ: Mapping[str, str] | None = None) -> bool:
    """Tell whether to colour: NO_COLOR forbids it, FORCE_COLOR asks for it, else on a terminal."""
    variables = os.environ if environ is None else environ
    if variables.get("NO_COLOR"):
        return False
    if variables.get("FORCE_COLOR", "") not in ("", "0", "false"):
        return True
    return variables.get("TERM") != "dumb" and os.isatty(_STDOUT)


def coloured(text: str, report: Report) -> str:
    """Colour the class on each line of a text report; what findings say is made visible first."""
    lines = visible(text).split("\n")
    for number, finding in enumerate(report.findings):
        colour = _COLOURS[finding.severity]
        name = finding.name
        if colour and lines[number].startswith(name):
            lines[number] = f"{colour}{name}{_RESET}{lines[number][len(name) :]}"
    return "\n".join(lines)
