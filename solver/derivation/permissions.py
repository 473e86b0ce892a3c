"""What an object may do on a complete state, and which effect decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from layerlaw.model.algebra.permissions import speaks_of_counters
from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.board.columns import PERMISSIONS, Ignoring, Permit
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.derivation.choosing import CHOOSING, chooses_only
from layerlaw.solver.facts.rich import Rich
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.layers.cells import mark_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.model.algebra.permissions import Partner
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.makers import Makers
    from layerlaw.solver.effects.parts import Effect
    from layerlaw.solver.effects.world import World

Rank = Literal["rule", "card"]
UNASKED = "what the game asks for besides (turns, costs, legal targets) was not looked at"
"""What a decision leaves open: it rests on effects and rules, not on the game's procedure."""
Standing = Literal["decides", "stands", "overruled", "ignored"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One `can` or `can't` that bears on the question.

    text: whom it is about, and what it says. effect, source: what made it. rank: whether a rule or
    a card says it. standing: it `decides`; it `stands` (says the same as what decides); it is
    `overruled` by what decides, or `ignored` by the one asked about. why: in a few words. clause:
    that of the rule or of the keyword which says it, or "".
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
    """Whether something can be done, and what decides that.

    decided_by: the effect whose statement decides; None where nothing is stated (it can).
    clause: what the ranking of the statements rests on (policy `prohibition`).
    """

    allowed: bool
    decided_by: str | None
    clause: str
    statements: tuple[Statement, ...]

    @property
    def means(self) -> str:
        """What the decision rests on, and for a "can" what was not looked at."""
        if not self.allowed:
            return f"{self.decided_by} forbids it"
        if self.decided_by is None:
            return f"no effect and no rule in the rulebook forbids it; {UNASKED}"
        return f"{self.decided_by} allows it, and nothing goes before that; {UNASKED}"


@checked()
def may(
    answer: Answer, who: str, action: str, to: str | None = None, passive: bool = False
) -> Decision:
    """Whether an object or a player can do something, or have it done to it, on the final state.

    answer: of which it is asked. passive: whether it is done to `who`.
    who, to: ids of objects or names of players; `to` is what it is done to, or, if passive, who
    does it. action: the word as cards have it ("attack", passive "attacked"). The statements are
    the marks on `who`, those of the other voice on `to`, and, for a passive question without
    `to`, what the controller of `who` can or can't do; the rulebook's policy `prohibition` says
    which of them decides. Statements come oldest first. That it can be done means that no effect
    and no rule in the rulebook forbids it (`Decision.means`). Of several answers that agree on it,
    what the first says. Raises `LayerlawError`, with a suggestion, for an unknown object or verb,
    where several answers do not agree, and in a paradox.

    >>> from layerlaw import load_scenario, may, shipped_scenarios, solve
    >>> [kings] = [path for path in shipped_scenarios() if path.name.startswith("two-kings.")]
    >>> may(solve(load_scenario(kings)), "F", "attack", "G").means
    'rules.sickness forbids it'
    """
    _check_verb(answer.rulebook.actions, action, passive=passive)
    answers = [
        _choosing(
            state,
            may_on(state.world, state.end, state.makers, who, action, to, passive),
            (to, who) if passive else (who, to),
            in_other_voice(state.world, action, passive=True) if passive else [action],
        )
        for state in answers_to_ask("may", answer)
    ]
    if len({answer.allowed for answer in answers}) > 1:
        said = "; ".join(f"answer {n}: {one.allowed}" for n, one in enumerate(answers, 1))
        raise LayerlawError(
            f"the answers do not agree on whether it can be done ({said}): ask one of them, as in "
            "may(answer.states[0], ...)"
        )
    return answers[0]


def _choosing(
    state: Answer, decision: Decision, ids: tuple[str | None, str | None], verbs: list[str]
) -> Decision:
    """The decision, unless the verb is one for choosing and the source's card names others."""
    source, chosen = ids
    if source is None or chosen is None or not decision.allowed:
        return decision
    if not any(verb in CHOOSING for verb in verbs):
        return decision
    abilities = state.world.form(state.index(source)).abilities
    only = chooses_only(state, source, chosen, abilities)
    if only is None:
        return decision
    said = Statement(
        f"{source} chooses only {only}", source, source, False, "card", "decides", "", ""
    )
    return Decision(False, source, decision.clause, (*decision.statements, said))


def _check_verb(actions: Mapping[str, str], action: str, *, passive: bool) -> None:
    """Raise `LayerlawError` for a word that is no verb of the rulebook, where it lists any."""
    voice = tuple(actions.values() if passive else actions)
    if actions and action not in voice and not speaks_of_counters(action):
        other = "without" if passive else "with"
        if action in (actions if passive else actions.values()):
            raise LayerlawError(f"'{action}' is asked {other} `passive=True`")
        message = with_hint(f"unknown verb '{action}'", action, voice)
        raise LayerlawError(f"{message} (there are {', '.join(voice)})")


def may_on(
    world: World,
    board: Board,
    effects: Makers,
    who: str,
    action: str,
    to: str | None = None,
    passive: bool = False,
) -> Decision:
    """As `may`, on any complete board. effects: those that made marks on it, by what these bear."""
    asked = index_of(world, who)
    partner = None if to is None else index_of(world, to)
    ignoring = [
        mark
        for mark in board.values(PERMISSIONS, asked)
        if isinstance(mark, Ignoring)
        and (mark.action, mark.passive) == (action, passive)
        and mark.partner in ("", _partner_of(world, partner))
    ]
    marks = sorted(
        (
            BorneMark(bearer, mark, effects[mark.effect])
            for bearer, mark in _speaking(world, board, asked, action, partner, passive)
        ),
        key=lambda borne: (
            borne.effect.key,
            borne.effect.id,
            borne.bearer,
            not borne.mark.allowed,
            mark_label(borne.mark, world),
        ),
    )
    heeded = [borne for borne in marks if not is_ignored(borne, ignoring, world)]
    decider, why = None, ""
    if heeded:
        decider, why = world.rulebook.decided(
            ("prohibition",), lambda values: deciding(values[0], heeded)
        )

    def statement(borne: BorneMark) -> Statement:
        standing: Standing
        if borne not in heeded:
            standing, reason = "ignored", f"{who} ignores it"
        elif borne is decider:
            standing, reason = "decides", why
        else:
            assert decider is not None
            agrees = borne.mark.allowed is decider.mark.allowed
            standing = "stands" if agrees else "overruled"
            reason = f"{'as' if agrees else 'against'} {decider.effect.id}" + (why and f": {why}")
        return Statement(
            f"{world.things[borne.bearer].id} {mark_label(borne.mark, world)}",
            borne.effect.id,
            borne.source,
            borne.mark.allowed,
            borne.rank,
            standing,
            reason,
            _clause(world, borne),
        )

    return Decision(
        decider is None or decider.mark.allowed,
        None if decider is None else decider.effect.id,
        world.rulebook.clause_of("prohibition"),
        tuple(map(statement, marks)),
    )


@dataclass(frozen=True, slots=True)
class BorneMark:
    """A mark that bears on the question, who bears it (-1: no matter), and what effect made it."""

    bearer: int
    mark: Permit
    effect: Effect

    @property
    def source(self) -> str:
        return self.effect.source

    @property
    def rank(self) -> Rank:
        return "rule" if self.effect.source == RULES else "card"


def _partner_of(world: World, partner: int | None) -> Partner:
    """Which partner that is; "" if nobody is named."""
    if partner is None:
        return ""
    return "players" if world.all_players >> partner & 1 else "objects"


def is_ignored(borne: BorneMark, ignoring: Iterable[Ignoring], world: World) -> bool:
    """Whether the one asked about ignores what the source of the mark says."""
    source = world.index[borne.source]
    return any(mark.sources is None or mark.sources >> source & 1 for mark in ignoring)


def in_other_voice(world: World, action: str, *, passive: bool) -> list[str]:
    """The verbs that say the same in the other voice: those that do it, or how it is done to."""
    pairs = world.rulebook.actions
    if passive:
        return [verb for verb, done in pairs.items() if done == action]
    return [pairs[action]] if action in pairs else []


def questions_on(answer: Answer, id: str) -> tuple[tuple[str, str, bool, str | None], ...]:
    """The questions that marks on an object bear on, as (who, action, passive, to).

    First those without a partner, then one for each partner that a mark of either side names.
    Raises `LayerlawError` for an unknown object.
    """
    world, index = answer.world, index_of(answer.world, id)
    pairs = world.rulebook.actions
    questions: dict[tuple[str, str, bool, str | None], None] = {}
    for mark, held in answer.end.column(PERMISSIONS).items():
        if isinstance(mark, Ignoring) and mark.partner == "players" and held >> index & 1:
            for player in world.players:
                questions[id, mark.action, mark.passive, player] = None
        if not isinstance(mark, Permit):
            continue
        if held >> index & 1:
            for other in (None, *world.ids(mark.to or 0)):
                questions[id, mark.action, mark.passive, other] = None
        if mark.to is not None and mark.to >> index & 1:
            for bearer in world.ids(held):
                questions[bearer, mark.action, mark.passive, id] = None
        elif mark.to is None and held and not mark.passive and mark.action in pairs:
            questions[id, pairs[mark.action], True, None] = None
    return tuple(sorted(questions, key=lambda asked: (asked[3] is not None, *map(str, asked))))


def _speaking(
    world: World, board: Board, asked: int, action: str, partner: int | None, passive: bool
) -> Iterator[tuple[int, Permit]]:
    """The marks that bear on the question, and who bears them."""
    for mark in board.values(PERMISSIONS, asked):
        if (
            isinstance(mark, Permit)
            and (mark.action, mark.passive) == (action, passive)
            and (mark.to is None or (partner is not None and mark.to >> partner & 1))
        ):
            yield asked, mark
    bearer = partner
    if partner is None and passive:
        controller = board.value(world.rulebook.control, asked)
        bearer = None if controller is None else world.index[str(controller)]
    if bearer is None:
        return
    verbs = in_other_voice(world, action, passive=passive)
    for mark in board.values(PERMISSIONS, bearer):
        if (
            isinstance(mark, Permit)
            and mark.passive is not passive
            and mark.action in verbs
            and (mark.to is None or mark.to >> asked & 1)
        ):
            yield bearer, mark


def deciding(policy: str, marks: Sequence[BorneMark]) -> tuple[BorneMark, str]:
    """The mark that decides among those not ignored, oldest first, and why it does."""
    cards = [borne for borne in marks if borne.rank == "card"]
    first = cards or marks
    rank = "a card's word goes before a rule's" if len(first) < len(marks) else ""
    if policy == "prohibition wins":
        return _newest_cant(marks)
    if policy == "ranks":
        decider, why = _newest_cant(first)
        return decider, " and ".join(filter(None, (why, rank)))
    if policy == "newest":
        newest = max(borne.effect.key for borne in first)
        forbidding_first = sorted(first, key=lambda borne: borne.mark.allowed)
        decider = next(borne for borne in forbidding_first if borne.effect.key == newest)
        return decider, rank or "the newest effect's word"
    kept = [borne for borne in first if not borne.mark.allowed and not _yields(borne, first)]
    if kept:
        word = "a can't goes before a can" if len(kept) < len(first) else ""
        return kept[-1], " and ".join(filter(None, (word, rank)))
    allowing = [borne for borne in first if borne.mark.allowed]
    beaten = len(allowing) < len(first)
    why = "a newer effect than the can't, and one of the two has resolved" if beaten else ""
    return allowing[-1], " and ".join(filter(None, (why, rank)))


def _newest_cant(marks: Sequence[BorneMark]) -> tuple[BorneMark, str]:
    """The newest can't; if there is none, the newest can."""
    forbidding = [borne for borne in marks if not borne.mark.allowed]
    if not forbidding:
        return marks[-1], ""
    both = len(forbidding) < len(marks)
    return forbidding[-1], "a can't goes before a can" if both else ""


def _yields(cant: BorneMark, marks: Sequence[BorneMark]) -> bool:
    """Whether a newer can stands against the can't, and one of the two has resolved."""
    return any(
        borne.mark.allowed
        and borne.effect.key > cant.effect.key
        and not (borne.effect.static and cant.effect.static)
        for borne in marks
    )


def _clause(world: World, borne: BorneMark) -> str:
    """The clause of the rule, or of the keyword, that makes the statement; else ""."""
    rulebook = world.rulebook
    if borne.rank == "rule":
        name = borne.effect.id.removeprefix(f"{RULES}.")
        return next((rule.clause for rule in rulebook.rules if rule.id == name), "")
    keyword = borne.effect.ability.keyword
    return "" if keyword is None else rulebook.keyword_clause(keyword)


def index_of(world: World, id: str) -> int:
    """The index of an object or player. Raises `LayerlawError` for an unknown one."""
    if id not in world.index:
        raise LayerlawError(with_hint(f"there is no object or player '{id}'", id, world.index))
    return world.index[id]
