"""What selectors and values say by their words alone, whatever the board, for the replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import INFINITE, is_infinite
from layerlaw.model.dataclass import dataclass
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver.certificate.kept import Kept

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import Deed, Situation, Timestamp


RULES = "rules"
"""The id, and the zone, of what bears the rules of the rulebook."""


def policy(rulebook: Rulebook, name: str) -> str:
    """The value of a policy; the first there is, where the rulebook has no such question."""
    known = rulebook.policies.get(name)
    return POLICIES[name][0] if known is None else known.value


def names(selector: a.Selector, kind: type[a.InZone | a.Players | a.Self | a.Target]) -> bool:
    """Whether the selector itself has such a word; anchors and what it leaves out do not count."""
    if isinstance(selector, kind):
        return True
    match selector:
        case a.Noun(_, inner):
            return names(inner, kind)
        case a.Both(parts) | a.Either(parts):
            return any(names(part, kind) for part in parts)
    return False


def means_players(selector: a.Selector) -> bool:
    """Whether the selector is a word for players; what is joined with one is asked of players."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    return isinstance(selector, a.Players)


def looks_beyond_play(selector: a.Selector) -> bool:
    """Whether the selector names a zone, or what was targeted, which is meant in any zone."""
    return names(selector, a.InZone) or names(selector, a.Target)


def deeds_of(did: a.Did, situation: Situation, began: Timestamp) -> list[Deed]:
    """What was done by that verb in the period; began: when that of `since then` did."""
    deeds = [deed for deed in situation.deeds if deed.deed == did.deed]
    match did.period:
        case "this turn":
            return [deed for deed in deeds if deed.this_turn]
        case "since then":
            return [deed for deed in deeds if deed.moment > began]
        case "at any time":
            return deeds


def is_called(name: str, wanted: str, *, part: bool) -> bool:
    """Whether that is a name of it, or, in part, one of its names begins with these words."""
    for one in name.split(a.SEVERAL_NAMES):
        rest = one.removeprefix(wanted)
        if one == wanted or (part and rest != one and not rest[0].isalnum()):
            return True
    return False


def names_rules(selector: a.Selector) -> bool:
    """Whether the selector means the rules among others."""
    match selector:
        case a.Identified(id):
            return id == RULES
        case a.Noun(_, inner):
            return names_rules(inner)
        case a.Both(parts) | a.Either(parts):
            return any(names_rules(part) for part in parts)
    return False


def speaks_of(scope: a.Selector, who: a.Selector) -> bool:
    """Whether the scope names `who` in so many words; what a noun means does not count."""
    match scope:
        case a.Noun(word):
            return isinstance(who, a.Noun) and word == who.word
        case a.Not(inner):
            return speaks_of(inner, who)
        case a.Both(parts) | a.Either(parts):
            return any(speaks_of(part, who) for part in parts)
    return False


def named_by(selector: a.Selector) -> tuple[str, ...] | None:
    """The ids of the objects that the selector names one by one; None if it does not."""
    if isinstance(selector, a.Identified):
        return (selector.id,)
    if not isinstance(selector, a.Either):
        return None
    named = [named_by(part) for part in selector.inner]
    return tuple(id for ids in named if ids for id in ids) if None not in named else None


def compare(left: int, comparator: a.Comparator, right: int) -> bool:
    """One of the six comparisons."""
    match comparator:
        case "=":
            return left == right
        case "!=":
            return left != right
        case "<":
            return left < right
        case "<=":
            return left <= right
        case ">":
            return left > right
        case ">=":
            return left >= right


def reckon(first: int, sign: a.ArithmeticSign, second: int) -> int:
    """Two numbers reckoned; division rounds down, and by 0 it gives 0."""
    if is_infinite(first) or is_infinite(second):
        return _infinitely(first, sign, second)
    match sign:
        case "+":
            return first + second
        case "-":
            return first - second
        case "*":
            return first * second
        case "/":
            return first // second if second else 0
        case "%":
            return first % second if second else 0


def _infinitely(first: int, sign: a.ArithmeticSign, second: int) -> int:
    """As `reckon`, of two numbers of which one is infinite at least."""
    match sign:
        case "+":
            return INFINITE if INFINITE in (first, second) else -INFINITE
        case "-":
            return INFINITE if first == INFINITE or second == -INFINITE else -INFINITE
        case "/" if not is_infinite(first):
            return 0
        case "%":
            return 0 if is_infinite(first) else first
    if first == 0 or second == 0:
        return 0
    return INFINITE if (first > 0) is (second > 0) else -INFINITE


def holds_infinite(tree: object) -> bool:
    """Whether an infinite number stands anywhere in it."""
    if isinstance(tree, int):
        return is_infinite(tree)
    if isinstance(tree, str):
        return is_infinite(chosen_number(tree))
    if isinstance(tree, Mapping):
        return any(map(holds_infinite, tree.values()))
    if isinstance(tree, tuple | frozenset):
        return any(map(holds_infinite, tree))
    names = getattr(type(tree), "__dataclass_fields__", {})
    return any(holds_infinite(getattr(tree, name)) for name in names)


def chosen_number(choice: str | None) -> int:
    """The number that was chosen; 0 for a name, and without a choice."""
    if choice is None:
        return 0
    digits = choice.removeprefix("-")
    if digits.lower() == "infinite":
        return INFINITE if digits == choice else -INFINITE
    return int(choice) if digits.isdecimal() else 0


def speaks_of_it(tree: object) -> bool:
    """Whether `it` of the outside occurs; a comparison of candidates has an `it` of its own."""
    if isinstance(tree, a.It | a.Recorded | a.RecordedPlayer):
        return True
    if isinstance(tree, a.Compared):
        return False
    if isinstance(tree, tuple):
        return any(speaks_of_it(part) for part in tree)
    names = getattr(type(tree), "__dataclass_fields__", {})
    return any(speaks_of_it(getattr(tree, name)) for name in names)


of_it: Kept[object, bool] = Kept(speaks_of_it)
"""The same, looked at once."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a selector says by its words alone.

    zoned: whether it looks beyond play. own, players, targets, rules: whether it names those.
    named: the ids, if it names objects one by one.
    """

    zoned: bool
    own: bool
    players: bool
    targets: bool
    rules: bool
    named: tuple[str, ...] | None


def _wording(selector: a.Selector) -> Wording:
    return Wording(
        looks_beyond_play(selector),
        names(selector, a.Self),
        names(selector, a.Players),
        names(selector, a.Target),
        names_rules(selector),
        named_by(selector),
    )


wording_of: Kept[a.Selector, Wording] = Kept(_wording)
"""What a selector says by its words, looked at once."""
