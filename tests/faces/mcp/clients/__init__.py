"""Real MCP clients and agents, when `TMF_CLIENTS_DIR` says where they are installed.

    python -m venv DIR/py && DIR/py/bin/pip install mcp fastmcp
    cd DIR/node && npm install @modelcontextprotocol/sdk @modelcontextprotocol/client \\
        @modelcontextprotocol/inspector @openai/codex @anthropic-ai/claude-code \\
        @google/gemini-cli node

Everything runs offline: the agents talk to a stand-in for the model on the loopback interface.
"""
