"""Several names: two permanents have the same name if one is in common (Magic 201.2a)."""

from __future__ import annotations

from random import Random

import pytest

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.derivation import checks

NAMES = ("Bram", "Cora", "Dunn", "Ewan")


def board(*events: str) -> Scenario:
    """These events; a legend of each name, and what gives names."""
    legends = "\n".join(
        f"  {name}: {{is: [legendary, creature], power: 2, toughness: 2}}" for name in NAMES
    )
    masks = "\n".join(
        f"  {one[0]}{other[0]}: {{is: [instant], "
        f'resolves: [\'target: name {sign} {{"{one}", "{other}"}}\']}}'
        for one in NAMES
        for other in NAMES
        if one != other
        for sign in (":=" if one < other else "+=",)
    )
    play = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(
        f"title: Names\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\n"
        f"cards:\n{legends}\n{masks}\n"
        "  Blank: {is: [instant], resolves: ['target: name := none']}\n"
        f"play:\n{play}\n"
    )


def after(*events: str) -> Answer:
    """The answer, if oracle and replay agree."""
    return confirmed(board(*events))


def dying(answer: Answer) -> set[str]:
    """What the checks take at the end."""
    return {one.object for one in answer.fates}


def test_one_name_in_common_is_enough() -> None:
    """Dunn is called Bram and Cora: both others share a name with it, and it is the oldest."""
    cast = ("you: Dunn as D", "you: Bram as B", "you: Cora as C", "you: BC as M on D")
    assert dying(after(*cast)) == {"D"}


def test_the_newest_of_a_chain_takes_all_that_share_a_name_with_it() -> None:
    """Bram shares a name with Dunn alone, which is newer; Dunn with both."""
    cast = ("you: Bram as B", "you: Cora as C", "you: Dunn as D", "you: BC as M on D")
    assert dying(after(*cast)) == {"B", "C"}
    cast = ("you: Bram as B", "you: Dunn as D", "you: Cora as C", "you: BC as M on D")
    assert dying(after(*cast)) == {"B", "D"}


def test_what_is_kept_stays_where_it_shares_a_name() -> None:
    """Bram is kept, and Cora shares no name with it."""
    cast = ("you: Bram as B", "you: Dunn as D", "you: Cora as C", "gets: B kept")
    assert dying(after(*cast, "you: BC as M on D")) == {"D"}


def test_other_players_and_no_names_have_none_in_common() -> None:
    """The Bram of another player stays, and two without a name are not called the same."""
    assert not dying(after("you: Bram as B", "me: Dunn as D", "you: BC as M on D"))
    blank = ("you: Blank as X on B", "you: Blank as Y on C")
    assert not dying(after("you: Bram as B", "you: Cora as C", *blank))


def test_the_replay_compares_names_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that takes all names together is found out."""
    monkeypatch.setattr(checks, "names_in", lambda name: (name,))
    scenario = board("you: Bram as B", "you: Dunn as D", "you: BC as M on D")
    answer = solve(scenario)
    assert not answer.fates
    assert verify(written_certificate(answer)).outcome == "refuted"


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(25))
def test_random_names(seed: int) -> None:
    """The oracle, the solver and the replay agree."""
    chance = Random(seed)
    legends = [
        f"{chance.choice(('you', 'you', 'me'))}: {name} as {name[0]}"
        for name in chance.sample(NAMES, 4)
    ]
    kept = [f"gets: {chance.choice(NAMES)[0]} kept"] if chance.random() < 0.3 else []
    masks = []
    for number, name in enumerate(chance.sample(NAMES, chance.randint(1, 3))):
        one, other = chance.sample(NAMES, 2)
        mask = f"{one[0]}{other[0]}" if chance.random() < 0.9 else "Blank"
        masks.append(f"you: {mask} as M{number} on {name[0]}")
    after(*legends, *kept, f"together: [{', '.join(masks)}]")
