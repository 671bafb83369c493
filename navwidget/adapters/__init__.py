"""Doors to other tools; each imports its neighbour only when it is called."""
