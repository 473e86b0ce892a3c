"""What an object may do on a complete state, by which effect, and where it goes instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from layerlaw.model.algebra import Redirect
from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.board.columns import PERMISSIONS, Ignoring, Permit, Redirection
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.effects.pseudo_objects import RULES
from layerlaw.solver.facts.displays import Rich
from layerlaw.solver.layers.cells import mark_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.effects.world import World

Rank = Literal["rule", "card"]
UNASKED = "what the game asks for besides (turns, costs, legal targets) was not looked at"
"""What no answer says: it is about the effects and rules stated, not about the game's procedure."""
Standing = Literal["decides", "stands", "overruled", "ignored"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One `can` or `can't` that bears on the question.

    text: what it says, of whom. effect, source: what made it. rank: whether a rule or a card says
    it. standing: it `decides`; it `stands` (says the same as what decides); it is `overruled` by
    what decides, or `ignored` by the one asked about. why: in a few words. clause: the rule's, or
    that of the keyword which says it, or "".
    """

    text: str
    effect: str
    source: str
    allowed: bool
    rank: Rank
    standing: Standing
    why: str
    clause: str = ""


@dataclass(frozen=True, slots=True, repr=False)
class Decision(Rich):
    """Whether it can be done.

    decided_by: the effect whose statement decides; None where nothing is stated (it can).
    clause: what the ranking of the statements rests on (policy `prohibition`).
    """

    allowed: bool
    decided_by: str | None
    clause: str
    statements: tuple[Statement, ...]

    @property
    def means(self) -> str:
        """What the answer rests on, and of a "can" what was not looked at."""
        if not self.allowed:
            return f"{self.decided_by} forbids it"
        if self.decided_by is None:
            return f"no effect and no rule in the rulebook forbids it; {UNASKED}"
        return f"{self.decided_by} allows it, and nothing goes before that; {UNASKED}"


class Destination(NamedTuple):
    """The zone an object really goes to, and the effect that sends it there (None: none does)."""

    to: str
    effect: str | None


@checked()
def may(
    derivation: Answer, who: str, action: str, to: str | None = None, passive: bool = False
) -> Decision:
    """Whether an object or a player can do something, or have it done to it, on the final state.

    who, to: ids of objects or names of players; `to` is what it is done to, or, if passive, who
    does it. action: the word as cards have it ("attack", passive "attacked"). The statements are
    the marks on `who`, those of the other voice on `to`, and, for a passive question without
    `to`, what the controller of `who` can or can't do; the rulebook's policy `prohibition` says
    which of them decides. Statements come oldest first. That it can be done means that no effect
    and no rule in the rulebook forbids it (`Decision.means`). Of several answers that agree on it,
    what the first says. Raises `LayerlawError`, with a suggestion, for an unknown object or verb,
    where several answers do not agree, and in a paradox.
    """
    _check_verb(derivation.rulebook.actions, action, passive=passive)
    answers = [
        may_on(state.world, state.end, state.effects, who, action, to, passive)
        for state in answers_to_ask("may", derivation)
    ]
    if len({answer.allowed for answer in answers}) > 1:
        said = "; ".join(f"answer {n}: {one.allowed}" for n, one in enumerate(answers, 1))
        raise LayerlawError(
            f"the answers do not agree on whether it can be done ({said}): ask one of them, as in "
            "may(answer.states[0], ...)"
        )
    return answers[0]


def _check_verb(actions: Mapping[str, str], action: str, *, passive: bool) -> None:
    """Raise `LayerlawError` for a word that is no verb of the rulebook, where it lists any."""
    voice = tuple(actions.values() if passive else actions)
    if actions and action not in voice:
        other = "without" if passive else "with"
        if action in (actions if passive else actions.values()):
            raise LayerlawError(f"'{action}' is asked {other} `passive=True`")
        message = with_hint(f"unknown verb '{action}'", action, voice)
        raise LayerlawError(f"{message} (there are {', '.join(voice)})")


def may_on(
    world: World,
    board: Board,
    effects: Mapping[str, Effect],
    who: str,
    action: str,
    to: str | None = None,
    passive: bool = False,
) -> Decision:
    """As `may`, on any complete board. effects: by id, every one that made a mark on it."""
    asked = _index(world, who)
    other = None if to is None else _index(world, to)
    ignoring = [
        mark
        for mark in board.values(PERMISSIONS, asked)
        if isinstance(mark, Ignoring) and (mark.action, mark.passive) == (action, passive)
    ]
    found = [
        Said(bearer, mark, effects[mark.effect])
        for bearer, mark in _speaking(world, board, asked, action, other, passive)
    ]
    found.sort(
        key=lambda one: (
            one.effect.key,
            one.effect.id,
            one.bearer,
            not one.mark.allowed,
            mark_label(one.mark, world),
        )
    )
    ignored = {
        one
        for one in found
        if any(m.sources is None or m.sources >> world.index[one.source] & 1 for m in ignoring)
    }
    standing = [one for one in found if one not in ignored]
    decider, why = None, ""
    if standing:
        decider, why = world.rulebook.decided(
            ("prohibition",), lambda values: deciding(values[0], standing)
        )
    clause = world.rulebook.clause_of("prohibition")

    def statement(one: Said) -> Statement:
        stands: Standing
        if one in ignored:
            stands, reason = "ignored", f"{who} ignores it"
        elif one is decider:
            stands, reason = "decides", why
        else:
            assert decider is not None
            same = one.mark.allowed is decider.mark.allowed
            stands = "stands" if same else "overruled"
            reason = f"{'as' if same else 'against'} {decider.effect.id}" + (why and f": {why}")
        return Statement(
            f"{world.things[one.bearer].id} {mark_label(one.mark, world)}",
            one.effect.id,
            one.source,
            one.mark.allowed,
            one.rank,
            stands,
            reason,
            _clause(world, one),
        )

    return Decision(
        decider is None or decider.mark.allowed,
        None if decider is None else decider.effect.id,
        clause,
        tuple(statement(one) for one in found),
    )


@dataclass(frozen=True, slots=True)
class Said:
    """A mark that speaks of the question, on whom (-1: no matter), and the effect that made it."""

    bearer: int
    mark: Permit
    effect: Effect

    @property
    def source(self) -> str:
        return self.effect.source

    @property
    def rank(self) -> Rank:
        return "rule" if self.effect.source == RULES else "card"


def questions_on(derivation: Answer, id: str) -> tuple[tuple[str, str, bool, str | None], ...]:
    """What the marks on an object speak of, as (who, action, passive, to): first nobody named.

    Then every partner that a mark of either side names. Raises `LayerlawError` for an unknown one.
    """
    world, index = derivation.world, _index(derivation.world, id)
    pairs = world.rulebook.actions
    found: dict[tuple[str, str, bool, str | None], None] = {}
    for mark, held in derivation.end.column(PERMISSIONS).items():
        if not isinstance(mark, Permit):
            continue
        if held >> index & 1:
            for other in (None, *world.ids(mark.to or 0)):
                found[id, mark.action, mark.passive, other] = None
        if mark.to is not None and mark.to >> index & 1:
            for bearer in world.ids(held):
                found[bearer, mark.action, mark.passive, id] = None
        elif mark.to is None and held and not mark.passive and mark.action in pairs:
            found[id, pairs[mark.action], True, None] = None
    return tuple(sorted(found, key=lambda one: (one[3] is not None, *map(str, one))))


def _speaking(
    world: World, board: Board, asked: int, action: str, other: int | None, passive: bool
) -> Iterator[tuple[int, Permit]]:
    """The marks that speak of the question, and who bears them."""
    for mark in board.values(PERMISSIONS, asked):
        if (
            isinstance(mark, Permit)
            and (mark.action, mark.passive) == (action, passive)
            and (mark.to is None or (other is not None and mark.to >> other & 1))
        ):
            yield asked, mark
    bearer = other
    if other is None and passive:
        controller = board.value("controller", asked)
        bearer = None if controller is None else world.index[str(controller)]
    if bearer is None:
        return
    pairs = world.rulebook.actions.items()
    words = [one for one, done in pairs if done == action] if passive else []
    words += [] if passive else [done for one, done in pairs if one == action]
    for mark in board.values(PERMISSIONS, bearer):
        if (
            isinstance(mark, Permit)
            and mark.passive is not passive
            and mark.action in words
            and (mark.to is None or mark.to >> asked & 1)
        ):
            yield bearer, mark


def deciding(policy: str, said: Sequence[Said]) -> tuple[Said, str]:
    """The statement that decides among those not ignored, oldest first, and why it does."""
    cards = [one for one in said if one.rank == "card"]
    first = cards or said
    rank = "a card's word goes before a rule's" if len(first) < len(said) else ""
    if policy == "prohibition wins":
        return _newest_cant(said)
    if policy == "ranks":
        decider, why = _newest_cant(first)
        return decider, " and ".join(filter(None, (why, rank)))
    if policy == "newest":
        newest = max(one.effect.key for one in first)
        decider = next(one for one in sorted(first, key=_cant_first) if one.effect.key == newest)
        return decider, rank or "the newest effect's word"
    kept = [one for one in first if not one.mark.allowed and not _yields(one, first)]
    if kept:
        word = "a can't goes before a can" if len(kept) < len(first) else ""
        return kept[-1], " and ".join(filter(None, (word, rank)))
    allowing = [one for one in first if one.mark.allowed]
    beaten = len(allowing) < len(first)
    why = "a newer effect than the can't, and one of the two has resolved" if beaten else ""
    return allowing[-1], " and ".join(filter(None, (why, rank)))


def _newest_cant(said: Sequence[Said]) -> tuple[Said, str]:
    """The newest can't; if there is none, the newest can."""
    forbidding = [one for one in said if not one.mark.allowed]
    if not forbidding:
        return said[-1], ""
    both = len(forbidding) < len(said)
    return forbidding[-1], "a can't goes before a can" if both else ""


def _cant_first(one: Said) -> bool:
    return one.mark.allowed


def _yields(against: Said, among: Sequence[Said]) -> bool:
    """Whether a newer can stands against the can't, and one of the two has resolved."""
    return any(
        one.mark.allowed
        and one.effect.key > against.effect.key
        and not (one.effect.static and against.effect.static)
        for one in among
    )


def _clause(world: World, one: Said) -> str:
    """The clause of the rule, or of the keyword, that makes the statement; else ""."""
    rulebook = world.rulebook
    if one.rank == "rule":
        name = one.effect.id.removeprefix(f"{RULES}.")
        return next((rule.clause for rule in rulebook.rules if rule.id == name), "")
    keyword = one.effect.ability.keyword
    return "" if keyword is None else rulebook.keyword_clause(keyword)


def redirected(derivation: Answer, id: str, zone: str) -> Destination:
    """Where an object goes that would go to the zone, going by the final state.

    Of the redirections on it that speak of the zone, or of none, the newest effect's decides; no
    other one is followed after it. Raises `LayerlawError` for an unknown object.
    """
    marks = derivation.board.values(PERMISSIONS, _index(derivation.world, id))
    found = (mark for mark in marks if isinstance(mark, Redirection))
    known = derivation.rest[0] if derivation.rest else derivation
    return newest_redirection(found, zone, known.effects)


def newest_redirection(
    marks: Iterable[Redirection], zone: str, effects: Mapping[str, Effect]
) -> Destination:
    """Where what bears these marks goes that would go to the zone. effects: by id."""
    speaking = [mark for mark in marks if mark.instead_of in (None, zone)]
    if not speaking:
        return Destination(zone, None)
    newest = max(
        speaking,
        key=lambda mark: (effects[mark.effect].key, mark.effect, _stated(mark, effects)),
    )
    return Destination(newest.to, newest.effect)


def _stated(mark: Redirection, effects: Mapping[str, Effect]) -> int:
    """Where in its ability the redirection stands: of two of one effect the last one decides."""
    operations = (
        operation
        for instruction in effects[mark.effect].ability.instructions
        for operation in instruction.operations
    )
    return max(
        place
        for place, operation in enumerate(operations)
        if isinstance(operation, Redirect)
        and (operation.to, operation.instead_of) == (mark.to, mark.instead_of)
    )


def _index(world: World, id: str) -> int:
    if id not in world.index:
        raise LayerlawError(with_hint(f"there is no object or player '{id}'", id, world.index))
    return world.index[id]
