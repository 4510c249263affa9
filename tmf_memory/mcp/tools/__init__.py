"""One module per MCP tool, each declaring `TOOL`."""
