"""Install and uninstall: plan an edit per host, show it, apply it, be able to take it back."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tmf_memory.install.documents import Document, Entry, MalformedConfigError
from tmf_memory.install.files import keep_backup, read_config, remove_config, replace_config
from tmf_memory.install.hosts.base import Host, Scope, Surroundings
from tmf_memory.install.receipts import Receipt, Receipts, digest

NAME = "tmf"
"""What our entry is called in every host."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One planned change of one file; `after` is None when the file goes away."""

    host: Host
    scope: Scope
    path: Path
    before: bytes | None
    after: bytes | None
    entry: Entry
    made: int = 0
    had_entry: bool = False
    """True when the file already held an older entry of ours."""

    @property
    def changes(self) -> bool:
        return self.before != self.after

    @property
    def key(self) -> str:
        """Name this entry among the receipts."""
        return f"{self.path}#{'.'.join(self.host.section)}"

    def diff(self) -> str:
        """Render the change for a person."""
        old, new = _lines(self.before), _lines(self.after)
        name = str(self.path)
        return "\n".join(difflib.unified_diff(old, new, name, name, lineterm=""))


@dataclass(frozen=True, slots=True)
class Installer:
    """Works on the configuration of one user and one project."""

    around: Surroundings
    receipts: Receipts
    program: tuple[str, ...]
    """How this package is run from any folder."""
    now: Callable[[], str]
    """The stamp in names of backups."""

    def entry(self, host: Host, scope: Scope) -> Entry:
        """Return what our entry in a host is now."""
        repository = host.repository(scope, self.around)
        given = ("--repo", repository) if repository else ()
        return host.entry((*self.program, "mcp", *given))

    def plan_install(self, host: Host, scope: Scope) -> Edit:
        """Plan the edit that adds or corrects our entry; raises MalformedConfigError."""
        path = host.config(scope, self.around)
        entry = self.entry(host, scope)
        before = read_config(path)
        document = Document(str(path), host.syntax, before or b"")
        place = (*host.section, NAME)
        existing = document.entry(place)
        if existing is not None and not is_ours(existing):
            raise MalformedConfigError(
                f"{path} has an entry {NAME!r} that starts something else; rename it first"
            )
        known = 0
        while known < len(host.section) and document.entry(host.section[: known + 1]) is not None:
            known += 1
        after = document.with_entry(place, entry)
        made = len(host.section) - known
        return Edit(host, scope, path, before, after.data, entry, made, existing is not None)

    def plan_uninstall(self, host: Host, scope: Scope) -> Edit:
        """Plan the edit that takes our entry out; the bytes from before when nothing else moved."""
        path = host.config(scope, self.around)
        before = read_config(path)
        edit = Edit(host, scope, path, before, before, {})
        if before is None:
            return edit
        receipt = self.receipts.find(edit.key)
        if receipt is not None and digest(before) == receipt.after:
            kept = self.receipts.backup(receipt)
            if kept is not None or not receipt.before:
                return replace(edit, after=kept)
        document = Document(str(path), host.syntax, before)
        existing = document.entry((*host.section, NAME))
        if existing is None or not is_ours(existing):
            return edit
        left = document.without_entry((*host.section, NAME))
        left = left.without_empty(host.section, receipt.made if receipt else 0)
        is_ours_alone = receipt is not None and not receipt.before and left.is_empty
        return replace(edit, after=None if is_ours_alone else left.data)

    def apply_install(self, edit: Edit) -> Path | None:
        """Write the file and the receipt; return where the backup is, when there was a file."""
        if edit.after is None or not edit.changes:
            return None
        earlier = self.receipts.find(edit.key)
        if earlier is not None and earlier.after == digest(edit.before):
            # An update of our own entry: the bytes to give back are still those from before us.
            receipt, backup = earlier, None
        else:
            backup = self._back_up(edit)
            receipt = Receipt(
                before=digest(edit.before),
                after="",
                # Bytes that hold an older entry of ours are not what uninstall may give back.
                backup=backup.name if backup and not edit.had_entry else "",
                made=earlier.made if earlier and edit.had_entry else edit.made,
                made_folder=not edit.path.parent.exists(),
                entry="",
            )
        private = edit.scope is Scope.USER
        replace_config(edit.path, edit.before, edit.after, private=private)
        written = json.dumps(edit.entry, sort_keys=True)
        self.receipts.put(edit.key, replace(receipt, after=digest(edit.after), entry=written))
        return backup

    def apply_uninstall(self, edit: Edit) -> None:
        """Write or remove the file, and forget the receipt."""
        receipt = self.receipts.find(edit.key)
        if edit.after is None and edit.before is not None:
            remove_config(edit.path, made_folder=receipt is not None and receipt.made_folder)
        elif edit.after is not None and edit.changes:
            private = edit.scope is Scope.USER
            replace_config(edit.path, edit.before, edit.after, private=private)
        if receipt is not None:
            self.receipts.put(edit.key, None)

    def _back_up(self, edit: Edit) -> Path | None:
        if edit.before is None:
            return None
        name = f"{edit.host.name}-{edit.scope.value}-{self.now()}-{digest(edit.before)[:8]}.bak"
        return keep_backup(self.receipts.folder, name, edit.before)


def is_ours(entry: Entry) -> bool:
    """Tell our entry, of whatever version and place, from one that only shares its name."""
    args = entry.get("args")
    words = [str(one) for one in args] if isinstance(args, list) else []
    command = Path(str(entry.get("command", ""))).stem
    return "mcp" in words and (command == "tmf" or any("tmf_memory" in one for one in words))


def select(hosts: dict[str, Host], names: Sequence[str]) -> list[Host]:
    """Return the named hosts; `all` names every one."""
    return [host for name, host in hosts.items() if name in names or "all" in names]


def _lines(data: bytes | None) -> list[str]:
    return [] if data is None else data.decode("utf-8", "replace").splitlines()
