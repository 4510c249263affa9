"""From the keys of one configuration file to its symbols and search documents."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from tmf_memory.codegraph.extractors._digest import node_digest
from tmf_memory.codegraph.extractors.base import Document, Extraction
from tmf_memory.codegraph.model import Json, Scope, Symbol

MAX_KEYS = 2_000
MAX_CONFIG_CHARS = 256_000
MAX_LISTED = 8
DATA = "data, not configuration"
_FEW_KEYS = 60
_MAX_VALUE_CHARS = 200
_MAX_GROUP_CHARS = 4_000
_WHOLE_FILE = -1
_BARE_KEY = re.compile(r"[^\s.\[\]\"'#]+")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_DATA_DIRECTORIES = re.compile(
    r"(?:^|/)(?:__)?(?:fixtures?|snapshots|testdata|cassettes)(?:__)?/", re.IGNORECASE
)
_DATA_NAMES = re.compile(r"(?:^|/)(?:[^/]*[-.]lock\.(?:json|ya?ml)|npm-shrinkwrap\.json)$")
_MINIFIED_NAMES = re.compile(r"\.min\.json$")

Path = tuple[str | int, ...]


class NotConfigurationError(ValueError):
    """Indicates a text that is not configuration; its message is the reason to degrade."""


@dataclass(frozen=True, slots=True)
class ConfigKey:
    """One key of a configuration file; lines go from the key to the end of its value.

    `path` is the way to the value, `value` the whole value (it is hashed in full, shown shortened).
    `unread` says why there is no value (an alias, an unknown tag). `content` is hashed when there
    is more to the key than its value.
    """

    path: Path
    line_start: int
    line_end: int
    value: Json
    kind: str = "key"
    extra: Mapping[str, Json] = field(default_factory=dict)
    unread: str = ""
    name: str = ""
    content: Json = None

    @property
    def qualname(self) -> str:
        return self.name or dotted(self.path)


def not_configuration(path: str, text: str) -> str:
    """Return why a file is data by its name or size alone; empty when it may be configuration."""
    if len(text) > MAX_CONFIG_CHARS:
        return f"{DATA}: longer than {MAX_CONFIG_CHARS} characters"
    if _DATA_NAMES.search(path):
        return f"{DATA}: lock file"
    if _MINIFIED_NAMES.search(path):
        return f"{DATA}: minified"
    return f"{DATA}: in a directory of test data" if _DATA_DIRECTORIES.search(path) else ""


def dotted(path: Path) -> str:
    """Return `tool.ruff.select[0]`; a key that would read as two is quoted. The root is `$`."""
    parts: list[str] = []
    for part in path:
        if isinstance(part, int):
            parts.append(f"[{part}]")
        else:
            key = part if _BARE_KEY.fullmatch(part) else json.dumps(part, ensure_ascii=False)
            parts.append(f".{key}" if parts else key)
    return "".join(parts) or "$"


def clean(text: str) -> str:
    """Return text that can be written as UTF-8: a lone surrogate becomes U+FFFD."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def node_hash(value: Json) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return node_digest(canonical.encode())


def config_extraction(path: str, found: Iterable[ConfigKey]) -> Extraction:
    """Return one symbol per key, and documents: one per key, or per section when there are many."""
    keys = list(islice(found, MAX_KEYS + 1))
    if len(keys) > MAX_KEYS:
        return Extraction(degraded=f"{DATA}: more than {MAX_KEYS} keys")
    taken: dict[str, int] = {}
    symbols = [_symbol(key, taken) for key in keys]
    # The elements of a list of scalars are found through the list.
    lists = {key.path for key in keys if isinstance(key.value, list)}
    indexed = [
        (number, key)
        for number, key in enumerate(keys)
        if key.kind != "key" or key.path[:-1] not in lists
    ]
    if len(indexed) <= _FEW_KEYS:
        documents = [
            Document(number, {"name": symbols[number].qualname, "path": path, "body": _text(key)})
            for number, key in indexed
        ]
    else:
        documents = _grouped(path, [key for _, key in indexed], symbols, taken)
    return Extraction(tuple(symbols), tuple(documents))


def _symbol(key: ConfigKey, taken: dict[str, int]) -> Symbol:
    detail: dict[str, Json] = {"kind": key.kind, **key.extra}
    if key.unread:
        detail["unread"] = key.unread
    elif isinstance(key.value, list) and len(key.value) > MAX_LISTED:
        detail["items"] = len(key.value)
    else:
        detail["value"] = _shown(key.value)
    qualname = unique(key.qualname, taken)
    content = key.content or (["unread", key.unread] if key.unread else key.value)
    lines = (key.line_start, key.line_end)
    return Symbol(Scope.CONFIG, qualname, *lines, node_hash(content), detail)


def unique(qualname: str, taken: dict[str, int]) -> str:
    """Return `qualname`, or `qualname#2` and so on when it is taken."""
    count = taken[qualname] = taken.get(qualname, 0) + 1
    if count == 1:
        return qualname
    name = f"{qualname}#{count}"
    return unique(name, taken) if name in taken else name


def _shown(value: Json) -> Json:
    if isinstance(value, list):
        return [_shown(element) for element in value]
    return shorten(value) if isinstance(value, str) else value


def shorten(text: str, limit: int = _MAX_VALUE_CHARS) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def _text(key: ConfigKey) -> str:
    value = key.unread or key.value
    parts: Iterable[Json] = value if isinstance(value, list) else [value]
    text = " ".join(part if isinstance(part, str) else json.dumps(part) for part in parts)
    return shorten(text, _MAX_VALUE_CHARS * 2)


def _grouped(
    path: str, keys: Sequence[ConfigKey], symbols: list[Symbol], taken: dict[str, int]
) -> list[Document]:
    documents: list[Document] = []
    alone: list[ConfigKey] = []
    for section, members in _sections(keys).items():
        if len(members) == 1:
            alone += members
            continue
        fields = {"name": dotted(section), "path": path, "body": _group_text(members)}
        documents.append(Document(len(symbols), fields))
        symbols.append(_section_symbol(section, members, taken))
    documents.append(Document(_WHOLE_FILE, {"path": path, "body": _group_text(alone)}))
    return documents


def _sections(keys: Sequence[ConfigKey]) -> dict[Path, list[ConfigKey]]:
    """Return the keys by top-level section; a section with many keys by its own sections."""
    sections = _by_prefix(keys, 1)
    finer: dict[Path, list[ConfigKey]] = {}
    for section, members in sections.items():
        finer.update(_by_prefix(members, 2) if len(members) > _FEW_KEYS else {section: members})
    return finer


def _by_prefix(keys: Sequence[ConfigKey], length: int) -> dict[Path, list[ConfigKey]]:
    groups: dict[Path, list[ConfigKey]] = {}
    for key in keys:
        groups.setdefault(key.path[:length], []).append(key)
    return groups


def _group_text(keys: Sequence[ConfigKey]) -> str:
    return "\n".join(f"{key.qualname}: {_text(key)}" for key in keys)[:_MAX_GROUP_CHARS]


def _section_symbol(section: Path, members: Sequence[ConfigKey], taken: dict[str, int]) -> Symbol:
    content: Json = [[key.qualname, key.value] for key in members]
    return Symbol(
        Scope.CONFIG,
        unique(dotted(section), taken),
        min(key.line_start for key in members),
        max(key.line_end for key in members),
        node_hash(content),
        {"kind": "section", "items": len(members)},
    )
