"""Styles of simulated players that only tests use."""

from piquet_records.simulation.players import Style

VARIED = Style(sinking=0.15, calling_less=0.15, any_exchange=True)
"""They often sink a holding or call less than they hold, and exchange any number of cards."""
