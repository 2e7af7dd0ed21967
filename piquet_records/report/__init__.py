"""A judged game becomes a report in a language (``piquet-report/1``), and reports are narrowed to chosen codes.

This room does not know how a report looks on a page.
"""
