"""What can't be attached to what carries it falls off, or is put away."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from comparing import confirmed
from layerlaw.model import BadInput, loads_scenario
from layerlaw.model.rulebooks.load import load_rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.derivation import checks
from layerlaw.solver.play import falling

CARDS = """
  Pacify: {is: [enchantment, aura], colors: white, has: [Enchant creature, 'bearer: power -= 1']}
  Mine:
    is: [enchantment, aura]
    has:
      - Enchant creature
      - 'bearer: power += 2'
      - "self: can't enchant creatures an opponent controls"
  Small:
    is: [enchantment, aura]
    has: [Enchant creature, "self: can't enchant creatures with power > 3", 'bearer: power += 1']
  Sword: {is: [artifact, equipment], colors: white, has: ['bearer: power += 4']}
  Crown: {is: [artifact, equipment], has: ['bearer: power += 8']}
  Shield: {is: [instant], resolves: ['target: gain "Protection from white"']}
  Steal: {is: [instant], resolves: ['target: controller := you']}
  Paint: {is: [instant], resolves: ['objects named "Pacify": colors := red']}
  Hush: {is: [instant], resolves: ['target: lose all abilities']}
  Grow: {is: [instant], resolves: ['target: power += 5']}
  Bear: {is: [creature, bear], power: 2, toughness: 2}
"""
BOOK = Path(__file__).parents[3] / "fixtures" / "rulebooks" / "magic-2026-04.yaml"
ON_BEAR = ("Pacify", "Mine", "Small", "Sword", "Crown", "Shield", "Steal", "Grow", "Hush", "Paint")


def board(*cards: str) -> Scenario:
    """A Bear, then these cards on it, Steal by the other player; a turn begins at the end."""
    plays = [
        f"  - {'me' if card == 'Steal' else 'you'}: {card} as {card[0]}{place}"
        + ("" if card == "Paint" else " on B")
        for place, card in enumerate(cards)
    ]
    return loads_scenario(
        "title: What can't stay\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\n"
        f"cards:{CARDS}play:\n  - you: Bear as B\n" + "\n".join(plays) + "\n  - turn: me\n"
    )


def after(*cards: str) -> tuple[Answer, dict[str, str]]:
    """The answer, when oracle and replay have given it too, and what became of each card.

    `on` the Bear, `off` it on the battlefield, or the zone it is in.
    """
    scenario = board(*cards)
    answer = confirmed(scenario)
    found = {
        one.card.name: ("on" if one.bearer else "off") if one.zone == "battlefield" else one.zone
        for one in answer.situation.things
    }
    return answer, found


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("cards", "where", "power"),
    [
        # Protection takes white Auras (702.16c) and white Equipment (702.16d), nothing else.
        (("Pacify", "Sword", "Crown", "Shield"), {"Pacify": "graveyard", "Sword": "off"}, 10),
        (("Shield", "Pacify", "Sword"), {"Pacify": "graveyard", "Sword": "off"}, 2),
        (("Pacify", "Shield", "Paint"), {"Pacify": "graveyard"}, 2),
        (("Pacify", "Paint", "Shield"), {"Pacify": "on"}, 1),
        (("Pacify", "Shield", "Hush"), {"Pacify": "graveyard"}, 2),
        # An enchant ability is looked at all the time (303.4c).
        (("Mine", "Steal"), {"Mine": "graveyard"}, 2),
        (("Mine",), {"Mine": "on"}, 4),
        (("Small",), {"Small": "on"}, 3),
        # Its own bonus counts: 2 + 1 + 2 is more than 3.
        (("Small", "Mine"), {"Small": "graveyard", "Mine": "on"}, 4),
        (("Small", "Grow"), {"Small": "graveyard"}, 7),
    ],
)
def test_what_falls(cards: tuple[str, ...], where: dict[str, str], power: int) -> None:
    """Worked out by hand from rules 303.4c, 702.16c, 702.16d, 704.5m and 704.5n."""
    answer, found = after(*cards)
    assert {card: found[card] for card in where} == where
    assert answer.value("B", "power") == power


@pytest.mark.slow
def test_the_oracle_says_the_same_in_every_order() -> None:
    """Three cards on a Bear, drawn, in each order of arrival."""
    chance = Random(702)
    for _ in range(8):
        for order in permutations(chance.sample(ON_BEAR, 3)):
            after(*order)


@pytest.mark.parametrize(("module", "cards"), [(checks, ("Pacify",)), (falling, ("Sword",))])
def test_a_player_who_keeps_it_is_refuted(
    module: object, cards: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The replay knows what can't stay."""

    class Yes:
        allowed = True

    with monkeypatch.context() as patch:
        patch.setattr(module, "may_on", lambda *_, **__: Yes)
        wrong = solve(board(*cards, "Shield"))
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("    cannot: enchnt", "    cannot: enchant"), ("{eqip: ", "{equip: ")],
)
def test_an_action_that_is_none_is_refused(wrong: str, right: str, tmp_path: Path) -> None:
    """The message names the nearest one."""
    file = tmp_path / "mine.yaml"
    text = BOOK.read_text(encoding="utf-8")
    assert right in text
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    meant = right.strip(" {:").split()[-1]
    with pytest.raises(BadInput, match=f"did you mean '{meant}'"):
        load_rulebook(file)
