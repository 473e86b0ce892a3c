"""An ability is used without a look at the state where nothing could have taken it."""

from __future__ import annotations

from random import Random

import pytest
from drawn_histories import of_what_may_happen, played

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve, written_certificate
from layerlaw.solver.derivation.danger import Danger

CARDS = {
    "magic-2026-04": """\
  Bear: {is: [creature], power: 2, toughness: 2, activates: ["self: power += 1 until end of turn"]}
  Mimic: {is: [creature], power: 1, toughness: 1, enters: ["self: copy of target"]}
  Rule: {is: [enchantment], has: ["creatures with power >= 3: lose all abilities"]}
  Calm: {is: [enchantment], has: ["artifacts: lose all abilities"]}
  Bind: {is: [sorcery], resolves: ["target: lose all abilities until end of turn"]}
  Echo: {is: [sorcery], resolves: ["target: copy of the chosen object until end of turn"]}
  Anthem: {is: [enchantment], has: ["creatures: power += 1"]}
""",
    "sorcery-2026-01": """\
  Bear: {is: [minion], power: 2, activates: ["self: power += 1 until end of turn"]}
  Rule: {is: [minion], power: 1, has: ["other minions: silenced"]}
  Calm: {is: [minion], power: 1, has: ["artifacts: silenced"]}
  Bind: {is: [magic], resolves: ["target: disabled until end of turn"]}
  Echo: {is: [magic], resolves: ["target: silenced until end of turn"]}
  Anthem: {is: [minion], power: 1, has: ["minions: power += 1"]}
  Howl: {is: [magic], resolves: ["locked minions: power += 1 until end of turn"]}
  Mask: {is: [minion], power: 1, has: ["other minions: types := artifact"]}
""",
}
STATUSES = {
    "magic-2026-04": ("tapped", "face-down", "phased-out"),
    "sorcery-2026-01": ("tapped", "silenced", "disabled"),
}
MAGIC, SORCERY = CARDS


def head(rulebook: str) -> str:
    """A scenario with these cards, up to its first event."""
    return (
        f"title: t\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\n"
        f"cards:\n{CARDS[rulebook]}play:\n"
    )


def board(rulebook: str, *events: str) -> Scenario:
    """A board of these cards."""
    return loads_scenario(head(rulebook) + "".join(f"  - {event}\n" for event in events))


@pytest.mark.parametrize(
    ("events", "looked_at", "states"),
    [
        (("you: Anthem as A",), False, False),
        (("you: Calm as C",), False, False),
        (("gets: B tapped",), False, False),
        (("you: Rule as R", "leave: R to graveyard"), True, False),
        (("you: Rule as R",), True, True),
        (("you: Bind as X on B", "turn: me"), True, False),
    ],
)
def test_it_is_looked_at_where_something_could_take_it(
    derived: list[object], events: tuple[str, ...], looked_at: bool, states: bool
) -> None:
    """What takes abilities of artifacts takes none of a Bear.

    Of what is gone by then the replay knows that it takes nothing; no state stands in the file.
    """
    answer = solve(board(MAGIC, "you: Bear as B", *events, "you: use B as E", "you: use B as F"))
    assert {effect.id for effect in answer.situation.effects} == {"E", "F"}
    assert (len(derived) > 1) is looked_at
    assert bool(written_certificate(answer).states) is states


@pytest.mark.parametrize(
    ("rulebook", "event"), [(MAGIC, "you: Bind as X on B"), (SORCERY, "me: Rule as R at 8")]
)
def test_what_has_lost_it_cannot_use_it(rulebook: str, event: str) -> None:
    """One message, which names the object."""
    where = " at 8" if rulebook == SORCERY else ""
    with pytest.raises(BadInput, match=r"B \(Bear\) cannot use its ability here"):
        solve(board(rulebook, f"you: Bear as B{where}", event, "you: use B as E"))


def random_board(seed: int) -> Scenario:
    """Bears that use their ability, while others take it and give it back."""
    pick = Random(seed)
    rulebook = pick.choice((MAGIC, SORCERY))
    names = [line.split(":")[0].strip() for line in CARDS[rulebook].splitlines()]
    bears = ["B0"]
    where = " at 8" if rulebook == SORCERY else ""
    lines = [f"you: Bear as B0{where}"]
    for number in range(1, pick.randint(4, 9)):
        name, one = pick.choice(names), f"X{number}"
        target = pick.choice(bears)
        on = f" on {target}" if name in ("Bind", "Echo") else f"{where}"
        if name == "Mimic":
            on = f" copying {target}"
        if name == "Echo" and rulebook == MAGIC:
            on += f" choosing {pick.choice(bears)}"
        status = pick.choice(STATUSES[rulebook])
        gets = pick.choice(("gets", "loses"))
        lines.append(
            pick.choice(
                (
                    f"{pick.choice(('you', 'me'))}: {name} as {one}{on}",
                    f"{pick.choice(('you', 'me'))}: {name} as {one}{on}",
                    f"you: use {target} as U{number}",
                    f"you: use {target} as U{number}",
                    f"{gets}: {target} {status}",
                    "turn: me",
                )
            )
        )
        if name in ("Bear", "Mimic") and f" as {one}" in lines[-1]:
            bears.append(one)
    return of_what_may_happen(head(rulebook), lines)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(100))
def test_derived_always_it_comes_to_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a look at the state for each use, and for what effects keep to."""
    scenario = random_board(seed)
    now = played(scenario)
    monkeypatch.setattr(Danger, "surely_is", lambda *_: False)
    monkeypatch.setattr(Danger, "keeps_abilities", lambda *_: False)
    assert played(scenario) == now


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_the_oracle_and_the_replay_come_to_the_same(seed: int) -> None:
    """The oracle derives at each use."""
    scenario = random_board(seed)
    if not isinstance(played(scenario), str):
        confirmed(scenario)
