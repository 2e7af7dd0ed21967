"""Records changed at random on every level, and what must hold for each of them."""
