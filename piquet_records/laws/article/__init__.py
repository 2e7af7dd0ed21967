"""The 28 laws of the article, and its rules that have no number (``usage_*``): one module each.

A module holds, in this order, its page (the docstring), ``NUMBER``, ``NEEDS`` (facts without which it is not
checkable), ``FAULTS`` (every code it can give) and ``check``. It may also have ``ACTS`` (the acts it is about, if they
leave no trace in the cards), ``EXTRA_ACTS`` (other acts that it has to look at), ``checkable`` (if ``NEEDS`` alone
does not decide it) and ``check_scored`` (if it needs the computed score). No law calls another.
"""

from typing import Final

USAGES: Final = ("deal", "exchange", "blanche", "lead", "turn", "reply", "remedy")
"""The rules without number, in the order in which a deal meets them."""
