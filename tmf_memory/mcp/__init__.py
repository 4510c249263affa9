"""The MCP server: newline-delimited JSON-RPC over stdio, standard library only."""
