"""Facts that several laws ask of a deal: calls, hand sizes, looks at the talon, demands, rights, evidence.

Knows no law by number and no book of laws. Where authorities differ, it asks the rules in force (``case.rules``).
"""
