"""What cannot happen the replay refuses: each reason, with its message, as the solver does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entering import board as lands

from layerlaw.model import BadInput, LayerlawError, Scenario, loads_scenario
from layerlaw.solver import solve, verify, written_certificate
from layerlaw.solver.certificate.history.states import CannotHappen
from layerlaw.solver.certificate.written.writing import history_of
from replaying import KnownStates, replayed

CARDS = {
    "magic-2026-04": """
  Bear: {is: [creature, bear], power: 2, toughness: 2, mana-value: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1, mana-value: 1}
  Tower: {is: [artifact], mana-value: 3}
  Boost: {is: [instant], resolves: ["target: power += 1 until end of turn"]}
  Tapper: {is: [creature], power: 1, toughness: 1, activates: ["target: tapped"]}
  Handy: {is: [creature], power: 1, toughness: 1, activates: ["bears: power += 1 while in hand"]}
  Mute: {is: [enchantment], has: ["creatures: lose all abilities"]}
  Clone: {is: [creature], power: 0, toughness: 1, enters: ["self: copy of target"]}
  Half: {is: [creature], power: 2, toughness: 2, melds into: Whole}
  Mate: {is: [creature], power: 3, toughness: 3, melds into: Whole}
  Whole: {is: [creature], power: 7, toughness: 7}
  Front: {is: [creature], power: 1, toughness: 1, back face: Back}
  Back: {is: [creature], power: 4, toughness: 4}
  Brute: {is: [creature], power: 1, toughness: 1, activates: ["target: power += 3"]}
  Primal:
    is: [creature]
    power: 0
    toughness: 0
    has: ["self: enters as [power := 3, toughness := 3] or [power := 2, toughness := 2]"]
  Twice:
    is: [creature]
    power: 0
    toughness: 0
    has:
      - "self: enters as [power := 1, toughness := 1] or [power := 2, toughness := 2]"
      - "self: enters as [power := 2, toughness := 2] or [power := 1, toughness := 1]"
  Morph:
    is: [creature]
    power: 0
    toughness: 0
    has:
      - "self: loses face-down as [power := 1, toughness := 1] or [power := 2, toughness := 2]"
  Plain Morph:
    is: [creature]
    power: 0
    toughness: 0
    has: ["self: loses face-down as [power := 1, toughness := 1]"]
  Two Morphs:
    is: [creature]
    power: 0
    toughness: 0
    has:
      - "self: loses face-down as [power := 1, toughness := 1]"
      - "self: loses face-down as [power := 2, toughness := 2]"
  Steal: {is: [sorcery], resolves: ["target: controller := you until it leaves"]}
  Asker:
    is: [creature, human]
    power: 1
    toughness: 4
    has: ["creatures: gain Ask"]
    gives: [{name: Ask, if: there is an elf, creatures: power += 1}]
  Teacher:
    is: [creature, elf]
    power: 1
    toughness: 4
    has: ["creatures: gain Hunt"]
    activates: ["target: gain Hunt"]
    gives: [{name: Hunt, elves: power += 1}]
  Captain: {is: [creature], power: 1, toughness: 4, activates: [{name: raise, elves: power += 1}]}
  Leech:
    is: [creature]
    power: 1
    toughness: 4
    has: ["self: gain all activated abilities of other creatures"]
  Hack: {is: [instant], resolves: ["target: elf becomes goblin in its text and type line"]}
""",
    "sorcery-2026-01": """
  Cup: {is: [artifact]}
  Horn: {is: [artifact], activates: ["minions: power += 1 until end of turn"]}
""",
    "duel-masters-1.28-en": """
  Beast: {is: [creature], power: 1000}
""",
}


def history(rulebook: str, *events: str) -> Scenario:
    """The events one after another."""
    lines = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(
        f"title: Refused\nrulebook: {rulebook}\nplayers: [you, me]\n"
        f"cards:{CARDS[rulebook]}play:\n{lines}\n"
    )


def refusal(scenario: Scenario) -> str:
    """Why the replay refuses it, where the solver does too."""
    with pytest.raises(BadInput):
        solve(scenario)
    with pytest.raises(CannotHappen) as refused:
        replayed(scenario, KnownStates())
    return str(refused.value)


MAGIC = "magic-2026-04"
SORCERY = "sorcery-2026-01"
REFUSED = [
    # What was announced and has not resolved is no object, where a game has no place for it.
    (SORCERY, "you: cast Foot Soldier as F at 3; you: Cup as C on F", "there is no F"),
    (SORCERY, "you: cast Horn as H; you: use H as U", "there is no H"),
    (SORCERY, "you: cast Foot Soldier as F at 3; leave: F", "there is no F"),
    (SORCERY, "you: cast Foot Soldier as F at 3; does: F attack", "there is no F"),
    (
        SORCERY,
        "you: cast Foot Soldier as F at 3; me: Selfsame Simulacrum as S at 7 copying F",
        "there is no F",
    ),
    (
        SORCERY,
        "you: cast Foot Soldier as F at 3; you: Cup as C; move: C to hand until F leaves",
        "there is no F",
    ),
    (
        SORCERY,
        "you: cast Foot Soldier as F at 3; together: [{you: Cup as C}, {move: F to hand}]",
        "there is no F",
    ),
    # What has died, or is somewhere else.
    (MAGIC, "you: Bear as B; damage: B 2; gets: B tapped", "B is not in play"),
    (MAGIC, "you: Bear as B; damage: B 2; leave: B", "B is not in play"),
    (MAGIC, "you: Bear as B; damage: B 2; loses: B Flying", "B is not in play"),
    (MAGIC, "you: Bear as B; you: Flight as F on B; damage: B 2; attach: F to B", "F is not in"),
    (
        MAGIC,
        "you: Bear as B; you: Flight as F on B; you: Bear as C; damage: C 2; attach: F to C",
        "C is not in play",
    ),
    (MAGIC, "you: Front as F; damage: F 1; transform: F into Back", "F is not in play"),
    (MAGIC, "you: Bear as B; damage: B 2; damage: B 1", "B is not in play"),
    # What is used.
    (MAGIC, "you: Tapper as T; damage: T 1; you: use T as U on T", "T is not in play"),
    (MAGIC, "you: Mute as M; you: Tapper as T; you: use T as U on M", "T cannot use that ability"),
    (MAGIC, "you: Handy as R; you: use R as U", "R cannot use that ability here"),
    (
        MAGIC,
        "together: [{you: Tapper as T}, {gets: T face-down}]; you: use T as U on T",
        "T cannot use that ability here",
    ),
    (
        MAGIC,
        "you: Elf as E; you: Teacher as T; me: Hack as H on T; you: use E Hunt as U",
        "words of Hunt were replaced in the text of T",
    ),
    (
        MAGIC,
        "you: Elf as E; you: Teacher as T; me: Hack as H on T; you: use T as U on E",
        "words of Hunt were replaced in the text of T",
    ),
    (
        MAGIC,
        "you: Elf as E; you: Asker as T; me: Hack as H on T; you: use E Ask as U",
        "words of Ask were replaced in the text of T",
    ),
    (MAGIC, "you: Teacher as T; you: Elf as E; me: Mute as M; you: use E Hunt as U", "E cannot"),
    (
        MAGIC,
        "you: Captain as C; you: Captain as D; you: Leech as L; me: Hack as H on D;"
        " you: use L raise as U",
        "L has that ability in several texts",
    ),
    (
        MAGIC,
        "you: Tapper as B; mutate: B into Brute as C; you: use B as U on B",
        "B has several abilities that are called so",
    ),
    # What was announced.
    (MAGIC, "you: cast Bear as B; move: B to exile; resolve: B", "B waits in the stack no more"),
    # Copies.
    (MAGIC, "you: Bear as B; you: Clone as C copying B that left", "B has not left play"),
    (MAGIC, "you: Primal as P", "nothing says as what P enters"),
    (MAGIC, "you: Primal as P choosing 3", "nothing says as what P enters"),
    (MAGIC, "you: Twice as P choosing 1", "P enters as one of several twice"),
    (
        MAGIC,
        "together: [{you: Morph as P}, {gets: P face-down}]; loses: P face-down",
        "nothing says what P becomes",
    ),
    (
        MAGIC,
        "together: [{you: Morph as P}, {gets: P face-down}]; loses: P face-down choosing 3",
        "nothing says what P becomes",
    ),
    (
        MAGIC,
        "together: [{you: Plain Morph as P}, {gets: P face-down}]; loses: P face-down choosing 2",
        "nothing says what P becomes",
    ),
    (
        MAGIC,
        "together: [{you: Two Morphs as P}, {gets: P face-down}]; loses: P face-down choosing 1",
        "P becomes one of several twice",
    ),
    # Two that meld, two faces.
    (MAGIC, "you: Half as A; me: Mate as B; meld: A with B into Whole", "A and B are not one"),
    (
        MAGIC,
        "you: Half as A; me: Mate as B; you: Steal as T on B; meld: A with B into Whole",
        "A and B are not one",
    ),
    (
        MAGIC,
        "you: Half as A; you: Mate as B; me: Steal as T on B; meld: A with B into Whole",
        "A and B are not one",
    ),
    (MAGIC, "you: Half as A; you: Half as B; meld: A with B into Whole", "are no two cards that"),
    (MAGIC, "you: Half as A; you: Bear as B; meld: A with B into Whole", "are no two cards that"),
    (MAGIC, "you: Half as A; you: Mate as B; damage: B 3; meld: A with B into Whole", "B is not"),
    (MAGIC, "you: Front as F; transform: F into Bear", "F transforms into Back"),
    (MAGIC, "you: Front as F; transform: F into Back; transform: F into Back", "into Front"),
    # Storylines, bearers.
    (SORCERY, "begins: storyline; begins: storyline", "the storyline has begun already, or has"),
    (SORCERY, "ends: storyline", "the storyline has begun already, or has not begun"),
    (SORCERY, "you: Cup as C; you: Cup as D; attach: C to D", "D cannot carry C"),
]


@pytest.mark.parametrize(("rulebook", "events", "says"), REFUSED)
def test_what_cannot_happen_is_refused(rulebook: str, events: str, says: str) -> None:
    """By the solver and by the replay."""
    assert says in refusal(history(rulebook, *(one.strip() for one in events.split(";"))))


OF_LANDS = [
    (("me: Double as D", "me: Essence as E", "me: Elf as A"), "A enters as one of several copies"),
    (
        ("me: Pane as P", "me: Elf as E", "me: Glass as G copying P then E"),
        "G enters for a time as another copy",
    ),
    (("me: Twin as T", "me: Elf as E"), "E enters as one of several copies"),
    (("me: Mirror as M", "me: Goblin as G", "me: Elf as E copying as M says"), "M does not say"),
]
TWIN = """
  Twin:
    is: [enchantment]
    has:
      - "elves: enters as a copy of self except [types += creature]"
      - "elves: enters as a copy of self except [types += artifact]"
"""


@pytest.mark.parametrize(("events", "says"), OF_LANDS)
def test_copies_that_nothing_says_are_refused(events: tuple[str, ...], says: str) -> None:
    """Others say as a copy of what an object enters: those that are chosen, and not two at once."""
    assert says in refusal(lands(*events, more=TWIN))


def test_a_certificate_of_what_cannot_happen_is_refuted() -> None:
    """The answer to a true history does not stand for one that cannot happen."""
    events = ("you: Foot Soldier as F at 3", "begins: storyline")
    certificate = written_certificate(solve(history(SORCERY, *events)))
    assert verify(certificate).outcome == "verified"
    wrong = history_of(history(SORCERY, *events, "begins: storyline"))
    changed = verify(replace(certificate, history=wrong))
    assert changed.outcome == "refuted"
    assert [(one.event, one.clause) for one in changed.failed] == [(3, "STRUCTURE")]
    said = "the event cannot happen: the storyline has begun already, or has not begun"
    assert changed.failed[0].message == said
    assert changed.events == 2


def test_what_cannot_happen_at_first_is_refuted_before_any_event() -> None:
    """No event was replayed."""
    certificate = written_certificate(solve(history(SORCERY, "begins: storyline")))
    wrong = verify(replace(certificate, history=history_of(history(SORCERY, "ends: storyline"))))
    assert (wrong.failed[0].event, wrong.events) == (1, 0)


def test_what_is_no_history_is_told_with_its_place() -> None:
    """As in a scenario's file, under the key that it has in the certificate."""
    certificate = written_certificate(solve(history(SORCERY, "begins: storyline")))
    assert certificate.history is not None
    told = {**certificate.history, "play": [{"begns": "storyline"}]}
    with pytest.raises(BadInput) as refused:
        verify(replace(certificate, history=told))
    (problem,) = refused.value.problems
    assert problem.path.startswith("history.play")
    assert problem.file == "certificate"


def test_a_rulebook_that_is_not_shipped_is_named_with_what_may_be_meant() -> None:
    """If its name is like one that is."""
    certificate = written_certificate(solve(history(SORCERY, "begins: storyline")))
    for name, hint in (("sorcery-2026-1", "or did you mean 'sorcery-2026-01'"), ("xyz", "")):
        named = replace(certificate.rulebook, id=name)
        with pytest.raises(LayerlawError, match="is not shipped") as refused:
            verify(replace(certificate, rulebook=named))
        assert (hint in str(refused.value)) and (bool(hint) == ("mean" in str(refused.value)))
