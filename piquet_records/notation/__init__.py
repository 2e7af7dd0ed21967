"""Games as text: the notation that people write and read (``.piquet``), in both directions.

This room knows how a record is written as text. It does not know the laws, what happened in a deal, or what it scores.
"""
