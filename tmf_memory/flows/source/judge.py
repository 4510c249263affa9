"""What known symbols say about a mention: contradicted, or nothing to say. Pure.

Silence is the default: only when *every* symbol that may be meant disagrees is there a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from tmf_memory.codegraph.lookup import Found
from tmf_memory.codegraph.model import Scope
from tmf_memory.flows.source.literals import (
    Incomparable,
    Value,
    disagree,
    literal_of,
    parse_literal,
)
from tmf_memory.flows.source.mentions import Mention
from tmf_memory.flows.source.versions import contradicts, parse_release

_VALUED = frozenset((Scope.DECLARATION, Scope.CONFIG))


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Source says otherwise: what it says, and where."""

    found: Found
    says: str

    @property
    def anchor(self) -> str:
        return f"{self.found.entry.path}:{self.found.symbol.line_start}"


def judge_value(mention: Mention, candidates: Iterable[Found]) -> Contradiction | None:
    """A constant or configuration key whose value differs from the one stated."""
    valued = [one for one in candidates if _has_value(one)]
    return _judged(mention, _meant(mention, valued))


def judge_port(mention: Mention, candidates: Iterable[Found], words: str) -> Contradiction | None:
    """A port: the key must be the only port there is, or be named by the line's own words."""
    ports = [one for one in candidates if _has_value(one)]
    named = [one for one in _meant(mention, ports) if _shares_a_word(one, words)]
    return _judged(mention, named or (ports if len(ports) == 1 else []))


def judge_dependency(mention: Mention, candidates: Iterable[Found]) -> Contradiction | None:
    """A dependency whose every specification excludes the version stated."""
    release = parse_release(mention.stated)
    known = [one for one in candidates if one.symbol.detail.get("kind") == "dependency"]
    if release is None or not known:
        return None
    specifications = [str(one.symbol.detail.get("version") or "") for one in known]
    if all(contradicts(release, specification) for specification in specifications):
        return Contradiction(known[0], f"{known[0].symbol.detail.get('name')} {specifications[0]}")
    return None


def judge_signature(mention: Mention, candidates: Iterable[Found]) -> Contradiction | None:
    """A function whose parameters are not the ones written down."""
    functions = [one for one in candidates if one.symbol.scope is Scope.FUNCTION]
    stated = parameter_names(mention.stated)
    meant = _meant(mention, functions)
    if not meant or stated is None:
        return None
    written = [parameter_names(_parameters_of(one)) for one in meant]
    if any(names is None or _same(stated, names) for names in written):
        return None
    return Contradiction(meant[0], f"parameters ({', '.join(written[0] or ())})")


def judge_keywords(mention: Mention, candidates: Iterable[Found]) -> Contradiction | None:
    """A call with a keyword that no function of the name takes."""
    functions = [one for one in candidates if one.symbol.scope is Scope.FUNCTION]
    meant = _meant(mention, functions)
    for word in mention.stated.split(", "):
        if meant and all(_refuses(one, word) for one in meant):
            names = ", ".join(parameter_names(_parameters_of(meant[0])) or ())
            return Contradiction(meant[0], f"parameters ({names})")
    return None


def _refuses(found: Found, keyword: str) -> bool:
    text = _parameters_of(found)
    names = parameter_names(text)
    return names is not None and "**" not in text and keyword not in names


def judge_python(mention: Mention, candidates: Iterable[Found]) -> Contradiction | None:
    """The oldest Python that a note names, against what the project asks for."""
    release = parse_release(mention.stated)
    asked = [one for one in candidates if _has_value(one)]
    if release is None or not asked:
        return None
    if all(contradicts(release, str(one.symbol.detail.get("value"))) for one in asked):
        return Contradiction(asked[0], f"requires-python {_shown(asked[0])}")
    return None


def parameter_names(text: str) -> tuple[str, ...] | None:
    """Names of a parameter list without annotations and defaults; None when it is cut (`...`)."""
    if "..." in text or "…" in text:
        return None
    names, depth, current = [], 0, ""
    for char in f"{text},":
        depth += (char in "([{") - (char in ")]}")
        if char == "," and depth == 0:
            names.append(current.partition(":")[0].partition("=")[0].strip().lstrip("*"))
            current = ""
        else:
            current += char
    return tuple(name for name in names if name and name not in {"self", "cls", "/"})


def _same(stated: Sequence[str], written: Sequence[str]) -> bool:
    """A note may leave out trailing parameters, but not name others."""
    return list(stated) == list(written)[: len(stated)] if stated else not written


def _judged(mention: Mention, meant: Sequence[Found]) -> Contradiction | None:
    stated = parse_literal(mention.stated)
    if not meant or not all(disagree(stated, _value(one)) for one in meant):
        return None
    return Contradiction(meant[0], f"{meant[0].symbol.qualname} = {_shown(meant[0])}")


def _meant(mention: Mention, candidates: Sequence[Found]) -> list[Found]:
    """Those in a file that the line names; without one, all."""
    here = [one for one in candidates if _is_named(one.entry.path, mention.paths)]
    return here or list(candidates)


def _is_named(path: str, named: tuple[str, ...]) -> bool:
    return any(
        path == one or path.endswith(f"/{one}") or (one.endswith("/") and path.startswith(one))
        for one in named
    )


def _has_value(found: Found) -> bool:
    return found.symbol.scope in _VALUED and found.symbol.detail.get("value") is not None


def _value(found: Found) -> Value | Incomparable:
    return literal_of(found.symbol.detail.get("value"))


def _shown(found: Found) -> str:
    text = " ".join(str(found.symbol.detail.get("value")).split())
    return text if len(text) <= 60 else text[:59] + "…"


def _parameters_of(found: Found) -> str:
    signature = cast("str", found.symbol.detail.get("signature", ""))
    inner = signature.partition("(")[2]
    return inner[: inner.rfind(")")] if ")" in inner else inner


def _shares_a_word(found: Found, words: str) -> bool:
    said = {word for word in words.lower().replace("`", " ").split() if len(word) > 2}
    parts = set(found.symbol.qualname.lower().replace("_", ".").replace("-", ".").split("."))
    return bool(said & (parts - {"port", "ports", "services", "server"}))
