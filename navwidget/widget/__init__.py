"""The explorer: what a reader sees of an index, and what the page and Python say to each other."""
