"""`python -m eval NAME [--strict]`: run one evaluation; each is a folder with `run.main`."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    here = Path(__file__).parent
    known = sorted(info.name for info in pkgutil.iter_modules([str(here)]) if info.ispkg)
    if not arguments or arguments[0] not in known:
        print(f"usage: python -m eval {{{','.join(known)}}} [--strict] …", file=sys.stderr)
        return 2
    run = importlib.import_module(f"eval.{arguments[0]}.run")
    return int(run.main(arguments[1:]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
