"""Scores a deal from its trace, the rules and the effects of rulings, and a game from its deals.

This room knows effects, but no law and no words of a finding.
"""
