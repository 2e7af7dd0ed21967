"""The 28 laws of the article, and its rules that have no number (``usage_*``): one module each.

A module has, in this order, its page (the docstring), ``NUMBER``, ``NEEDS`` (facts without which it is not
checkable), ``FAULTS`` (every code it can yield) and ``check``. It may also have ``ACTS`` (the acts it is about, if the
cards alone do not show them), ``EXTRA_ACTS`` (other acts that it has to look at), ``checkable`` (if ``NEEDS`` alone
does not decide it) and ``check_scored`` (if it needs the computed score). No law calls another.
"""

from typing import Final

USAGES: Final = ("deal", "exchange", "blanche", "lead", "turn", "reply", "remedy")
"""The rules without number, in the order in which they apply in a deal."""
