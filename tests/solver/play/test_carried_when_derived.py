"""What is carried has the game derived only where it could fall, or die of what carries it."""

from __future__ import annotations

from random import Random

import pytest
from drawn_histories import of_what_may_happen, played

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate.history.foreseen import ForeseenChecks
from layerlaw.solver.derivation.danger import Danger

CARDS = """\
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Golem: {is: [artifact, creature], power: 3, toughness: 3}
  Idol: {is: [artifact]}
  Strength: {is: [enchantment, aura], has: [Enchant creature, "bearer: power += 1"]}
  Plating: {is: [enchantment, aura], has: [Enchant artifact, "bearer: gain Indestructible"]}
  Sword: {is: [artifact, equipment], has: ["bearer: power += 2"]}
  Boon: {is: [enchantment, creature], power: 1, toughness: 1, has: [Bestow, "bearer: power += 1"]}
  Moth: {is: [artifact, creature, equipment], power: 1, toughness: 1, has: ["bearer: gain Flying"]}
  Stone: {is: [enchantment], has: ["creatures with power >= 2: types := artifact"]}
  Moon: {is: [enchantment], has: ["artifacts: types += creature"]}
  Hush:
    is: [enchantment]
    has: ["enchantments: lose all abilities as long as there is artifact creatures"]
  Veil: {is: [artifact], has: ["artifacts: can't be enchanted"]}
  Wall: {is: [artifact], has: ["creatures with power >= 4: can't be equipped"]}
  Rust: {is: [sorcery], resolves: ["target: artifact-types -= equipment until end of turn"]}
  Calm: {is: [sorcery], resolves: ["target: types -= creature until end of turn"]}
  Fall: {is: [sorcery], resolves: ['target: lose "Enchant creature" until end of turn']}
"""
STAYS = ("Idol", "Bear", "Golem", "Strength", "Plating", "Sword", "Moth", "Boon")


HEAD = f"title: t\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\ncards:\n{CARDS}play:\n"


def board(*events: str) -> Scenario:
    """A board of Magic with these cards."""
    return loads_scenario(HEAD + "".join(f"  - {event}\n" for event in events))


CARRIED = ("you: Bear as B", "you: Strength as A on B", "you: Sword as S", "attach: S to B")


@pytest.mark.parametrize(
    ("more", "gone", "looked_at"),
    [
        ((), (), False),
        (("me: Bear as C", "attach: S to C", "you: Idol as I"), (), False),
        (("me: Veil as V",), (), True),
        (("me: Stone as X",), ("A",), True),
        (("you: Calm as X on B",), ("A",), True),
        (("you: Fall as X on A",), ("A",), True),
        (("me: Wall as X",), (), True),
    ],
)
def test_it_is_looked_at_where_something_could_come_off(
    derived: list[object], more: tuple[str, ...], gone: tuple[str, ...], looked_at: bool
) -> None:
    """An Aura is put into the graveyard (CR-704.5m), Equipment becomes unattached (CR-704.5n).

    The Stone makes the Bear no creature; the Veil speaks of artifacts alone, and of Auras, and the
    Wall keeps the Sword, once it makes the Bear strong (CR-704.5n).
    """
    answer = solve(board(*CARRIED, *more, "you: Idol as Z"))
    things = {thing.id: thing for thing in answer.situation.things}
    assert tuple(id for id in "AS" if things[id].zone != "battlefield") == gone
    if gone or "Wall" in "".join(more):
        assert things["S"].bearer is None or "X on A" in "".join(more)
    assert (len(derived) > 1) is looked_at
    # The file of its certificate has states on the way in the same cases.
    assert bool(written_certificate(answer).states) is looked_at


def test_a_replay_that_lets_nothing_fall_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Sword is on the Bear no more, once the Stone has made that no creature."""
    answer = solve(board(*CARRIED, "me: Stone as X", "you: Idol as Z"))
    certificate = written_certificate(answer)
    assert verify(certificate).outcome == "verified"
    monkeypatch.setattr(ForeseenChecks, "may_fall", lambda *_: False)
    assert verify(certificate).outcome == "refuted"


def random_board(seed: int) -> Scenario:
    """Things that carry and are carried, with what makes them something else."""
    pick = Random(seed)
    names = [line.split(":")[0].strip() for line in CARDS.splitlines()]
    ids: list[str] = []
    lines: list[str] = []
    for number in range(pick.randint(4, 8)):
        name = pick.choice(names if number > 1 else STAYS[:3])
        one = f"X{number}"
        target = pick.choice(ids) if ids else ""
        needs = name in ("Strength", "Plating", "Rust", "Calm", "Fall")
        on = f" on {target}" if needs or (name in ("Boon",) and pick.random() < 0.6) else ""
        lines.append(f"{pick.choice(('you', 'me'))}: {name} as {one}{on}")
        if name not in ("Rust", "Calm", "Fall"):
            ids.append(one)
    for _ in range(pick.randint(1, 4)):
        one, other = pick.choice(ids), pick.choice(ids)
        lines.append(
            pick.choice(
                (
                    f"attach: {one} to {other}",
                    f"attach: {one} to {other}",
                    f"leave: {one} to graveyard",
                    f"gets: {one} face-down",
                    f"gets: {one} phased-out",
                    f"move: {one} to hand",
                    f"plus-one: {one} 1",
                    "turn: me",
                )
            )
        )
    return of_what_may_happen(HEAD, lines)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(120))
def test_derived_always_it_comes_to_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With everything in danger of being hit, and of falling, after each event."""
    scenario = random_board(seed)
    now = played(scenario)
    monkeypatch.setattr(Danger, "may_hit", lambda *_: True)
    monkeypatch.setattr(Danger, "may_fall", lambda *_: True)
    monkeypatch.setattr(Danger, "surely_is", lambda *_: False)
    assert played(scenario) == now


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_the_oracle_and_the_replay_come_to_the_same(seed: int) -> None:
    """The oracle derives after each event."""
    scenario = random_board(seed)
    if not isinstance(played(scenario), str):
        confirmed(scenario)
