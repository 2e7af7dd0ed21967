"""An audit as a page of HTML that needs nothing but itself; the template escapes everything that it is given."""

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from piquet_records.cards.pack import SUIT_SIGNS
from piquet_records.cards.terms import ADVERSARY
from piquet_records.render.deal_page import TrickRow
from piquet_records.render.game_page import GamePage


def html(pages: Sequence[GamePage]) -> str:
    """Set one or more games in HTML."""
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
