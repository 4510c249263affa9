"""Python text to syntax tree, or the reason why there is none; silent and never executed."""

from __future__ import annotations

import ast
import warnings


def parse(text: str) -> ast.Module | str:
    """Return the tree, or one sentence that says why `text` has none under this interpreter.

    Warnings about foreign source (invalid escapes, `is` with a literal) are not ours to show.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        except SyntaxError as error:
            return (
                _unreadable(text) if "\0" in text else f"syntax error at line {error.lineno or 0}"
            )
        except ValueError:
            return _unreadable(text)
        except (RecursionError, MemoryError):
            return "nested too deeply"


def _unreadable(text: str) -> str:
    """Say what no Python source can hold, and where."""
    at = text.find("\0")
    if at < 0:
        return "a lone surrogate in the source: it is no text"
    return f"a null byte at line {text.count(chr(10), 0, at) + 1}: Python source holds none"
