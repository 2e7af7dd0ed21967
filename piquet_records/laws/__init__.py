"""The laws. Each book of laws has a folder (``article``: the 28 laws); ``facts`` holds what several laws ask of a deal.

This room turns a case into findings. It is given a deal's score and does not compute it. It does not know in which
language a finding is reported, and no law knows another.
"""

from functools import cache

from piquet_records.findings import Severity
from piquet_records.laws import article
from piquet_records.laws.book import Law, LawBook, page, title

ARTICLE = LawBook(article, article.USAGES)
LAWS = ARTICLE.laws
NUMBERED = ARTICLE.numbered
LAW_NUMBERS = tuple(NUMBERED)
BY_CODE = ARTICLE.by_code


@cache
def severity(code: str) -> Severity:
    """Return the severity of a code, which a finding may override. Raises KeyError for an unknown code."""
    return BY_CODE[code].FAULTS[code]


__all__ = ["ARTICLE", "BY_CODE", "LAWS", "LAW_NUMBERS", "NUMBERED", "Law", "LawBook", "page", "severity", "title"]
