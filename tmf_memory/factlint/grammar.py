"""The grammar of one fact line: read it into its parts, and write it canonically."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tmf_memory.factlint.model import Fact, SourceClass
from tmf_memory.kernel.dates import DATE_PATTERN, is_ambiguous, parse_date

_ASCII = str.maketrans("（）：；，＝“”「」", '():;,=""""')
"""Full-width punctuation, one character for one, so that offsets hold in both texts."""

_AKA = re.compile(
    r'\(\s*(?:aka|a\.k\.a\.|also known as|又名|别名)[:\s]\s*(?P<names>"[^()]*"|[^()]+?)\s*\)$',
    re.I,
)
_SOURCE = re.compile(
    r"\(\s*(?:source|src|来源)\s*:\s*(?P<source>[^()]*?)"
    r"(?:\s*[,;]\s*(?:class|类别)\s*[:=]\s*(?P<cls>\w+))?\s*\)$",
    re.I,
)
_DASH_DATE = re.compile(
    rf"(?:--|[—–])\s*(?P<date>{DATE_PATTERN}|(?<=-- )(?:19|20)\d{{2}})\s*$", re.I
)
_OBSERVED = re.compile(
    rf"\(\s*(?:observed|as of|since|seen|noted|recorded|updated|观察于|观测于|记录于|截至)"
    rf"(?:\s+(?:at|on))?\s*:?\s*(?P<date>{DATE_PATTERN})\s*\)$",
    re.I,
)
_BARE_DATE = re.compile(rf"\(\s*(?P<date>{DATE_PATTERN})\s*\)$", re.I)
_ATTRIBUTE = re.compile(
    rf"(?P<name>valid_from|valid_to)\s*=\s*\"?(?P<date>{DATE_PATTERN}|\d{{4}})\"?$", re.I
)
_ENTITY = re.compile(r"^(?P<entity>[^:]{1,80}?)\s*:(?P<gap>\s*)(?P<rest>\S.*)$", re.DOTALL)
_EXPLICIT = re.compile(
    r'^(?P<slot>[^\W\d][\w .\-/]{0,63}?)\s*=\s*"(?P<value>(?:[^"\\]|\\.)*)"$', re.DOTALL
)
_ESCAPED = re.compile(r'\\(["\\])')
_QUOTED = re.compile(r'"([^"]+)"')
_DECORATION = "*_`\"' "


@dataclass(slots=True)
class Statement:
    """The parts of one fact line. `label` is what stands before a colon; it may be an entity."""

    label: str = ""
    slot: str = ""
    value: str = ""
    claim: str = ""
    body: str = ""
    observed_at: str = ""
    valid_from: str = ""
    valid_to: str = ""
    source: str = ""
    source_class: SourceClass = SourceClass.UNCLASSIFIED
    aliases: tuple[str, ...] = ()
    unread_date: str = ""
    """A date that was written but orders nothing (`03/04/2026`)."""
    is_marked: bool = False
    """Some part of the fact grammar is written: nobody writes this line by accident."""
    is_named: bool | None = None
    """Whether the label is the entity, once somebody has asked."""


def parse_statement(line: str) -> Statement:
    """Read one line without its bullet. Always succeeds: what is no grammar is claim."""
    statement = Statement()
    text = line.strip()
    plain = _plain(text)
    end = len(text)
    if plain[-1:] in ')"' or plain[-1:].isdigit() or plain[-1:] in "年月日号Zz":
        end = _peel(plain, statement)
    body = text[:end].rstrip()
    statement.body = body
    _split_label(body, plain[:end].rstrip(), statement)
    return statement


def _plain(text: str) -> str:
    return text if text.isascii() else text.translate(_ASCII)


def _peel(plain: str, statement: Statement) -> int:
    """Take the trailing parts off, in any order, and return where the body ends."""
    end = len(plain)
    while True:
        part = plain[:end].rstrip()
        start = _in_parentheses(part, statement) if part[-1:] == ")" else _bare(part, statement)
        if start <= 0:
            return end
        statement.is_marked = True
        end = start


def _in_parentheses(part: str, statement: Statement) -> int:
    """Take what stands in the last parentheses; return where they open, or 0."""
    start = part.rfind("(")
    for pattern, take in _PARENTHESES if start > 0 else ():
        match = pattern.match(part, start)
        if match and take(match, statement):
            return start
    return 0


def _bare(part: str, statement: Statement) -> int:
    """Take a last `-- date` or `; valid_to=date`; return where it begins, or 0."""
    start = max(map(part.rfind, _DASHES))
    match = _DASH_DATE.match(part, start) if start > 0 and part[start - 1].isspace() else None
    if match and _take_date(match, statement):
        return start
    start = part.lower().rfind("valid_") if "=" in part else -1
    before = part[:start].rstrip() if start > 0 else ""
    match = _ATTRIBUTE.match(part, start) if len(before) > 1 and before[-1] in ";," else None
    return len(before) - 1 if match and _take_attribute(match, statement) else 0


_DASHES = ("--", "—", "–")


def _take_aliases(match: re.Match[str], statement: Statement) -> bool:
    names = _QUOTED.findall(match["names"]) or [
        name.strip(" '") for name in match["names"].split(",")
    ]
    statement.aliases = tuple(name.strip() for name in names if name.strip())
    return True


def _take_source(match: re.Match[str], statement: Statement) -> bool:
    statement.source = match["source"].strip()
    statement.source_class = source_class(match["cls"] or "")
    return True


def _take_date(match: re.Match[str], statement: Statement) -> bool:
    written = match["date"].strip()
    date = parse_date(written)
    if date:
        statement.observed_at = date
    elif is_ambiguous(written):
        statement.unread_date = written
    return bool(date or statement.unread_date)


def _take_attribute(match: re.Match[str], statement: Statement) -> bool:
    date = parse_date(match["date"])
    if match["name"].lower() == "valid_from":
        statement.valid_from = date
    else:
        statement.valid_to = date
    return bool(date)


_PARENTHESES = (
    (_SOURCE, _take_source),
    (_AKA, _take_aliases),
    (_OBSERVED, _take_date),
    (_BARE_DATE, _take_date),
)


def _split_label(body: str, plain: str, statement: Statement) -> None:
    statement.claim = body
    rest_start = 0
    match = _ENTITY.match(plain) if ":" in plain[:90] else None
    if match and (match["gap"] or body[match.end("entity") :].lstrip()[:1] == "："):
        statement.label = body[: match.end("entity")].strip(_DECORATION)
        rest_start = match.start("rest")
    rest = body[rest_start:].lstrip("*_ ") if rest_start else body
    explicit = _EXPLICIT.match(_plain(rest)) if "=" in rest or "＝" in rest else None
    if explicit:
        offset = len(rest) - len(explicit.string)
        statement.slot = explicit["slot"].strip()
        raw = rest[offset + explicit.start("value") : offset + explicit.end("value")]
        statement.value = _ESCAPED.sub(r"\1", raw)
        statement.is_marked = True
    if statement.label:
        statement.claim = rest


def source_class(text: str) -> SourceClass:
    """Return the class a text names; anything else is unclassified."""
    return _CLASSES.get(text.strip().lower(), SourceClass.UNCLASSIFIED) if text else _NO_CLASS


_CLASSES = {each.value: each for each in SourceClass}
_NO_CLASS = SourceClass.UNCLASSIFIED


def canonical_line(fact: Fact, *, valid_to: str = "") -> str:
    """Write a fact as an explicit line; `valid_to` stamps its end."""
    end = valid_to or fact.valid_to
    value = fact.value.replace("\\", "\\\\").replace('"', '\\"')
    parts = [f'{fact.entity}: {fact.slot} = "{value}"']
    if fact.valid_from:
        parts.append(f" ; valid_from={fact.valid_from}")
    if end:
        parts.append(f" ; valid_to={end}")
    if fact.observed_at:
        parts.append(f" -- {fact.observed_at}")
    if fact.source:
        parts.append(f" (source: {fact.source}{_written_class(fact)})")
    if fact.aliases:
        names = ", ".join(f'"{name}"' for name in fact.aliases)
        parts.append(f" (aka {names})")
    return "".join(parts)


def _written_class(fact: Fact) -> str:
    if fact.source_class is SourceClass.UNCLASSIFIED:
        return ""
    return f", class: {fact.source_class.value}"
