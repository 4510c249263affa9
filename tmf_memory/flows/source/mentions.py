"""What a line of a memory file names of the source: values, names, paths, routes, commands. Pure.

Everything here is conservative: what might be an example, a placeholder, another repository's or a
pattern is not a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_SPAN = re.compile(r"(?<!`)`([^`\n]{1,200})`(?!`)")
_NAME = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_ASSIGNED = re.compile(rf"({_NAME})\s*(?::\s*[\w.\[\]| ]+)?=\s*(?!=)(\S.*)")
_KEYED = re.compile(r"([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*):\s+(\S.*)")
_IS = re.compile(
    r"\s*(?:(?:is|are|=|:|equals|defaults? to|is set to|set to|is currently|currently)\s"
    r"|(?:默认)?(?:值)?(?:是|为|等于)|：)\s*"
    r"(?:`([^`]+)`|\"([^\"]+)\"|([-+]?\d[\d_]*(?:,\d{3})*(?:\.\d+)?%?)(?!\w|\.\d))"
)
_CALL = re.compile(rf"({_NAME})\(([^()]*)\)")
_KEYWORD = re.compile(r"(?:^|,)\s*([A-Za-z_]\w*)\s*=(?!=)")
_DOTTED = re.compile(_NAME)
_PATH = re.compile(r"\.{0,2}/?(?:[\w@.+-]+/)*[\w@.+-]+/?(?::\d+(?:-\d+)?)?")
_SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")
_ROUTE = re.compile(r"\b(GET|POST|PUT|PATCH|DELETE)\s+`?(/[\w/{}<>:.-]*)`?")
_SCRIPT = re.compile(r"(?:npm|pnpm|yarn|bun) run ([\w:.-]+)")
_TARGET = re.compile(r"make ([a-z][\w-]*)")
_PORT = re.compile(
    r"(?:\bports?\s+(?:is\s+|=\s*|:\s*)?|端口(?:号)?\s*(?:是|为|:|：)?\s*)`?(\d{2,5})`?(?![A-Za-z_\d])"
)
_PINNED = re.compile(r"([A-Za-z][\w.-]*)\s*==\s*(\d[\w.]*)")
_VERSIONED = re.compile(
    r"(?<![\w./-])(?!ports?\b)([A-Za-z][\w.-]*?)\s+v?(\d+(?:\.\d+){0,3})(?![\w%-]|\.\d)"
)
_SUFFIX_WORDS = """
py pyi js jsx mjs cjs ts tsx md mdc mdx rst txt json jsonl json5 toml yaml yml ini cfg env lock xml
html css scss java kt go rs c h cc cpp hpp cs rb php swift sh bash sql ipynb csv log svg png
"""
_FILE_SUFFIXES = frozenset(_SUFFIX_WORDS.split())
# A line that speaks of another time, or of what should be, states nothing about the source now.
_ELSEWHEN = re.compile(
    r"\b(?:was|were|used to|previously|formerly|before|until|old|legacy|deprecated|removed|"
    r"renamed|moved|replaced|will|should|would|could|planned|todo|instead of|no longer|don't|"
    r"do not|never|for example|such as|example|upgrade[ds]?|"
    r"migrat\w+|from\b.{1,40}?\bto)\b|\be\.g\.|[→⇒]|->|~~"
    r"|曾|以前|之前|原来|旧|将|计划|应该?|建议|改为|改成|迁移|升级|移除|废弃|弃用|不再|例如|比如|不要",
    re.IGNORECASE,
)
# Whoever sets a value for a run says that another one holds without it.
_SETS = re.compile(
    r"^[\s*_\"'(]*(?:set|export|pass|use|run|change|override|add|put|try|define|increase|raise|lower"
    r"|reduce|start|invoke|call|请?设置|设)\b|\benv(?:ironment)?\b|环境变量",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:other|another|different|upstream|external|third-party|sister|downstream"
    r"|(?!(?:this|the|our|main|whole|same|its|a|an)\b)[\w-]+ (?:service|repo|repository|project"
    r"|package|library|sdk|fork))\b",
    re.IGNORECASE,
)


class Kind(str, Enum):
    """What sort of thing is named."""

    VALUE = "value"
    NAME = "name"
    PATH = "path"
    ROUTE = "route"
    SCRIPT = "script"
    TARGET = "target"
    PORT = "port"
    DEPENDENCY = "dependency"
    SIGNATURE = "signature"
    KEYWORDS = "keyword"


@dataclass(frozen=True, slots=True)
class Mention:
    """One thing a line names; `stated` is the value, version or parameters it gives, if any.

    `paths` are the paths named on the same line: they say which file is meant.
    """

    kind: Kind
    name: str
    line: int
    stated: str = ""
    paths: tuple[str, ...] = ()
    tentative: bool = False
    """The line speaks of change or possibility, so a value in it is not held against source."""


def find_mentions(number: int, text: str) -> list[Mention]:
    """Everything one line names."""
    spans = [(match[1].strip(), match) for match in _SPAN.finditer(text)]
    paths = tuple(path for span, _ in spans if (path := parse_path(span)))
    plain = _SPAN.sub(" ", text)
    tentative = bool(_ELSEWHEN.search(plain))
    other = bool(_SETS.search(plain)) or (not paths and bool(_OTHERS.search(plain)))
    found: list[Mention] = []
    for kind, name, stated in (*_in_spans(spans, text), *_in_prose(text)):
        unsure = tentative or (other and kind is Kind.VALUE)
        found.append(Mention(kind, name, number, stated, paths, unsure))
    found += [Mention(Kind.PATH, path, number, tentative=tentative) for path in paths]
    return list(dict.fromkeys(found))


def parse_path(span: str) -> str:
    """Return the path a back-ticked span is, without line numbers; empty when it is none."""
    if not _PATH.fullmatch(span) or span.startswith(("/", "~", "@", "..")):
        return ""
    path = re.sub(r":\d+(?:-\d+)?$", "", span.removeprefix("./"))
    inner = path.rstrip("/")
    if "/" not in path or "..." in path or not any(char.isalpha() for char in inner):
        return ""
    if path.endswith("/") or _SUFFIX.search(inner):
        return path
    return ""


def is_code_name(name: str) -> bool:
    """Tell a name of code from a word: it has an underscore, a dot, or capitals inside."""
    last = name.rpartition(".")[2]
    if "_" in name.strip("_") or "." in name:
        return last not in _FILE_SUFFIXES
    return bool(re.search(r"[a-z][A-Z]|[A-Z][a-z]+[A-Z]", last))


_OLDEST = re.compile(
    r"\b(?:require[sd]?|requirement|supports?|supported|minimum|at least|oldest|targets?)\b"
    r"|最低|至少|需要|支持",
    re.IGNORECASE,
)


def says_oldest(text: str) -> bool:
    """Tell whether a line says which version a project asks for (`Requires Python 3.8+`)."""
    return bool(_OLDEST.search(text))


def _in_spans(spans: list[tuple[str, re.Match[str]]], text: str) -> Iterator[tuple[Kind, str, str]]:
    for span, match in spans:
        if parse_path(span):
            continue
        yield from _span_statement(span)
        after = _IS.match(text, match.end())
        if after and _DOTTED.fullmatch(span):
            yield Kind.VALUE, span, next(group for group in after.groups() if group)


def _span_statement(span: str) -> Iterator[tuple[Kind, str, str]]:
    assigned = _ASSIGNED.fullmatch(span) or _KEYED.fullmatch(span)
    script, target = _SCRIPT.fullmatch(span), _TARGET.fullmatch(span)
    pinned = _PINNED.fullmatch(span)
    if pinned:
        yield Kind.DEPENDENCY, pinned[1], pinned[2]
    elif assigned:
        yield Kind.VALUE, assigned[1], assigned[2]
    elif script:
        yield Kind.SCRIPT, script[1], ""
    elif target:
        yield Kind.TARGET, target[1], ""
    elif _DOTTED.fullmatch(span) and is_code_name(span):
        yield Kind.NAME, span, ""
    else:
        yield from _called(span)


def _called(span: str) -> Iterator[tuple[Kind, str, str]]:
    """A call names a function; a definition its parameters, a keyword one of them."""
    call = _CALL.fullmatch(span.removeprefix("async ").removeprefix("def ").rstrip(":"))
    if call is None:
        return
    yield Kind.NAME, call[1], ""
    if span.startswith(("def ", "async def ")):
        yield Kind.SIGNATURE, call[1], call[2]
    elif _KEYWORD.search(call[2]):
        yield Kind.KEYWORDS, call[1], ", ".join(_KEYWORD.findall(call[2]))


def _in_prose(text: str) -> Iterator[tuple[Kind, str, str]]:
    for match in _ROUTE.finditer(text):
        yield Kind.ROUTE, f"{match[1]} {match[2]}", ""
    for match in _PORT.finditer(text):
        yield Kind.PORT, "port", match[1]
    plain = _SPAN.sub(" ", text)
    for match in _VERSIONED.finditer(plain):
        yield Kind.DEPENDENCY, match[1], match[2]
