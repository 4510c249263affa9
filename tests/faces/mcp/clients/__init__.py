"""Real MCP clients and agents, when `TMF_CLIENTS_DIR` says where they are installed.

`bash scripts/clients.sh DIR` installs them. Everything runs offline: the agents talk to a stand-in
for the model on the loopback interface.
"""
