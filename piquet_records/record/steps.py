"""The steps that a record can have: one frozen type for each kind of step, with its fields as the record writes them.

The field ``act`` of the JSON names the type; its docstring says what the player of the step does. Fields keep the
spelling and the text of the record, so cards are strings here. ``consistency.py`` checks which fields belong together.
This module does not know laws.
"""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from piquet_records.cards.terms import PACK_SIZE, TRICKS, Category, Rank, Reply, Role, Seat, Suit

CARD_TEXTS: Final = (*(rank + suit for suit in get_args(Suit) for rank in get_args(Rank)), "??")
"""Every card as it is written; ``??`` for one that the recorder does not know."""

if TYPE_CHECKING:
    CardText = str
else:
    CardText = Literal[CARD_TEXTS]  # looking up a table is many times faster than matching a pattern

CardsText = str
"""Cards with single spaces between, or none; ``consistency.py`` checks all such texts of a game at once."""

CardCount = Annotated[int, Meta(ge=0, le=PACK_SIZE)]
PipValue = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=0, le=999)]
StepIndex = Annotated[int, Meta(ge=0, le=999)]
"""The index of a step in its list, from 0."""

Extra = dict[str, Any]
"""An object named ``x``, free for the recorder's own use; it is kept unchanged."""


class BaseStep(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="act", gc=False
):
    """The fields that all steps have."""

    notes: str | UnsetType = UNSET
    x: Extra | UnsetType = UNSET


class BaseRoleStep(BaseStep, frozen=True, kw_only=True):
    """A step by one of the two roles of a deal."""

    by: Role


class BasePlayStep(BaseRoleStep, frozen=True, kw_only=True):
    """A step that can happen in the play."""

    after_lead: bool | UnsetType = UNSET
    """In ``play``: it happened between the lead and the follow of the next trick in the list."""


DrawnFrom = Literal["top", "bottom"]


class Exchange(BaseRoleStep, frozen=True, kw_only=True, tag="exchange", rename={"from_": "from"}):
    """Discards cards, then draws ``draw`` cards from the talon."""

    discard: CardsText
    draw: CardCount
    announced: CardCount | bool | UnsetType = UNSET
    """The number of cards that he announced; ``false`` if he announced nothing."""
    mixed: bool | UnsetType = UNSET
    """``false`` if he has not put the drawn cards into his hand."""
    from_: DrawnFrom | UnsetType = UNSET
    """From which end of the talon he draws; from its top if it is left out."""


class Call(BasePlayStep, frozen=True, kw_only=True, tag="call"):
    """Announces a point, a sequence or a set."""

    what: Category
    cards: CardCount
    value: PipValue | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    reply: Reply | UnsetType = UNSET
    shown: CardsText | bool | UnsetType = UNSET
    """The cards shown; ``false`` if they were not shown."""
    bad_faith: bool | UnsetType = UNSET
    """Whether the arbiter found bad faith; it is never inferred."""


class CarteBlanche(BasePlayStep, frozen=True, kw_only=True, tag="carte-blanche"):
    """Shows a hand without court cards."""


class Expose(BaseRoleStep, frozen=True, kw_only=True, tag="expose", rename={"from_": "from"}):
    """Turns up a card while dealing."""

    card: CardText
    from_: Literal["elder", "younger", "talon"]


class WarnPackets(BaseRoleStep, frozen=True, kw_only=True, tag="warn-packets"):
    """Announces, as the dealer, that he changes the number of cards dealt at a time."""


class Notice(BasePlayStep, frozen=True, kw_only=True, tag="notice"):
    """Notices a fault."""

    what: Literal["misdeal", "double-deal", "faulty-pack", "too-many", "too-few", "revoke"]
    """``revoke`` only in the play."""
    looked: bool | UnsetType = UNSET
    """Whether he has seen the cards in question."""


class Redeal(BasePlayStep, frozen=True, kw_only=True, tag="redeal"):
    """Demands a new deal; this one is void and ends here."""


class Stand(BasePlayStep, frozen=True, kw_only=True, tag="stand"):
    """Keeps this deal, though he may demand a new one; or lets a revoke stand."""


class DemandRedeal(BasePlayStep, frozen=True, kw_only=True, tag="demand-redeal"):
    """Demands a new deal; a ``redeal``, ``stand`` or ``refuse`` answers it."""


class DemandShow(BasePlayStep, frozen=True, kw_only=True, tag="demand-show"):
    """Demands to see the cards of a call of the adversary; a ``show`` or ``refuse`` answers it."""

    what: Category
    of: StepIndex | UnsetType = UNSET


class Refuse(BasePlayStep, frozen=True, kw_only=True, tag="refuse"):
    """Refuses what the adversary demanded last."""


class Discard(BaseRoleStep, frozen=True, kw_only=True, tag="discard"):
    """Discards cards: the first half of an exchange, if something happened before the draw."""

    cards: CardsText


class Draw(BaseRoleStep, frozen=True, kw_only=True, tag="draw", rename={"from_": "from"}):
    """Draws cards: the second half of an exchange."""

    count: CardCount
    announced: CardCount | bool | UnsetType = UNSET
    mixed: bool | UnsetType = UNSET
    from_: DrawnFrom | UnsetType = UNSET


class TouchTalon(BaseRoleStep, frozen=True, kw_only=True, tag="touch-talon"):
    """Touches the talon."""


class ChangeDiscard(BaseRoleStep, frozen=True, kw_only=True, tag="change-discard"):
    """Replaces his discard by another."""

    cards: CardsText


class PutBack(BaseRoleStep, frozen=True, kw_only=True, tag="put-back"):
    """Returns cards drawn in excess to the talon, in their old order."""

    cards: CardsText | UnsetType = UNSET
    count: CardCount | UnsetType = UNSET
    seen: bool | UnsetType = UNSET


class LayOut(BaseRoleStep, frozen=True, kw_only=True, tag="lay-out"):
    """Moves an excess card, seen by both, from his hand to his discard."""

    card: CardText


class Look(BasePlayStep, frozen=True, kw_only=True, tag="look"):
    """Looks at cards that are face down."""

    at: Literal["talon", "own-talon", "left", "adversary-talon", "adversary-left", "own-discard", "adversary-discard"]
    cards: CardsText | UnsetType = UNSET
    count: CardCount | UnsetType = UNSET


class NameSuit(BasePlayStep, frozen=True, kw_only=True, tag="name-suit"):
    """Names the suit that he is going to lead."""

    suit: Suit


class MixLeft(BasePlayStep, frozen=True, kw_only=True, tag="mix-left"):
    """Mixes the cards that he left in the talon into his discard."""


class DemandDiscard(BasePlayStep, frozen=True, kw_only=True, tag="demand-discard"):
    """Demands to see the adversary's whole discard."""


class ShowDiscard(BasePlayStep, frozen=True, kw_only=True, tag="show-discard"):
    """Shows his discard."""

    cards: CardsText


class Correct(BasePlayStep, frozen=True, kw_only=True, tag="correct"):
    """Corrects his own earlier call, or withdraws it (``cards`` 0)."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    cards: CardCount
    value: PipValue | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    bad_faith: bool | UnsetType = UNSET
    """Whether the arbiter found bad faith; it is never inferred."""


class CorrectReply(BasePlayStep, frozen=True, kw_only=True, tag="correct-reply"):
    """Corrects his reply to the adversary's call."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    reply: Reply


class Show(BasePlayStep, frozen=True, kw_only=True, tag="show"):
    """Shows a point or sequence later than he called it."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    cards: CardsText


class Ask(BasePlayStep, frozen=True, kw_only=True, tag="ask"):
    """Asks which card of the rank is missing from a trio, or which quatorze was called."""

    what: Literal["discarded-card", "which-set"]


class Answer(BasePlayStep, frozen=True, kw_only=True, tag="answer"):
    """Answers such a question; ``false`` if he refuses."""

    what: Literal["discarded-card", "which-set"]
    card: CardText | bool | UnsetType = UNSET
    rank: Rank | bool | UnsetType = UNSET


class Challenge(BasePlayStep, frozen=True, kw_only=True, tag="challenge"):
    """Says that a call of the adversary was false."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    bad_faith: bool | UnsetType = UNSET
    """Whether the arbiter found bad faith of the caller; it is never inferred."""


class TakeBack(BasePlayStep, frozen=True, kw_only=True, tag="take-back"):
    """Takes back the card that he played to this trick."""

    card: CardText


class SuitNotNamed(BasePlayStep, frozen=True, kw_only=True, tag="suit-not-named"):
    """Changes the suit that he leads, without naming it."""


class DemandSuit(BasePlayStep, frozen=True, kw_only=True, tag="demand-suit"):
    """Names the suit that the adversary must lead next."""

    suit: Suit


class Rewind(BasePlayStep, frozen=True, kw_only=True, tag="rewind"):
    """Takes back the tricks from number ``to`` on; the tricks after this step replace them."""

    to: Annotated[int, Meta(ge=1, le=TRICKS)]


class ThrowIn(BasePlayStep, frozen=True, kw_only=True, tag="throw-in"):
    """Throws his cards down before the end of the play."""

    mixed: bool | UnsetType = UNSET
    """Whether his cards were mixed with the talon or the discards."""
    adversary_mixed: bool | UnsetType = UNSET


class Retake(BasePlayStep, frozen=True, kw_only=True, tag="retake"):
    """Takes cards out of his own discard, and discards others."""

    cards: CardsText
    puts: CardsText | UnsetType = UNSET
    bad_faith: bool | UnsetType = UNSET


class CorrectCount(BasePlayStep, frozen=True, kw_only=True, tag="correct-count"):
    """Corrects his count, before or after the cards were gathered."""

    to: Points
    gathered: bool


class BaseGameStep(BaseStep, frozen=True, kw_only=True):
    """A step about the game as a whole, by a seat."""

    by: Seat
    deal: Annotated[int, Meta(ge=1, le=9999)]
    """During or after which deal, from 1."""


class Abandon(BaseGameStep, frozen=True, kw_only=True, tag="abandon"):
    """Leaves the game."""


class Postpone(BaseGameStep, frozen=True, kw_only=True, tag="postpone"):
    """Asks to postpone the game."""


class Consent(BaseGameStep, frozen=True, kw_only=True, tag="consent"):
    """Agrees to what the other player asked."""


AnyTime = Notice | Redeal | Stand | DemandRedeal | DemandShow | Refuse
Later = Look | NameSuit | MixLeft | DemandDiscard | ShowDiscard
AfterExchange = (
    Call | CarteBlanche | Correct | CorrectReply | Show | Ask | Answer | Challenge | DemandSuit | ThrowIn | Retake
)

DealingStep = Expose | WarnPackets | AnyTime
ExchangeStep = (
    Exchange | CarteBlanche | Discard | Draw | TouchTalon | ChangeDiscard | PutBack | LayOut | Retake | AnyTime | Later
)
DeclarationStep = AfterExchange | AnyTime | Later
PlayStep = TakeBack | SuitNotNamed | Rewind | CorrectCount | AfterExchange | AnyTime | Later
GameStep = Abandon | Postpone | Consent
DealStep = DealingStep | ExchangeStep | DeclarationStep | PlayStep
