"""What happens at one moment, and what is asked of it then: by hand, and replayed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entering import ALSO, board

from comparing import assert_same, confirmed
from layerlaw.model import Scenario, loads_scenario
from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import PolicyValue
from layerlaw.model.scenarios.events import Announce, Event, ExpectNow, Play
from layerlaw.solver import Answer, solve
from layerlaw.solver.facts.situation import HeldCondition
from replaying import assert_replayed

MAGIC = """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Roost: {is: [enchantment], has: ["creatures: enters with 1 flying-counter"]}
  Drill: {is: [enchantment], has: ["creatures: enters with 1 haste-counter"]}
  Wisp:
    is: [creature]
    power: 1
    toughness: 1
    on entry: ["creatures: power += 1 until it leaves"]
  Ego: {is: [creature], power: 0, toughness: 9, enters: ["self: copy of target"]}
  Kin:
    is: [enchantment]
    has: ["elves: enters as a copy of self except [types += creature, toughness := 5]"]
  Mute: {is: [enchantment], has: ["creatures: lose all abilities"]}
  Double:
    is: [enchantment]
    has: ["creatures: enters as a copy of self except [types += creature, toughness := 4]"]
  Other:
    is: [enchantment]
    has: ["creatures: enters as a copy of self except [types += creature, toughness := 7]"]
  Spell: {is: [sorcery], resolves: ["bears: power += 3"]}
  Hack: {is: [instant], resolves: ["target: bear becomes elf in its text"]}
  Still: {is: [instant], resolves: ["bears: can't be modified until end of turn"]}
"""
SORCERY = """
  Ox: {is: [minion], power: 3}
  Hill: {is: [site]}
  Whale: {is: [minion], power: 3, has: [Voidwalk]}
  Scout: {is: [minion], power: 1, on entry: ["self: power += number of sites"]}
  Beast: {is: [minion, beast], power: 1}
  Trap:
    is: [minion]
    power: 1
    has: ["other minions: enters with 1 damage as long as there is a beast"]
  Axe: {is: [artifact], power: 3}
  Pin: {is: [artifact], power: 1}
"""
DUEL_MASTERS = """
  Beast: {is: [creature], power: 1000}
  Tool: {is: [gear], has: ["bearer: power += 1000"]}
  Melt: {is: [spell], resolves: ["target: types := field until end of turn"]}
"""


def history(rulebook: str, cards: str, *events: str) -> Scenario:
    """The events one after another."""
    play = "".join(f"  - {event}\n" for event in events)
    head = f"title: Moments\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\n"
    return loads_scenario(f"{head}cards:\n{cards}play:\n{play}")


def magic(*events: str) -> Answer:
    """The answer of oracle and certificate too."""
    return confirmed(history("magic-2026-04", MAGIC, *events))


def sorcery(*events: str) -> Answer:
    """The answer of oracle and certificate too."""
    return confirmed(history("sorcery-2026-01", SORCERY, *events))


def under(scenario: Scenario, name: str, value: str) -> Scenario:
    """The history where the rulebook says so to that question."""
    book = scenario.rulebook
    clause = next(iter(book.clauses))
    policies = {**book.policies, name: PolicyValue(value, clause)}
    return replace(scenario, rulebook=replace(book, policies=policies))


# --- entries ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_keyword_counters_of_an_entry_come_in_the_order_in_which_they_are_said() -> None:
    """That of what says so, in the order of its entry."""
    events = ("you: Roost as R", "you: Drill as D", "you: Bear as B")
    for said, given in ((events, ("flying", "haste")), (events[1::-1], ("haste", "flying"))):
        answer = magic(*said[:2], events[2])
        assert [one.id for one in answer.situation.effects] == [f"B.{one}-counter" for one in given]


def test_a_copy_that_was_said_at_first_stands_beside_what_it_enters_as() -> None:
    """The Goblin is Essence, an elf, and by the Smith an artifact: in whatever order."""
    answer = confirmed(
        board("me: Smith as S", "me: Essence as E", "me: Goblin as G", more=ALSO),
    )
    assert answer.value("G", "types") == ("artifact", "creature")
    assert answer.value("G", "power") == 6


@pytest.mark.slow
def test_what_is_disabled_says_nothing_and_what_entered_later_does() -> None:
    """The Ox that is disabled stands before the Trap."""
    answer = sorcery(
        "you: Ox as N at 3",
        "gets: N disabled",
        "you: Beast as B at 3",
        "you: Trap as T at 3",
        "you: Ox as O at 3",
    )
    assert answer.situation.thing("O").counters["damage"] == 1
    asleep = sorcery(
        "you: Beast as B at 3", "you: Trap as T at 3", "gets: T disabled", "you: Ox as O at 3"
    )
    assert not asleep.situation.thing("O").counters


@pytest.mark.slow
def test_a_first_copy_by_an_ability_that_it_would_not_have_is_none() -> None:
    """So it is no elf as that is asked, and what is said of elves is not said of it."""
    copies = "you: Ego as G copying E then as K says"
    assert magic("you: Elf as E", "you: Kin as K", copies).value("G", "toughness") == 5
    refused = history(
        "magic-2026-04", MAGIC, "you: Elf as E", "you: Kin as K", "you: Mute as M", copies
    )
    assert assert_same(refused) is None


@pytest.mark.slow
@pytest.mark.parametrize(("order", "toughness"), [("OD", 4), ("DO", 7)])
def test_copies_that_others_say_need_no_ability_of_its_own(order: str, toughness: int) -> None:
    """Each takes the place of the one before, and none of them is asked of Ego itself."""
    first, last = order[0], order[1]
    answer = magic(
        "you: Elf as E",
        "you: Double as D",
        "you: Other as O",
        "you: Mute as M",
        f"you: Ego as G copying as {first} says then as {last} says",
    )
    assert answer.value("G", "toughness") == toughness


def test_what_left_and_entered_at_one_moment_begins_anew() -> None:
    """What it did on its first entry is over by then, so that the second has its name."""
    answer = magic(
        "you: Bear as B",
        "you: Wisp as W",
        "together: [{move: W to exile}, {move: W to battlefield}]",
    )
    assert [one.id for one in answer.situation.effects] == ["W.entry"]
    assert answer.value("B", "power") == 3


# --- words of what resolves ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "keeps"),
    [
        (("you: Spell as S in hand", "you: Hack as H on S", "you: play S"), ("B",)),
        (("you: Spell as S in hand", "you: Hack as H on S", "you: cast S", "resolve: S"), ("B",)),
        (("you: cast Spell as S", "you: Hack as H on S", "resolve: S"), ("E",)),
    ],
)
def test_a_spell_says_what_it_says_where_it_waits(
    how: tuple[str, ...], keeps: tuple[str, ...]
) -> None:
    """What is played at once never waited; what is cast is a new object (CR-612.1, CR-400.7)."""
    answer = magic("you: Bear as B", "you: Elf as E", *how)
    (spell,) = (one for one in answer.situation.effects if one.id == "S")
    assert spell.locked == (keeps,)


def test_what_can_not_be_modified_is_locked_like_a_characteristic() -> None:
    """Where the rulebook locks what writes these: the second Bear is spoken of by nobody."""
    events = ("you: Bear as B", "you: Still as S", "you: Bear as C")
    scenario = under(
        history("magic-2026-04", MAGIC, *events), "resolved set", "locked for characteristics"
    )
    (effect,) = confirmed(scenario).situation.effects
    assert effect.locked == (("B",),)


# --- conditions, and what is carried ------------------------------------------------------------


def test_conditions_are_read_at_the_checks_though_nothing_else_was_heard() -> None:
    """The only ability there is, without rules, and it is one with a condition."""
    wild = (
        '  Wild: {is: [creature], power: 1, has: ["self: power += 1 as long as there is a forest"]}'
    )
    scenario = under(
        board("me: Wild as W", "me: Forest as F", more=wild), "condition read", "at checks"
    )
    answer = confirmed(replace(scenario, rulebook=replace(scenario.rulebook, rules=())))
    assert answer.situation.on == {HeldCondition("W.1", "Wild")}
    assert answer.value("W", "power") == 2


def test_what_is_carried_may_be_told_by_more_than_words() -> None:
    """By its power, for one: print alone does not say that, a table of its own does."""
    scenario = history(
        "sorcery-2026-01", SORCERY, "you: Ox as O at 3", "you: Axe as A on O", "you: Pin as P on O"
    )
    book = scenario.rulebook
    assert book.carried is not None
    strong = a.Compared(a.Read("power", a.It()), ">=", a.Number(2))
    carried = replace(book, carried=a.Both((book.carried, strong)))
    answer = confirmed(replace(scenario, rulebook=carried))
    assert [answer.situation.thing(id).bearer for id in "AP"] == ["O", None]


def test_what_carries_no_more_keeps_what_it_carries_where_nothing_says_that_it_drops_it() -> None:
    """A creature that is none by a spell (DM-GAME-CROSS)."""
    events = ("you: Beast as B", "you: Tool as T on B", "you: Melt as M on B", "you: Beast as C")
    answer = confirmed(history("duel-masters-1.28-en", DUEL_MASTERS, *events))
    assert answer.value("B", "types") == ("field",)
    assert answer.situation.thing("T").bearer == "B"


# --- ground -------------------------------------------------------------------------------------


@pytest.mark.parametrize("hill", ["you: Hill as H at 8", "you: play H at 8"])
def test_ground_that_comes_at_the_same_moment_is_waited_for(hill: str) -> None:
    """The Scout counts no site where it stands, though one is there at the end (SORC-SITE-1)."""
    before = ("you: Hill as H in hand",) if "play" in hill else ()
    answer = sorcery(*before, f"together: [{{you: Scout as A at 8}}, {{{hill}}}]")
    assert answer.value("A", "power") == 1
    assert [one.id for one in answer.situation.things if one.place] == ["A", "H"]


@pytest.mark.parametrize(("was", "now"), [("Ox", "Hill"), ("Hill", "Ox")])
def test_ground_goes_by_what_was_transformed_and_is_played_again(was: str, now: str) -> None:
    """A minion that became a site takes the place of ground, and needs none; and the reverse."""
    answer = sorcery(
        "you: Scout as W at 7",
        f"you: {was} as X at 8",
        f"transform: X into {now}",
        "leave: X to hand",
        "you: Beast as B at 9",
        "you: play X at 9",
    )
    sites = {one.id for one in answer.situation.things if "site" in one.id}
    assert sites == ({"site@7", "site@8"} if now == "Hill" else {"site@7", "site@8", "site@9"})


def test_what_is_a_new_object_did_not_lie_in_the_void_before() -> None:
    """It comes back to the void at the moment at which ground comes there (SORC-VOID-1)."""
    void = "you: Whale as X at 8 void"
    back = "together: [{move: X to hand}, {you: play X at 8 void}, {you: Hill as H at 8}]"
    for events, level in (((void, "you: Hill as H at 8"), "surface"), ((void, back), "void")):
        place = sorcery(*events).situation.thing("X").place
        assert place is not None and place.level == level


# --- copies at the same time --------------------------------------------------------------------


def test_what_copies_keeps_nothing_where_effects_apply_at_the_same_time() -> None:
    """Whatever the rulebook says of static copies: what is copied is read anew."""
    cards = """
  Great: {is: [creature], power: 9000}
  Small: {is: [creature], power: 1000}
  Glass: {is: [d2, field], has: ["creatures: copy of the chosen object"]}
"""
    events = ("you: Great as G", "you: Glass as C choosing G", "you: Small as S")
    scenario = under(
        history("duel-masters-1.28-en", cards, *events), "static copy", "keeps what it read"
    )
    answer = solve(scenario)
    assert answer.value("S", "power") == 9000
    assert answer.situation.kept == ()
    assert_replayed(scenario, answer)


# --- texts that were exchanged, and abilities that changed places -------------------------------

TEXTS = """
  Bear: {is: [creature, bear], power: 2, toughness: 2}
  Elf: {is: [creature, elf], power: 1, toughness: 1}
  Ent: {is: [creature], power: 1, toughness: 1, on entry: ["bears: power += 1"]}
  Able: {is: [creature], power: 1, toughness: 1, activates: ["bears: power += 7"]}
  Strong: {is: [creature], power: 1, toughness: 1, on entry: ["bears: power += 5"]}
  Swap: {is: [enchantment], has: ["creatures: text := text of the chosen object"]}
  Two: {is: [sorcery], resolves: ["bears: power += 3", "bears: power := 9"]}
  Hack: {is: [instant], resolves: ["target: bear becomes elf in its text"]}
"""


def test_another_text_in_the_same_place_is_no_ability_that_was_printed() -> None:
    """What enters under the Swap does not what it says, nor what the other text would have done."""
    events = ("you: Bear as B", "you: Strong as X", "you: Swap as S choosing X")
    entered = confirmed(history("magic-2026-04", TEXTS, *events, "you: Ent as E"))
    assert [one.id for one in entered.situation.effects] == ["X.entry"]
    used = history("magic-2026-04", TEXTS, "you: Able as A", *events, "you: use A as U")
    assert assert_same(used) is None


@pytest.mark.parametrize(("hacked", "power"), [(False, ("B", 9 + 3)), (True, ("E", 9 + 3))])
def test_abilities_that_changed_places_are_as_old_in_their_new_order(
    hacked: bool, power: tuple[str, int]
) -> None:
    """The second counts before the first, in the words that the spell has where it waits."""
    hack = ["you: Hack as H on S"] if hacked else []
    scenario = history(
        "magic-2026-04",
        TEXTS,
        "you: Bear as B",
        "you: Elf as E",
        "you: cast Two as S",
        *hack,
        "resolve: S",
    )
    turned = tuple(map(_turned_round, scenario.play))
    answer = assert_same(replace(scenario, play=turned))
    assert answer is not None
    ranks = [one.rank for one in answer.situation.effects if one.source == "S"]
    assert ranks == [1, 0]
    id, number = power
    assert answer.value(id, "power") == number


def _turned_round(event: Event | ExpectNow) -> Event | ExpectNow:
    """The event, the two abilities of the spell in the other order where they tie."""
    if not isinstance(event, Announce) or not isinstance(event.what, Play):
        return event
    card = event.what.card
    first, second = card.abilities
    places = (replace(first, shift=1), replace(second, shift=-1))
    return replace(event, what=replace(event.what, card=replace(card, abilities=places)))


# --- what is kept of what becomes a new object --------------------------------------------------

KEPT = """
  Ox: {is: [minion, mortal], power: 3}
  Cow: {is: [minion, mortal], power: 2}
  Idol: {is: [artifact], uncontrolled: true}
  Mist: {is: [magic], resolves: ["open minions: gain Stealth until end of turn"]}
  Aim: {is: [magic], resolves: ["target: power += 1 until end of turn"]}
"""


def kept(*events: str) -> Answer:
    """The answer of oracle and certificate too."""
    return confirmed(history("sorcery-2026-01", KEPT, *events))


def test_nobody_controls_what_is_uncontrolled_whatever_brought_it() -> None:
    """In another zone it is its owner's."""
    answer = kept(
        "you: Idol as I in hand", "move: I to realm", "you: Idol as J at 3", "leave: J to hand"
    )
    assert [answer.situation.thing(id).controller for id in "IJ"] == ["", "you"]


def test_what_was_lost_for_good_was_lost_by_that_object() -> None:
    """As a new one it has what the effect gives again."""
    events = ("you: Ox as O at 3", "you: Mist as M", "loses: O Stealth")
    assert kept(*events).situation.effects[0].withheld == {("O", "Stealth")}
    again = kept(*events, "leave: O to hand", "you: play O at 3")
    assert again.situation.effects[0].withheld == frozenset()
    assert len(again.abilities("O")) == 1


@pytest.mark.parametrize(("leaves", "stays"), ["FL", "LF"])
def test_what_keeps_to_two_keeps_to_the_one_that_is_left(leaves: str, stays: str) -> None:
    """Whichever of the two it kept to at first."""
    answer = kept(
        "you: Ox as F at 3",
        "you: Cow as L at 3",
        "you: Aim as A on L",
        "link: F with L",
        "unlink: L",
        f"leave: {leaves}",
    )
    assert [one.targets for one in answer.situation.effects] == [(stays,)]


def test_what_it_enters_with_it_gets_once() -> None:
    """What takes the status at that moment comes after it, and nothing gives it again."""
    back = "together: [{move: E to battlefield}, {loses: E tapped}, {gets: E tapped}]"
    answer = confirmed(board("me: Elf as E", "leave: E to graveyard", back))
    assert answer.value("E", "tapped") is False
