"""The 32 cards, what a hand holds, and the words and numbers of the game.

This room does not know records, rules profiles or time.
"""
