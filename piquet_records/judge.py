"""Judges one game: every law on every deal, the score as ruled and as played, and the result.

The passes, for each deal: every ``check``; the score with the effects found; every ``check_scored``; the score with
all effects; the score without any, *as played*. Then what was written is compared with what was computed.
Knows no law by number.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.metadata import version

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from piquet_records import agreement, record_faults
from piquet_records.case import Case, EarlierDeal, GameEvent, Need, ScoredCase
from piquet_records.counting import running_counts
from piquet_records.findings import Effect, Finding, GiveTricks, LoseGame, Severity, Status, Void
from piquet_records.gameline import GameLine
from piquet_records.laws import LAW_NUMBERS, LAWS, SCORED, UNCERTAIN, Law, severity
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
from piquet_records.scoring import Score, score
from piquet_records.steps import Consent, Postpone, Redeal, Role, Seat, ThrowIn
from piquet_records.trace import Trace

TOOL = f"piquet-records {version('piquet-records')}"
_OWN_FAULTS = {**record_faults.FAULTS, **agreement.FAULTS}


class Judged(Struct, frozen=True):
    """One deal, judged: what the report says of it, and the facts behind that."""

    case: Case
    findings: tuple[Finding, ...]
    statuses: tuple[Status | None, ...]
    effects: tuple[Effect, ...]
    ruled: Score
    played: Score
    outcome: Outcome
    after_end: bool


def judge(game: Game, *, file: str | None = None, line: int | None = None, lang: str = "en") -> Report:
    """Judge a game and give its report.

    Raises UnknownRulesError where the record names a rules profile that is not shipped.
    """
    named = profile(game.rules if game.rules is not UNSET else DEFAULT_RULES)
    rules = agreed(named.rules, game.conventions, game.target)
    judged, result, disagreement = judge_deals(game, rules)
    deals = tuple([_deal_report(one, game, lang) for one in judged])
    if disagreement:
        last = _report_finding(disagreement, Status.OPEN, judged[-1].case, game, lang)
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
    events = tuple([GameEvent(step, index) for index, step in enumerate(game.steps or ())])
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
            last=number == len(game.deals),
        )
        one = _judge_deal(case, game, line)
        judged.append(one)
        _advance(line, one, events)
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
        scored = _scored(case, ruled, played)
        late = [finding for check in SCORED for finding in check(scored)]
        if late:
            findings += late
            effects = _effects(findings)
            ruled = score(case.trace, case.rules, effects)
    cut_off = _is_short(case, ruled, played, effects, line)
    if cut_off:
        findings.append(record_faults.short(case))
        played = score(case.trace, case.rules, cut_off=True)
        ruled = score(case.trace, case.rules, effects, cut_off=True)
    findings += _disagreements(case, ruled, played, findings)
    statuses = tuple([_status(finding, case, game, effects, ruled, played) for finding in findings])
    outcome = _outcome(case, ruled, effects, line)
    return Judged(case, tuple(findings), statuses, effects, ruled, played, outcome, line.over)


def _by_the_laws(case: Case) -> Iterator[Finding]:
    for law in _due(_acts(case)):
        yield from law.check(case)


def _acts(case: Case) -> frozenset[type]:
    """Give the kinds of acts that stand in the record of a deal and, about that deal, of the game."""
    acts = frozenset(case.trace.events)
    if case.game_events:
        acts |= {type(event.step) for event in case.game_events if event.step.deal == case.number}
    return acts


@cache
def _due(acts: frozenset[type]) -> tuple[Law, ...]:
    """Give the laws that are to be checked: those about other acts than there are have nothing to find."""
    return tuple([law for law in LAWS if not law.ACTS or not acts.isdisjoint(law.ACTS)])


def _effects(findings: Sequence[Finding]) -> tuple[Effect, ...]:
    return tuple([effect for finding in findings for effect in finding.effects])


def _scored(case: Case, ruled: Score, played: Score) -> ScoredCase:
    parts = {name: getattr(case, name) for name in case.__struct_fields__}
    return ScoredCase(**parts, score=ruled, as_played=played)


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
    said = {name for finding in findings for name in finding.explains}
    if "score" not in said:
        yield from agreement.score_differs(case.deal, ruled, played)
    if "counts" not in said and case.deal.counts is not UNSET:
        yield from agreement.count_differs(case.deal, running_counts(case.trace, case.rules, played))


def _status(
    finding: Finding, case: Case, game: Game, effects: Sequence[Effect], ruled: Score, played: Score
) -> Status | None:
    if _severity(finding) is Severity.NOTE:
        return None
    if finding.code in _OWN_FAULTS:
        return Status.OPEN
    if finding.remedied:
        return Status.REMEDIED
    if finding.waived:
        return Status.WAIVED
    loser = next((effect.role for effect in finding.effects if isinstance(effect, LoseGame)), None)
    if loser is not None:
        written = game.result.winner if game.result is not UNSET else None
        return Status.REMEDIED if written not in (None, UNSET, case.seat(loser)) else Status.OPEN
    changes = _changes_score(finding, case, effects, ruled, played)
    if changes and _written_as_ruled(case.deal, ruled, played):
        return Status.REMEDIED
    return Status.OPEN if changes or finding.unsettled else Status.NOTED


def _severity(finding: Finding) -> Severity:
    if finding.severity is not None:
        return finding.severity
    return _OWN_FAULTS.get(finding.code) or severity(finding.code)


def _changes_score(finding: Finding, case: Case, effects: Sequence[Effect], ruled: Score, played: Score) -> bool:
    """Tell whether a finding's ruling changes a score, by itself or beside the others."""
    if not finding.effects:
        return False
    own = score(case.trace, case.rules, finding.effects)
    without = score(case.trace, case.rules, [effect for effect in effects if effect not in finding.effects])
    return _breakdowns(own) != _breakdowns(played) or _breakdowns(without) != _breakdowns(ruled)


def _breakdowns(one: Score) -> tuple[object, object]:
    return one.elder, one.younger


def _written_as_ruled(deal: Deal, ruled: Score, played: Score) -> bool:
    written = agreement.written_score(deal)
    if written is None:
        return False
    as_ruled = {"elder": ruled.elder.total, "younger": ruled.younger.total}
    as_played = {"elder": played.elder.total, "younger": played.younger.total}
    return written == as_ruled != as_played


def _outcome(case: Case, ruled: Score, effects: Sequence[Effect], line: GameLine) -> Outcome:
    if case.trace.all(Redeal) or any(isinstance(effect, Void) for effect in effects):
        return "void"
    lost = next((effect for effect in effects if isinstance(effect, LoseGame)), None)
    if lost is not None and lost.ended == "forfeited":
        return "forfeited"
    if (lost is not None and lost.ended == "thrown-in") or any(isinstance(effect, GiveTricks) for effect in effects):
        return "thrown-in"
    if ruled.complete:
        return "played"
    if case.trace.all(ThrowIn):
        return "thrown-in"
    return "stopped" if line.reached(ruled, seats(case.deal)) is not None else "unfinished"


def _advance(line: GameLine, one: Judged, events: Sequence[GameEvent]) -> None:
    """Add a judged deal to the game, and end the game where it ends with it."""
    case = one.case
    void = one.outcome == "void"
    line.add(one.ruled, seats(case.deal), void=bool(void))
    lost = next((effect for effect in one.effects if isinstance(effect, LoseGame)), None)
    if lost is not None:
        line.end(lost.ended, seats(case.deal)[lost.role])
    elif _postponed(case.number, events):
        line.end("postponed", None)


def _postponed(number: int, events: Sequence[GameEvent]) -> bool:
    asked = {e.step.by for e in events if isinstance(e.step, Postpone) and e.step.deal == number}
    agreed_by = {e.step.by for e in events if isinstance(e.step, Consent) and e.step.deal == number}
    return any(seat != other for seat in asked for other in agreed_by)


def compare_result(game: Game, result: GameResult) -> tuple[GameResult, Finding | None]:
    """Say whether the result that the table wrote is the one computed, with the finding where it is not."""
    if game.result is UNSET:
        return result, None
    differing = agreement.result_differs(game.result, result)
    if not differing:
        return replace(result, agrees=True), None
    name, (found, expected) = next(iter(differing.items()))
    finding = Finding(
        code="record-result",
        by=None,
        at=f"/result/{name}",
        evidence={"found": found, "expected": expected, "differs": list(differing)},
    )
    return replace(result, agrees=False), finding


def _deal_report(one: Judged, game: Game, lang: str) -> DealReport:
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
            [
                _report_finding(finding, status, case, game, lang)
                for finding, status in zip(one.findings, one.statuses, strict=True)
            ]
        ),
        score=SeatsOfDeal(one.ruled.elder, one.ruled.younger),
        as_played=SeatsOfDeal(one.played.elder, one.played.younger),
        recorded=None if written is None else Recorded(written["elder"], written["younger"]),
        assumed=case.deal.declarations is UNSET,
        checked=checked,
        not_checkable=not_checkable,
        unrecorded=unrecorded,
        not_judged=not_judged,
    )


def _report_finding(finding: Finding, status: Status | None, case: Case, game: Game, lang: str) -> ReportFinding:
    by = finding.by
    evidence = {"by": by, "trick": finding.trick, **finding.evidence}
    at = finding.at if finding.at.startswith("/") else f"/deals/{case.number - 1}/{finding.at}".rstrip("/")
    return ReportFinding(
        code=finding.code,
        law=_law_number(finding.code),
        severity=_severity(finding).value,
        status=None if status is None else status.value,
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
        if law not in _due(acts):
            unrecorded.append(number)
        elif number in convicted or (facts >= law.NEEDS and number not in uncertain):
            checked.append(number)
        else:
            not_checkable.append(number)
    return tuple(checked), tuple(not_checkable), tuple(unrecorded), ()

