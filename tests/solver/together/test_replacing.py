"""What takes the place of all that was there: who has control, copies; and guesses about many."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bench.simultaneous import entered
from layerlaw.model import Scenario
from layerlaw.solver import Answer, solve
from layerlaw.solver.certificate import Certificate
from layerlaw.solver.derivation.simultaneous import Settling
from layerlaw.solver.together import grounds, models, search
from layerlaw.solver.together.graph import Group
from layerlaw.solver.together.state import State
from together import table

SCOPES = (
    "other creatures",
    "enemy creatures",
    "creatures you control",
    "creatures with power >= 3000",
    "creatures without Blocker",
)
DEEDS = (
    "controller := you",
    "controller := opponent",
    "power += 1000 * number of fire creatures",
    "power -= 1000 * number of enemy creatures",
    "power += 1000 * number of creatures with power >= 3000",
    "civilizations := fire",
    "gain Blocker",
    "copy of self",
)


def alike(has: str, number: int) -> Scenario:
    """So many creatures with one effect, in turn for each player."""
    return entered((("Alike", has),) * number)


def drawn(seed: int, number: int) -> Scenario:
    """So many creatures, each with an effect of its own."""
    pick = Random(seed)
    lines = [f"{pick.choice(SCOPES)}: {pick.choice(DEEDS)}" for _ in range(number)]
    return entered(tuple((f"Drawn {place}", line) for place, line in enumerate(lines)))


def told(found: Answer) -> object:
    """The verdict, and the answers with what exists in each."""
    return found.verdict, [(one.effects, dict(one.final)) for one in found.answers or ()]


@pytest.mark.parametrize("number", [2, 3, 4, 15])
def test_of_thieves_the_newest_keeps_to_its_player(number: int) -> None:
    """Each gives all others to its opponent, and the newest comes last: one state is grounded."""
    found = solve(alike("other creatures: controller := opponent", number))
    assert found.verdict == "settled"
    [answer] = found.answers or ()
    final = dict(answer.final)
    who = [final[f"M{place}", "controller"] for place in range(number)]
    own, other = ("you", "me") if number % 2 else ("me", "you")
    assert who == [other] * (number - 1) + [own]


@pytest.mark.parametrize("number", [2, 3, 4, 50])
def test_copies_of_what_is_the_same_change_nothing(number: int) -> None:
    """Each makes all others copies of itself, and they are that already."""
    found = solve(alike("other creatures: copy of self", number))
    [answer] = found.answers or ()
    assert [id for id in answer.effects if id.startswith("M")] == [f"M{i}.1" for i in range(number)]


@pytest.mark.parametrize("number", [3, 15])
def test_of_many_that_weaken_what_is_strong_two_are_blamed(number: int) -> None:
    """Two take a third one its power, if it has any: nobody can tell whether it has."""
    found = solve(alike("other creatures with power > 0: power -= 1000", number))
    assert (found.verdict, len(found.conflict)) == ("paradox", 2)


@pytest.mark.slow
def test_thieves_of_enemies_are_a_paradox() -> None:
    """Whoever has something last has it as an enemy of another one, which takes it too."""
    assert solve(alike("enemy creatures: controller := you", 3)).verdict == "paradox"


@pytest.mark.parametrize("few", [search.FEW, -1])
@pytest.mark.parametrize(
    ("cards", "wanted"),
    [
        # R is its owner's as long as it is there, so it never gets M.
        (
            {
                "P": "1",
                "M": "me relic",
                "R": "1 | P: frozen as long as there is a relic you control while in the grave",
                "X": "1 | creatures in the grave: controller := me as long as P is not frozen",
            },
            [("X.1",)],
        ),
        (
            {
                "R": "me 1",
                "X": "1 | creatures in the grave: controller := you as long as P is not frozen",
                "P": "1 | self: frozen as long as there is a creature in the grave you control"
                " | self: controller := me as long as self is frozen",
            },
            [("X.1",)],
        ),
        (
            {
                "R": "1",
                "X": "1 | creatures in the grave: controller := me as long as P is not frozen",
                "P": "1 | self: frozen as long as there is a creature in the grave you control"
                " | self: controller := me as long as self is not frozen",
            },
            [("X.1", "P.2"), ("P.1",)],
        ),
    ],
)
def test_what_is_not_in_play_is_its_owners_whatever_is_written(
    cards: dict[str, str], wanted: object, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who would have control of it is open, and decides nothing: by guesses and by a program."""
    monkeypatch.setattr(search, "FEW", few)
    situation = table(cards)
    things = (replace(one, zone="grave" if one.id == "R" else one.zone) for one in situation.things)
    found = Settling(replace(situation, things=tuple(things))).derivation()
    assert [one.effects for one in found.answers or ()] == wanted
    assert Certificate(found.facts).check().ok


@pytest.mark.slow
def test_programs_have_the_answers_of_guessing_with_what_something_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who gets control, what is counted and what is copied is guessed, or open in a program."""
    made = models.Program.__init__
    programs: list[models.Program] = []

    def counted(self: models.Program, state: State, group: Group) -> None:
        asked = any(state.open(deed) & ~state.ready[deed] for deed in group.deeds)
        made(self, state, group)
        if asked:
            programs.append(self)

    monkeypatch.setattr(models.Program, "__init__", counted)
    for seed in range(24):
        monkeypatch.setattr(search, "FEW", -1)
        by_program = told(solve(drawn(seed, 3)))
        monkeypatch.setattr(search, "FEW", search.GUESSES)
        assert by_program == told(solve(drawn(seed, 3))), seed
    assert len(programs) > 5


@pytest.mark.slow
def test_clingo_gathers_what_splitting_gathers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every state that agrees with itself the same is said, whoever is asked."""
    asked: list[bool] = []
    found = models.Refutation.found

    def counted(self: models.Refutation) -> object:
        refuting = found(self)
        asked.append(refuting is None)
        return refuting

    monkeypatch.setattr(models.Refutation, "found", counted)
    for seed in range(30):
        settling = Settling(solve(drawn(seed, 3)).situation)
        boards = [*settling.states(), *settling.lifted()[0]]
        for board in boards:
            monkeypatch.setattr(grounds, "FEW", grounds.SPLITS)
            by_splits = grounds.gathered(settling.plain, board)
            monkeypatch.setattr(grounds, "FEW", 0)
            assert grounds.gathered(settling.plain, board) is by_splits, seed
    assert {*asked} == {True, False}
