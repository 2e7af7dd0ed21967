"""Audits as one page of HTML that loads nothing else; the template escapes every text that it is given."""

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from piquet_records.cards.pack import SUIT_SIGNS
from piquet_records.cards.terms import ADVERSARY
from piquet_records.render.deal_page import TrickRow
from piquet_records.render.game_page import GamePage


def html(pages: Sequence[GamePage]) -> str:
    """Return the pages of one or more games as one page of HTML."""
    environment = Environment(
        loader=PackageLoader("piquet_records.render"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["trick"] = lambda row: isinstance(row, TrickRow)
    template = environment.get_template("audit.html.jinja")
    return template.render(pages=pages, suits=SUIT_SIGNS, other=ADVERSARY)
