"""Call edges against expected graphs (PyCG micro) and against another indexer (scip-python)."""
