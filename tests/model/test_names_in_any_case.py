"""Names of cards in another case than the card has them, in scenarios."""

from __future__ import annotations

import pytest

from layerlaw.model import BadInput, loads_scenario
from layerlaw.model.scenarios.events import Play
from layerlaw.solver import solve


def played(*lines: str, cards: str = "") -> list[tuple[str, str]]:
    """The ids and names of the cards that the lines play."""
    text = "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
    text += f"cards:\n{cards}" if cards else ""
    text += "play:\n" + "".join(f"  - you: {line}\n" for line in lines)
    events = loads_scenario(text).play
    return [(event.id, event.card.name) for event in events if isinstance(event, Play)]


def test_a_shipped_card_is_meant_in_any_case() -> None:
    """With an id and without one, whose letters are those of the card's own name."""
    assert played("king of the realm as K at 8", "FOOT SOLDIER at 3") == [
        ("K", "King of the Realm"),
        ("FS1", "Foot Soldier"),
    ]


def test_a_card_of_the_scenario_goes_before_a_shipped_one() -> None:
    """As it does where the names are the same; written exactly, each is itself."""
    own = "  FOOT SOLDIER: {is: [minion], power: 9}\n"
    assert played("foot soldier as F at 3", "Foot Soldier as G at 4", cards=own) == [
        ("F", "FOOT SOLDIER"),
        ("G", "Foot Soldier"),
    ]


def test_two_cards_that_differ_only_in_case_are_named_exactly() -> None:
    """Neither is taken for the other, and a third spelling is told both."""
    own = "  Wolf: {is: [minion], power: 1}\n  WOLF: {is: [minion], power: 2}\n"
    assert played("WOLF as W at 3", cards=own) == [("W", "WOLF")]
    with pytest.raises(BadInput, match=r"unknown card 'wolf': did you mean 'Wolf' or 'WOLF'\?"):
        played("wolf as W at 3", cards=own)


def test_a_name_that_holds_a_word_of_the_notation_goes_in_any_case() -> None:
    """`at` inside the name is no place."""
    own = "  Realm at Dawn: {is: [minion], power: 1}\n"
    assert played("realm AT dawn as R at 4", cards=own) == [("R", "Realm at Dawn")]


def test_an_id_in_another_case_gets_its_spelling() -> None:
    """Ids are exact; the message says how the id is written."""
    with pytest.raises(BadInput, match=r"unknown id 'f'(.|\n)*did you mean 'F'\?"):
        loads_scenario(
            "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
            "play:\n  - you: Foot Soldier as F at 3\nexpect:\n  - power of f is 1\n"
        )
    answer = solve(
        loads_scenario(
            "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
            "play:\n  - you: Foot Soldier as F at 3\n"
        )
    )
    with pytest.raises(Exception, match=r"there is no object 'f' .*did you mean 'F'\?"):
        answer.value("f", "power")
