"""Nothing is computed twice: how often a deal is replayed and scored for an audit, a report and archive rows."""

import sys
from collections import Counter
from functools import cache
from random import Random

import pytest

import piquet_records as piquet
from piquet_records.archive.rows import TableRows
from piquet_records.record.game import to_json
from piquet_records.record.reading import GameEntry
from piquet_records.report.build import build_report
from piquet_records.ruling.judge import judge_game
from piquet_records.scoring.deal_score import score
from piquet_records.simulation.faults import injected
from piquet_records.trace.exchange import walk_exchange
from piquet_records.trace.walk import replay_deal

DEALS = 8
FAULTS = ("law-03.too-many", "law-05.late-call", "law-01.revoke", "law-14.false-call", "record-score")


@cache
def clean_game():
    """Return a simulated game of eight deals."""
    return next(game for game in piquet.simulate(200, seed=8) if len(game.deals) == DEALS)


@cache
def faulty_game():
    """Return the same game with a fault in each of five deals."""
    game = clean_game()
    for code in FAULTS:
        injection = injected(game, code, Random(8))
        assert injection is not None, f"no deal of the game offers {code}: choose another seed"
        game = injection.game
    return game


def calls_in(action):
    """Run an action; return the deals that it followed, those whose exchange it walked, and the scores it worked out.

    A score is given by its deal, its effects and whether the play was cut off.
    """
    followed, walked, scored = [], [], []

    def note(frame, event, _argument):
        if event != "call":
            return
        if frame.f_code is replay_deal.__code__:
            followed.append(id(frame.f_locals["deal"]))
        elif frame.f_code is walk_exchange.__code__:
            walked.append(id(frame.f_locals["deal"]))
        elif frame.f_code is score.__code__:
            given = frame.f_locals
            scored.append((id(given["trace"].deal), tuple(given["effects"]), given["cut_off"]))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(before)
    return followed, walked, scored


def rows(game):
    """Make the archive's rows of a game."""
    judged = judge_game(game)
    TableRows().add(1, GameEntry("game.json", 1, to_json(game), game), judged, build_report(judged))


ACTIONS = {
    "audit": piquet.audit,
    "audit_html": piquet.audit_html,
    "score": piquet.score,
    "validate": piquet.validate,
    "rows": rows,
}


@pytest.mark.parametrize("action", ACTIONS)
def test_a_clean_deal_is_followed_and_scored_once(action):
    game = clean_game()
    followed, walked, scored = calls_in(lambda: ACTIONS[action](game))
    deals = [id(deal) for deal in game.deals]
    assert followed == walked == deals
    assert scored == [(deal, (), False) for deal in deals]


@pytest.mark.parametrize("action", ACTIONS)
def test_a_deal_with_findings_is_scored_once_as_played_and_once_as_ruled(action):
    """Beyond that, a deal is scored only to tell which of several findings with effects changes its score."""
    game = faulty_game()
    effects = {id(deal.case.deal): deal.scores.effects for deal in judge_game(game).deals}
    several = {
        id(deal.case.deal)
        for deal in judge_game(game).deals
        if sum(bool(finding.effects) for finding in deal.findings) > 1
    }
    assert any(effects.values())
    followed, walked, scored = calls_in(lambda: ACTIONS[action](game))
    assert followed == walked == list(effects)
    times = Counter(scored)
    for deal, of_deal in effects.items():
        assert times[deal, (), False] == 1
        assert not of_deal or times[deal, of_deal, False] == 1
    others = {deal for deal, given, _ in scored if given not in ((), effects[deal])}
    assert others <= several


def test_an_audit_with_a_report_judges_once_more_and_no_oftener():
    """A report holds no hands and no cards, so the game is judged for them."""
    game = clean_game()
    report = piquet.validate(game)
    followed, walked, scored = calls_in(lambda: piquet.audit(game, report))
    assert len(followed) == len(walked) == len(scored) == DEALS
    assert piquet.audit(game, report) == piquet.audit(game)
