"""What was written: the types of a record, its consistency, and the way from files to games or faults.

This room does not know what happened in a deal, what the laws say of it, or what it scores.
"""
