"""The parts of the search one by one: whoever is it, keys, waiting, halves, and the smallest."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest

from layerlaw.model import LayerlawError
from layerlaw.solver import derive
from layerlaw.solver.board.kinds import Objects
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import candidates, search
from layerlaw.solver.together.founded import keep_founded
from layerlaw.solver.together.graph import WaitingDecisions, components
from layerlaw.solver.together.partial import Range
from layerlaw.solver.together.search import _halves, smallest
from layerlaw.solver.together.state import State
from together import game, table

# --- who is it ----------------------------------------------------------------------------------

OF_IT = {
    "P": "light blocker 1 | creatures: gain haste as long as it is light | it: silenced",
    "Q": "light blocker 2 | creatures: frozen as long as power of it >= 1 | it: gain [it: frozen]",
    "R": "light 3 | self: gain flyer as long as self lacks haste and not it has blocker",
    "S": "dark 1 | creatures: power += 1 as long as there is a creature with flyer or it is light",
    "T": "dark 1 | (creatures with flyer) or it: gain [self: cost := 1 as long as it is light]",
    "U": "1 | light creatures: power += 1 as long as it is controlled by you",
}
"""What speaks of `it` where there is none; P, Q and R are light, and P and Q block."""


@pytest.mark.parametrize("few", [search.FEW, -1])
def test_outside_of_a_value_nobody_is_it(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So nothing is done to it, and nothing is true of it."""
    monkeypatch.setattr(search, "FEW", few)
    found = derive(table(OF_IT))
    assert found.verdict == "settled"
    for id in OF_IT:
        held = found.value(id, "abilities")
        assert isinstance(held, tuple)
        assert not any(word.startswith("haste") for word in held)
        assert found.value(id, "silenced") is found.value(id, "frozen") is False
        assert found.value(id, "cost") is None
    assert [found.value(id, "power") for id in OF_IT] == [2, 3, 4, 2, 2, 2]
    assert "T.1" in found.effects


# --- keys, and who waits for whom ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("graph", "wanted"),
    [
        ({"a": "b", "b": "c", "c": "a", "d": "a"}, ["abc", "d"]),
        ({"a": "", "b": "ab", "c": "bd", "d": "c"}, ["a", "b", "cd"]),
        ({"a": "xb", "b": "xa", "c": "x"}, ["ab", "c"]),
        ({"a": "b", "b": "", "c": "ab"}, ["b", "a", "c"]),
        ({}, []),
    ],
)
def test_components_hang_together_and_later_ones_lead_to_earlier_ones(
    graph: Mapping[str, str], wanted: list[str]
) -> None:
    """What leads out of the graph is ignored."""
    assert ["".join(one) for one in components(graph, graph)] == wanted


def waits(cards: Mapping[str, str]) -> dict[str, dict[str, bool]]:
    """For each effect the effects whose deeds what it decides waits for, and whether that is held.

    Of an effect with a condition `E?` is whether it exists.
    """
    settling = Settling(table(cards))
    state = State(settling.candidates, settling.plain)
    waiting = WaitingDecisions(state, settling.candidates.all, settling.plain.deeds)
    names = {name: one.effect.id + "?" for name, one in waiting.candidates.items()}
    names |= {name: one.candidate.effect.id for name, one in waiting.deeds.items()}
    return {
        names[name]: {names[other]: held for other, held in on.items()}
        for name, on in waiting.edges.items()
    }


def test_who_waits_for_whom() -> None:
    """For whatever may change what is looked at; a loss, a count and a `not` are held."""
    found = waits(
        {
            "A": "1 | Z: colours += light",
            "B": "1 | light creatures: gain blocker",
            "C": "1 | creatures with blocker: lose haste",
            "D": "1 | self: power += 1 as long as Z has haste",
            "E": "1 | creatures with power >= 3: frozen",
            "Z": "haste 1 | creatures that are not light: gain flyer",
        }
    )
    away = {f"{one}.1?": {"C.1": True} for one in "ABCDEZ"}
    own = {f"{one}.1": {f"{one}.1?": False} for one in "ABEZ"}
    own["C.1"], own["D.1"] = {"C.1?": True}, {"D.1?": True}
    # Nobody loses a line of text here, so effects wait for nothing but their own conditions.
    assert found == {
        **{name: {} for name in away},
        "D.1?": {"C.1": False},
        "A.1": own["A.1"],
        "B.1": {**own["B.1"], "A.1": False},
        "C.1": {**own["C.1"], "B.1": True},
        "D.1": own["D.1"],
        "E.1": {**own["E.1"], "D.1": True},
        "Z.1": {**own["Z.1"], "A.1": True},
    }


# --- what nothing could bring about --------------------------------------------------------------


LIFTERS = {
    "P": "1 | creatures with blocker: colours += light",
    "Q": "1 | light creatures: gain blocker",
}
"""Each could only be done where the other one is."""


def founded(cards: Mapping[str, str]) -> tuple[bool, State]:
    """What is left where what could not be gathered is left undone; before anything is guessed."""
    settling = Settling(table(cards))
    state = State(settling.candidates, settling.plain)
    assert state.propagate()
    return keep_founded(state), state


def of_effect(state: State, id: str) -> tuple[int, dict[int, Range]]:
    """To whom an effect may still do something, and the ends between which its operand lies."""
    [deed] = [one for one in state.plain.deeds if one.candidate.effect.id == id]
    if state.exists[deed.candidate] is False:
        return 0, {}
    return deed.step.allowed & ~state.spared[deed] & 0b11111, state.limits.get(deed, {})


def test_what_only_brings_itself_about_is_not_done() -> None:
    """And what somebody else begins may be."""
    lifters = {
        "P": "1 | creatures with blocker: colours += light",
        "Q": "1 | light creatures: gain blocker",
    }
    fine, state = founded(lifters)
    assert fine and not state.any_open()
    assert of_effect(state, "P.1")[0] == of_effect(state, "Q.1")[0] == 0
    pair = {"M": "1 | N: silenced | R: colours += light", "N": "1 | M: silenced", "R": "1"}
    fine, state = founded({**LIFTERS, **pair})
    assert fine and state.any_open()
    assert of_effect(state, "Q.1")[0] == of_effect(state, "P.1")[0] == 0b10000


def test_what_exists_only_by_itself_does_not() -> None:
    """It holds only where it is done, whatever else is open."""
    fine, state = founded(
        {
            "P": "1 | self: gain haste as long as self has haste",
            "Q": "1 | self: gain [self: power += 1]",
        }
    )
    assert fine and of_effect(state, "P.1")[0] == 0 and of_effect(state, "Q.1")[0] == 0b10


def test_a_count_lies_within_what_can_be_gathered() -> None:
    """Two are light at most: the third would only be so by itself."""
    fine, state = founded(
        {
            "P": "light 1 | self: power += number of light creatures",
            "Q": "1 | self: colours += light as long as power of P >= 2",
            "R": "1 | creatures with power >= 9: colours += light",
        }
    )
    assert fine
    assert of_effect(state, "R.1")[0] == 0
    assert of_effect(state, "P.1") == (0b001, {-1: (1, 2)}) or not state.any_open()


def test_a_contradiction_to_it_is_noticed() -> None:
    """What was supposed to be done, and could not be gathered, makes the state none."""
    for part in ("exists", "done"):
        settling = Settling(
            table(
                {
                    "P": "1 | creatures with blocker: colours += light",
                    "Q": "1 | light creatures: gain blocker",
                }
            )
        )
        root = State(settling.candidates, settling.plain)
        assert root.propagate()
        state = root.suppose()
        [first, _] = settling.plain.deeds
        state.exists[first.candidate] = True
        if part == "done":
            state.done[first] = Objects(0b1)
        assert state.propagate() and keep_founded(state) is (part == "exists")


# --- halves, and the smallest --------------------------------------------------------------------


@pytest.mark.parametrize("ends", [(0, 4), (1, 2), (2, 2), (0, 1), (-3, 1), (3, 9), (1, 3), (0, 9)])
def test_the_halves_are_all_that_lies_between_the_ends(ends: Range) -> None:
    """Each number in one of them, half in each, and one alone is the operand."""
    cards = {"P": "1 | self: power += number of creatures with power >= 2", "Q": "2", "R": "3"}
    settling = Settling(table(cards))
    [deed] = settling.plain.deeds
    domain = [0, 1, 2, 3, 5]
    between = [number for number in domain if ends[0] <= number <= ends[1]]
    told: list[list[int]] = []
    for state in _halves(State(settling.candidates, settling.plain), deed, -1, ends, domain):
        assert state.supposed
        if deed in state.values:
            number = state.values[deed][-1]
            assert isinstance(number, int)
            told.append([number])
            assert state.guesses[deed] and deed in state.guessed
        else:
            low, high = state.limits[deed][-1]
            told.append([number for number in between if low <= number <= high])
            assert (low, high) == (told[-1][0], told[-1][-1]) and len(told[-1]) > 1
    assert [number for half in told for number in half] == between and len(told) == min(
        len(between), 2
    )
    assert max(map(len, told)) - min(map(len, told)) <= 1 or len(told) == 1


@pytest.mark.parametrize("likely", ["", "a", "abc", "bd", "abcdefg"])
def test_the_smallest_conflict_needs_every_one_of_its_effects(likely: str) -> None:
    """One of those that are a paradox alone; within what is likely, if there is one in that."""
    for cores in (["a"], ["bd"], ["abc", "de"], ["acg", "bdf"], ["abcdefg"], ["ce", "g"]):

        def paradox(kept: frozenset[str], cores: list[str] = cores) -> bool:
            return any(kept >= frozenset(core) for core in cores)

        found = "".join(smallest("abcdefg", likely, paradox))
        assert found in cores
        if paradox(frozenset(likely)):
            assert set(found) <= set(likely)


def test_no_effects_at_all_may_be_the_conflict_of_one() -> None:
    """Of one effect alone nothing is left out."""
    for every in ("a", "ab", "abc"):
        for size in range(1, len(every) + 1):
            for core in combinations(every, size):
                assert smallest(every, every, frozenset(core).issubset) == core


# --- copies, and words that are passed on ---------------------------------------------------------


def test_what_a_copy_brings_is_among_what_could_exist() -> None:
    """An ability of what is copied works where the copy is."""
    found = derive(
        table({"P": "1", "Q": "2 | other creatures: power += 3", "R": "1 | P: copy of Q"})
    )
    # P has the ability of Q and its power; each of the two strengthens the others.
    assert found.verdict == "settled"
    assert [found.value(id, "power") for id in "PQR"] == [5, 5, 7]


def test_granted_abilities_come_by_the_givers_then_by_the_holders() -> None:
    """Of two setters that one effect gives the one of the later holder stands; then the newer."""
    for same, power in (("newest last", 7), ("oldest last", 4)):
        cards = {
            "M": "4 | P: gain [R: power := power of M]",
            "P": "1",
            "Q": "7 | P: gain [R: power := power of Q]",
            "R": "1",
        }
        found = derive(table(cards, rulebook=game({"same step": same})))
        assert found.value("R", "power") == power


def test_the_words_that_could_be_anybodys() -> None:
    """What is printed, and what effects add; what they only take is nobody's."""
    cards = {
        "P": "light 1 | creatures: colours += dark as long as self is silenced",
        "Q": "1 | creatures: colours -= fire",
    }
    assert Settling(table(cards)).candidates.words("colours") == ("dark", "light")
    assert Settling(table(cards)).candidates.words("types") == ("creature",)
    replaced = {"P": "1 | creatures: light becomes fire", "R": "relic 1 | P: types := relic"}
    assert Settling(table(replaced)).candidates.words("colours") == ("fire",)
    assert Settling(table(replaced)).candidates.words("types") == ("creature", "relic")


BECOMING = {"P": "1 | Q: colours += light", "Q": "1"}
"""One that makes the other one light."""


@pytest.mark.parametrize(
    ("cards", "spell", "wanted"),
    [
        ({"P": "1"}, "creatures: gain [self: power += 1]", [2]),
        ({"P": "haste 1", "Q": "1"}, "P: lose haste; Q: gain [self: power += 1]", [1, 2]),
        (
            {"P": "1 | Q: colours += light", "Q": "1"},
            "light creatures: gain [self: power += 1]",
            [1, 2],
        ),
        (
            {"P": "1 | Q: colours += light", "Q": "1"},
            "locked creatures: gain [self: power += 1]",
            [2, 2],
        ),
        ({"P": "1 | Q: gain [P: power += 1] as long as there is a creature", "Q": "1"}, "", [2, 1]),
        ({"P": "1 | Q: gain [P: gain [Q: power += 3]]", "Q": "1"}, "", [1, 4]),
        ({"P": "1 | Q: gain haste, gain [P: power += 1], gain blocker", "Q": "1"}, "", [2, 1]),
        ({"P": "1 | Q: frozen, gain [P: power += 1]", "Q": "haste 1"}, "Q: lose haste", [2, 1]),
    ],
)
def test_what_is_granted_works(cards: Mapping[str, str], spell: str, wanted: list[int]) -> None:
    """By abilities and by what has resolved, to whomever could be meant, the first of all too."""
    found = derive(table(cards, {"S": spell} if spell else {}))
    assert found.verdict == "settled"
    assert [found.value(id, "power") for id in cards] == wanted


def test_so_many_effects_may_exist_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bound itself is within it."""
    cards = {"P": "1 | Q: gain [P: power += 1]", "Q": "1"}
    monkeypatch.setattr(candidates, "LIMIT", 2)
    assert derive(table(cards)).value("P", "power") == 2
    monkeypatch.setattr(candidates, "LIMIT", 1)
    with pytest.raises(LayerlawError, match="more than 1 effects could exist"):
        derive(table(cards))


# --- guesses, and what falls apart ----------------------------------------------------------------


def pairs(number: int) -> dict[str, str]:
    """So many pairs of creatures that silence each other."""
    return {f"{x}{i}": f"1 | {y}{i}: silenced" for i in range(number) for x, y in ("MN", "NM")}


@pytest.mark.parametrize("few", [-1, 0, 1, 2, 3, 64])
@pytest.mark.parametrize("depth", [0, 1, 50])
@pytest.mark.parametrize("hub", [False, True])
def test_how_many_guesses_and_how_deep_changes_no_answer(
    few: int, depth: int, hub: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each pair is decided in two ways, whoever looks at them all and whoever decides it."""
    monkeypatch.setattr(search, "FEW", few)
    monkeypatch.setattr(search, "DEPTH", depth)
    cards = pairs(3)
    if hub:
        cards["H"] = "1 | self: power += number of silenced creatures; M0: cost := power of H"
        cards["I"] = "1 | self: gain haste as long as M0 is silenced and N1 is silenced"
    found = derive(table(cards))
    assert found.answers is not None and len(found.answers) == 8
    for one in found.answers:
        for i in range(3):
            assert (f"M{i}.1" in one.effects) is not (f"N{i}.1" in one.effects)
        if hub:
            assert one.final["H", "power"] == 4
            haste = "haste from I.1" in str(one.final["I", "abilities"])
            assert haste is (one.final["M0", "silenced"] is one.final["N1", "silenced"] is True)


@pytest.mark.parametrize("few", [-1, 64])
def test_a_ring_beside_pairs_is_to_blame_alone(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could be undone is no conflict, before the ring and after it."""
    monkeypatch.setattr(search, "FEW", few)
    ring = {f"{one}": f"1 | {other}: silenced" for one, other in ("XY", "YZ", "ZX")}
    for cards in ({**ring, **pairs(2)}, {**pairs(2), **ring}):
        found = derive(table(cards))
        assert (found.verdict, found.conflict) == ("paradox", ("X.1", "Y.1", "Z.1"))


def test_so_many_guesses_and_no_more() -> None:
    """A pair takes two guesses; with one less nothing is said of it."""
    assert len(Settling(table(pairs(1)), guesses=2).states()) == 2
    assert len(Settling(table(pairs(3)), guesses=2).states()) == 8
    with pytest.raises(LayerlawError, match="too many ways in which these effects may hang"):
        Settling(table(pairs(1)), guesses=1).states()
