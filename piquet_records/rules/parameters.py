"""Rules profiles: the parameters in which authorities differ, and the values that a profile gives them.

A profile is a file ``profiles/NAME-VERSION.toml`` that has each value beside its source; it becomes one frozen
``Rules``. Other code asks for a parameter, never for a profile's name. This module does not know games.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from piquet_records.errors import UnknownRulesError

Target = Annotated[int, Meta(ge=1, le=99_999)]
DealCount = Annotated[int, Meta(ge=1, le=99)]


class ExchangeMinimum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fewest cards that each role must exchange (the article asks for one; other authorities for none)."""

    elder: Annotated[int, Meta(ge=0, le=5)] = 1
    younger: Annotated[int, Meta(ge=0, le=5)] = 1


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters in force: those of a profile, with what the players agreed in their place.

    ``docs/rules.md`` says what each parameter means; the profile files say where each value comes from.
    """

    target: Target | None
    deals: DealCount | None
    both_pass: Literal["first-to-reach", "higher-total"]
    younger_may_repique: bool
    pique_order: Literal["precedence", "time"]
    exchange_minimum: ExchangeMinimum
    lead_scores: Literal["always", "ten-or-higher"]
    last_trick_in_capot: Annotated[int, Meta(ge=0, le=1)]
    settlement: Literal["none", "rubicon"]
    strict_point: bool
    misdeal_option_limit: Literal["unseen", "before-talon"]
    misdeal_look: Literal["noticer", "chooser"]
    mute_scope: Literal["holdings", "everything"]
    excess_blocks: bool
    elder_may_see_left: Literal["suit-named", "only-if-younger-looks"]
    discard_final_at: Literal["touch", "take"]
    late_call_limit: Literal["own-card", "younger-first-card"]
    show_required: bool
    blanche_counts_toward: bool
    false_sequence: Literal["category", "mute"]
    faced_in_talon: Literal["note", "redeal"]
    blanche_limit: Literal["discard", "own-card"]
    blanche_value: Annotated[int, Meta(ge=0, le=99)]
    laws_judged: bool
    """Whether the 28 laws are those of this profile, so that a game can be judged by them."""


class AgreedMinimum(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The fewest cards to exchange, as the players agreed; a role that is left out keeps the profile's number."""

    elder: Annotated[int, Meta(ge=0, le=5)] | UnsetType = UNSET
    younger: Annotated[int, Meta(ge=0, le=5)] | UnsetType = UNSET
    notes: str | UnsetType = UNSET

    def over(self, base: ExchangeMinimum) -> ExchangeMinimum:
        """Return the numbers of a profile, replaced by those that were agreed."""
        return ExchangeMinimum(
            elder=base.elder if self.elder is UNSET else self.elder,
            younger=base.younger if self.younger is UNSET else self.younger,
        )


class _AgreedRules(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the players agreed beforehand: single parameters of a profile, all optional, and notes."""

    if TYPE_CHECKING:
        target: Target | UnsetType | None
        notes: str | UnsetType

    def given(self) -> dict[str, Any]:
        """Return the parameters that were agreed, by name."""
        return {
            name: value
            for name in self.__struct_fields__
            if name != "notes" and (value := getattr(self, name)) is not UNSET
        }


def _optional_fields() -> list[tuple[str, Any, Any]]:
    """Return the fields of ``Rules`` that players may agree on, each optional, and ``notes``."""
    types: dict[str, Any] = {**get_type_hints(Rules, include_extras=True), "exchange_minimum": AgreedMinimum}
    del types["laws_judged"]
    return [(name, kind | UnsetType, UNSET) for name, kind in {**types, "notes": str}.items()]


if TYPE_CHECKING:
    Overrides = _AgreedRules
else:
    Overrides = msgspec.defstruct(
        "Overrides",
        _optional_fields(),
        bases=(_AgreedRules,),
        module=__name__,
        namespace={"__doc__": _AgreedRules.__doc__},
        frozen=True,
        kw_only=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
    )


class Profile(Struct, frozen=True):
    """A profile under its full name, such as ``classic@1``."""

    name: str
    rules: Rules


@cache
def _versions() -> dict[str, list[int]]:
    """Return each profile's versions, lowest first, from the names of the shipped files."""
    found: dict[str, list[int]] = {}
    for file in (resources.files(__package__) / "profiles").iterdir():
        name, dash, version = file.name.removesuffix(".toml").rpartition("-")
        if dash and version.isdecimal():
            found.setdefault(name, []).append(int(version))
    return {name: sorted(versions) for name, versions in sorted(found.items())}


def profile_names() -> tuple[str, ...]:
    """Return the full name of every profile, such as ``classic@1``, the newest version of each last."""
    return tuple(f"{name}@{version}" for name, versions in _versions().items() for version in versions)


@cache
def profile(asked: str) -> Profile:
    """Return a profile by name; a name without version means its newest version.

    Raises UnknownRulesError if there is no profile of that name or version.
    """
    name, at, version = asked.partition("@")
    versions = _versions().get(name, [])
    if not versions or (at and version not in map(str, versions)):
        raise UnknownRulesError(asked, profile_names())
    number = version if at else str(versions[-1])
    text = (resources.files(__package__) / "profiles" / f"{name}-{number}.toml").read_text("utf-8")
    values = {key: entry["value"] for key, entry in tomllib.loads(text).items()}
    unlimited = {key: None for key in ("target", "deals") if values.get(key) == "none"}
    return Profile(f"{name}@{number}", msgspec.convert(values | unlimited, Rules))


def agreed(base: Rules, overrides: Overrides | UnsetType, target: int | UnsetType) -> Rules:
    """Return the rules in force: a profile, with what the players agreed and the target that they played to.

    ``target`` replaces the profile's; a record has it here or in ``overrides``, not in both.
    """
    changes = overrides.given() if isinstance(overrides, Overrides) else {}
    if "exchange_minimum" in changes:
        changes["exchange_minimum"] = changes["exchange_minimum"].over(base.exchange_minimum)
    if target is not UNSET:
        changes["target"] = target
    return msgspec.structs.replace(base, **changes) if changes else base
