"""State on disk: sharded JSON documents, append logs, lock, foreign marker."""
