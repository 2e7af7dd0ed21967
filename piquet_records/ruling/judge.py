"""Judges one game: every law on every deal, the score as ruled and as played, and the result.

The passes, for each deal: every ``check``; the score with the effects found; every ``check_scored``; the score with
all effects; the score without any, *as played*. Then what was written is compared with what was computed.
Each deal is followed once, and scored once without effects and once with them, with two exceptions: effects found
by a ``check_scored``, and a record that breaks off in the middle of the play, need one more score.
Knows no law by number.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from piquet_records.cards.terms import Seat
from piquet_records.findings import Effect, Finding, GiveTricks, LoseGame, Void
from piquet_records.laws import ARTICLE
from piquet_records.laws.case import Case, EarlierDeal, GameEvent, ScoredCase
from piquet_records.record.game import DEFAULT_RULES, Game
from piquet_records.record.steps import CorrectCount, Redeal, ThrowIn
from piquet_records.rules.parameters import Rules, agreed, profile
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.ruling.coverage import findings_about_the_game, findings_by_law
from piquet_records.ruling.judged import DealScores, JudgedDeal, JudgedGame, Outcome, PendingFinding
from piquet_records.ruling.pending import pending_findings
from piquet_records.ruling.points_only import both_pass, score_as_written
from piquet_records.ruling.status import status
from piquet_records.scoring.deal_score import VOID, Score, score
from piquet_records.scoring.game_score import GameTally
from piquet_records.scoring.timeline import running_counts
from piquet_records.trace.walk import replay_deal

Checked = tuple[list[Finding], tuple[Effect, ...], Score, Score, tuple[PendingFinding, ...]]
"""Findings, their effects, the score as ruled, the score as played, and what is pending."""


def judge_game(game: Game, profile_name: str | None = None, regular: Mapping[int, Score] | None = None) -> JudgedGame:
    """Return the game with its deals judged in order and its result compared with the written one.

    ``profile_name`` is the rules profile to judge under, with or without a version; by default the one that the
    record names. ``regular`` has the scores of deals, by number, that are known to be lawful and complete; they are
    counted in the game and not judged, unless the game was over before them. Raises UnknownRulesError if no profile of
    that name is shipped.
    """
    named = profile(profile_name or (DEFAULT_RULES if game.rules is UNSET else game.rules))
    rules = agreed(named.rules, game.conventions, game.target)
    tally = GameTally(rules, game.start)
    known = regular or {}
    earlier: tuple[EarlierDeal, ...] = ()
    deals = []
    for number, deal in enumerate(game.deals, start=1):
        if number in known and not tally.over:
            tally.add(known[number], deal.seats, void=False)
            earlier = (*earlier, EarlierDeal(deal, void=False))
            continue
        case = _case(game, rules, number, earlier)
        judged = _judge_deal(case, game, tally)
        _add_to_tally(tally, judged)
        deals.append(judged)
        earlier = (*earlier, EarlierDeal(deal, void=bool(case.trace.events_of(Redeal))))
    result, disagreement = written_vs_computed.compare_result(game.result, tally.result())
    return JudgedGame(game, rules, named.name, tuple(deals), result, disagreement)


def _case(game: Game, rules: Rules, number: int, earlier: tuple[EarlierDeal, ...]) -> Case:
    """Return a deal as the laws see it: what happened in it, and what they may know of the rest of the game."""
    last = len(game.deals)
    events = tuple([GameEvent(step, index, min(step.deal, last)) for index, step in enumerate(game.steps or ())])
    return Case(
        trace=replay_deal(game.deals[number - 1]),
        rules=rules,
        number=number,
        earlier=earlier,
        game_events=events,
        ended=game.result.ended if game.result is not UNSET and game.result.ended is not UNSET else None,
        is_last_deal=number == last,
    )


def _judge_deal(case: Case, game: Game, tally: GameTally) -> JudgedDeal:
    winner = game.result.winner if game.result is not UNSET and game.result.winner is not UNSET else None
    checked = _checked_points(case, tally, winner) if case.deal.points_only is True else _checked(case, tally)
    findings, effects, as_ruled, as_played, pending = checked
    breaks_off = _breaks_off(case, as_ruled, as_played, effects, tally)
    cut_off = breaks_off or _thrown_in_without_result(case, as_ruled, effects)
    if breaks_off:
        findings.append(record_faults.breaks_off(case))
        as_played = score(case.trace, case.rules, cut_off=True)
    if cut_off:
        as_ruled = score(case.trace, case.rules, effects, cut_off=True)
    findings += _disagreements(case, as_ruled, as_played, findings)
    scores = DealScores(case, effects, as_ruled, as_played, cut_off, _loss(case, as_ruled, effects, tally))
    statuses = tuple([status(finding, scores, winner) for finding in findings])
    return JudgedDeal(scores, tuple(findings), statuses, _outcome(scores, tally), tally.over, pending)


def _checked(case: Case, tally: GameTally) -> Checked:
    """Return the findings of the laws, their effects, the scores as ruled and as played, and what is pending."""
    findings = list(record_faults.contradictions(case))
    as_played = score(case.trace, case.rules)
    if not case.rules.laws_judged:
        return findings, (), as_played, as_played, ()
    is_over = tally.over or tally.reached(as_played, case.deal.seats) is not None
    found = list(findings_by_law(case))
    findings += [finding for finding in found if finding.pending is None or is_over]
    effects = _effects(findings)
    as_ruled = score(case.trace, case.rules, effects) if effects else as_played
    scored = _scored_case(case, effects, as_ruled, as_played, tally)
    late = [finding for check in ARTICLE.scored_checks for finding in check(scored)]
    found += late
    late = [finding for finding in late if finding.pending is None or is_over]
    findings += late
    if any(finding.effects for finding in late):
        effects = _effects(findings)
        as_ruled = score(case.trace, case.rules, effects)
    pending = () if is_over else pending_findings(case, found, effects)
    return findings, effects, as_ruled, as_played, pending


def _checked_points(case: Case, tally: GameTally, winner: Seat | None) -> Checked:
    """Return the same of a deal of which only the points were written: only acts of the whole game can be judged."""
    written = score_as_written(case, tally, winner)
    if not case.rules.laws_judged:
        return [], (), written, written, ()
    scored = _scored_case(case, (), written, written, tally)
    findings = list(findings_about_the_game(scored))
    return findings, _effects(findings), written, written, ()


def _effects(findings: Sequence[Finding]) -> tuple[Effect, ...]:
    return tuple([effect for finding in findings for effect in finding.effects])


def _scored_case(
    case: Case, effects: Sequence[Effect], as_ruled: Score, as_played: Score, tally: GameTally
) -> ScoredCase:
    fields = {name: getattr(case, name) for name in case.__struct_fields__}
    over = tally.ends_with(as_ruled, case.deal.seats, void=as_ruled is VOID)
    if over is None:
        over = case.ended in ("target", "deals")
    has_counts = case.deal.counts is not UNSET or case.trace.events_of(CorrectCount)
    counts = tuple(running_counts(case.trace, case.rules, as_played)) if has_counts else ()
    given = [effect for effect in effects if isinstance(effect, GiveTricks)]
    return ScoredCase(
        **fields,
        score=as_ruled,
        as_played=as_played,
        with_tricks_given=score(case.trace, case.rules, given) if given else as_played,
        game_is_over=over,
        counts_as_played=counts,
    )


def _loss(case: Case, as_ruled: Score, effects: Sequence[Effect], tally: GameTally) -> LoseGame | None:
    """Return the first forfeiture in a deal; None if there is none, or if the game was over before it."""
    losses = [effect for effect in effects if isinstance(effect, LoseGame)]
    if not losses or tally.over or tally.reached(as_ruled, case.deal.seats) is not None:
        return None
    return min(losses, key=lambda loss: loss.moment)


def _thrown_in_without_result(case: Case, as_ruled: Score, effects: Sequence[Effect]) -> bool:
    """Return whether a hand was thrown in for good, and the record does not say who got the tricks left."""
    thrown = case.trace.events_of(ThrowIn)
    if not thrown or as_ruled.complete or case.trace.card_played_after(thrown[-1]):
        return False
    return not any(isinstance(effect, LoseGame | GiveTricks) for effect in effects)


def _breaks_off(case: Case, as_ruled: Score, as_played: Score, effects: Sequence[Effect], tally: GameTally) -> bool:
    """Return whether the play stops while cards are left, and nothing in the record says why."""
    if not case.trace.played or as_ruled.complete or as_played.complete or record_faults.end_is_explained(case):
        return False
    if any(isinstance(effect, LoseGame | Void | GiveTricks) for effect in effects):
        return False
    roles = case.deal.seats
    return tally.over or (tally.reached(as_ruled, roles) is None and tally.reached(as_played, roles) is None)


def _disagreements(case: Case, as_ruled: Score, as_played: Score, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield where the written score and the spoken counts differ, unless another finding explains it."""
    explained = {pointer for finding in findings for pointer in finding.explains}
    yield from written_vs_computed.score_differs(case.deal, as_ruled, as_played, explained)
    if case.deal.counts is not UNSET:
        counts = running_counts(case.trace, case.rules, as_played)
        yield from written_vs_computed.count_differs(case.trace, counts, explained)


def _outcome(scores: DealScores, tally: GameTally) -> Outcome:
    case, effects = scores.case, scores.effects
    if case.trace.events_of(Redeal) or any(isinstance(effect, Void) for effect in effects):
        return "void"
    how = scores.loss.ended if scores.loss else None
    if how == "forfeited":
        return "forfeited"
    if how == "thrown-in" or any(isinstance(effect, GiveTricks) for effect in effects):
        return "thrown-in"
    if scores.as_ruled.complete:
        return "played"
    if tally.reached(scores.as_ruled, case.deal.seats) is not None:
        return "stopped"
    return "thrown-in" if case.trace.events_of(ThrowIn) else "unfinished"


def _add_to_tally(tally: GameTally, judged: JudgedDeal) -> None:
    """Add a judged deal to the game, and end the game if it ends with this deal."""
    case, loss = judged.case, judged.scores.loss
    passed = case.deal.points_only is True and both_pass(case, tally)
    tally.add(judged.scores.as_ruled, case.deal.seats, void=judged.outcome == "void")
    if loss is not None:
        tally.end(loss.ended, case.seat(loss.role))
    elif passed:
        tally.end("target", None)
    elif case.is_last_deal and case.put_off:
        tally.end("postponed", None)
