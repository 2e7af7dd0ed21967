"""Turns a judged game into a report in a language (``piquet-report/1``), and leaves findings out on request.

This room does not know how a report looks on a page.
"""
