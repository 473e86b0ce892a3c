"""The oracle's effects at the same time against answers worked out by hand."""

from __future__ import annotations

from layerlaw.model.algebra import (
    Ability,
    Both,
    ChangeNumber,
    Gain,
    HasAbility,
    Identified,
    Matches,
    Member,
    Number,
    Self,
    SetNumber,
    SetStatus,
)
from layerlaw.model.rulebooks.rulebook import Rulebook
from oracle.build import YOU, card, play, scenario, silence_graph, text
from oracle.small_rulebook import newest_wins_rulebook, simultaneous_rulebook
from oracle.solve import OracleAnswer, State, answer

AT_ONCE, NEWEST = simultaneous_rulebook(), newest_wins_rulebook()


def silence(rulebook: Rulebook, n: int, *edges: tuple[int, int]) -> OracleAnswer:
    """The answer for n minions that silence one another."""
    return answer(silence_graph(n, edges, range(1, n + 1), rulebook))


def silenced(state: State) -> list[str]:
    """The objects that end silenced."""
    return sorted(
        object
        for (object, name), value in state.characteristics.items()
        if name == "silenced" and value is True
    )


def test_a_chain_of_silencers_has_one_answer() -> None:
    """M1 silences M2, so M3 is free to silence M4."""
    found = silence(AT_ONCE, 4, (1, 2), (2, 3), (3, 4))
    assert [silenced(each) for each in found.answers] == [["M2", "M4"]]


def test_two_that_silence_each_other_leave_it_open() -> None:
    """Either may be the silenced one; that in which the newest is in force comes first."""
    found = silence(AT_ONCE, 2, (1, 2), (2, 1))
    assert [silenced(each) for each in found.answers] == [["M1"], ["M2"]]


def test_a_ring_of_three_and_one_that_silences_itself_are_paradoxes() -> None:
    """Nobody can be silenced, and nobody not."""
    assert silence(AT_ONCE, 3, (1, 2), (2, 3), (3, 1)).answers == ()
    assert silence(AT_ONCE, 1, (1, 1)).answers == ()


def test_under_newest_wins_the_newest_is_in_force() -> None:
    """Of two that silence each other there is no openness any more."""
    found = silence(NEWEST, 2, (1, 2), (2, 1))
    assert [silenced(each) for each in found.answers] == [["M1"]]


def test_what_only_lifts_itself_is_no_answer() -> None:
    """Minions with Airborne have Airborne: those without do not come to have it."""
    ability = text(
        (Both((Member("types", "minion"), HasAbility("Airborne"))), [Gain(Ability("Airborne"))])
    )
    found = answer(scenario(AT_ONCE, [play(card("Odd", ability), "F")]))
    assert len(found.answers) == 1
    assert "Airborne" not in str(found.answers[0].characteristics["F", "abilities"])[:12]
    assert len(found.loose) == 1


def test_in_one_step_the_newest_or_the_oldest_is_written_last() -> None:
    """Two set one power."""
    setting = [card(f"Set {n}", text((Self(), [SetNumber("power", Number(n))]))) for n in (1, 2)]
    merged = card("Both", setting[0].abilities[0].ability, setting[1].abilities[0].ability, power=0)
    powers = []
    for value in ("newest last", "oldest last"):
        rulebook = simultaneous_rulebook({"same step": value})
        found = answer(scenario(rulebook, [play(merged, "F")]))
        powers.append(found.answers[0].characteristics["F", "power"])
    assert powers == [2, 1]


def test_steps_come_one_after_another_but_are_read_at_once() -> None:
    """The condition is read on the answer, where the power is added to what was set."""
    condition = Matches(Self(), Member("subtypes", "beast"))
    beast = text((Self(), [ChangeNumber("power", "+", Number(1))]))
    card_of = card(
        "Shy",
        Ability(None, beast.instructions, condition),
        text((Self(), [SetNumber("power", Number(5))])),
        subtypes=("beast",),
        power=1,
    )
    found = answer(scenario(AT_ONCE, [play(card_of, "F", 8, YOU)]))
    assert found.answers[0].characteristics["F", "power"] == 6


def test_a_paradox_is_shown_on_the_starting_board() -> None:
    """Events go on from what is printed."""
    hush = card("Hush", text((Identified("F"), [SetStatus("silenced")])), power=2)
    found = answer(scenario(AT_ONCE, [play(hush, "F")]))
    assert found.answers == ()
    assert found.characteristics["F", "silenced"] is False
