"""What several laws ask of a deal: calls, hand sizes, looks, demands, rights and evidence.

Knows no law by number; a law passes in what its book says differently.
"""
