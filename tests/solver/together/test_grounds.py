"""What holds itself up is no answer, and what is gathered in a roundabout way is one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from literal_grounds import between_is_told, every_two, gathering_of, literal
from literal_states import stands

from layerlaw.model import LayerlawError
from layerlaw.solver import derive
from layerlaw.solver.board.columns import bits
from layerlaw.solver.board.kinds import NO_OBJECTS, Index
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import grounds
from layerlaw.solver.together.grounds import _Between, gathered
from together import game, table

Cards = Mapping[str, str]

LIFTED: dict[str, Cards] = {
    "either, or the other": {
        "P": "blocker 1 | (creatures without flyer) or (dark creatures): frozen",
        "Q": "relic | P: colours += dark as long as P is frozen"
        " | P: gain flyer as long as P is frozen",
    },
    "given and silenced": {
        "P": "relic | Q: silenced as long as P is frozen | Q: gain haste as long as P is frozen",
        "Q": "1",
        "R": "relic | P: frozen as long as there are no creatures with haste",
    },
    "given and replaced": {
        "P": "relic | Q: colours += light as long as P is frozen",
        "R": "relic | Q: colours := fire as long as P is frozen",
        "S": "relic | P: frozen as long as there are no light creatures",
        "Q": "fire 1",
    },
    "taken and replaced": {
        "P": "relic | Q: colours -= fire as long as P is frozen",
        "R": "relic | Q: colours := fire as long as P is frozen",
        "S": "relic | P: frozen as long as there are fire creatures",
        "Q": "fire 1",
    },
}
"""Each does what two others undo alone, but not both; and these come of what it does."""

EITHER_WAY = "self: gain haste as long as self is light or self is not light"
TAKEN = "(creatures with haste) or (creatures that are not dark)"
SPLIT = "(light creatures with haste) or (creatures with haste that are not light)"

GATHERED: dict[str, tuple[Cards, int]] = {
    "what was open is certain once another one is gathered": (
        {
            "P": "1 | self: frozen as long as P is not light or Q has haste",
            "Q": "relic | P: colours += light | self: gain haste",
        },
        0,
    ),
    "a number that may grow is more than nothing all the same": (
        {
            "P": "2 | self: frozen as long as power of self >= 1",
            "Q": "1 | creatures: power += 1 as long as P is frozen",
        },
        0,
    ),
    "as many count, whether or not their numbers grow": (
        {
            "P": "2 | self: cost := number of creatures with power >= 1",
            "Q": "1 | creatures: power += 1 as long as cost of P >= 2",
        },
        0,
    ),
    "of one object the operand is certain, of the other one later": (
        {
            "P": "2 | creatures: cost := its power",
            "Q": "1 | self: power += 1 as long as cost of P >= 2",
        },
        0,
    ),
    "a number that is raised to what it is": (
        {
            "P": "2 | self: cost := its power",
            "Q": "1 | P: power at least 2 as long as cost of P >= 2",
        },
        0,
    ),
    "frozen twice": (
        {
            "P": "1 | self: frozen | self: frozen as long as Q has haste",
            "Q": "1 | self: gain haste as long as P is frozen",
        },
        0,
    ),
    "light twice": (
        {
            "P": "light 1 | self: colours += light as long as Q has haste",
            "Q": "1 | self: gain haste as long as P is light",
        },
        0,
    ),
    "one loses what it does not have": (
        {
            "P": "1 | self: lose blocker as long as Q has haste",
            "Q": "1 | self: gain haste as long as P does not have blocker",
        },
        0,
    ),
    "one that has no abilities is silenced": (
        {
            "P": "1",
            "Q": "1 | self: gain haste as long as P does not have blocker"
            " | P: silenced as long as Q has haste",
        },
        0,
    ),
    "each way": (
        {"P": f"1 | {EITHER_WAY} | self: colours += light as long as self has haste"},
        1,
    ),
    "refuted where one is left out, but only for one of two": (
        {
            "R": "relic | ((creatures without flyer) or (dark creatures)) with blocker or "
            f"({SPLIT}): frozen | P: colours += dark as long as Q is frozen"
            " | P: gain flyer as long as Q is frozen | Q: colours += light as long as P is frozen",
            "P": "blocker 1",
            "Q": f"1 | {EITHER_WAY}",
        },
        3,
    ),
    "refuted where one is added, until another one is gathered": (
        {
            "R": f"relic | ({TAKEN}) that are not light or ({TAKEN}) that are light: frozen",
            "P": "1 | self: colours += dark as long as self is frozen"
            f" | self: colours += light as long as self is frozen | {EITHER_WAY}",
        },
        5,
    ),
}
"""With how many splits each is gathered; by bounds alone, if none."""


def settling_of(cards: Cards) -> Settling:
    """Cards where losses last."""
    return Settling(table(cards, rulebook=game({"loss": "bar"})), True, None)


@pytest.mark.parametrize("cards", LIFTED.values(), ids=LIFTED.keys())
def test_what_two_of_its_own_deeds_undo_alone_is_not_gathered(cards: Cards) -> None:
    """On the state with one of them it is not done, and neither comes without it."""
    settling = settling_of(cards)
    assert settling.states() == []
    [lifted], complete = settling.lifted()
    assert complete and stands(settling.plain, lifted) is False
    found = derive(settling.situation)
    assert found.verdict == "paradox" and Certificate(found.facts).check().ok
    gathering = gathering_of(settling.plain, lifted)
    for low, high in every_two(gathering.deeds):
        between_is_told(gathering, low, high, (low, high))


@pytest.mark.parametrize(("cards", "splits"), GATHERED.values(), ids=GATHERED.keys())
def test_what_is_done_on_every_state_between_is_gathered(
    cards: Cards, splits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With so many splits, and with none less; the message names the effects."""
    settling = settling_of(cards)
    monkeypatch.setattr(grounds, "SPLITS", splits)
    [board] = settling.states()
    assert stands(settling.plain, board) and gathered(settling.plain, board)
    if splits:
        monkeypatch.setattr(grounds, "SPLITS", splits - 1)
        with pytest.raises(LayerlawError, match=r"takes too long .* holds itself up: \w\.\d, \w"):
            gathered(settling.plain, board)


@pytest.mark.parametrize("cards", [cards for cards, splits in GATHERED.values() if splits < 3])
def test_between_any_two_sets_of_their_deeds_all_is_as_told(cards: Cards) -> None:
    """What is certain, what varies, what is read, and what waits."""
    settling = settling_of(cards)
    for board in (*settling.states(), *settling.lifted()[0]):
        gathering = gathering_of(settling.plain, board)
        for low, high in every_two(gathering.deeds):
            between_is_told(gathering, low, high, (low, high))


ASKED: dict[str, Cards] = {
    **LIFTED,
    **{name: cards for name, (cards, splits) in GATHERED.items() if 0 < splits < 5},
    "what is counted for each": {
        "P": "1 | self: colours += light as long as cost of Q <= 2",
        "Q": "light 1",
        "R": "light 1 | creatures: cost := number of light creatures that are not it",
    },
}


@pytest.mark.parametrize("name", ASKED)
def test_clingo_says_what_a_look_at_every_board_between_says(name: str) -> None:
    """Of what is not always done it names a board between on which it is not."""
    settling = settling_of(ASKED[name])
    said = []
    for board in (*settling.states(), *settling.lifted()[0]):
        gathering = gathering_of(settling.plain, board)
        nothing = dict.fromkeys(gathering.deeds, NO_OBJECTS)
        between = _Between(gathering, nothing, gathering.deeds)
        made = literal(gathering, nothing, gathering.deeds)
        for deed, mask in gathering.deeds.items():
            for it in bits(mask):
                always = all(gathering.is_done(deed, it, now) for now in made)
                gathering.refuted.clear()
                assert gathering._told(deed, it, between) is always
                said.append(always)
                assert bool(gathering.refuted) is not always
                for masks in gathering.refuted.values():
                    assert all(not masks[one] & ~gathering.deeds[one] for one in masks)
                    assert not gathering.is_done(deed, it, gathering.board(masks))
    assert False in said and (True in said) is (name not in LIFTED)


def test_what_clingo_has_no_words_for_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether anything has any ability, whichever: it is gathered all the same."""
    cards = {
        "P": "1 | self: frozen as long as Q is a creature with an ability or "
        "Q is a creature without an ability | Q: lose all abilities as long as P is frozen",
        "Q": "haste 1",
    }
    settling = settling_of(cards)
    for few in (grounds.FEW, 0):
        monkeypatch.setattr(grounds, "FEW", few)
        [board] = settling.states()
        assert board.value("frozen", Index(0)) is True
        assert stands(settling.plain, board) and gathered(settling.plain, board)
