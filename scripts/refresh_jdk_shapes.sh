#!/usr/bin/env bash
# Write the table of JDK signatures anew: bash scripts/refresh_jdk_shapes.sh
#
# Needs a JDK (17 made the committed table). Review the result as a diff: one line is one type.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

PACKAGES=(
    java.io java.lang java.lang.annotation java.lang.ref java.lang.reflect java.math java.net
    java.nio java.nio.charset java.nio.file java.security java.sql java.text java.time
    java.time.format java.time.temporal java.util java.util.concurrent
    java.util.concurrent.atomic java.util.concurrent.locks java.util.function java.util.logging
    java.util.regex java.util.stream
)
CLASSES="$(mktemp -d)"
trap 'rm -rf "$CLASSES"' EXIT
javac -d "$CLASSES" scripts/lib/JdkShapes.java
java -cp "$CLASSES" JdkShapes "${PACKAGES[@]}" >"$CLASSES/jdk.json"
python3 -m json.tool "$CLASSES/jdk.json" >/dev/null
mv "$CLASSES/jdk.json" tmf_memory/codegraph/linker/java/jdk.json
