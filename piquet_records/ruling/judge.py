"""Judges one game: every law on every deal, the score as ruled and as played, and the result.

The passes, for each deal: every ``check``; the score with the effects found; every ``check_scored``; the score with
all effects; the score without any, *as played*. Then what was written is compared with what was computed.
Knows no law by number.
"""

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from piquet_records.cards.terms import Role, Seat
from piquet_records.findings import Effect, Finding, GiveTricks, LoseGame, Void
from piquet_records.laws import ARTICLE
from piquet_records.laws.case import Case, EarlierDeal, GameEvent, ScoredCase
from piquet_records.record.game import Deal, Game
from piquet_records.record.steps import CorrectCount, Redeal, ThrowIn
from piquet_records.rules.parameters import Rules
from piquet_records.ruling import record_faults, written_vs_computed
from piquet_records.ruling.coverage import findings_by_law
from piquet_records.ruling.judged import DealScores, JudgedDeal, Outcome
from piquet_records.ruling.status import status
from piquet_records.scoring.deal_score import VOID, Score, score
from piquet_records.scoring.game_score import GameResult, GameTally
from piquet_records.scoring.timeline import running_counts
from piquet_records.trace.walk import replay_deal


def judge_deals(game: Game, rules: Rules) -> tuple[list[JudgedDeal], GameResult, Finding | None]:
    """Judge all deals of a game in order; gives also its result, and the finding where the table's differs."""
    line = GameTally(rules)
    last = len(game.deals)
    events = tuple([GameEvent(step, index, min(step.deal, last)) for index, step in enumerate(game.steps or ())])
    ended = game.result.ended if game.result is not UNSET and game.result.ended is not UNSET else None
    earlier: tuple[EarlierDeal, ...] = ()
    judged = []
    for number, deal in enumerate(game.deals, start=1):
        case = Case(
            trace=replay_deal(deal),
            rules=rules,
            number=number,
            earlier=earlier,
            game_events=events,
            ended=ended,
            last=number == last,
        )
        one = _judge_deal(case, game, line)
        judged.append(one)
        _advance(line, one)
        earlier = (*earlier, EarlierDeal(deal, void=bool(case.trace.events_of(Redeal))))
    result, disagreement = compare_result(game, line.result())
    return judged, result, disagreement


def seats(deal: Deal) -> dict[Role, Seat]:
    """Give who plays which role in a deal."""
    return {"elder": deal.elder, "younger": deal.dealer}


def _judge_deal(case: Case, game: Game, line: GameTally) -> JudgedDeal:
    findings = [*record_faults.slips(case), *(findings_by_law(case) if case.rules.laws_judged else ())]
    played = score(case.trace, case.rules)
    effects = _effects(findings)
    ruled = score(case.trace, case.rules, effects) if effects else played
    if case.rules.laws_judged:
        scored = _scored(case, ruled, played, line)
        late = [finding for check in ARTICLE.scored_checks for finding in check(scored)]
        if late:
            findings += late
            effects = _effects(findings)
            ruled = score(case.trace, case.rules, effects)
    short = _is_short(case, ruled, played, effects, line)
    cut_off = short or _thrown_in_unsaid(case, ruled, effects)
    if short:
        findings.append(record_faults.short(case))
        played = score(case.trace, case.rules, cut_off=True)
    if cut_off:
        ruled = score(case.trace, case.rules, effects, cut_off=True)
    findings += _disagreements(case, ruled, played, findings)
    scores = DealScores(case, effects, ruled, played, cut_off, _loss(case, ruled, effects, line))
    winner = game.result.winner if game.result is not UNSET and game.result.winner is not UNSET else None
    statuses = tuple([status(finding, scores, winner) for finding in findings])
    return JudgedDeal(scores, tuple(findings), statuses, _outcome(scores, line), line.over)


def _effects(findings: Sequence[Finding]) -> tuple[Effect, ...]:
    return tuple([effect for finding in findings for effect in finding.effects])


def _scored(case: Case, ruled: Score, played: Score, line: GameTally) -> ScoredCase:
    parts = {name: getattr(case, name) for name in case.__struct_fields__}
    over = line.ends_with(ruled, seats(case.deal), void=ruled is VOID)
    if over is None:
        over = case.ended in ("target", "deals")
    has_counts = case.deal.counts is not UNSET or case.trace.events_of(CorrectCount)
    counts = tuple(running_counts(case.trace, case.rules, played)) if has_counts else ()
    return ScoredCase(**parts, score=ruled, as_played=played, over=over, counts_as_played=counts)


def _loss(case: Case, ruled: Score, effects: Sequence[Effect], line: GameTally) -> LoseGame | None:
    """Give the first forfeiture in a deal, unless the game was over before it."""
    losses = [effect for effect in effects if isinstance(effect, LoseGame)]
    if not losses or line.over or line.reached(ruled, seats(case.deal)) is not None:
        return None
    return min(losses, key=lambda loss: loss.moment)


def _thrown_in_unsaid(case: Case, ruled: Score, effects: Sequence[Effect]) -> bool:
    """Tell whether a hand was thrown in for good, and the record does not say what came of it."""
    thrown = case.trace.events_of(ThrowIn)
    if not thrown or ruled.complete or case.trace.card_played_after(thrown[-1]):
        return False
    return not any(isinstance(effect, LoseGame | GiveTricks) for effect in effects)


def _is_short(case: Case, ruled: Score, played: Score, effects: Sequence[Effect], line: GameTally) -> bool:
    """Tell whether the play stops before the cards are out, and nothing says why."""
    if not case.trace.played or ruled.complete or played.complete or record_faults.explained(case):
        return False
    if any(isinstance(effect, LoseGame | Void | GiveTricks) for effect in effects):
        return False
    roles = seats(case.deal)
    return line.over or (line.reached(ruled, roles) is None and line.reached(played, roles) is None)


def _disagreements(case: Case, ruled: Score, played: Score, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Compare the written score and the spoken counts, except where a finding has said it already."""
    said = {place for finding in findings for place in finding.explains}
    yield from written_vs_computed.score_differs(case.deal, ruled, played, said)
    if case.deal.counts is not UNSET:
        yield from written_vs_computed.count_differs(case.trace, running_counts(case.trace, case.rules, played), said)


def _outcome(scores: DealScores, line: GameTally) -> Outcome:
    case, effects = scores.case, scores.effects
    if case.trace.events_of(Redeal) or any(isinstance(effect, Void) for effect in effects):
        return "void"
    how = scores.loss.ended if scores.loss else None
    if how == "forfeited":
        return "forfeited"
    if how == "thrown-in" or any(isinstance(effect, GiveTricks) for effect in effects):
        return "thrown-in"
    if scores.ruled.complete:
        return "played"
    if line.reached(scores.ruled, seats(case.deal)) is not None:
        return "stopped"
    return "thrown-in" if case.trace.events_of(ThrowIn) else "unfinished"


def _advance(line: GameTally, one: JudgedDeal) -> None:
    """Add a judged deal to the game, and end the game where it ends with it."""
    case, loss = one.case, one.scores.loss
    line.add(one.scores.ruled, seats(case.deal), void=one.outcome == "void")
    if loss is not None:
        line.end(loss.ended, case.seat(loss.role))
    elif case.last and case.put_off:
        line.end("postponed", None)


def compare_result(game: Game, result: GameResult) -> tuple[GameResult, Finding | None]:
    """Say whether the result that the table wrote is the one computed, with the finding where it is not."""
    return (result, None) if game.result is UNSET else written_vs_computed.compare_result(game.result, result)
