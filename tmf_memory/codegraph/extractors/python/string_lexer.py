"""Where strings and comments lie in Python text: one lexer for every interpreter version.

`tokenize` is neither used nor imitated bit for bit: it is slow, and from 3.12 on it takes f-strings
apart. Here a string is one literal whatever it contains, 3.12's nested quotes included.
Nothing here raises, loops or goes quadratic on text that is not Python.
"""

from __future__ import annotations

import re


def _plain(quote: str) -> str:
    """The rest of a string after its first quote.

    The closing quote is optional, so that a match never fails and never has to back up.
    """
    triple = rf"{quote}{quote}[^{quote}\\]*(?:(?:\\.|{quote}(?!{quote}{quote}))[^{quote}\\]*)*"
    single = rf"[^{quote}\\\n]*(?:\\.[^{quote}\\\n]*)*{quote}?"
    return rf"{triple}(?:{quote}{quote}{quote})?|{single}"


def _simple_fstring(quote: str, other: str) -> str:
    """The rest of an f-string whose fields hold neither its own quotes nor anything deep.

    Anything else matches as the lone first quote, the sign for `FStringScanner`.
    """
    field = (
        rf"\{{(?!\{{)(?:[^{quote}{other}{{}}\n\\#]|{other}[^{quote}{other}\\\n]*{other}"
        rf"|\{{[^{quote}{other}{{}}\n\\#]*\}})*\}}"
    )
    single = rf"(?:[^{quote}\\{{\n]|\\.|\{{\{{|{field})*{quote}"
    triple = (
        rf"{quote}{quote}(?:[^{quote}\\{{]|{quote}(?!{quote}{quote})|\\.|\{{\{{|{field})*"
        rf"{quote}{quote}{quote}"
    )
    return rf"(?:(?!{quote}{quote}){single}|{triple}|)"


def _literal(quote: str, other: str) -> str:
    is_formatted = "|".join(
        rf"(?<=\b{prefix}{quote})" for prefix in ("[fFtT]", "[fFtT][rR]", "[rR][fFtT]")
    )
    return (
        rf"(?<={quote})(?:(?<![fFtTrR]{quote})(?:{_plain(quote)})"
        rf"|(?:{is_formatted}){_simple_fstring(quote, other)}"
        rf"|(?!{is_formatted})(?:{_plain(quote)}))"
    )


# The pattern starts with a character set on purpose: that is what makes the search fast.
_LITERAL = re.compile(
    rf"""(["'#](?:(?<=#)[^\n]*|{_literal("'", '"')}|{_literal('"', "'")}))""", re.DOTALL
)
_OPENED = ("'", '"')


def split_literals(text: str) -> list[str]:
    """Code and literals by turns, code first and last; a comment is a literal that starts with `#`.

    The prefix of a string stays in the code before it.
    """
    parts = _LITERAL.split(text)
    literals = parts[1::2]
    if _OPENED[0] in literals or _OPENED[1] in literals:
        return _split_slowly(text)
    return parts


def _split_slowly(text: str) -> list[str]:
    parts: list[str] = []
    position = 0
    while found := _LITERAL.search(text, position):
        start, end = found.span()
        if found.group() in _OPENED:
            end = FStringScanner(text).end_of(start)
        parts += (text[position:start], text[start:end])
        position = end
    parts.append(text[position:])
    return parts


_IN_TEXT = re.compile(r"""\\N\{[^}\n]*\}|\\[^{]|\{\{|[{}"'\n]""", re.DOTALL)
_IN_FIELD = re.compile(r"""["'#()\[\]{}:]|!=""")
_MAX_OPEN = 400  # far beyond what any interpreter accepts
_OPENING = "([{"
_CLOSING = ")]}"


class FStringScanner:
    """Finds the end of one f-string, its replacement fields and their strings nested to any depth.

    Keeps a stack of what is open: a quote mark (inside the text of a string), `:` (inside a format
    specification) or an opening bracket (inside an expression; `{` starts a field).
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._open: list[str] = []

    def end_of(self, start: int) -> int:
        """The offset after the f-string whose first quote is at `start`."""
        position = self._enter(start)
        while self._open and position < len(self._text):
            if len(self._open) > _MAX_OPEN:
                return len(self._text)
            in_text = self._open[-1] not in _OPENING
            pattern = _IN_TEXT if in_text else _IN_FIELD
            found = pattern.search(self._text, position)
            if found is None:
                return len(self._text)
            step = self._step_in_text if in_text else self._step_in_field
            position = step(found.group(), found.start())
        return min(position, len(self._text))

    def _enter(self, start: int) -> int:
        quote = self._text[start]
        mark = quote * 3 if self._text.startswith(quote * 3, start) else quote
        self._open.append(mark)
        return start + len(mark)

    def _step_in_text(self, token: str, position: int) -> int:
        mark = self._open[-1]
        if token == "{" or (token == "{{" and mark == ":"):
            self._open.append("{")
            return position + 1
        if token in ("}", "\n"):
            self._close_in_text(token)
        elif token in _OPENED:
            return self._quote_in_text(position)
        return position + len(token)

    def _close_in_text(self, token: str) -> None:
        mark = self._open[-1]
        if token == "}" and mark == ":":
            del self._open[-2:]  # the specification and its field
        elif token == "\n" and mark in _OPENED:
            self._open.clear()  # a broken string: it ends with its line

    def _quote_in_text(self, position: int) -> int:
        """A quote in text closes the string that it belongs to, open specifications included."""
        for depth in range(len(self._open) - 1, -1, -1):
            mark = self._open[depth]
            if mark in (":", "{"):
                continue
            if mark[0] in _OPENED and self._text.startswith(mark, position):
                del self._open[depth:]
                return position + len(mark)
            break
        return position + 1

    def _step_in_field(self, token: str, position: int) -> int:
        if token in _OPENED:
            return self._string_in_field(position)
        if token == "#":
            line_end = self._text.find("\n", position)
            return len(self._text) if line_end < 0 else line_end
        if token in _OPENING:
            self._open.append(token)
        elif token in _CLOSING:
            self._open.pop()
        elif token == ":" and self._is_field():
            self._open.append(":")
        return position + len(token)

    def _is_field(self) -> bool:
        """Whether the innermost bracket is a field's own brace, not a dict or set inside one."""
        return self._open[-1] == "{" and self._open[-2] not in _OPENING

    def _string_in_field(self, position: int) -> int:
        found = _LITERAL.match(self._text, position)
        if found is None or found.group() in _OPENED:
            return self._enter(position)
        return found.end()
