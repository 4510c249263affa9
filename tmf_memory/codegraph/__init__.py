"""Engine 1: claims and edges about the repository, bound to the working tree by hash."""
