#!/usr/bin/env bash
# Try it: bash scripts/quickstart.sh [REPOSITORY [QUESTION]]
#
# Makes .venv with this package, then answers questions about REPOSITORY (default: a copy of the
# example shop). Needs no network once .venv exists; writes nothing into REPOSITORY but .tmf/.
set -euo pipefail
HERE="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
FROM="$PWD"
cd "$HERE"
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK=1
source scripts/lib/environments.sh

case "${1:-}" in
    -*) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac

PYTHON="$(default_python)" || { echo "no Python 3.10 or newer with venv was found" >&2; exit 2; }
environment "$PYTHON" .venv "" || exit 2
PATH="$HERE/.venv/bin:$PATH"

if [ -n "${1:-}" ]; then
    cd "$FROM"
    cd "$1"
    QUESTION="${2:-where is the configuration read}"
else
    COPY="$(mktemp -d)"
    trap 'rm -rf "$COPY"' EXIT
    cp -R examples/shop "$COPY/shop"
    cd "$COPY/shop"
    QUESTION="${2:-what does shipping cost}"
fi

# show COMMAND...: print a command, then run it. Exit code 1 says "nothing found", no failure here.
show() {
    printf '\n$ %s\n' "$*"
    "$@" || [ $? -eq 1 ]
}

# first SCOPE: the id of the best claim of that scope for the question.
first() {
    tmf retrieve --json --limit 20 "$QUESTION" | python -c '
import json, sys
claims = json.load(sys.stdin).get("claims", [])
print(next((claim["id"] for claim in claims if claim["scope"] == sys.argv[1]), ""))
' "$1"
}

show tmf --version
show tmf warm
show tmf status
show tmf retrieve --limit 3 "$QUESTION"
FUNCTION="$(first function || true)"
if [ -n "$FUNCTION" ]; then
    show tmf explain "$FUNCTION"
    show tmf callers "$FUNCTION"
    show tmf callees "$FUNCTION"
    show tmf impact "$FUNCTION"
fi
show tmf context --max-chars 1500 "$QUESTION"
show tmf memory-lint scan .
show tmf languages
