"""`python -m tmf_memory`, and the script `tmf`: the same."""

from __future__ import annotations

import sys


def main() -> int:
    """Run one command line.

    A plain `tmf mcp` goes straight to the server: an agent gives up on one that starts slowly, and
    the command line around it takes a third of the time until the handshake is answered.
    """
    if sys.argv[1:2] == ["mcp"]:
        from tmf_memory.mcp.quick import serve_plainly

        serve_plainly(sys.argv[2:])
    from tmf_memory.cli.main import main as run
    from tmf_memory.kernel.collection import end_uncollected

    code = run()
    end_uncollected()
    return code


if __name__ == "__main__":
    sys.exit(main())
