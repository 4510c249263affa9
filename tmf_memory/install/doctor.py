"""Look at every host that is on this machine: configured, reachable, how fast, what to mend."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tmf_memory import __version__
from tmf_memory.install.documents import Document, Entry, MalformedConfigError
from tmf_memory.install.files import ConfigAccessError, read_config
from tmf_memory.install.hosts.base import WORKSPACE, Host, Scope, Surroundings
from tmf_memory.install.installer import NAME, Installer, is_ours
from tmf_memory.install.probe import Probe, probe

SLOW_MS = 600
"""A real host drops the tools of a server that needs about a second."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and what mends it."""

    what: str
    mend: str


@dataclass(frozen=True, slots=True)
class Checkup:
    """One host in one scope."""

    host: Host
    scope: Scope
    path: Path
    is_configured: bool
    probe: Probe | None = None
    is_trusted: bool | None = None
    """None where the host does not say, or has no doubts."""
    problems: tuple[Problem, ...] = ()
    note: str = ""

    @property
    def is_reachable(self) -> bool:
        return self.probe is not None and not self.probe.problem


def examine(installer: Installer, hosts: Iterable[Host]) -> list[Checkup]:
    """Check every scope of the hosts that are found here."""
    return [
        _check(installer, host, scope)
        for host in hosts
        if is_found(host, installer.around)
        for scope in Scope
    ]


def is_found(host: Host, around: Surroundings) -> bool:
    """Tell whether a host is on this machine: a program of it, or a trace of its configuration."""
    if any(shutil.which(name, path=around.variables.get("PATH")) for name in host.programs):
        return True
    places = [host.config(scope, around) for scope in Scope]
    bases = {around.home, around.project}
    return any(place.exists() or _has_folder(place, bases) for place in places)


def _has_folder(place: Path, bases: set[Path]) -> bool:
    return place.parent not in bases and place.parent.is_dir()


def _check(installer: Installer, host: Host, scope: Scope) -> Checkup:
    path = host.config(scope, installer.around)
    try:
        data = read_config(path)
        entry = Document(str(path), host.syntax, data or b"").entry((*host.section, NAME))
    except (MalformedConfigError, ConfigAccessError) as error:
        problem = Problem(str(error), f"mend {path} by hand, then run tmf doctor again")
        return Checkup(host, scope, path, is_configured=False, problems=(problem,))
    if entry is None:
        return Checkup(host, scope, path, is_configured=False)
    again = f"tmf install {host.name} --scope {scope.value}"
    if not is_ours(entry):
        problem = Problem(f"the entry {NAME!r} starts something else", f"rename it, then {again}")
        return Checkup(host, scope, path, is_configured=False, problems=(problem,))
    note = host.after.get(scope, "")
    if not _is_written_by_us(installer, host, scope, entry):
        problem = Problem("the entry is not one that this installation wrote; not started", again)
        return Checkup(host, scope, path, is_configured=True, problems=(problem,), note=note)
    seen = probe(_started_as(entry, installer.around), installer.around.project)
    trusted = is_trusted(host, scope, installer.around)
    problems = [*_problems_of(seen, again)]
    if trusted is False:
        mend = host.trust[scope].mend
        problems.append(Problem(f"{host.title} does not trust this entry yet", mend))
    return Checkup(host, scope, path, True, seen, trusted, tuple(problems), note)


def is_trusted(host: Host, scope: Scope, around: Surroundings) -> bool | None:
    """Tell whether the host will start our entry without asking; None when it does not say."""
    trust = host.trust.get(scope)
    if trust is None:
        return None
    found = [read_config(path) for path in trust.files(around)]
    texts = tuple(data.decode("utf-8", "replace") for data in found if data is not None)
    return trust.given(texts, around)


def _is_written_by_us(installer: Installer, host: Host, scope: Scope, entry: Entry) -> bool:
    """Trust only what we would write now, or did write as a receipt says.

    A project's file comes with the repository: starting what a stranger wrote there would run it.
    """
    if _parts(entry) == _parts(installer.entry(host, scope)):
        return True
    path = host.config(scope, installer.around)
    receipt = installer.receipts.find(f"{path}#{'.'.join(host.section)}")
    return receipt is not None and _parts(json.loads(receipt.entry)) == _parts(entry)


def _parts(entry: Entry) -> tuple[object, object, object]:
    return entry.get("command"), entry.get("args"), entry.get("env") or None


def _started_as(entry: Entry, around: Surroundings) -> Sequence[str]:
    args = entry.get("args")
    words = [str(one) for one in args] if isinstance(args, list) else []
    return [
        str(entry.get("command")),
        *(word.replace(WORKSPACE, str(around.project)) for word in words),
    ]


def _problems_of(seen: Probe, again: str) -> tuple[Problem, ...]:
    if seen.problem:
        return (Problem(seen.problem, again),)
    problems = []
    if seen.startup_ms > SLOW_MS:
        slow = f"the server needs {seen.startup_ms} ms to start; some hosts then drop its tools"
        problems.append(Problem(slow, "keep the environment on a local disk, or the machine idle"))
    if seen.version != __version__:
        older = f"the entry starts version {seen.version}, this is {__version__}"
        problems.append(Problem(older, again))
    return tuple(problems)
