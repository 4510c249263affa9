#!/usr/bin/env bash
# Install the real MCP clients and agents that the tests marked `clients` drive:
#   bash scripts/clients.sh [FOLDER]      (default .venv-clients; needs npm, and about 1.5 GB)
# The tests run offline; only this installation needs the package registries.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/lib/environments.sh
FOLDER="${1:-.venv-clients}"
PYTHON="$(default_python)" || { echo "no Python 3.10 or newer with venv was found" >&2; exit 2; }
command -v npm >/dev/null || { echo "npm was not found" >&2; exit 2; }
mkdir -p "$FOLDER/node"
"$PYTHON" -m venv "$FOLDER/py"
"$FOLDER/py/bin/pip" install --quiet mcp fastmcp
cd "$FOLDER/node"
npm install --silent --no-fund --no-audit --prefix . \
    @modelcontextprotocol/sdk @modelcontextprotocol/client @modelcontextprotocol/inspector \
    @openai/codex @anthropic-ai/claude-code @google/gemini-cli node
echo "clients are in $FOLDER: TMF_CLIENTS_DIR=$FOLDER bash scripts/test.sh --full"
