"""What goes on of an object that leaves, and of a spell whose target has: by hand, and replayed."""

from __future__ import annotations

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import Answer, solve
from replaying import assert_replayed

CARDS = {
    "magic-2026-04": """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Both: {is: [sorcery], resolves: ["target: power += 1", "bears: power += 3"]}
  Two:
    is: [creature]
    power: 1
    toughness: 1
    has:
      - "bears: power += 1 until end of turn after it leaves"
      - "elves: power += 2 until end of turn after it leaves"
  Grave:
    is: [creature]
    power: 1
    toughness: 1
    has:
      - "bears: power += 1 while in graveyard"
      - "elves: power += 2 until end of turn after it leaves"
  Cold: {is: [enchantment], has: ["creatures: lose all abilities"]}
""",
    "sorcery-2026-01": """
  Bear: {is: [minion, beast], power: 2}
  Elf: {is: [minion], power: 1}
  Lord: {is: [minion], power: 1, has: ["beasts: power += 2 until end of turn after it leaves"]}
  Cup: {is: [artifact], has: ["beasts: power += 2 until end of turn after it leaves"]}
""",
}
SITES = {"magic-2026-04": "", "sorcery-2026-01": " at 3"}


def after(rulebook: str, *events: str) -> Answer:
    """The answer after these events behind a Bear and an Elf; the replay comes to the same end."""
    at = SITES[rulebook]
    play = "\n".join(
        f"  - {event}" for event in (f"you: Bear as B{at}", f"you: Elf as E{at}", *events)
    )
    scenario = loads_scenario(
        f"title: What goes on\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\n"
        f"cards:{CARDS[rulebook]}play:\n{play}\n"
    )
    answer = solve(scenario)
    assert_replayed(scenario, answer)
    return answer


@pytest.mark.parametrize(
    ("rulebook", "events", "powers"),
    [
        ("magic-2026-04", ("you: Two as T", "leave: T"), [2 + 1, 1 + 2]),
        ("magic-2026-04", ("you: Two as T", "leave: T", "turn: me"), [2, 1]),
        # Whoever says so goes on, whatever else it has; what works elsewhere begins there.
        ("magic-2026-04", ("you: Grave as G", "leave: G"), [2 + 1, 1 + 2]),
        # Nothing goes on of what has lost its abilities, or is disabled, or nobody's.
        ("magic-2026-04", ("you: Two as T", "you: Cold as C", "leave: T"), [2, 1]),
        ("magic-2026-04", ("together: [{you: Two as T}, {gets: T face-down}]", "leave: T"), [2, 1]),
        ("sorcery-2026-01", ("you: Lord as L at 4", "leave: L"), [2 + 2, 1]),
        ("sorcery-2026-01", ("you: Lord as L at 4", "gets: L disabled", "leave: L"), [2, 1]),
        ("sorcery-2026-01", ("you: Cup as C on B", "leave: C"), [2 + 2, 1]),
        ("sorcery-2026-01", ("you: Cup as C at 4", "leave: C"), [2, 1]),
        # A spell does the rest where its one target has left.
        ("magic-2026-04", ("you: cast Both as S on E", "resolve: S"), [2 + 3, 1 + 1]),
        ("magic-2026-04", ("you: cast Both as S on E", "leave: E", "resolve: S"), [2 + 3, 1]),
        (
            "magic-2026-04",
            ("you: cast Both as S on E", "leave: E", "move: E to battlefield", "resolve: S"),
            [2 + 3, 1],
        ),
    ],
)
def test_what_goes_on(rulebook: str, events: tuple[str, ...], powers: list[int]) -> None:
    """The powers of the Bear and the Elf."""
    answer = after(rulebook, *events)
    assert [answer.value(id, "power") for id in "BE"] == powers
