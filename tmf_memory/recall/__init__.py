"""Engine 3: verbatim records of conversations (not built yet)."""
