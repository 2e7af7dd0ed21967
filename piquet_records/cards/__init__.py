"""The 32 cards, what a hand holds, and the words and numbers of the game.

This room knows no record, no rules profile and no time.
"""
