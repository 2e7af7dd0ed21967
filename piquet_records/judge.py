"""Judges one game: every law on every deal, the score as ruled and as played, and the result.

The passes, for each deal: every ``check``; the score with the effects found; every ``check_scored``; the score with
all effects; the score without any, *as played*. Then what was written is compared with what was computed.
Knows no law by number.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version
from typing import Final

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from piquet_records import agreement, record_faults
from piquet_records.case import Case, EarlierDeal, GameEvent, Need, ScoredCase
from piquet_records.counting import running_counts
from piquet_records.findings import Effect, Finding, GiveTricks, LoseGame, Status, Void
from piquet_records.gameline import GameLine
from piquet_records.laws import LAW_NUMBERS, LAWS, SCORED, UNCERTAIN, Law
from piquet_records.messages import text
from piquet_records.record import DEFAULT_RULES, Deal, Game, sha256
from piquet_records.replay import trace
from piquet_records.report import (
    DealReport,
    GameResult,
    Outcome,
    Recorded,
    RecordRef,
    Report,
    ReportFinding,
    ReportOption,
    SeatsOfDeal,
    verdict,
)
from piquet_records.rules import Overrides, Rules, agreed, profile
from piquet_records.scoring import VOID, Score, score
from piquet_records.status import Scores, severity_of, status
from piquet_records.steps import Redeal, Role, Seat, ThrowIn
from piquet_records.trace import Broken

TOOL = f"piquet-records {version('piquet-records')}"


class Judged(Struct, frozen=True):
    """One deal, judged: what the report says of it, and the facts behind that."""

    scores: Scores
    findings: tuple[Finding, ...]
    statuses: tuple[Status | None, ...]
    outcome: Outcome
    after_end: bool

    @property
    def case(self) -> Case:
        """The deal as the laws saw it."""
        return self.scores.case


def judge(game: Game, *, file: str | None = None, line: int | None = None, lang: str = "en") -> Report:
    """Judge a game and give its report.

    Raises UnknownRulesError where the record names a rules profile that is not shipped.
    """
    named = profile(game.rules if game.rules is not UNSET else DEFAULT_RULES)
    rules = agreed(named.rules, game.conventions, game.target)
    judged, result, disagreement = judge_deals(game, rules)
    deals = tuple([_deal_report(one, lang) for one in judged])
    if disagreement:
        last = _report_finding(disagreement, Status.OPEN, judged[-1].case, lang)
        deals = (*deals[:-1], replace(deals[-1], findings=(*deals[-1].findings, last)))
    given = game.conventions.given() if isinstance(game.conventions, Overrides) else {}
    return Report(
        tool=TOOL,
        record=RecordRef(file, line, game.id, sha256(game)),
        verdict=verdict([finding for deal in deals for finding in deal.findings]),
        rules=named.name,
        conventions=msgspec.to_builtins(given),
        target=rules.target,
        deals=deals,
        result=result,
    )


def judge_deals(game: Game, rules: Rules) -> tuple[list[Judged], GameResult, Finding | None]:
    """Judge all deals of a game in order; gives also its result, and the finding where the table's differs."""
    line = GameLine(rules)
    last = len(game.deals)
    events = tuple([GameEvent(step, index, min(step.deal, last)) for index, step in enumerate(game.steps or ())])
    ended = game.result.ended if game.result is not UNSET and game.result.ended is not UNSET else None
    earlier: tuple[EarlierDeal, ...] = ()
    judged = []
    for number, deal in enumerate(game.deals, start=1):
        case = Case(
            trace=trace(deal),
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
        earlier = (*earlier, EarlierDeal(deal, void=bool(case.trace.all(Redeal))))
    result, disagreement = compare_result(game, line.result())
    return judged, result, disagreement


def seats(deal: Deal) -> dict[Role, Seat]:
    """Give who plays which role in a deal."""
    return {"elder": deal.elder, "younger": deal.dealer}


def _judge_deal(case: Case, game: Game, line: GameLine) -> Judged:
    findings = [*record_faults.slips(case), *(_by_the_laws(case) if case.rules.laws_judged else ())]
    played = score(case.trace, case.rules)
    effects = _effects(findings)
    ruled = score(case.trace, case.rules, effects) if effects else played
    if case.rules.laws_judged:
        scored = _scored(case, ruled, played, line)
        late = [finding for check in SCORED for finding in check(scored)]
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
    scores = Scores(case, effects, ruled, played, cut_off, _loss(case, ruled, effects, line))
    winner = game.result.winner if game.result is not UNSET and game.result.winner is not UNSET else None
    statuses = tuple([status(finding, scores, winner) for finding in findings])
    return Judged(scores, tuple(findings), statuses, _outcome(scores, line), line.over)


def _by_the_laws(case: Case) -> Iterator[Finding]:
    lost = {_LISTS[part] for part in case.trace.broken if part in _LISTS}
    for law in _due(_acts(case)):
        if law.NEEDS.isdisjoint(lost):
            yield from law.check(case)


_LISTS: Final = {
    Broken.EXCHANGE: Need.EXCHANGE,
    Broken.DECLARATIONS: Need.DECLARATIONS,
    Broken.PLAY: Need.PLAY,
}
"""The facts that a slip in a list takes away: laws that need them find nothing. What hangs on a hand, they know."""


def _acts(case: Case) -> frozenset[type]:
    """Give the kinds of acts that stand in the record of a deal and, about that deal, of the game."""
    acts = frozenset(case.trace.events)
    if case.game_events:
        acts |= {type(event.step) for event in case.events_of_deal}
    return acts


@cache
def _due(acts: frozenset[type]) -> tuple[Law, ...]:
    """Give the laws that are to be checked: those about other acts than there are have nothing to find."""
    return tuple([law for law in LAWS if not law.ACTS or not acts.isdisjoint((*law.ACTS, *getattr(law, "ALSO", ())))])


def _effects(findings: Sequence[Finding]) -> tuple[Effect, ...]:
    return tuple([effect for finding in findings for effect in finding.effects])


def _scored(case: Case, ruled: Score, played: Score, line: GameLine) -> ScoredCase:
    parts = {name: getattr(case, name) for name in case.__struct_fields__}
    over = line.ends_with(ruled, seats(case.deal), void=ruled is VOID)
    if over is None:
        over = case.ended in ("target", "deals")
    return ScoredCase(**parts, score=ruled, as_played=played, over=over)


def _loss(case: Case, ruled: Score, effects: Sequence[Effect], line: GameLine) -> LoseGame | None:
    """Give the first forfeiture in a deal, unless the game was over before it."""
    losses = [effect for effect in effects if isinstance(effect, LoseGame)]
    if not losses or line.over or line.reached(ruled, seats(case.deal)) is not None:
        return None
    return min(losses, key=lambda loss: loss.moment)


def _thrown_in_unsaid(case: Case, ruled: Score, effects: Sequence[Effect]) -> bool:
    """Tell whether a hand was thrown in for good, and the record does not say what came of it."""
    thrown = case.trace.all(ThrowIn)
    if not thrown or ruled.complete or case.trace.cards_follow(thrown[-1]):
        return False
    return not any(isinstance(effect, LoseGame | GiveTricks) for effect in effects)


def _is_short(case: Case, ruled: Score, played: Score, effects: Sequence[Effect], line: GameLine) -> bool:
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
    yield from agreement.score_differs(case.deal, ruled, played, said)
    if case.deal.counts is not UNSET:
        yield from agreement.count_differs(case.trace, running_counts(case.trace, case.rules, played), said)


def _outcome(scores: Scores, line: GameLine) -> Outcome:
    case, effects = scores.case, scores.effects
    if case.trace.all(Redeal) or any(isinstance(effect, Void) for effect in effects):
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
    return "thrown-in" if case.trace.all(ThrowIn) else "unfinished"


def _advance(line: GameLine, one: Judged) -> None:
    """Add a judged deal to the game, and end the game where it ends with it."""
    case, loss = one.case, one.scores.loss
    line.add(one.scores.ruled, seats(case.deal), void=one.outcome == "void")
    if loss is not None:
        line.end(loss.ended, case.seat(loss.role))
    elif case.last and case.put_off:
        line.end("postponed", None)


def compare_result(game: Game, result: GameResult) -> tuple[GameResult, Finding | None]:
    """Say whether the result that the table wrote is the one computed, with the finding where it is not."""
    return (result, None) if game.result is UNSET else agreement.compare_result(game.result, result)


def _deal_report(one: Judged, lang: str) -> DealReport:
    case = one.case
    written = agreement.written_score(case.deal)
    checked, not_checkable, unrecorded, not_judged = _coverage(one)
    return DealReport(
        deal=case.number,
        dealer=case.deal.dealer,
        elder=case.deal.elder,
        after_end=one.after_end,
        outcome=one.outcome,
        findings=tuple(
            [_report_finding(finding, end, case, lang) for finding, end in zip(one.findings, one.statuses, strict=True)]
        ),
        score=SeatsOfDeal(one.scores.ruled.elder, one.scores.ruled.younger),
        as_played=SeatsOfDeal(one.scores.played.elder, one.scores.played.younger),
        recorded=None if written is None else Recorded(written["elder"], written["younger"]),
        assumed=case.deal.declarations is UNSET,
        checked=checked,
        not_checkable=not_checkable,
        unrecorded=unrecorded,
        not_judged=not_judged,
    )


def _report_finding(finding: Finding, end: Status | None, case: Case, lang: str) -> ReportFinding:
    by = finding.by
    evidence = {"by": by, "trick": finding.trick, **finding.evidence}
    at = finding.at if finding.at.startswith("/") else f"/deals/{case.number - 1}/{finding.at}".rstrip("/")
    return ReportFinding(
        code=finding.code,
        law=_law_number(finding.code),
        severity=severity_of(finding).value,
        status=None if end is None else end.value,
        by=by,  # type: ignore[arg-type]
        player=case.seat(by) if by in ("elder", "younger") else None,  # type: ignore[arg-type]
        at=at,
        trick=finding.trick,
        message=text(finding.code, "message", lang, evidence),
        ruling=text(finding.code, "ruling", lang, evidence),
        evidence=finding.evidence,
        options=tuple([ReportOption(o.by, o.may, o.until, o.taken) for o in finding.options]),
    )


@cache
def _law_number(code: str) -> int | None:
    return next((law.NUMBER for law in LAWS if code in law.FAULTS), None)


Coverage = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _coverage(one: Judged) -> Coverage:
    """Tell which laws were checked, which were not checkable, which are unrecorded and which are not judged."""
    case = one.case
    if not case.rules.laws_judged:
        return (), (), (), LAW_NUMBERS
    uncertain = frozenset(number for number, checkable in UNCERTAIN if not checkable(case))
    convicted = frozenset(filter(None, [_law_number(finding.code) for finding in one.findings]))
    return _sorted_by_coverage(case.facts, _acts(case), uncertain, convicted)


@cache
def _sorted_by_coverage(
    facts: frozenset[Need], acts: frozenset[type], uncertain: frozenset[int], convicted: frozenset[int]
) -> Coverage:
    checked, not_checkable, unrecorded = [], [], []
    for law in LAWS:
        number = law.NUMBER
        if number is None:
            continue
        if number in convicted:
            checked.append(number)
        elif law.ACTS and acts.isdisjoint(law.ACTS):
            unrecorded.append(number)
        elif facts >= law.NEEDS and number not in uncertain:
            checked.append(number)
        else:
            not_checkable.append(number)
    return tuple(checked), tuple(not_checkable), tuple(unrecorded), ()
