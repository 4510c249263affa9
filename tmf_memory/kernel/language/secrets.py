"""Credential literals in text: found with few false alarms, shown masked."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of credential: its pattern, and words without which a text holds none."""

    name: str
    words: tuple[str, ...]
    pattern: re.Pattern[str]


_KINDS = tuple(
    _Kind(name, tuple(words.split("|")), re.compile(pattern))
    for name, words, pattern in (
        ("AWS access key", "AKIA|ASIA", r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
        ("GitHub token", "ghp_|gho_|ghu_|ghs_|ghr_", r"\bgh[pousr]_[A-Za-z0-9]{36,}"),
        ("GitHub token", "github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{22,}"),
        ("GitLab token", "glpat-", r"\bglpat-[\w-]{20,}"),
        ("Anthropic key", "sk-ant-", r"\bsk-ant-[\w-]{24,}"),
        ("OpenAI key", "sk-", r"\bsk-(?!ant-)(?=[\w-]*\d)[A-Za-z0-9_-]{32,}"),
        ("Slack token", "xox", r"\bxox[abeprs]-(?=[\w-]*\d)[\w-]{16,}"),
        ("Slack webhook", "hooks.slack", r"hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}"),
        ("Google key", "AIza", r"\bAIza[\w-]{35}(?![\w-])"),
        ("Stripe key", "sk_live_|rk_live_", r"\b[sr]k_live_[A-Za-z0-9]{16,}"),
        ("npm token", "npm_", r"\bnpm_[A-Za-z0-9]{36}\b"),
        ("PyPI token", "pypi-AgE", r"\bpypi-AgE[\w-]{50,}"),
        ("Hugging Face token", "hf_", r"\bhf_[A-Za-z0-9]{30,}"),
        ("private key", "-----BEGIN ", r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
        ("JSON web token", "eyJ", r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,}"),
    )
)
_SHORT = 400
_HINT = re.compile(
    r"AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|sk-|xox|hooks\.slack|AIza|k_live_|npm_|pypi-|hf_"
    r"|BEGIN |eyJ|://|pass|secret|token|key|pwd|[\u5bc6\u53e3]",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"://[^\s/:@`'\"]+:(?P<value>[^\s/@`'\"]{8,})@[\w.-]+")
_NAMES = (
    "passw",
    "pwd",
    "secret",
    "token",
    *(f"{name}{gap}key" for name in ("api", "access") for gap in ("", " ", "_", "-")),
    "密码",
    "密钥",
    "口令",
)
_ASSIGNED = re.compile(
    r"(?:password|passwd|pwd|secret|api[_ -]?key|access[_ -]?key|auth[_ -]?token|token"
    r"|密码|密钥|口令)"
    r"[\"'`*]*\s*(?:[:=：＝]|is\b|是)\s*[\"'`*]*(?P<value>[^\s\"'`<>{}()\[\],;*]{12,})",
    re.IGNORECASE,
)
_PASSWORD = r"(?:password|passwd|passphrase|pwd|密码|口令)"
_IN_SLOT = re.compile(
    rf"(?<![\w-]){_PASSWORD}[\"'`*]*\s*[:=：＝]\s*[\"“](?P<value>[^\s\"”]{{6,}})[\"”]"
    rf"|[\"']slot[\"']\s*:\s*[\"']{_PASSWORD}[\"']\s*,\s*[\"']value[\"']\s*:\s*"
    rf"[\"'](?P<stored>[^\s\"']{{6,}})[\"']",
    re.IGNORECASE,
)
"""A quoted value of a password slot is one even if a person made it up."""
_PLACEHOLDER = re.compile(
    r"example|sample|dummy|your|change.?me|placeholder|redacted|x{4,}|\*{3,}|\.{3}|…|<|\$\{|\{\{"
    r"|test.?key|foo|bar"
    r"|0{6,}|1234567|abcdef|process\.env|os\.environ|getenv|secrets\.|\bhunter2\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Secret:
    """One credential: what kind it is and where its characters are."""

    kind: str
    start: int
    end: int


def find_secrets(text: str) -> Iterator[Secret]:
    """Yield the credentials of a text, in order, without overlaps; placeholders are none."""
    if len(text) < _SHORT and not _HINT.search(text):
        return
    found = [*_literals(text), *_in_addresses(text), *_assigned(text)]
    end = 0
    for secret in sorted(found, key=lambda each: (each.start, -each.end)):
        if secret.start >= end:
            end = secret.end
            yield secret


def _literals(text: str) -> Iterator[Secret]:
    for kind in _KINDS:
        for word in kind.words:
            # Plain search for the first letters is many times faster than the pattern itself.
            at = text.find(word)
            while at >= 0:
                match = kind.pattern.match(text, at)
                if match and not _PLACEHOLDER.search(match.group()):
                    yield Secret(kind.name, at, match.end())
                at = text.find(word, match.end() if match else at + 1)


def _in_addresses(text: str) -> Iterator[Secret]:
    if "://" not in text or "@" not in text:
        return
    for match in _IN_ADDRESS.finditer(text):
        if not _PLACEHOLDER.search(match["value"]) and _is_random(match["value"]):
            yield Secret("password in an address", match.start("value"), match.end("value"))


def _assigned(text: str) -> Iterator[Secret]:
    """Search the lines that name a credential; most texts have none."""
    lowered = text.lower()
    # A few letters grow when they are lowered; then offsets hold only in the text itself.
    searched = lowered if len(lowered) == len(text) else text
    lines: set[tuple[int, int]] = set()
    for name in _NAMES:
        at = searched.find(name)
        while at >= 0:
            end = searched.find("\n", at)
            end = len(text) if end < 0 else end
            lines.add((searched.rfind("\n", 0, at) + 1, end))
            at = searched.find(name, end)
    for start, end in sorted(lines):
        yield from _assigned_in(text, start, end)


def _assigned_in(text: str, start: int, end: int) -> Iterator[Secret]:
    for match in _IN_SLOT.finditer(text, start, end):
        group = "value" if match["value"] else "stored"
        if _is_password(match[group]):
            yield Secret("password", match.start(group), match.end(group))
    for match in _ASSIGNED.finditer(text, start, end):
        value = match["value"].rstrip(".:!?")
        if not _PLACEHOLDER.search(match.group()) and _is_random(value):
            at = match.start("value")
            yield Secret("credential", at, at + len(value))


def _is_password(value: str) -> bool:
    """Tell a password from a reference to one: letters, and digits or signs among them."""
    if _PLACEHOLDER.search(value) or re.search(r"[$<>{}/\\()]|^[A-Z_]+$|^[\w.-]+\.[\w.-]+$", value):
        return False
    has_other = any(not character.isalpha() and character not in "_-." for character in value)
    return has_other and any(map(str.isalpha, value))


def _is_random(value: str) -> bool:
    """Tell whether a value looks made by a machine: mixed, and no path, name or sentence."""
    if re.search(r"[/\\]|https?:|^[A-Z_]+$|^[a-z_.-]+$|\(\)", value):
        return False
    classes = sum(
        any(test(character) for character in value)
        for test in (str.islower, str.isupper, str.isdigit)
    )
    counts = Counter(value)
    entropy = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    return (classes == 3 or (classes == 2 and len(value) >= 24)) and entropy >= 3.2


def masked(secret: str) -> str:
    """Return what may be shown of a credential: its first characters and its length."""
    return f"{secret[:4]}… ({len(secret)} characters)"


_SECRET_SLOT = re.compile(
    r"passw|pwd|passphrase|secret|token|(?:api|access|private)[_ -]?key|密码|密钥|口令",
    re.IGNORECASE,
)


def masked_value(slot: str, value: str) -> str:
    """Return a slot's value as it may be shown: that of a password or key only in its beginning."""
    if not _SECRET_SLOT.search(slot) or not (_is_password(value) or _is_random(value)):
        return mask_secrets(value)
    return f"{value[:2]}…"


def mask_secrets(text: str) -> str:
    """Return a text with every credential in it masked."""
    pieces: list[str] = []
    at = 0
    for secret in find_secrets(text):
        pieces += [text[at : secret.start], f"{text[secret.start : secret.start + 4]}…"]
        at = secret.end
    return "".join((*pieces, text[at:])) if pieces else text
