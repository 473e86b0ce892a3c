"""The sentences that answer a question, on boards of every kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from layerlaw import LayerlawError, ask
from layerlaw.model.scenarios.events import Play
from layerlaw.solver.shell.report.asking import asked_blocks
from layerlaw.solver.shell.report.blocks import TextLine

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Run

KINGS = "King of the Realm, King of the Realm (theirs), Foot Soldier"


def says(text: str) -> str:
    """All that is said to all questions."""
    return str(ask(text))


def shown(text: str) -> str:
    """The whole report."""
    blocks = asked_blocks(ask(text), None)
    return "\n".join(block.plain for block in blocks if isinstance(block, TextLine))


def test_a_value_is_told_with_what_it_was_and_who_changed_it() -> None:
    """Then what decided it."""
    assert says(f"{KINGS}: who controls their King?") == (
        "You control King of the Realm (K2): them before, changed by King of the Realm (K1). "
        "The older, King of the Realm (K1), wins: its effect and that of K2 depend on each other, "
        "so timestamps decide (SORC-DEP-5)."
    )
    assert says(f"{KINGS}: how strong is the soldier") == (
        "Foot Soldier (F) has power 3: 1 before, changed by King of the Realm (K1, K2)."
    )


def test_a_value_that_nothing_changed_is_told_with_what_was_kept_from_it() -> None:
    """The King is silenced before his turn comes; Bedrock can't be modified."""
    text = "Foot Soldier at 3, King of the Realm at 8, Sisters of Silence (theirs) at 9"
    assert says(f"{text}: how strong is F?") == (
        "Foot Soldier (F) has power 1; no effect changes that. The effect of King of the Realm (K) "
        "is not applied: Sisters of Silence (S) ends it first (SORC-LAYER-3)."
    )
    assert "can't be modified" in says("Bedrock at 8, Abundance at 7, 8, 12, 13: mana of Bedrock")


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("is F a mortal?", "Yes: Foot Soldier (F) is a mortal."),
        ("is F a beast?", "No: Foot Soldier (F) is not a beast."),
        ("is F not a beast?", "Foot Soldier (F) is not a beast."),
        ("does F have Airborne?", "No: Foot Soldier (F) does not have Airborne."),
        ("does F lack Airborne?", None),
        ("does F have abilities?", "No: Foot Soldier (F) has no abilities."),
        ("does F die?", "No: Foot Soldier (F) survives."),
        ("is F silenced?", "No: Foot Soldier (F) is not silenced."),
        ("is F in the cemetery?", "No: Foot Soldier (F) is in the realm."),
        ("where is F?", "Foot Soldier (F) is in the realm."),
        ("where is F?", "Foot Soldier (F) is in the realm."),
        ("is F evil?", "No: Foot Soldier (F) is not evil."),
        ("one answer", "Yes: there is one answer."),
        ("how many answers are there?", "There is one answer."),
        ("subtypes of F", "Subtypes of Foot Soldier (F): mortal; no effect changes that."),
    ],
)
def test_facts_are_answered_by_a_sentence(question: str, reply: str | None) -> None:
    """With yes or no where it was asked so; what is no question is refused."""
    text = f"Foot Soldier, Bosk Troll: {question}"
    if reply is None:
        with pytest.raises(LayerlawError, match="does not fit here"):
            says(text)
    else:
        assert says(text) == reply


def test_a_permission_is_answered_with_who_decides() -> None:
    """And "can" says what was not looked at."""
    assert says("Foot Soldier: can F attack?") == (
        "No: Foot Soldier (F) can't attack, by a rule of the game (SORC-SICK-1)."
    )
    reply = says("Foot Soldier, their turn, your turn: can F attack?")
    assert reply.startswith("Yes: Foot Soldier (F) can attack, for no effect and no rule")
    assert "legal targets) was not looked at" in reply


def test_an_object_alone_is_shown_whole_and_without_a_question_the_ruling() -> None:
    """What changed stands below."""
    whole = shown(f"{KINGS}: what is the Foot Soldier?")
    assert "F  Foot Soldier (minion mortal" in whole
    assert "Foot Soldier (F): power 1 -> 3 (K1, K2)" in whole
    assert "King of the Realm (K2): " not in whole
    assert shown(KINGS).startswith("You now control King of the Realm (K2); power is now 4 for")


def test_why_shows_the_steps_and_the_clauses() -> None:
    """Of a value its chain, of a permission the statements, of all else what changed."""
    assert "1. becomes 2 by K1.1" in shown(f"{KINGS}: why power of F")
    assert "decides: F can't attack" in shown("Foot Soldier: why can't F attack?")
    assert "power of F: 1 -> 3, by K1.1, K2.1" in shown(f"{KINGS}: why F?")


def test_the_answer_says_under_what_and_of_which_board() -> None:
    """The newest document where none is named."""
    report = shown(KINGS)
    assert "(sorcery-2026-07), the latest of its game" in report
    assert "Board: you: King of the Realm as K1; them: King of the Realm as K2;" in report
    older = ask(KINGS, rulebook="sorcery-2026-01")
    assert not older.newest
    assert "latest" not in "".join(
        block.plain for block in asked_blocks(older, None) if isinstance(block, TextLine)
    )


def test_only_what_was_asked_has_to_be_settled() -> None:
    """An open point elsewhere on the board opens nothing, one that decides the question does."""
    text = (
        "Foot Soldier at 3, Great Old One at 20, "
        "King of the Realm at 8: is F a mortal? how strong is F?"
    )
    found = ask(text)
    assert found.readings is not None and found.readings.settled


def test_several_answers_and_paradoxes_are_told_first_hand() -> None:
    """Two cards that name each other: the rules leave two answers and do not choose."""
    text = (
        'Atari Ponnosuke choosing "Emotional Hardcore, Sacred Dragon", Emotional Hardcore, Sacred '
        "Dragon (theirs) choosing Atari Ponnosuke"
    )
    reply = ask(f"{text}: is Atari ignored?").replies[0]
    assert reply.yes is None
    assert reply.says[0].startswith("In answer 1: ")
    assert "The rules leave 2 answers and do not choose" in reply.says[2]
    assert ask(f"{text}: how many answers").replies[0].expected[0].written() == "2 answers"


def test_places_that_matter_are_missed() -> None:
    """What speaks of places says so where things have none."""
    (note,) = ask("Foot Soldier, Sisters of Silence: is F silenced?").notes
    assert note.startswith("Sisters of Silence speaks of where things are, and Foot Soldier (F)")
    assert not ask(KINGS).notes


def test_readings_and_wrong_arguments() -> None:
    """A reading is chosen as in `solve`; an unknown one, or rulebook, is refused."""
    found = ask(KINGS, rulebook="sorcery-2026-01", readings={"SORC-OPEN-TEST": "result"})
    assert found.scenario.readings == {"SORC-OPEN-TEST": "result"}
    with pytest.raises(LayerlawError, match="SORC-OPEN-TST"):
        ask(KINGS, rulebook="sorcery-2026-01", readings={"SORC-OPEN-TST": "result"})
    with pytest.raises(LayerlawError, match="unknown rulebook"):
        ask(KINGS, rulebook="sorcery-2026-1")


def test_cards_of_ones_own_are_asked_about_and_kept(run: Run, tmp_path: Path) -> None:
    """Beside shipped ones; the saved scenario holds those that were played."""
    file = tmp_path / "mine.cards.yaml"
    file.write_text(
        "Bugler, Loud: {is: [minion, mortal], power: 1, has: ['other mortals: power += 2']}\n"
        "Idle One: {is: [minion, mortal], power: 1}\n",
        encoding="utf-8",
    )
    text = "Foot Soldier, Bugler, Loud (theirs): how strong is the soldier?"
    saved = tmp_path / "asked.scenario.yaml"
    book = ("--rulebook", "sorcery-2026-07", "--cards", str(file))
    ran = run("ask", text, *book, "--save", str(saved), "--no-color")
    assert ran.out.startswith("Foot Soldier (F) has power 3: 1 before, changed by Bugler, Loud (B)")
    kept = saved.read_text(encoding="utf-8")
    assert "Bugler, Loud:" in kept and "Idle One" not in kept
    assert run("check", str(saved)).code == 0
    ran = run("ask", text, "--cards", str(file))
    assert (ran.code, "--cards goes with --rulebook" in ran.err) == (2, True)


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        ("who controls the kings?", "You control King of the Realm (K1, K2)."),
        ("who controls the King and the Soldier?", "which 'the King' is meant"),
        ("who controls F and K2?", "You control Foot Soldier (F) and King of the Realm (K2)."),
        (
            "what is the power of each mortal?",
            "King of the Realm (K1, K2) have power 4; Foot Soldier (F) has power 3.",
        ),
        (
            "what are the power and subtypes of F?",
            "Foot Soldier (F) has power 3; subtypes of Foot Soldier (F): mortal.",
        ),
        (
            "which mortals do I control?",
            "All 3 mortals: King of the Realm (K1, K2) and Foot Soldier (F).",
        ),
        (
            "how many kings do they control?",
            "Neither of the two kings: King of the Realm",
        ),
        (
            "what do they control?",
            "None of the 3 cards: King of the Realm (K1, K2) and",
        ),
        ("what is controlled by them?", "None of the 3 cards:"),
        ("which minions have power 3?", "Foot Soldier (F) (1 of 3 minions); not King of the Realm"),
        ("are the kings mortals?", "Yes, both: King of the Realm (K1, K2)."),
        ("do all minions have power 3?", "Not all: yes for Foot Soldier (F), no for King of the"),
        ("is everything a beast?", "No, none: King of the Realm (K1, K2) and Foot Soldier (F)."),
        ("what is the power of each beast?", "There are no such beasts here."),
        ("how strong are my kings?", "King of the Realm (K1, K2) have power 4."),
        ("who wins?", "You now control King of the Realm (K2);"),
        ("is F controlled by them?", "No: you control Foot Soldier (F)."),
    ],
)
def test_questions_on_several_objects_are_answered_together(question: str, reply: str) -> None:
    """Objects of which the same is so stand together; of which it is not, too."""
    try:
        said = says(f"{KINGS}: {question}")
    except LayerlawError as error:
        said = str(error).split(": ", 1)[1]
    assert said.startswith(reply)


def test_a_reply_on_several_objects_expects_each_value() -> None:
    """As many expectations as objects, and the reasons with `why` of each."""
    found = ask(f"{KINGS}: who controls the kings?")
    assert [each.text for each in found.scenario.expect] == [
        "controller of K1 is you",
        "controller of K2 is you",
    ]
    assert "controller of K2 is you" in shown(f"{KINGS}: why do I control the kings?")


def test_two_cards_of_a_name_in_the_plural_are_meant_together_and_one_by_its_place() -> None:
    """ "The bears" are both; "their Bears" and "the second Bears" are one."""
    board = "Glorious Anthem, Grizzly Bears, their Grizzly Bears"
    assert says(f"{board}: how big are the bears?") == (
        "Grizzly Bears (GB1) has power 3 and toughness 3; "
        "Grizzly Bears (GB2) has power 2 and toughness 2."
    )
    assert says(f"{board}: how strong is the second Grizzly Bears?").startswith(
        "Grizzly Bears (GB2) has power 2"
    )


def test_who_asks_for_the_order_is_told_where_it_stands() -> None:
    """It is no question of `ask`."""
    with pytest.raises(LayerlawError, match="layerlaw orders"):
        ask(f"{KINGS}: which of them goes first?")


def test_all_readings_are_looked_at_for_what_is_asked(run: Run) -> None:
    """`--readings` adds the report, of nothing but the question."""
    ran = run("ask", f"{KINGS}: who controls F?", "--readings", "--no-color")
    assert ran.code == 0
    assert ran.out.startswith("You control Foot Soldier (F)")
    assert "histories played" in ran.out or "history played" in ran.out


def test_two_questions_in_one_sentence_are_two() -> None:
    """ "and how strong is it" is a question of its own, "the King and the Soldier" is none."""
    found = ask(f"{KINGS}: who controls Foot Soldier and how strong is it?")
    assert [reply.says[0] for reply in found.replies] == [
        "You control Foot Soldier (F); no effect changes that.",
        "Foot Soldier (F) has power 3: 1 before, changed by King of the Realm (K1, K2).",
    ]
    assert len(ask(f"{KINGS}: who controls F and K2?").replies) == 1


@pytest.mark.parametrize(
    ("board", "cards"),
    [
        ("two King of the Realm", 2),
        ("3 Kings of the Realm", 3),
        ("2x King of the Realm (theirs)", 2),
        ("their two Kings of the Realm at 8", 2),
        ("King of the Realm; Foot Soldier", 2),
    ],
)
def test_several_cards_of_a_name_are_said_at_once(board: str, cards: int) -> None:
    """With a number before the name, singular or plural; a semicolon is as good as a comma."""
    scenario = ask(f"{board}: what happens?", rulebook="sorcery-2026-07").scenario
    assert len(scenario.play) == cards
    if "their" in board:
        assert {event.player for event in scenario.play if isinstance(event, Play)} == {"them"}


def test_a_type_line_is_all_words_on_it() -> None:
    """ "What types" is asked of land types too (CR-205.1a); `types of X` is the characteristic."""
    board = "Blood Moon, Taiga"
    (asked,) = ask(f"{board}: what types is Taiga?").replies
    assert asked.says[0] == "Types of Taiga (T): land; land-types of Taiga (T): mountain."
    assert says(f"{board}: types of Taiga?").startswith("Types of Taiga (T): land; no effect")


def test_what_something_costs_is_told_in_the_games_own_kinds_of_cost() -> None:
    """A price, or each kind of cost; before it changed what the rules made it (DM: its cost)."""
    assert says(
        "Rai Spellcrafter, Tome of Knowledge, Arcane Blast in hand: what does Blast cost?"
    ) == ("Arcane Blast (AB) has reserve-cost 9 and no memory-cost.")
    assert says("two Cocco Lupia, Bolshack Dragon in hand: how much does Bolshack cost?") == (
        "Bolshack Dragon (B) has price 2: 6 before, changed by Cocco Lupia (C1, C2)."
    )


def test_a_size_is_asked_for_as_it_is_written() -> None:
    """ "Is it 3/3" is told with power and toughness."""
    assert says("Glorious Anthem, Grizzly Bears: is Bears 3/3?") == (
        "Grizzly Bears (GB) has power 3 and toughness 3."
    )


def test_who_made_it_so_is_told_and_nothing_of_other_layers() -> None:
    """Opalescence makes it a creature (layer 4); who sets power last (7b) is not asked."""
    assert says("Opalescence, Humility, Glorious Anthem: is Glorious Anthem a creature?") == (
        "Yes: Glorious Anthem (G) is a creature, by Opalescence (O)."
    )
    assert says("their Plumed Pegasus at 8, my Foot Soldier at 13, my turn: can F attack P?") == (
        "No: Foot Soldier (F) can't attack Plumed Pegasus (P), by Airborne of Plumed Pegasus (P) "
        "(SORC-AIRBORNE-1)."
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("who controls Foot Soldier?", "The cards come first, then a colon, then the question."),
        ("Foot Soldier (tpaped): how strong is F?", "did you mean 'tapped'?"),
        ("Foot Soldier, King of the Realm: is it a mortal?", "`it` is what the question before"),
        ("Serra Angel: does Angel fly?", "Say `have Flying`."),
        ("Foot Soldier: can Foot Soldier fly?", "'fly' is no verb of"),
        ("Foot Soldier: what is the toughness of Foot Soldier?", "expected: one of types"),
        ("Clone copying Bears: how big is the clone?", "a card that stands before this one"),
        ("two Foot Soldiers as F: how strong is F?", "one id for 2 cards"),
        ("99 Foot Soldiers: what happens?", "write a scenario"),
        (
            "Mordred Flawless, use Mordred: what is it?",
            "Mordred, Flawless Blade (M) has no ability",
        ),
    ],
)
def test_slips_of_who_asks_get_the_message_that_helps(text: str, message: str) -> None:
    """Each was made by somebody who tried; none is answered as if nothing was wrong."""
    with pytest.raises(LayerlawError) as told:
        ask(text)
    assert message in str(told.value)


def test_somebody_may_be_called_as_a_status_is_not() -> None:
    """A player is any other word in brackets; with a capital even one that is like a status."""
    found = ask("Foot Soldier (bob), King of the Realm (Taped): what happens?")
    assert found.scenario.players == ("bob", "Taped")


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        # CR-613.7: Humility takes all abilities, the younger Levitation gives one.
        (
            "Serra Angel, Goblin King, Humility, Levitation: does Angel have Flying?",
            "Yes: Serra Angel (S) has Flying, by Levitation (L).",
        ),
        (
            "Serra Angel, Levitation, Humility: does Angel have Flying?",
            "No: Serra Angel (S) does not have Flying, by Humility (H).",
        ),
        (
            "Serra Angel, Humility: does Angel have any abilities?",
            "No: Serra Angel (S) has no abilities, by Humility (H).",
        ),
        (
            "Blood Moon, Dryad Arbor: is Dryad Arbor a forest?",
            "No: Dryad Arbor (D) is not a forest, by Blood Moon (B).",
        ),
        ("Serra Angel: does Angel have Flying?", "Yes: Serra Angel (S) has Flying."),
        ("Grizzly Bears: does Bears have Flying?", "No: Grizzly Bears (G) does not have Flying."),
    ],
)
def test_whose_effect_last_made_it_so_is_told(text: str, reply: str) -> None:
    """Not everybody's who changed its abilities; nobody's where it is so as printed."""
    assert ask(text).replies[0].says[0] == reply
