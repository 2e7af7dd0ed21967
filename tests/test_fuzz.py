"""Records changed at random get a report or a list of faults, never a traceback; *clean* needs the oracle's assent.

The same share of changes runs each time; ``make fuzz`` runs others for as long as one likes.
"""

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from piquet_records.notation.writer import to_notation
from piquet_records.record.game import Game
from piquet_records.record.reading import decode
from piquet_records.render import audit, audit_html, score
from piquet_records.report import build
from piquet_records.report.model import Report
from tests import strategies
from tests.fuzz.mutations import LEVELS, bases, changed
from tests.fuzz.properties import judged, read_as_notation, written_and_read
from tests.recogniser.lines import mutated, torn


@pytest.fixture(autouse=True, scope="module")
def _reports_without_their_schema():
    """Leave out the check of each report against the schema, which takes longer than to judge."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "Report", Report)
        yield


RANDOM = st.randoms(use_true_random=False)
FIXED = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
"""The same examples on every machine and in every run."""


@pytest.mark.parametrize("level", LEVELS)
def test_changed_records_are_judged_or_refused(level: str) -> None:
    """Each level yields records and, if it can, texts that are none; both in both languages."""

    @settings(FIXED, max_examples=250)
    @given(rng=RANDOM, lang=st.sampled_from(["en", "fr"]))
    def run(rng: random.Random, lang: str) -> None:
        report = judged(changed(rng, level), lang)
        found.add(None if report is None else report.verdict)

    found: set[str | None] = set()
    run()
    assert found & {"clean", "settled", "violations"}, "no changed text was a record"


@settings(FIXED, max_examples=80)
@given(document=strategies.RECORDS)
def test_any_record_is_judged(document: dict[str, object]) -> None:
    """A record of any steps in any order, which no real game has, gets a report."""
    assert judged(json.dumps(document).encode()) is not None


@settings(FIXED, max_examples=40)
@given(rng=RANDOM, level=st.sampled_from(LEVELS), lang=st.sampled_from(["en", "fr"]))
def test_changed_records_have_their_pages(rng: random.Random, level: str, lang: str) -> None:
    """Whatever is a record can be shown in full and as a score sheet."""
    game = decode(changed(rng, level))
    if isinstance(game, Game):
        assert game.deals[0].dealer in audit(game, lang=lang)
        assert "</html>" in audit_html(game, lang=lang)
        assert score(game, lang=lang).strip()


@settings(FIXED, max_examples=100)
@given(rng=RANDOM, level=st.sampled_from(LEVELS))
def test_changed_records_survive_the_notation(rng: random.Random, level: str) -> None:
    """Written in the notation and read back, a record is the same byte for byte."""
    written_and_read(changed(rng, level))


@settings(FIXED, max_examples=100)
@given(rng=RANDOM, text=st.sampled_from(["", "game", "play: AS KS", "elder says"]))
def test_changed_notation_is_read_or_refused(rng: random.Random, text: str) -> None:
    """A text in the notation with changed or missing bytes is read, or its faults are named."""
    game = decode(json.dumps(rng.choice(bases())).encode())
    assert isinstance(game, Game)
    written = to_notation(game).replace("\n", "\x00").encode()
    change = torn if rng.randrange(3) == 0 else mutated
    read_as_notation(change(written, rng).decode("utf-8", "surrogateescape").replace("\x00", "\n") + text)


def test_a_deal_without_a_card_has_no_last_trick() -> None:
    """Nobody held a card and no trick was played: nothing is scored, and the program does not end by a traceback."""
    deal = {"dealer": "A", "held": {"elder": "", "younger": ""}, "play": []}
    game = {"format": "piquet-record/1", "id": "empty", "players": {"A": "a", "B": "b"}, "deals": [deal]}
    report = judged(json.dumps(game).encode())
    assert report is not None
    assert (report.deals[0].score.elder.last_trick, report.deals[0].score.younger.last_trick) == (0, 0)
