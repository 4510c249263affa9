# Finding Pythons and making virtual environments; sourced by test.sh and quickstart.sh.

# usable PYTHON [VERSION]: does it really run (a pyenv shim may not), is it new enough, has it venv?
usable() {
    "$1" -c "
import sys, venv, ensurepip
wanted = '${2:-}'
sys.exit(not (sys.version_info >= (3, 10) and wanted in ('', '%d.%d' % sys.version_info[:2])))
" >/dev/null 2>&1
}

version_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

# python_of VERSION: the path of a Python of that version.
python_of() {
    local candidate
    for candidate in "$(command -v "python$1" || true)" \
        "${PYENV_ROOT:-${HOME:-/nonexistent}/.pyenv}/versions/$1".*/bin/python; do
        if [ -n "$candidate" ] && usable "$candidate" "$1"; then
            echo "$candidate"
            return 0
        fi
    done
    return 1
}

# default_python: `python3` when it is new enough, else the newest that is present.
default_python() {
    local version
    if usable python3; then
        command -v python3
        return 0
    fi
    for version in 3.13 3.12 3.11 3.10; do
        python_of "$version" && return 0
    done
    return 1
}

# environment PYTHON FOLDER EXTRA: a virtual environment with this package, editable, and EXTRA.
# It is used again until pyproject.toml, the Python or the extra changes.
environment() {
    local python="$1" folder="$2" extra="$3" log stamp
    stamp="$("$python" - "$extra" <<'PY'
import hashlib, pathlib, sys
content = pathlib.Path("pyproject.toml").read_bytes()
print(pathlib.Path.cwd(), sys.version.split()[0], sys.argv[1], hashlib.sha256(content).hexdigest())
PY
)"
    if [ -f "$folder/stamp" ] && [ "$(cat "$folder/stamp")" = "$stamp" ] \
        && "$folder/bin/python" -c "" 2>/dev/null; then
        return 0
    fi
    echo "setting up $folder ..."
    log="$(mktemp)"
    if [ -f "$folder/stamp" ]; then
        rm -rf "$folder"  # ours; a folder that somebody else made is kept and installed into
    fi
    if "$python" -m venv "$folder" >"$log" 2>&1 \
        && "$folder/bin/python" -m pip install --quiet --editable ".${extra:+[$extra]}" >>"$log" 2>&1
    then
        echo "$stamp" >"$folder/stamp"
        rm -f "$log"
        return 0
    fi
    echo "could not set up $folder:"
    cat "$log"
    rm -f "$log"
    return 1
}
