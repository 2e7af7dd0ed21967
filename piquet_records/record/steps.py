"""The vocabulary of acts: one frozen type an act, with its fields as the record writes them.

Fields keep the spelling and the text of the record (cards are strings here). Which fields of a ``call`` belong
together is checked in ``conditions.py``; nothing here knows a law.
"""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from piquet_records.cards.terms import Category, Rank, Reply, Role, Seat, Suit

CARD_TEXTS: Final = (*(rank + suit for suit in get_args(Suit) for rank in get_args(Rank)), "??")
"""Every card as it is written; ``??`` for one that the recorder does not know."""

if TYPE_CHECKING:
    CardText = str
else:
    CardText = Literal[CARD_TEXTS]  # a table is looked up many times as fast as a pattern is matched

CardsText = str
"""Cards with single spaces between, or none; ``conditions.py`` looks at all those of a game at once."""

CardCount = Annotated[int, Meta(ge=0, le=32)]
PipValue = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=0, le=999)]
StepIndex = Annotated[int, Meta(ge=0, le=999)]

Extra = dict[str, Any]
"""An object named ``x``: free for the recorder's own use, kept as it is."""


class BaseStep(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="act", gc=False
):
    """What all acts share."""

    notes: str | UnsetType = UNSET
    x: Extra | UnsetType = UNSET


class BaseRoleStep(BaseStep, frozen=True, kw_only=True):
    """An act by one of the two roles of a deal."""

    by: Role


class BasePlayStep(BaseRoleStep, frozen=True, kw_only=True):
    """An act that can happen in the play."""

    after_lead: bool | UnsetType = UNSET
    """In ``play``: it happened between the lead and the follow of the trick it stands before."""


class Exchange(BaseRoleStep, frozen=True, kw_only=True, tag="exchange"):
    """Discards, then draws that many cards from the top of the talon."""

    discard: CardsText
    draw: CardCount
    announced: CardCount | bool | UnsetType = UNSET
    """How many he said he takes; ``false``: he said nothing."""
    mixed: bool | UnsetType = UNSET
    """Whether the drawn cards joined his hand; they did unless it is written ``false``."""


class Call(BasePlayStep, frozen=True, kw_only=True, tag="call"):
    """Announces a point, a sequence or a set."""

    what: Category
    cards: CardCount
    value: PipValue | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    reply: Reply | UnsetType = UNSET
    shown: CardsText | bool | UnsetType = UNSET
    """The cards laid down; ``false`` where they were not shown."""


class CarteBlanche(BasePlayStep, frozen=True, kw_only=True, tag="carte-blanche"):
    """Shows that he holds no court card."""


class Expose(BaseRoleStep, frozen=True, kw_only=True, tag="expose", rename={"from_": "from"}):
    """A card was faced while dealing."""

    card: CardText
    from_: Literal["elder", "younger", "talon"]


class WarnPackets(BaseRoleStep, frozen=True, kw_only=True, tag="warn-packets"):
    """The dealer says that he changes the number of cards given at a time."""


class Notice(BasePlayStep, frozen=True, kw_only=True, tag="notice"):
    """Somebody notices a fault."""

    what: Literal["misdeal", "double-deal", "faulty-pack", "too-many", "too-few"]
    looked: bool | UnsetType = UNSET
    """Whether the one who notices has seen the cards in question."""


class Redeal(BasePlayStep, frozen=True, kw_only=True, tag="redeal"):
    """The player has the deal made again; this one is void and ends here."""


class Stand(BasePlayStep, frozen=True, kw_only=True, tag="stand"):
    """The player who may ask for a new deal keeps this one."""


class Discard(BaseRoleStep, frozen=True, kw_only=True, tag="discard"):
    """The first half of an exchange, where something happened between the two."""

    cards: CardsText


class Draw(BaseRoleStep, frozen=True, kw_only=True, tag="draw"):
    """The second half of an exchange."""

    count: CardCount
    announced: CardCount | bool | UnsetType = UNSET
    mixed: bool | UnsetType = UNSET


class TouchTalon(BaseRoleStep, frozen=True, kw_only=True, tag="touch-talon"):
    """Touches the talon."""


class ChangeDiscard(BaseRoleStep, frozen=True, kw_only=True, tag="change-discard"):
    """Puts a new discard in place of the old."""

    cards: CardsText


class PutBack(BaseRoleStep, frozen=True, kw_only=True, tag="put-back"):
    """Puts cards drawn in excess back on the talon, in their old order."""

    cards: CardsText | UnsetType = UNSET
    count: CardCount | UnsetType = UNSET
    seen: bool | UnsetType = UNSET


class LayOut(BaseRoleStep, frozen=True, kw_only=True, tag="lay-out"):
    """The excess card, seen by both, goes to a discard."""

    card: CardText


class Look(BasePlayStep, frozen=True, kw_only=True, tag="look"):
    """Looks at cards that lie face down."""

    at: Literal["talon", "own-talon", "left", "adversary-talon", "adversary-left", "own-discard", "adversary-discard"]
    cards: CardsText | UnsetType = UNSET
    count: CardCount | UnsetType = UNSET


class NameSuit(BasePlayStep, frozen=True, kw_only=True, tag="name-suit"):
    """Names the suit that he will lead."""

    suit: Suit


class MixLeft(BasePlayStep, frozen=True, kw_only=True, tag="mix-left"):
    """Puts the cards he left into his discard."""


class DemandDiscard(BasePlayStep, frozen=True, kw_only=True, tag="demand-discard"):
    """Asks to see the other's whole discard."""


class ShowDiscard(BasePlayStep, frozen=True, kw_only=True, tag="show-discard"):
    """Shows his discard."""

    cards: CardsText


class Correct(BasePlayStep, frozen=True, kw_only=True, tag="correct"):
    """The caller mends an earlier call, or withdraws it (``cards`` 0)."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    cards: CardCount
    value: PipValue | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    bad_faith: bool | UnsetType = UNSET
    """Whether the arbiter found bad faith; never inferred."""


class CorrectReply(BasePlayStep, frozen=True, kw_only=True, tag="correct-reply"):
    """The replier gives a new answer to a call."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    reply: Reply


class Show(BasePlayStep, frozen=True, kw_only=True, tag="show"):
    """Shows a point or sequence later than he called it."""

    what: Category
    of: StepIndex | UnsetType = UNSET
    cards: CardsText


class Ask(BasePlayStep, frozen=True, kw_only=True, tag="ask"):
    """Asks for the card that is missing from a trio, or which quatorze was called."""

    what: Literal["discarded-card", "which-set"]


class Answer(BasePlayStep, frozen=True, kw_only=True, tag="answer"):
    """Answers such a question; ``false`` where he refused."""

    what: Literal["discarded-card", "which-set"]
    card: CardText | bool | UnsetType = UNSET
    rank: Rank | bool | UnsetType = UNSET


class Challenge(BasePlayStep, frozen=True, kw_only=True, tag="challenge"):
    """Says that a call of the other was false."""

    what: Category
    of: StepIndex | UnsetType = UNSET


class TakeBack(BasePlayStep, frozen=True, kw_only=True, tag="take-back"):
    """Takes back the card that he put on this trick."""

    card: CardText


class SuitNotNamed(BasePlayStep, frozen=True, kw_only=True, tag="suit-not-named"):
    """The leader changed suit without naming it."""


class DemandSuit(BasePlayStep, frozen=True, kw_only=True, tag="demand-suit"):
    """Tells the other which suit he must lead next."""

    suit: Suit


class Rewind(BasePlayStep, frozen=True, kw_only=True, tag="rewind"):
    """The tricks from ``to`` on are taken back; those that follow replace them."""

    to: Annotated[int, Meta(ge=1, le=12)]


class ThrowIn(BasePlayStep, frozen=True, kw_only=True, tag="throw-in"):
    """Throws his cards on the table."""

    mixed: bool | UnsetType = UNSET
    """Whether his cards were mixed with the talon or the discards."""
    adversary_mixed: bool | UnsetType = UNSET


class Retake(BasePlayStep, frozen=True, kw_only=True, tag="retake"):
    """Takes cards out of his own discard, and puts others there."""

    cards: CardsText
    puts: CardsText | UnsetType = UNSET
    bad_faith: bool | UnsetType = UNSET


class CorrectCount(BasePlayStep, frozen=True, kw_only=True, tag="correct-count"):
    """Mends his count, before or after the cards were gathered."""

    to: Points
    gathered: bool


class BaseGameStep(BaseStep, frozen=True, kw_only=True):
    """An act about the game as a whole, by a seat."""

    by: Seat
    deal: Annotated[int, Meta(ge=1, le=9999)]
    """During or after which deal, from 1."""


class Abandon(BaseGameStep, frozen=True, kw_only=True, tag="abandon"):
    """Leaves the game."""


class Postpone(BaseGameStep, frozen=True, kw_only=True, tag="postpone"):
    """Asks to put the game off."""


class Consent(BaseGameStep, frozen=True, kw_only=True, tag="consent"):
    """Agrees to what the other asked."""


AnyTime = Notice | Redeal | Stand
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
