"""Makes boards of abstract instances: cards whose effects depend on each other just like that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal

from layerlaw.model.algebra import AddMembers, LoseAll, Number, SetNumber, SetStatus
from layerlaw.model.arguments import checked
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.documents.axioms.instances import Instance, Order, instances
from layerlaw.solver.documents.boards.small_boards import NAMES, SharedWords, play, scenario
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.play.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from layerlaw.model.algebra import Operation
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.documents.boards.real_cards import RealCards

Family = Literal["silencers", "words", "numbers"]
"""silencers: an effect takes the ability from what depends on it. words: it gives a word that
what depends on it looks for. numbers: it sets a number that what depends on it reads."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of effect in one layer: its family, and the status, set or number that it is about.

    place: the layer, counted from 0 in the rulebook's order. status: of silencers, "" where they
    make lose all abilities.
    """

    family: Family
    place: int
    about: str = ""


def concrete(
    rulebook: Rulebook,
    instance: Instance,
    *,
    family: Family | None = None,
    real: RealCards | None = None,
) -> Scenario | None:
    """A board on which the rulebook finds exactly this instance; None where no family gives one.

    What is found is read off the solver's own answer: the effects of each layer and every
    dependency among them. family: made-up cards of this one alone. real: the cards of the game,
    which are then tried first.
    """
    for board in real.boards(instance) if real is not None else ():
        return board
    return next(boards(rulebook, instance, family=family), None)


@checked(Family="Literal['silencers', 'words', 'numbers']")
def boards(
    rulebook: Rulebook, instance: Instance, *, family: Family | None = None
) -> Iterator[Scenario]:
    """Every board of the families for the instance, each checked as in `concrete`.

    rulebook: under which they are played. instance: what the boards are to show.
    family: made-up cards of this one alone.

    Raises `WrongArgument` for anything but a rulebook, an instance and a family.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.solver.documents.audit import Instance, boards
    >>> instance = Instance(2, (0, 0), ((1, 0),))
    >>> next(boards(shipped_rulebook("sorcery-2026-01"), instance)).title
    '2 effects; 1 depends on 0'
    """
    words = SharedWords(rulebook)
    for kinds in choices(words, instance, family):
        made = realise(words, instance, kinds)
        if made is not None and realises(made, instance, kinds):
            yield made


def kinds_of(words: SharedWords) -> tuple[Kind, ...]:
    """The kinds of effects that the rulebook has words and layers for; silencers first."""
    rulebook = words.rulebook
    kinds: list[Kind] = []

    def note(family: Family, about: str, operation: Operation) -> None:
        try:
            layer = rulebook.layer_of(operation)
        except LayerlawError:
            return
        kinds.append(Kind(family, rulebook.layers.index(layer), about))

    for status in words.statuses:
        if rulebook.statuses[status].silences:
            note("silencers", status, SetStatus(status))
    if words.keywords:
        note("silencers", "", LoseAll())
    # The more words the better.
    for name in sorted(words.sets, key=lambda name: -len(words.sets[name])):
        note("words", name, AddMembers(name, ()))
    for name in words.numbers[:1]:
        note("numbers", name, SetNumber(name, Number(0)))
    return tuple(kinds)


def choices(
    words: SharedWords, instance: Instance, family: Family | None = None
) -> Iterator[tuple[Kind, ...]]:
    """The kinds of effects that the layers of the instance can be made of, one for each layer.

    For one layer the first kind of every family is enough.
    """
    known: dict[tuple[str, int], Kind] = {}
    for kind in kinds_of(words):
        if family in (None, kind.family):
            known.setdefault((kind.family, kind.place), kind)
    ordered = list(known.values())
    layers = len(set(instance.layers))
    if layers == 1:
        first: dict[str, Kind] = {}
        for kind in ordered:
            first.setdefault(kind.family, kind)
        yield from ((kind,) for kind in first.values())
        return
    ordered.sort(key=lambda kind: (kind.place, kind.family, kind.about))
    for kinds in combinations(ordered, layers):
        if all(a.place < b.place for a, b in pairwise(kinds)):
            yield kinds


def realise(words: SharedWords, instance: Instance, kinds: tuple[Kind, ...]) -> Scenario | None:
    """The instance as a board of these kinds of effects; None where the words do not suffice.

    Nothing is looked at yet: what stands in the rulebook may let other effects depend on each
    other than the instance says (see `realises`).
    """
    if instance.n > len(NAMES):
        return None
    cards: list[Card] = []
    victims: dict[str, Card] = {}
    for effect in range(instance.n):
        kind = kinds[instance.layers[effect]]
        lines = _LINES[kind.family](words, instance, kind, effect, victims)
        if lines is None:
            return None
        cards.append(words.card(NAMES[effect], has=["; ".join(lines)]))
    events = [play(card, _id(name)) for name, card in victims.items()]
    events += [play(card, _id(card.name)) for card in cards]
    return scenario(words.rulebook, instance.words(), events)


def instance_boards(
    words: SharedWords, n: int, *, most_edges: int
) -> Iterator[tuple[Scenario, Instance, tuple[Kind, ...]]]:
    """Boards of all instances of n effects in one layer, each with its kinds, the smallest first.

    most_edges: instances of four effects or more are made up to so many dependencies.
    """
    for instance in instances(n):
        if len(set(instance.layers)) > 1 or (n > 3 and len(instance.edges) > most_edges):
            return
        for kinds in choices(words, instance):
            made = realise(words, instance, kinds)
            if made is not None:
                yield made, instance, kinds


def applied_orders(answer: Answer, number: Mapping[str, int]) -> list[Order]:
    """For each layer the effects in the order in which they were applied, by their numbers.

    number: the number of the effect that each of these objects has.
    """
    return [
        tuple(
            number[answer.effects[turn.effect].source]
            for turn in record.turns
            if turn.verdict == "applied" and answer.effects[turn.effect].source in number
        )
        for record in answer.layers
    ]


def realises(made: Scenario, instance: Instance, kinds: tuple[Kind, ...]) -> bool:
    """Whether the solver finds the effects and dependencies of the instance, and nothing else."""
    answer = solve(made)
    if answer.answers is not None:
        return False
    number = {f"{_id(NAMES[effect])}.1": effect for effect in range(instance.n)}
    own = {_id(NAMES[effect]): effect for effect in range(instance.n)}
    number |= own
    edges: set[tuple[int, int]] = set()
    for layer, kind in enumerate(kinds):
        id = made.rulebook.settled(made.readings).layers[kind.place].id
        effects = {
            number.get(turn.effect, -1)
            for turn in answer.layer(id).turns
            if answer.effects[turn.effect].source != RULES
        }
        if effects != {x for x in range(instance.n) if instance.layers[x] == layer}:
            return False
        edges |= {
            (number.get(each.effect, -1), number.get(each.on, -1))
            for each in answer.dependencies(id)
        }
    return edges == set(instance.edges)


def _silencers(
    words: SharedWords, instance: Instance, kind: Kind, effect: int, victims: dict[str, Card]
) -> list[str]:
    name = f"Victim of {NAMES[effect]}"
    victims[name] = words.card(name, has=words.keywords[:1])
    hit = [NAMES[x] for x, y in instance.edges if y == effect]
    return [f"{words.named(*hit, name)}: {kind.about or 'lose all abilities'}"]


def _words(
    words: SharedWords, instance: Instance, kind: Kind, effect: int, victims: dict[str, Card]
) -> list[str] | None:
    known = words.sets[kind.about]
    if len(known) < 2 * instance.n:
        return None
    given, seen = known[: instance.n], known[instance.n : 2 * instance.n]
    lines = [f"self: {kind.about} += {given[effect]}"]
    looked = [f"({words.things} that are {given[y]})" for x, y in instance.edges if x == effect]
    if looked:
        lines.append(f"{' or '.join(looked)}: {kind.about} += {seen[effect]}")
    return lines


def _numbers(
    words: SharedWords, instance: Instance, kind: Kind, effect: int, victims: dict[str, Card]
) -> list[str]:
    """Each sets its own number and, for each other one, that of a victim both write."""
    value = str(10 * (effect + 1))
    for x, y in instance.edges:
        if x == effect:
            value += f' + {kind.about} of ({words.things} named "{NAMES[y]}")'
    hit = []
    for other in range(instance.n):
        if other != effect and instance.layers[other] == instance.layers[effect]:
            low, high = sorted((effect, other))
            name = f"Victim of {NAMES[low]} and {NAMES[high]}"
            victims.setdefault(name, words.card(name))
            hit.append(name)
    return [f"{words.named(NAMES[effect], *hit)}: {kind.about} := {value}"]


_LINES: dict[
    Family, Callable[[SharedWords, Instance, Kind, int, dict[str, Card]], list[str] | None]
] = {
    "silencers": _silencers,
    "words": _words,
    "numbers": _numbers,
}


def _id(name: str) -> str:
    return name if name in NAMES else "".join(w[0] for w in name.split() if w[0].isupper())
