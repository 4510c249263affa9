#!/usr/bin/env bash
# Prove that Java works without a network: bash scripts/verify_java_offline.sh
#
# Checks the hashes of vendor/wheels, installs this package from them alone into an environment of
# its own, first without, then with the [java] extra, runs the Java tests there without a skip, and
# drives `tmf` over a small repository: a hint without the grammar; with it, fresh after a comment,
# stale after a literal, gone after a deletion.
# Linux x86-64, Python 3.10 to 3.13; PYTHON=... names one. Leaves nothing behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
ROOT="$PWD"
exec </dev/null
unset PYTHONPATH PYTHONHOME PYTEST_ADDOPTS VIRTUAL_ENV
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1 PIP_FIND_LINKS="$PWD/vendor/wheels"
export PIP_CONFIG_FILE=/dev/null
source scripts/lib/environments.sh

if [ "$(uname -s)/$(uname -m)" != Linux/x86_64 ]; then
    echo "the vendored wheels are for Linux on x86-64" >&2
    exit 2
fi
PYTHON="${PYTHON:-$(default_python)}" || { echo "no Python 3.10 or newer was found" >&2; exit 2; }

WORK="$(mktemp -d)"
trap 'rm -rf "$WORK"' EXIT
export HOME="$WORK/home" XDG_STATE_HOME="$WORK/home/state"
mkdir -p "$XDG_STATE_HOME"

fail() {
    printf 'JAVA OFFLINE VERIFY: FAIL (%s)\n' "$1" >&2
    exit 1
}

(cd vendor/wheels && sha256sum --check --quiet --strict SHA256SUMS) || fail "hashes of vendor/wheels"
[ "$(ls vendor/wheels/*.whl | wc -l)" = "$(wc -l <vendor/wheels/SHA256SUMS)" ] \
    || fail "a wheel without a hash"

"$PYTHON" -m venv "$WORK/venv"
BIN="$WORK/venv/bin"
mkdir -p "$WORK/source"
for part in pyproject.toml README.md LICENSE tmf_memory; do
    [ ! -e "$part" ] || cp -R "$part" "$WORK/source/"
done
"$BIN/python" -m pip install --quiet hatchling trove-classifiers pytest hypothesis
"$BIN/python" -m pip install --quiet --no-build-isolation "$WORK/source"
echo "installed from vendor/wheels under Python $(version_of "$BIN/python")"

REPO="$WORK/repo"
cp -R eval/java/sample "$REPO"
cd "$REPO"
FILE=shop/order/Order.java
METHOD="$FILE:Order.add(int,int)"

# holds EXPRESSION COMMAND...: evaluate EXPRESSION over the JSON document that `tmf` prints.
holds() {
    local expression="$1" status=0
    shift
    "$BIN/tmf" "$@" --json >"$WORK/answer.json" 2>"$WORK/error.txt" || status=$?
    "$BIN/python" - "$WORK/answer.json" "$expression" "$status" <<'PY' || {
import json, pathlib, sys
text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
answer = json.loads(text) if text.strip() else {}
sys.exit(not eval(sys.argv[2], {"answer": answer, "json": json, "status": int(sys.argv[3])}))
PY
        cat "$WORK/answer.json" "$WORK/error.txt" >&2
        fail "tmf $*: not $expression"
    }
}

holds 'status == 0 and answer["files"] == 3 and answer["edges"] == 0' warm
holds 'status == 0 and "[java]" in json.dumps(answer)' languages
holds 'status == 0 and answer["scope"] == "file" and "[java]" in answer["claim"]' explain "$FILE"
echo "without the grammar: file claims with a hint, nothing else"

"$BIN/python" -m pip install --quiet --no-build-isolation "$WORK/source[java]"
# The tests run beside the installed package, not beside its source.
mkdir -p "$WORK/tests/tests/codegraph" "$WORK/tests/eval"
touch "$WORK/tests/tests/__init__.py" "$WORK/tests/tests/codegraph/__init__.py"
cp -R "$ROOT/tests/codegraph/java" "$WORK/tests/tests/codegraph/java"
cp -R "$ROOT/eval/__init__.py" "$ROOT/eval/java" "$WORK/tests/eval/"
(
    cd "$WORK/tests"
    "$BIN/python" -m pytest -q -rs -W error -p no:cacheprovider tests/codegraph/java \
        --ignore tests/codegraph/java/test_against_compiler.py
) >"$WORK/pytest.log" 2>&1 || { cat "$WORK/pytest.log"; fail "the Java tests"; }
tail -n 1 "$WORK/pytest.log"
if grep -qi "skipped" "$WORK/pytest.log"; then fail "a Java test was skipped"; fi

holds 'answer["files"] == 3 and not answer["gaps"] and answer["edges"] > 100' warm
holds 'answer["fresh"] and answer["extraction_tier"] == "java-treesitter-syntactic"' explain "$METHOD"
holds '[c["qualname"] for c in answer["callers"]] == ["Orders.report()"]' callers "$FILE:Order.send()"

sed -i 's|total += price \* count;|total   += price * count; // a comment|' "$FILE"
holds 'answer["fresh"] and not answer["stale_reasons"]' explain "$METHOD" --no-refresh
echo "a comment and white space keep a node fresh"

sed -i 's|total   += price \* count;|total   += price * count + 1;|' "$FILE"
holds 'not answer["fresh"] and answer["stale_reasons"]' explain "$METHOD" --no-refresh
holds 'answer["fresh"]' explain "$FILE:Order.total()" --no-refresh
holds 'answer["fresh"]' explain "$METHOD"
echo "a literal makes a node stale until it is read again, and no other node"

sed -i '/^    void send() {$/,/^    }$/d' "$FILE"
holds 'not answer["fresh"] and answer["stale_reasons"]' explain "$FILE:Order.send()" --no-refresh
holds 'status == 1' explain "$FILE:Order.send()"
holds 'any(r["qualname"] == "Order.send()" for r in answer["removed"])' diff
rm "$FILE"
holds 'answer["removed"] > 0 and answer["files"] == 2' warm
holds 'status == 1' explain "$METHOD"
echo "deleted nodes and files are gone"

echo "JAVA OFFLINE VERIFY: PASS"
