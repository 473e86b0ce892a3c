"""What is told of a board that is known in part holds on every board that it may become."""

from __future__ import annotations

import re
from functools import cache, reduce
from itertools import product
from operator import and_, or_
from random import Random
from typing import TYPE_CHECKING

import pytest
from docs.test_notation_page import samples

from layerlaw.model import loads_scenario, vocabulary
from layerlaw.model.algebra import Exists, Matches, Negation, Not, Self
from layerlaw.model.notation.parsing import (
    parse_condition,
    parse_player,
    parse_selector,
    parse_value,
)
from layerlaw.solver.board.columns import ABILITIES, BENEATH, NAME, Board, bits
from layerlaw.solver.board.kinds import Index, Objects
from layerlaw.solver.effects.context import Context
from layerlaw.solver.effects.evaluate import condition, player, referring, scoped, selecting, value
from layerlaw.solver.effects.starting_board import settle_carried, starting_board
from layerlaw.solver.play.solve import solve
from layerlaw.solver.together.bounds import (
    bounds,
    players_known,
    reference_bounds,
    scope_bounds,
    value_range,
)
from layerlaw.solver.together.bounds import (
    tested as known_of,
)
from layerlaw.solver.together.keys import ANY_ABILITY, GAINING, LOSING, NAMES, Keys
from layerlaw.solver.together.partial import Partial, controller_doubts, unsettled
from layerlaw.solver.together.read_sets import looks

if TYPE_CHECKING:
    from layerlaw.solver.together.keys import Key

ANSWER = solve(
    loads_scenario(
        """
title: Land, water and the void, and what lies there
rulebook: sorcery-2026-01
players: [you, me]
active: you
cards:
  Angel: {is: [minion, mortal], power: 3, has: [Airborne]}
  Archer: {is: [minion, mortal], power: 1, has: ["Ranged 2"]}
  Mole: {is: [minion, beast], power: 2, has: [Burrowing]}
  Fish: {is: [minion, beast], power: 2, has: [Submerge]}
  Shade: {is: [minion, undead], power: 4, has: [Voidwalk]}
  Blade: {is: [artifact, weapon]}
  Meadow: {is: [site], water: 0}
  River: {is: [site, river], water: 1}
play:
  - you: Meadow as S3 at 3
  - you: River as S8 at 8
  - me: Meadow as S7 at 7
  - me: River as S4 at 4
  - you: Archer as A at 3
  - me: Angel as B at 8
  - me: Mole as C at 3 underground
  - you: Fish as D at 8 underwater
  - me: Shade as E at 9 void
  - you: Blade on A as F
  - you: Angel as H at 4
  - me: Mole as G at 7 underground
  - does: A attack B
"""
    )
)
WORLD = ANSWER.world
INSTANCES = ANSWER.instances
VOCABULARY = vocabulary(WORLD.rulebook)
START = starting_board(WORLD, INSTANCES)
OBJECTS = len(WORLD.situation.things)
WORDS = (
    ("types", "site"),
    ("types", "minion"),
    ("types", "artifact"),
    ("subtypes", "mortal"),
    ("subtypes", "beast"),
    ("subtypes", "monument"),
    ("subtypes", "river"),
)
NUMBERS = ("power", "water", "damage", "life")

SELECTORS = {
    text: parse_selector(text, VOCABULARY)
    for text in (
        *samples("selectors"),
        "minions with power >= power of self",
        "minions with power < power of target",
        "minions with power != 2",
        "sites with water > 0",
        "minions controlled by owner of target",
        "minions in front of self",
        "sites in the back row of target",
        "minions occupying river sites",
        "minions atop river sites",
        "underwater minions",
        "minions in the void",
        "nearby beasts or artifacts carried by mortals",
        "non-mortal minions here",
    )
    if "the chosen" not in text
}
CONDITIONS = {
    text: parse_condition(text, VOCABULARY)
    for text in (
        *samples("conditions"),
        "target is a mortal",
        "minions with power >= 3 are mortals",
        "not (power of target < 2)",
        "number of mortals <= number of beasts",
        "number of mortals != 3",
        "total power of beasts = 4",
        "self has Ranged or target has Airborne",
    )
}
VALUES = {
    text: parse_value(text, VOCABULARY)
    for text in (
        *samples("values"),
        "power of target",
        "lowest power of mortals",
        "total power of mortals",
        "total power of sites",
        "highest power of beasts",
        "number of different power of minions",
        "power of self - number of mortals",
        "power of self * power of target",
        "power of target / 2",
        "number of times minions have attacked this turn",
    )
    if "chosen" not in text
}
PLAYERS = tuple(
    parse_player(text, VOCABULARY)
    for text in ("you", "opponent", "controller of target", "owner of self", "controller of self")
)


class Opening:
    """Some of the cells of the board that may still change, drawn at random, and what they may be.

    A word, a status and an ability may come to some objects and leave some others, a number may be
    anything between two ends, and of some objects it is open who controls them.
    """

    def __init__(self, seed: int, *, small: bool = False) -> None:
        self.pick = Random(seed)
        self.small = small
        self.board = START.fork()
        self.open: dict[Key, Objects] = {}
        self.presence: list[tuple[str, object, int, int]] = []
        self.numbers: dict[tuple[str, int], tuple[int, int]] = {}
        self.controlled = 0
        for _ in range(1 if small else self.pick.choice((1, 1, 2, 3))):
            self.pick.choice((self.word, self.status, self.ability, self.number, self.control))()
        if seed % 3:
            # Else nothing that is open has been written yet.
            self.fill(self.board)
        settle_carried(self.board, WORLD, INSTANCES)

    def some(self) -> int:
        """A few of the objects."""
        if self.small:
            return 1 << self.pick.randrange(OBJECTS) | 1 << self.pick.randrange(OBJECTS)
        return self.pick.getrandbits(OBJECTS) & self.pick.getrandbits(OBJECTS)

    def may(self, mask: int, *keys: Key) -> None:
        """Something that is written under these keys is open for these objects."""
        for key in keys if mask else ():
            self.open[key] = Objects(self.open.get(key, 0) | mask)

    def present(self, characteristic: str, value: object, key: Key, losing: Key) -> None:
        """It may come to those that lack it, and leave those that have it."""
        gained, lost = self.some(), self.some()
        if self.pick.random() < 0.3:
            gained, lost = (gained, 0) if self.pick.random() < 0.5 else (0, lost)
        if self.small:
            now = START.column(characteristic).get(value, 0)
            gained, lost = gained & ~now, gained & now
        self.may(gained | lost, key)
        self.may(gained, (GAINING, key))
        self.may(lost, losing)
        self.presence.append((characteristic, value, gained, lost))

    def word(self) -> None:
        """A word of a set."""
        characteristic, word = self.pick.choice(WORDS)
        key: Key = ("word", characteristic, word)
        self.present(characteristic, word, key, (LOSING, key))
        _, _, gained, lost = self.presence[-1]
        self.may(gained | lost, ("any word", characteristic))

    def status(self) -> None:
        """A status; one keeps abilities from working."""
        status = self.pick.choice(("disabled", "silenced"))
        key: Key = ("status", status)
        self.present(status, True, key, (LOSING, key))

    def ability(self) -> None:
        """An ability of some name, or a name."""
        if self.pick.random() < 0.2:
            self.may(mask := self.some(), NAMES)
            self.presence.append((NAME, self.pick.choice(("Mole", "Angel")), mask, mask))
            return
        number = self.pick.choice(list(START.column(ABILITIES))[8:])
        keyword = INSTANCES.keyword(number)
        self.present(ABILITIES, number, ("keyword", keyword), ("lose", keyword))
        _, _, gained, lost = self.presence[-1]
        self.may(gained | lost, ANY_ABILITY)
        self.may(gained, ("instance", number))

    def number(self) -> None:
        """A number, of each object between two ends."""
        characteristic = self.pick.choice(NUMBERS)
        mask = self.some()
        self.may(mask, ("number", characteristic))
        for index in range(OBJECTS):
            if mask >> index & 1:
                low = self.pick.randrange(-1, 4)
                self.numbers[characteristic, index] = low, low + self.pick.randrange(4)

    def control(self) -> None:
        """Who controls."""
        mask = self.some()
        self.may(mask, ("player", WORLD.rulebook.control))
        self.controlled |= mask

    def every(self) -> list[Board]:
        """Every board that it may become."""
        cells: list[list[tuple[str, object, int, bool]]] = []
        for characteristic, what, gained, lost in self.presence:
            for index in range(OBJECTS):
                ways = [(characteristic, what, 1 << index, True)] if gained >> index & 1 else []
                ways += [(characteristic, what, 1 << index, False)] if lost >> index & 1 else []
                cells.append([*ways, (characteristic, what, 0, True)] if ways else [])
        for (characteristic, index), (low, high) in self.numbers.items():
            cells.append([(characteristic, n, 1 << index, True) for n in range(low, high + 1)])
        for index in range(OBJECTS):
            if self.controlled >> index & 1:
                cells.append([(BENEATH, name, 1 << index, True) for name in WORLD.players])
        boards = []
        for written in product(*filter(None, cells)):
            board = self.board.fork()
            for name, what, mask, there in written:
                if name == BENEATH or (name, mask.bit_length() - 1) in self.numbers:
                    board.assign(name, what, Objects(mask))
                else:
                    (board.add if there else board.remove)(name, what, Objects(mask))
            settle_carried(board, WORLD, INSTANCES)
            boards.append(board)
        return boards

    def fill(self, board: Board) -> None:
        """Write one of the ways in which all that is open may come out."""
        pick = self.pick
        for characteristic, what, gained, lost in self.presence:
            board.add(characteristic, what, Objects(gained & pick.getrandbits(OBJECTS)))
            board.remove(characteristic, what, Objects(lost & pick.getrandbits(OBJECTS)))
        for (characteristic, index), (low, high) in self.numbers.items():
            board.assign(characteristic, pick.randint(low, high), Objects(1 << index))
        for index in range(OBJECTS):
            if self.controlled >> index & 1:
                board.assign(BENEATH, pick.choice(WORLD.players), 1 << Index(index))

    def partial(self, *, directed: bool = True) -> Partial:
        """The board as it is so far, and what is open on it."""
        return Partial(
            self.board,
            Keys(WORLD.rulebook, ()),
            self.open,
            lambda characteristic, objects: [
                (self.numbers.get((characteristic, index)), 1 << index) for index in bits(objects)
            ],
            directed=directed,
        )

    def completed(self) -> Board:
        """One of the boards that it may become."""
        board = self.board.fork()
        self.fill(board)
        settle_carried(board, WORLD, INSTANCES)
        return board


CONTEXTS = tuple(
    Context(WORLD, INSTANCES, WORLD.index[source], user, Objects(1 << WORLD.index[target]))
    for source, user, target in (("A", None, "B"), ("F", None, "A"), ("C", "you", "S8"))
)
"""Those of an ability of a soldier, of the blade that it carries, and of a spell of a player."""
ITS = (-1, WORLD.index["B"], WORLD.index["H"])


@cache
def drawn(seed: int) -> tuple[Partial, Partial, tuple[Board, ...]]:
    """What is open on a board, the same with no direction told, and some boards it may become."""
    opening = Opening(seed)
    boards = tuple(opening.completed() for _ in range(5))
    return opening.partial(), opening.partial(directed=False), boards


@cache
def told_of(seed: int) -> tuple[Partial, list[Board]]:
    """A little that is open on a board, and every board that it may become."""
    opening = Opening(seed, small=True)
    return opening.partial(), opening.every()


OPENINGS = 40


def openings(text: str, more: int) -> range:
    """Some of the drawn openings, others for each text."""
    began = sum(map(ord, text)) * 3 + more
    return range(began % OPENINGS, began % OPENINGS + 4)


def blocks(texts: dict[str, object]) -> list[list[str]]:
    """The texts in a few parts."""
    known = list(texts)
    return [known[start : start + 15] for start in range(0, len(known), 15)]


@pytest.mark.parametrize("texts", blocks({**SELECTORS}))
def test_what_is_selected_lies_between_its_bounds(texts: list[str]) -> None:
    """Also inside a `not`; and where nothing is open they are one."""
    for text in texts:
        for number, context in enumerate(CONTEXTS):
            for tree in (SELECTORS[text], Not(SELECTORS[text])):
                ways = (
                    (bounds(tree, context, "anything"), selecting(tree, context, "anything")),
                    (scope_bounds(tree, context), scoped(tree, context)),
                    (reference_bounds(tree, context), referring(tree, context)),
                )
                for limits, select in ways:
                    for seed in openings(text, number):
                        *partials, boards = drawn(seed)
                        for partial in partials:
                            least, most = limits(partial, ITS[number])
                            for board in boards:
                                now = select(board, ITS[number])
                                assert not least & ~now and not now & ~most, (text, seed)
                    known = Partial(START, partials[0].keys, {})
                    assert limits(known, ITS[number]) == (select(START, ITS[number]),) * 2, text


@pytest.mark.parametrize("texts", blocks({**SELECTORS}))
def test_what_is_not_looked_at_changes_nothing(texts: list[str]) -> None:
    """Whoever has nothing open that a selector looks at is selected on all boards, or on none."""
    for text in texts:
        tree = SELECTORS[text]
        for number, context in enumerate(CONTEXTS):
            asked, select = looks(tree, context), selecting(tree, context, "anything")
            for seed in openings(text, number + 7):
                partial, _, boards = drawn(seed)
                doubt = partial.doubts(asked)
                for board in boards:
                    changed = select(board, ITS[number]) ^ select(partial.board, ITS[number])
                    assert not changed & ~doubt, (text, seed)


@pytest.mark.parametrize("texts", blocks({**CONDITIONS, **SELECTORS}))
def test_what_is_known_of_a_condition_is_so(texts: list[str]) -> None:
    """Also that there is something, that it is the source, and the opposite of it all."""
    for text in texts:
        trees = [CONDITIONS[text]] if text in CONDITIONS else []
        if text in SELECTORS:
            trees += [Exists(SELECTORS[text]), Matches(Self(), SELECTORS[text])]
        for tree in (*trees, *map(Negation, trees)):
            for number, context in enumerate(CONTEXTS):
                known, holds = known_of(tree, context), condition(tree, context)
                for seed in openings(text, number):
                    partial, _, boards = drawn(seed)
                    answer = known(partial, ITS[number])
                    found = {holds(board, ITS[number]) for board in boards}
                    assert answer is None or found == {answer}, (text, seed)
                nothing = Partial(START, partial.keys, {})
                assert known(nothing, ITS[number]) is holds(START, ITS[number]), text


@pytest.mark.parametrize("texts", blocks({**VALUES}))
def test_a_number_lies_in_its_range(texts: list[str]) -> None:
    """And where nothing is open its ends are one."""
    for text in texts:
        for number, context in enumerate(CONTEXTS):
            ranged, worth = value_range(VALUES[text], context), value(VALUES[text], context)
            for seed in range(OPENINGS):
                partial, _, boards = drawn(seed)
                ends = ranged(partial, ITS[number])
                for board in boards:
                    now = worth(board, ITS[number])
                    assert ends is None or ends[0] <= now <= ends[1], (text, seed)
            nothing = Partial(START, partial.keys, {})
            assert ranged(nothing, ITS[number]) == (worth(START, ITS[number]),) * 2, text


def test_players_that_are_known_are_meant() -> None:
    """Who controls what may be open, of what is carried too."""
    for seed in range(OPENINGS):
        partial, _, boards = drawn(seed)
        for context in CONTEXTS:
            for tree in PLAYERS:
                known, who = players_known(tree, context)(partial, -1), player(tree, context)
                assert known is None or {who(board, -1) for board in boards} == {known}, seed
                nothing = Partial(START, partial.keys, {})
                assert players_known(tree, context)(nothing, -1) == who(START, -1)


LOOSE = (
    ("controller", r"\byour?\b|control|allied|enem|opponents|front of|magics"),
    ("artifact|minion|monument", r"\byour?\b|control|allied|enem|opponents|owner|of target|bear"),
    ("minion|monument|artifact", "front of|carried|minions have|different|nearby"),
    (
        "site|water",
        "nearby|adjacent|here|under|void|occupying|connected|front of|back row|of sites",
    ),
    ("disabled|Ranged|Burrowing|Submerge", "Airborne|Ranged|abilities|Movement|Stealth"),
    ("mortal|beast|monument|river", "sharing|exceeding|attacked by|nearby|(lowest|total|highest)"),
    ("power", "power of .*|nearby"),
    ("name", "named"),
)
"""What is open, and in what texts more than one cell is looked at, so that less can be told."""


@cache
def loose(text: str, seed: int) -> bool:
    """Whether less may be told of this text than could be, with this opening."""
    opened = " ".join(str(part) for key in told_of(seed)[0].open for part in key)
    return any(re.search(what, opened) and re.search(words, text) for what, words in LOOSE)


@pytest.mark.parametrize("number", range(len(CONTEXTS)))
def test_all_that_can_be_told_of_selections_is_told(number: int) -> None:
    """Where one cell decides, whoever is selected on all boards that there may be is known."""
    context, it = CONTEXTS[number], ITS[number]
    differing = 0
    for text, tree in SELECTORS.items():
        select, limits = scoped(tree, context), scope_bounds(tree, context)
        for seed in range(50):
            partial, boards = told_of(seed)
            if not loose(text, seed):
                found = [select(board, it) for board in boards]
                wanted = reduce(and_, found), reduce(or_, found)
                assert limits(partial, it) == wanted, (text, seed)
                differing += wanted[0] != wanted[1]
    assert differing > 10


@pytest.mark.parametrize("number", range(len(CONTEXTS)))
def test_all_that_can_be_told_of_conditions_and_numbers_is_told(number: int) -> None:
    """Where one cell decides: what is the same on all boards that there may be, and both ends."""
    context, it = CONTEXTS[number], ITS[number]
    for seed in range(number, 60, 3):
        partial, boards = told_of(seed)
        for text, test in CONDITIONS.items():
            if not loose(text, seed):
                told = {condition(test, context)(board, it) for board in boards}
                known = told.pop() if len(told) == 1 else None
                assert known_of(test, context)(partial, it) is known, (text, seed)
        for text, tree in VALUES.items():
            if not loose(text, seed):
                worth = {value(tree, context)(board, it) for board in boards}
                ends = min(worth), max(worth)
                assert value_range(tree, context)(partial, it) == ends, (text, seed)


def ids(mask: int) -> str:
    """The objects of a mask."""
    return " ".join(id for id, index in WORLD.index.items() if mask >> index & 1)


def mask_of(names: str) -> Objects:
    """The mask of some objects."""
    return Objects(sum(1 << WORLD.index[name] for name in names.split()))


def where(names: str, *keys: Key) -> Partial:
    """The starting board where something is open on some objects."""
    return Partial(START, Keys(WORLD.rulebook, ()), dict.fromkeys(keys, mask_of(names)))


@pytest.mark.parametrize(("site", "below"), [("S8", "D"), ("S3", "C"), ("S7", "G"), ("S4", "")])
def test_regions_are_settled_where_no_number_changes_what_is_water(site: str, below: str) -> None:
    """A site and what lies below it: under water where its number is more than nothing."""
    for now, low, width in product(range(-1, 3), range(-1, 3), range(3)):
        partial = where(site, ("number", "water"))
        partial.board = START.fork()
        partial.board.assign("water", now, mask_of(site))
        ends = low, low + width
        partial.numbers = lambda name, objects, ends=ends: [(ends, objects)]
        alike = all((number > 0) is (now > 0) for number in range(low, low + width + 1))
        wanted = "" if alike else f"{site} {below}".strip()
        assert set(ids(unsettled(partial, WORLD)).split()) == set(wanted.split()), (now, ends)
    for asked in (False, True):
        partial = where(site, ("number", "water"))
        partial.numbers = (lambda name, objects: [(None, objects)]) if asked else None
        assert set(ids(unsettled(partial, WORLD)).split()) == {site, below} - {""}


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        ("S8", "S8 D"),
        ("A", "A C"),
        ("E", "E"),
        ("C", "C"),
        ("S3 S4", "S3 S4 C"),
        ("B F", "B F D C"),
    ],
)
def test_regions_are_open_where_it_is_open_what_is_a_site(names: str, wanted: str) -> None:
    """Of what may be one, or may be none any more, and of all that lies below there."""
    partial = where(names, ("word", "types", "site"))
    assert set(ids(unsettled(partial, WORLD)).split()) == set(wanted.split())
    assert unsettled(partial, WORLD) == unsettled(partial, WORLD)
    assert unsettled(where(names, ("word", "types", "minion")), WORLD) == 0


def test_whoever_carries_decides_who_controls() -> None:
    """It is open of what is carried where it is of the bearer, and where it may not be carried."""
    control: Key = ("player", "controller")
    for names, wanted in (("A", "A F"), ("B", "B"), ("F", "F"), ("B H", "B H")):
        assert set(ids(controller_doubts(where(names, control), WORLD)).split()) == set(
            wanted.split()
        )
    for word in (("types", "artifact"), ("types", "minion"), ("subtypes", "monument")):
        assert ids(controller_doubts(where("F", ("word", *word)), WORLD)) == "F"
    assert controller_doubts(where("A", ("word", "subtypes", "mortal")), WORLD) == 0


def test_what_may_be_disabled_may_have_no_ability_that_works() -> None:
    """And what may be so no longer may have one."""
    tree = parse_selector("minions with Airborne", VOCABULARY)
    limits = scope_bounds(tree, CONTEXTS[0])
    key: Key = ("status", "disabled")
    assert [ids(each) for each in limits(where("B", key, (GAINING, key)), -1)] == ["H", "B H"]
    partial = where("B H", key, (LOSING, key))
    partial.board = START.fork()
    partial.board.add("disabled", True, mask_of("B H"))
    assert [ids(each) for each in limits(partial, -1)] == ["", "B H"]
    partial.open = {key: mask_of("B"), (LOSING, key): mask_of("B")}
    assert [ids(each) for each in limits(partial, -1)] == ["", "B"]


def test_of_nobody_and_of_several_nobody_controls() -> None:
    """Of one it is who controls it, the first of all objects too; a spell's user is known."""
    control: Key = ("player", "controller")
    tree, you = (parse_player(text, VOCABULARY) for text in ("controller of target", "you"))
    for targets, names in (
        ("", ()),
        ("A B", ()),
        ("S3", ("you",)),
        ("B", ("me",)),
        ("A", ("you",)),
    ):
        context = Context(WORLD, INSTANCES, WORLD.index["C"], "you", mask_of(targets))
        assert players_known(tree, context)(where("", control), -1) == frozenset(names)
        opened = players_known(tree, context)(where("A B C S3", control), -1)
        assert opened == (None if names else frozenset())
        assert players_known(you, context)(where("C", control), -1) == frozenset(("you",))
    mine = Context(WORLD, INSTANCES, WORLD.index["C"], None, Objects(0))
    assert players_known(you, mine)(where("C", control), -1) is None
    assert players_known(you, mine)(where("A", control), -1) == frozenset(("me",))


def test_what_was_done_is_done_as_often_as_there_are_deeds() -> None:
    """At most, and at least never, where it is open who is meant."""
    text = "number of times minions have attacked this turn"
    ranged = value_range(parse_value(text, VOCABULARY), CONTEXTS[0])
    assert ranged(where("A", ("word", "types", "minion")), -1) == (0, 1)
    assert ranged(where("A", ("number", "power")), -1) == (1, 1)
