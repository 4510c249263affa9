"""What we wrote where: lets uninstall give back the very bytes, and doctor trust an entry."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from tmf_memory.install.files import keep_backup, read_config

_NAME = "receipts.json"


@dataclass(frozen=True, slots=True)
class Receipt:
    """One installed entry.

    `before` and `after` are digests of the file around our edit (`before` is empty when we made
    the file), `backup` is the name of the copy, `made` counts the tables we added around the
    entry, `entry` is what we wrote, as JSON.
    """

    before: str
    after: str
    backup: str
    made: int
    made_folder: bool
    entry: str


def digest(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()


class Receipts:
    """The receipts of this user, in one small file beside the backups."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, key: str) -> Receipt | None:
        row = self._rows().get(key)
        try:
            return Receipt(**row) if isinstance(row, dict) else None
        except TypeError:
            return None  # of another version: uninstall then works from the file alone

    def put(self, key: str, receipt: Receipt | None) -> None:
        """Keep a receipt, or forget it."""
        rows = {name: row for name, row in self._rows().items() if name != key}
        if receipt is not None:
            rows[key] = asdict(receipt)
        text = json.dumps({"version": 1, "receipts": rows}, indent=2, sort_keys=True)
        keep_backup(self.folder, _NAME, text.encode("utf-8"))

    def backup(self, receipt: Receipt) -> bytes | None:
        """Return the kept bytes, None when they are not there or not those any more."""
        data = read_config(self.folder / receipt.backup) if receipt.backup else None
        return data if digest(data) == receipt.before else None

    def _rows(self) -> Mapping[str, object]:
        data = read_config(self.folder / _NAME)
        try:
            document = json.loads(data or b"{}")
        except ValueError:
            return {}
        rows = document.get("receipts") if isinstance(document, dict) else None
        return rows if isinstance(rows, dict) else {}
