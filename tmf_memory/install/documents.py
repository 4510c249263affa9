"""One configuration file as bytes: find, set and remove our entry, whatever its syntax; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from tmf_memory.install import jsonc_edit, toml_edit
from tmf_memory.install.jsonc import Json, NotJsonError, read
from tmf_memory.install.jsonc_edit import UnexpectedShapeError
from tmf_memory.kernel.errors import TmfError
from tmf_memory.kernel.toml import TomlError, loads

_BOM = b"\xef\xbb\xbf"
Entry = dict[str, Json]


class Syntax(str, Enum):
    """How a configuration file is written."""

    JSON = "json"
    TOML = "toml"


class MalformedConfigError(TmfError):
    """Indicates a configuration file that cannot be edited safely; it is left as it is."""

    slug = "malformed-config"
    exit_code = 2


@dataclass(frozen=True, slots=True)
class Document:
    """A configuration file, or the place of one; `name` is what messages call it."""

    name: str
    syntax: Syntax
    data: bytes

    def entry(self, path: Sequence[str]) -> Entry | None:
        """Return what stands at `path`; raises MalformedConfigError."""
        with _named(self.name, self.text):
            if self.syntax is Syntax.TOML:
                return toml_edit.table_at(loads(self.text), path)
            if not self.text.strip():
                return None
            return _json_entry(self.text, path)

    def with_entry(self, path: Sequence[str], entry: Entry) -> Document:
        """Return the file with the keys of `entry` set; other keys of ours stay."""
        existing = self.entry(path)
        with _named(self.name, self.text):
            if self.syntax is Syntax.TOML:
                return self._rewritten(toml_edit.set_table(self.text, path, entry, loads))
            if existing is None:
                return self._rewritten(jsonc_edit.set_member(self.text, path, entry))
            text = self.text
            for key, value in entry.items():
                text = jsonc_edit.set_member(text, (*path, key), value)
            return self._rewritten(text)

    def without_entry(self, path: Sequence[str]) -> Document:
        """Return the file without what stands at `path`."""
        if self.entry(path) is None:
            return self
        with _named(self.name, self.text):
            if self.syntax is Syntax.TOML:
                return self._rewritten(toml_edit.remove_table(self.text, path, loads))
            return self._rewritten(jsonc_edit.remove_member(self.text, path))

    def without_empty(self, path: Sequence[str], made: int) -> Document:
        """Return the file without the last `made` tables of `path` that hold nothing any more."""
        document = self
        for length in range(len(path), len(path) - made, -1):
            if document.syntax is Syntax.TOML or document.entry(path[:length]) != {}:
                break
            document = document.without_entry(path[:length])
        return document

    @property
    def is_empty(self) -> bool:
        """True when the file says nothing: no text, or an object without members."""
        return self.text.strip() in {"", "{}"}

    @property
    def text(self) -> str:
        try:
            return self.data.removeprefix(_BOM).decode("utf-8")
        except UnicodeDecodeError as error:
            raise MalformedConfigError(f"{self.name} is not UTF-8; nothing was changed") from error

    def _rewritten(self, text: str) -> Document:
        mark = _BOM if self.data.startswith(_BOM) else b""
        return Document(self.name, self.syntax, mark + text.encode("utf-8"))


@contextmanager
def _named(name: str, text: str) -> Iterator[None]:
    """Turn the errors of the editors into one that names file, place and remedy."""
    try:
        yield
    except NotJsonError as error:
        line = text.count("\n", 0, error.offset) + 1
        raise _malformed(name, f"line {line}: expected {error.expected}") from error
    except (TomlError, UnexpectedShapeError) as error:
        raise _malformed(name, str(error)) from error


def _malformed(name: str, reason: str) -> MalformedConfigError:
    return MalformedConfigError(
        f"{name}: {reason}; mend it and run this again (nothing was changed)"
    )


def _json_entry(text: str, path: Sequence[str]) -> Entry | None:
    container, missing = jsonc_edit.find(read(text), path[:-1])
    member = None if missing else jsonc_edit.member_of(container, path[-1])
    if member is None:
        return None
    if not isinstance(member.value.decoded, dict):
        raise UnexpectedShapeError(f"{'.'.join(path)} is not an object")
    return member.value.decoded
