"""The calls of a deal as a walk collects them, each with the later steps about it."""

from msgspec import UNSET

from piquet_records.cards.terms import ADVERSARY, Category, Role
from piquet_records.record.steps import Call, Challenge, Correct, CorrectReply, DemandShow, Show
from piquet_records.trace.facts import CallHistory, Event, claim

LaterStep = Correct | Show | CorrectReply | Challenge | DemandShow
"""A step about a call that was made before."""


class _CallSteps:
    """A call and the later steps about it, as they are collected."""

    __slots__ = ("call", "challenges", "corrections", "demands", "event", "refusals", "replies", "shows")

    def __init__(self, call: Call, event: Event) -> None:
        self.call = call
        self.event = event
        self.corrections: list[Event] = []
        self.replies: list[Event] = []
        self.shows: list[Event] = []
        self.challenges: list[Event] = []
        self.demands: list[Event] = []
        self.refusals: list[Event] = []

    def history(self, number: int) -> CallHistory:
        call = self.call
        first = final = claim(call)
        if self.corrections:
            final = claim(self.corrections[-1].step)
        answered = self.replies[-1].step if self.replies else call
        assert isinstance(answered, Call | CorrectReply)  # noqa: S101 - narrows the type
        reply = answered.reply if answered.reply is not UNSET else None
        later = (self.corrections, self.replies, self.shows, self.challenges, self.demands, self.refusals)
        if not any(later):
            return CallHistory(number, call.by, call.what, first, final, reply, self.event)
        return CallHistory(number, call.by, call.what, first, final, reply, self.event, *map(tuple, later))


class CallLog:
    """The calls of one deal, in order of time; mutable until the walk ends."""

    def __init__(self) -> None:
        """Start without calls."""
        self._calls: list[_CallSteps] = []
        self._declared: dict[int, _CallSteps] = {}
        """The calls in the list ``declarations``, by their index in it."""
        self._demanded: dict[Role, _CallSteps] = {}
        """The call whose cards a player demanded to see, by player, until he is answered or demands something else."""

    def add_call(self, call: Call, event: Event) -> None:
        """Add a call."""
        steps = _CallSteps(call, event)
        self._calls.append(steps)
        if event.list_name == "declarations":
            self._declared[event.index] = steps

    def add_later_step(self, step: LaterStep, event: Event) -> bool:
        """Add a step to the call that it is about; return False if no call fits, or more than one."""
        caller = step.by if isinstance(step, Correct | Show) else ADVERSARY[step.by]
        steps = self._meant(caller, step.what, step.of if step.of is not UNSET else None)
        if steps is None:
            return False
        match step:
            case Correct():
                steps.corrections.append(event)
            case CorrectReply():
                steps.replies.append(event)
            case Challenge():
                steps.challenges.append(event)
            case DemandShow():
                steps.demands.append(event)
                self._demanded[step.by] = steps
            case Show():
                steps.shows.append(event)
        return True

    def add_refusal(self, by: Role, event: Event) -> None:
        """Add a refusal to the call whose cards the adversary last demanded to see, if he demanded nothing since."""
        if steps := self._demanded.pop(ADVERSARY[by], None):
            steps.refusals.append(event)

    def forget_demand(self, by: Role) -> None:
        """Take note that a player demanded something else, which the next refusal answers."""
        self._demanded.pop(by, None)

    def histories(self) -> tuple[CallHistory, ...]:
        """Return the calls with what came of them."""
        return tuple([steps.history(number) for number, steps in enumerate(self._calls)])

    def _meant(self, caller: Role, what: Category, index: int | None) -> _CallSteps | None:
        """Return the call that a later step is about: the one at its index, or the only one that fits."""
        if index is not None:
            steps = self._declared.get(index)
            return steps if steps is not None and (steps.call.by, steps.call.what) == (caller, what) else None
        for calls in (self._declared.values(), self._calls):
            fitting = [steps for steps in calls if (steps.call.by, steps.call.what) == (caller, what)]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
        return None
