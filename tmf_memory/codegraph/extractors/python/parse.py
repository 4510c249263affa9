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
            return f"syntax error at line {error.lineno or 0}"
        except ValueError:
            return "null bytes or surrogates in the source"
        except (RecursionError, MemoryError):
            return "nested too deeply"
