#!/usr/bin/env bash
# Download the wheels in vendor/ anew: bash scripts/refresh_vendor.sh
#
# Takes the versions in vendor/requirements.txt for Linux x86-64 and CPython 3.10 to 3.13, writes
# vendor/wheels/SHA256SUMS, and puts each distribution's licence into vendor/licenses/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PIP_DISABLE_PIP_VERSION_CHECK=1
PYTHON="${PYTHON:-python3}"

rm -rf vendor/wheels vendor/licenses
mkdir -p vendor/wheels vendor/licenses
for version in 3.10 3.11 3.12 3.13; do
    "$PYTHON" -m pip download --quiet --no-deps --only-binary=:all: \
        --implementation cp --python-version "$version" \
        --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 \
        --platform manylinux_2_5_x86_64 --platform manylinux1_x86_64 \
        --requirement vendor/requirements.txt --dest vendor/wheels
done

"$PYTHON" - <<'PY'
"""Copy each licence out of its wheel; a wheel without one stops the refresh."""
import pathlib
import re
import sys
import zipfile

wheels = sorted(pathlib.Path("vendor/wheels").glob("*.whl"))
licences = pathlib.Path("vendor/licenses")
for wheel in wheels:
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as archive:
        found = [
            entry
            for entry in archive.namelist()
            if re.search(r"\.dist-info/(licenses/)?(.*/)?(LICEN[CS]E|COPYING)[^/]*$", entry, re.I)
        ]
        text = "\n".join(archive.read(entry).decode("utf-8") for entry in sorted(found))
        metadata = next(entry for entry in archive.namelist() if entry.endswith("/METADATA"))
        declared = re.search(
            r"^(?:License|License-Expression): (.+)$", archive.read(metadata).decode(), re.M
        )
    if not text and not declared:
        sys.exit(f"{wheel.name} names no licence")
    text = text or f"{name} {version} declares its licence as: {declared.group(1)}\n"
    (licences / f"{name}-{version}.txt").write_text(text, encoding="utf-8")
PY

rm -f vendor/wheels/tomli-*-cp*.whl  # in the standard library there; 3.10 takes the pure one
(cd vendor/wheels && sha256sum ./*.whl | sed 's#\./##' >SHA256SUMS)
echo "$(ls vendor/wheels/*.whl | wc -l) wheels, $(du -sh vendor/wheels | cut -f1)"
