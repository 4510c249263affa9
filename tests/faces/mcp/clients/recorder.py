"""Stand between a client and a server and log every line: `recorder.py LOG COMMAND...`."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

_LOCK = threading.Lock()


def pump(source: IO[bytes], target: IO[bytes], log: IO[str], who: str) -> None:
    for line in source:
        with _LOCK:
            log.write(json.dumps({"from": who, "line": line.decode()}) + "\n")
            log.flush()
        target.write(line)
        target.flush()
    target.close()


def main(log_path: str, command: list[str]) -> int:
    with Path(log_path).open("a", encoding="utf-8") as log:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert server.stdin
        assert server.stdout
        asking = (sys.stdin.buffer, server.stdin, log, "client")
        threading.Thread(target=pump, args=asking, daemon=True).start()
        pump(server.stdout, sys.stdout.buffer, log, "server")
        return server.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
