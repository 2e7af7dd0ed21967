"""Rules profiles: what is done differently from one authority to another, as data.

A profile is a file ``profiles/NAME-VERSION.toml`` in which each value stands beside its source; it becomes one
frozen ``Rules``. The code asks for a parameter, never for a profile's name. Knows nothing of games.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from piquet_records.errors import UnknownRulesError

Target = Annotated[int, Meta(ge=1, le=99_999)]
DealCount = Annotated[int, Meta(ge=1, le=99)]


class ExchangeMinimum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fewest cards that each role must exchange."""

    elder: Annotated[int, Meta(ge=0, le=5)] = 1
    younger: Annotated[int, Meta(ge=0, le=5)] = 1


class AgreedMinimum(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the players agreed of it; a role that is left out keeps the profile's number."""

    elder: Annotated[int, Meta(ge=0, le=5)] | UnsetType = UNSET
    younger: Annotated[int, Meta(ge=0, le=5)] | UnsetType = UNSET
    notes: str | UnsetType = UNSET

    def over(self, base: ExchangeMinimum) -> ExchangeMinimum:
        """Give the numbers of a profile with what was agreed in their place."""
        return ExchangeMinimum(
            elder=base.elder if self.elder is UNSET else self.elder,
            younger=base.younger if self.younger is UNSET else self.younger,
        )


class Rules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rules profile, with the conventions of the table applied. Profile files document each parameter."""

    target: Target | None
    deals: DealCount | None
    both_pass: Literal["first-to-reach", "higher-total"]
    younger_may_repique: bool
    pique_order: Literal["precedence", "time"]
    exchange_minimum: ExchangeMinimum
    lead_scores: Literal["always", "ten-or-higher"]
    last_trick_in_capot: Annotated[int, Meta(ge=0, le=1)]
    settlement: Literal["none", "rubicon"]
    point_ties: Literal["pip-value"]
    strict_point: bool
    misdeal_option_limit: Literal["unseen", "before-talon"]
    mute_scope: Literal["holdings", "everything"]
    excess_blocks: bool
    elder_may_see_left: Literal["suit-named", "only-if-younger-looks"]
    discard_final_at: Literal["touch", "take"]
    late_call_limit: Literal["own-card", "younger-first-card"]
    show_required: bool
    blanche_counts_toward: bool
    false_sequence: Literal["category", "mute"]
    faced_in_talon: Literal["note", "redeal"]
    blanche_value: Annotated[int, Meta(ge=0, le=99)]
    laws_judged: bool
    """Whether the 28 laws are those of this profile, so that they can be judged under it."""


class Overrides(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the players agreed beforehand: single parameters of a profile."""

    target: Target | UnsetType | None = UNSET
    deals: DealCount | UnsetType | None = UNSET
    both_pass: Literal["first-to-reach", "higher-total"] | UnsetType = UNSET
    younger_may_repique: bool | UnsetType = UNSET
    pique_order: Literal["precedence", "time"] | UnsetType = UNSET
    exchange_minimum: AgreedMinimum | UnsetType = UNSET
    lead_scores: Literal["always", "ten-or-higher"] | UnsetType = UNSET
    last_trick_in_capot: Annotated[int, Meta(ge=0, le=1)] | UnsetType = UNSET
    settlement: Literal["none", "rubicon"] | UnsetType = UNSET
    point_ties: Literal["pip-value"] | UnsetType = UNSET
    strict_point: bool | UnsetType = UNSET
    misdeal_option_limit: Literal["unseen", "before-talon"] | UnsetType = UNSET
    mute_scope: Literal["holdings", "everything"] | UnsetType = UNSET
    excess_blocks: bool | UnsetType = UNSET
    elder_may_see_left: Literal["suit-named", "only-if-younger-looks"] | UnsetType = UNSET
    discard_final_at: Literal["touch", "take"] | UnsetType = UNSET
    late_call_limit: Literal["own-card", "younger-first-card"] | UnsetType = UNSET
    show_required: bool | UnsetType = UNSET
    blanche_counts_toward: bool | UnsetType = UNSET
    false_sequence: Literal["category", "mute"] | UnsetType = UNSET
    faced_in_talon: Literal["note", "redeal"] | UnsetType = UNSET
    blanche_value: Annotated[int, Meta(ge=0, le=99)] | UnsetType = UNSET
    notes: str | UnsetType = UNSET

    def given(self) -> dict[str, Any]:
        """Give the parameters that are overridden, by name."""
        return {
            name: value
            for name in self.__struct_fields__
            if name != "notes" and (value := getattr(self, name)) is not UNSET
        }


class Profile(Struct, frozen=True):
    """A profile under its full name, such as ``classic@1``."""

    name: str
    rules: Rules


@cache
def _versions() -> dict[str, list[int]]:
    """Give each profile's versions, lowest first, from the names of the shipped files."""
    found: dict[str, list[int]] = {}
    for file in (resources.files(__package__) / "profiles").iterdir():
        name, dash, version = file.name.removesuffix(".toml").rpartition("-")
        if dash and version.isdecimal():
            found.setdefault(name, []).append(int(version))
    return {name: sorted(versions) for name, versions in sorted(found.items())}


def profile_names() -> tuple[str, ...]:
    """Give every profile with its version, the newest of each last."""
    return tuple(f"{name}@{version}" for name, versions in _versions().items() for version in versions)


@cache
def profile(asked: str) -> Profile:
    """Load a profile by name; a bare name means its newest version.

    Raises UnknownRulesError where there is none of that name or version.
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
    """Apply what the players agreed, and the target they played to, to a profile."""
    changes = overrides.given() if isinstance(overrides, Overrides) else {}
    if "exchange_minimum" in changes:
        changes["exchange_minimum"] = changes["exchange_minimum"].over(base.exchange_minimum)
    if target is not UNSET:
        changes["target"] = target
    return msgspec.structs.replace(base, **changes) if changes else base
