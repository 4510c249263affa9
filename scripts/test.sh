#!/usr/bin/env bash
# Check everything: bash scripts/test.sh [--fast|--full]
#
#   (nothing)  style, types, imports, the fast tests on every other Python 3.10-3.13 that is
#              present, the built distribution, then the whole suite on the default Python
#   --fast     style, types, imports and the fast tests on the default Python only
#   --full     as without options, and the long stress runs; examples of property tests are drawn
#              at random there, and are the same each time otherwise
#
# Real MCP clients and agents are driven when `bash scripts/clients.sh` has installed them.
#
# Works from a fresh clone: makes its environments under .venv-*/ and keeps them until
# pyproject.toml changes. The last line is the summary of the default Python's test run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec </dev/null
unset PYTHONPATH PYTHONHOME PYTEST_ADDOPTS VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK=1
source scripts/lib/environments.sh

MODE=default
case "${1:-}" in
    "") ;;
    --fast) MODE=fast ;;
    --full) MODE=full ;;
    *) sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac

if [ -z "${TMF_EVAL_DATA:-}" ] && [ -d ../shared/data ]; then
    TMF_EVAL_DATA="$(cd ../shared/data && pwd)"
    export TMF_EVAL_DATA
fi

if [ -z "${TMF_CLIENTS_DIR:-}" ] && [ -d .venv-clients/node/node_modules ]; then
    export TMF_CLIENTS_DIR="$PWD/.venv-clients"
fi

FAST="not slow and not full and not clients"
QUICK="--hypothesis-profile=quick"
LOGS="$(mktemp -d)"
trap 'rm -rf "$LOGS"' EXIT
FAILED=()

# step NAME COMMAND...: run quietly; on failure show the log and go on, the exit code remembers.
step() {
    local name="$1" log="$LOGS/step.log" start=$SECONDS
    shift
    if "$@" >"$log" 2>&1; then
        printf '%-28s ok     %3d s\n' "$name" "$((SECONDS - start))"
    else
        printf '%-28s FAILED %3d s\n' "$name" "$((SECONDS - start))"
        sed 's/^/    /' "$log"
        FAILED+=("$name")
        return 0
    fi
}

# tests ENVIRONMENT MARKERS...: run pytest there, on two workers.
tests() {
    local environment="$1" markers="$2"
    shift 2
    "$environment/bin/python" -m pytest -q -n 2 -W error -m "$markers" "$@"
}

# distribution ENVIRONMENT: build, install the wheel into an empty environment, run it from there.
# Joined with &&, because `set -e` does not act inside a step.
distribution() (
    python="$PWD/$1/bin/python"
    out="$LOGS/dist"
    "$python" -m build --outdir "$out" . \
        && "$python" -m venv "$LOGS/empty" \
        && "$LOGS/empty/bin/pip" install --quiet "$out"/*.whl \
        && cd "$LOGS" \
        && empty/bin/tmf --version \
        && empty/bin/memory-lint --version \
        && empty/bin/python -m tmf_memory --version \
        && empty/bin/tmf warm --repo dist
)

DEFAULT="$(default_python)" || { echo "no Python 3.10 or newer with venv was found" >&2; exit 2; }
VERSION="$(version_of "$DEFAULT")"
MAIN=".venv-dev-$VERSION"
environment "$DEFAULT" "$MAIN" dev || exit 2
BIN="$MAIN/bin"
echo "Python $VERSION: $("$BIN/python" --version)"

step "format" "$BIN/ruff" format --check .
step "lint" "$BIN/ruff" check .
step "types" "$BIN/mypy"
step "imports" "$BIN/lint-imports"

if [ "$MODE" != fast ]; then
    for minor in 10 11 12 13; do
        [ "3.$minor" = "$VERSION" ] && continue
        other="$(python_of "3.$minor")" || { echo "Python 3.$minor is not present"; continue; }
        if environment "$other" ".venv-test-3.$minor" test; then
            step "tests on Python 3.$minor" tests ".venv-test-3.$minor" "$FAST" "$QUICK"
        else
            FAILED+=("environment for Python 3.$minor")
        fi
    done
    step "distribution" distribution "$MAIN"
fi

if [ "${#FAILED[@]}" -gt 0 ]; then
    printf 'FAILED: %s\n' "${FAILED[@]}"
fi
case "$MODE" in
    fast) tests "$MAIN" "$FAST" "$QUICK" || exit $? ;;
    full) tests "$MAIN" "" --hypothesis-profile=full || exit $? ;;
    *) tests "$MAIN" "not full" --hypothesis-profile=ci || exit $? ;;
esac
[ "${#FAILED[@]}" -eq 0 ]
