"""Points: a trace, the rules and the effects of rulings become a breakdown for each player, and games a result.

This room knows effects, but no law and no finding's words.
"""
