"""`python -m tmf_memory`: the same as `tmf`."""

from __future__ import annotations

import sys

from tmf_memory.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
