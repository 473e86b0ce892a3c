"""What acts may have a bearing on each other, told from their words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from layerlaw.model import algebra as a
from layerlaw.model import shipped_rulebook
from layerlaw.solver.certainty.readings.recording_rulebook import RecordingRulebook
from layerlaw.solver.effects.acts import Access, Meeting, act_layers, acts_of, words_may_change
from layerlaw.solver.effects.relevance import numbers_below_floor
from situations import answer, rulebook, thing

BOOK = shipped_rulebook("grand-archive-2025-09")
ALLIES = a.Noun("ally", a.Member("types", "ally"))
YOURS = a.Both((a.Controlled(a.You()), ALLIES))
STRONG = a.Both((ALLIES, a.Compared(a.Read("power", a.It()), ">=", a.Number(4))))
WITH_STEALTH = a.Both((ALLIES, a.HasAbility("Stealth")))
WITH_ANY = a.Both((ALLIES, a.HasAbility(None)))
MORE = a.ChangeNumber("power", "+", a.Number(1))
LESS = a.ChangeNumber("power", "-", a.Number(1))
STEALTH = a.Gain(a.Ability("Stealth"))
TAUNT = a.Gain(a.Ability("Taunt"))
CANT = a.Permission(False, "attack")
HUMAN = a.AddMembers("subtypes", ("human",))
PRIDE = a.Gain(a.Ability("Pride", (a.Instruction(a.Self(), (CANT,)),)))
"""A keyword that has an effect."""
WITH_PRIDE = a.Both((ALLIES, a.HasAbility("Pride")))
AS_IT_APPLIES = Meeting(at_once=False, conditions=True, cut=frozenset())


def acts(
    scope: a.Selector, *operations: a.Operation, condition: a.Condition | None = None
) -> tuple[Access, ...]:
    """The acts of an ability that does this."""
    ability = a.Ability(None, (a.Instruction(scope, operations),), condition)
    return acts_of(BOOK, ability)


def line(scope: a.Selector, operation: a.Operation) -> a.Gain:
    """The giving of an ability that does this."""
    return a.Gain(a.Ability(None, (a.Instruction(scope, (operation,)),)))


@pytest.mark.parametrize(
    ("one", "other", "meets"),
    [
        ((ALLIES, MORE), (ALLIES, LESS), False),
        ((ALLIES, MORE), (ALLIES, a.SetNumber("power", a.Number(1))), True),
        ((ALLIES, MORE), (ALLIES, a.ChangeNumber("power", "*", a.Number(2))), True),
        ((ALLIES, MORE), (ALLIES, a.ChangeNumber("power", "-", a.Number(1), 0)), True),
        ((ALLIES, MORE), (ALLIES, a.ChangeNumber("life", "*", a.Number(2))), False),
        ((ALLIES, MORE), (ALLIES, a.Swap("power", "life")), True),
        ((ALLIES, MORE), (STRONG, a.ChangeNumber("life", "+", a.Number(1))), True),
        ((ALLIES, MORE), (STRONG, CANT), True),
        ((ALLIES, MORE), (ALLIES, CANT), False),
        ((ALLIES, CANT), (ALLIES, a.Permission(True, "attack")), False),
        ((ALLIES, MORE), (ALLIES, a.ChangeNumber("life", "+", a.Read("power", a.It()))), True),
        ((ALLIES, STEALTH), (ALLIES, STEALTH), False),
        ((ALLIES, STEALTH), (ALLIES, TAUNT), False),
        ((ALLIES, STEALTH), (WITH_STEALTH, MORE), True),
        ((ALLIES, TAUNT), (WITH_STEALTH, MORE), False),
        ((ALLIES, TAUNT), (WITH_ANY, MORE), True),
        ((ALLIES, STEALTH), (ALLIES, a.Lose("Stealth")), True),
        ((ALLIES, line(ALLIES, TAUNT)), (ALLIES, a.ChangeNumber("life", "+", a.Number(1))), False),
        ((ALLIES, line(ALLIES, TAUNT)), (ALLIES, a.Lose("Stealth")), True),
        ((ALLIES, line(ALLIES, MORE)), (WITH_ANY, LESS), True),
        ((ALLIES, line(ALLIES, MORE)), (WITH_STEALTH, LESS), False),
        ((ALLIES, PRIDE), (ALLIES, STEALTH), False),
        ((ALLIES, PRIDE), (WITH_PRIDE, MORE), True),
        ((ALLIES, PRIDE), (WITH_STEALTH, MORE), False),
        ((ALLIES, PRIDE), (WITH_ANY, MORE), True),
        ((ALLIES, PRIDE), (ALLIES, a.Lose("Pride")), True),
        ((ALLIES, PRIDE), (ALLIES, a.LoseAll()), True),
        ((YOURS, MORE), (ALLIES, a.SetPlayer("controller", a.You())), True),
        ((ALLIES, MORE), (ALLIES, a.SetPlayer("controller", a.You())), False),
        ((ALLIES, MORE), (ALLIES, a.CopyOf(a.Self())), True),
        ((ALLIES, MORE), (ALLIES, a.CantBeModified()), True),
        ((ALLIES, HUMAN), (ALLIES, a.AddMembers("subtypes", ("cleric",))), False),
        ((ALLIES, HUMAN), (ALLIES, a.AddMembersOf("subtypes", a.Self())), True),
        ((ALLIES, HUMAN), (ALLIES, a.SetMembers("subtypes", ("cleric",))), True),
        ((ALLIES, HUMAN), (ALLIES, a.RemoveMembers("subtypes", ("human",))), True),
        ((ALLIES, line(ALLIES, MORE)), (ALLIES, line(ALLIES, LESS)), True),
    ],
)
def test_two_that_do_not_meet_come_to_the_same_in_every_order(
    one: tuple[a.Selector, a.Operation], other: tuple[a.Selector, a.Operation], meets: bool
) -> None:
    """What one changes and the other looks at, what both change; adding twice is no matter."""
    first, second = acts(*one), acts(*other)
    assert AS_IT_APPLIES.of(first, second) is meets
    assert AS_IT_APPLIES.of(second, first) is meets


def test_what_is_given_acts_too() -> None:
    """The ability given selects by power, whoever has it."""
    given = acts(ALLIES, line(STRONG, CANT))
    assert [act.given for act in given] == [False, True]
    assert AS_IT_APPLIES.of(acts(ALLIES, MORE), given[1:])


def test_a_condition_counts_where_it_is_read_as_effects_apply() -> None:
    """Read at the checks, it is read in no layer."""
    strong = a.Exists(STRONG)
    conditional = acts(ALLIES, a.ChangeNumber("life", "+", a.Number(1)), condition=strong)
    assert AS_IT_APPLIES.of(acts(ALLIES, MORE), conditional)
    assert not replace(AS_IT_APPLIES, conditions=False).of(acts(ALLIES, MORE), conditional)


def test_where_all_look_at_one_state_only_what_they_write_counts() -> None:
    """There it does not matter who selects by what."""
    at_once = replace(AS_IT_APPLIES, at_once=True)
    life = acts(STRONG, a.ChangeNumber("life", "+", a.Number(1)))
    assert not at_once.of(acts(ALLIES, MORE), life)
    assert at_once.of(acts(ALLIES, MORE), acts(ALLIES, a.SetNumber("power", a.Number(1))))


def test_whoever_takes_abilities_meets_whoever_gives_keywords() -> None:
    """Also where nobody looks at what the other does."""
    at_once = replace(AS_IT_APPLIES, at_once=True)
    assert at_once.of(acts(ALLIES, STEALTH), acts(ALLIES, a.Lose("Stealth")))
    assert at_once.of(acts(ALLIES, a.Lose("Stealth")), acts(ALLIES, STEALTH))
    assert not at_once.of(acts(ALLIES, STEALTH), acts(ALLIES, TAUNT))


def test_who_only_gives_abilities_at_the_same_time_may_give_them_in_any_order() -> None:
    """Duel Masters, where nothing changes hands with it; who takes abilities meets who gives."""
    book = shipped_rulebook("duel-masters-1.28-en")
    scope = a.Noun("creature", a.Member("types", "creature"))

    def giving(operation: a.Operation) -> tuple[Access, ...]:
        return acts_of(book, a.Ability(None, (a.Instruction(scope, (operation,)),)))[:1]

    at_once = replace(AS_IT_APPLIES, at_once=True)
    lines = giving(line(scope, MORE)), giving(line(scope, CANT)), giving(STEALTH)
    for one in lines:
        for other in lines:
            assert not at_once.of(one, other)
    words = giving(a.AddMembers("races", ("alien",))), giving(a.AddMembersOf("races", a.Self()))
    assert not at_once.of(*words) and not at_once.of(*words[::-1])
    for one in lines:
        for taking in (a.LoseAll(), a.Lose("Stealth")):
            assert at_once.of(one, giving(taking)) and at_once.of(giving(taking), one)


def test_what_is_carried_changes_hands_with_what_makes_it_so() -> None:
    """GA-LINK: what is linked to a unit is its controller's; other keywords change no hands."""
    [link] = acts(ALLIES, a.Gain(a.Ability("Ally Link")))
    [stealth] = acts(ALLIES, STEALTH)
    assert link.writes == {"ability Ally Link", "controller"}
    assert stealth.writes == stealth.adds == {"ability Stealth"}


def test_a_line_that_does_nothing_is_no_keyword() -> None:
    """It is an ability all the same, which whoever counts abilities may ask for."""
    [given] = acts(ALLIES, a.Gain(a.Ability(None)))
    assert given.writes == given.adds == {"abilities"}
    assert AS_IT_APPLIES.of([given], acts(WITH_ANY, MORE))


def test_a_floor_that_cuts_at_each_step_lets_no_two_be_added_in_any_order() -> None:
    """Down and up again is not up and down again; marks and keywords have no floor."""
    cut = replace(AS_IT_APPLIES, cut=frozenset(("power",)))
    assert cut.of(acts(ALLIES, MORE), acts(ALLIES, LESS))
    assert not cut.of(acts(ALLIES, CANT), acts(ALLIES, CANT))
    assert not cut.of(acts(ALLIES, STEALTH), acts(ALLIES, STEALTH))


ONE_WAY = replace(AS_IT_APPLIES, cut=frozenset(("power",)), one_way=frozenset(("power",)))


@pytest.mark.parametrize(
    ("value", "way"),
    [
        (a.Number(2), "up"),
        (a.Number(0), "up"),
        (a.Number(-2), "down"),
        (a.Count(ALLIES), "up"),
        (a.CountWords("subtypes", ALLIES), "up"),
        (a.Arithmetic(a.Number(1), "+", a.Count(ALLIES)), "up"),
        (a.Arithmetic(a.Number(1), "*", a.Count(ALLIES)), "up"),
        (a.Arithmetic(a.Number(1), "-", a.Count(ALLIES)), ""),
        (a.Read("power", a.It()), ""),
        (a.Read("damage", a.It()), "up"),
    ],
)
def test_a_number_goes_the_way_of_what_is_never_negative(value: a.Value, way: str) -> None:
    """What is taken goes the other way; counters are none below 0, but a power may be."""
    other = {"up": "down", "down": "up", "": ""}[way]
    [more] = acts(ALLIES, a.ChangeNumber("power", "+", value))
    [less] = acts(ALLIES, a.ChangeNumber("power", "-", value))
    assert (more.way, less.way) == (way, other)


def test_what_goes_one_way_meets_no_floor_on_its_way() -> None:
    """Two go up, or two go down and stop at 0, in any order; one up and one down do not."""
    twice = acts(ALLIES, a.ChangeNumber("power", "*", a.Number(2)))
    assert not ONE_WAY.of(acts(ALLIES, MORE), acts(ALLIES, MORE))
    assert not ONE_WAY.of(acts(ALLIES, LESS), acts(ALLIES, LESS))
    assert ONE_WAY.of(acts(ALLIES, MORE), acts(ALLIES, LESS))
    assert ONE_WAY.of(acts(ALLIES, MORE, LESS), acts(ALLIES, MORE))
    assert ONE_WAY.of(acts(ALLIES, MORE), twice) and ONE_WAY.of(twice, acts(ALLIES, LESS))
    elsewhere = replace(ONE_WAY, one_way=frozenset(("life",)))
    assert elsewhere.of(acts(ALLIES, MORE), acts(ALLIES, MORE))
    unread = acts(ALLIES, a.ChangeNumber("power", "+", a.Read("level", a.It())))
    assert ONE_WAY.of(unread, unread)


@pytest.mark.parametrize("power", [-1, 0])
def test_what_begins_below_its_floor_has_it_on_its_way(power: int) -> None:
    """From -3 one more stops at 0, and two more are 2; two more stop there first, and it is 1."""
    book = rulebook({"floor": "each step"})
    situation = answer(book, thing("X", power=power)).situation
    assert numbers_below_floor(situation) == ({"power"} if power < 0 else set())
    meeting = Meeting.under(book, situation)
    assert ("power" in meeting.one_way) is (power == 0)
    assert "power" in meeting.cut and not Meeting.under(book).one_way


def test_under_its_readings_a_rulebook_says_what_counts() -> None:
    """GA: conditions at the checks, in layers; the guide of 2021 has all look at one state."""
    later = Meeting.under(BOOK)
    assert (later.at_once, later.conditions) == (False, False)
    assert Meeting.under(shipped_rulebook("grand-archive-2021")).at_once
    assert Meeting.under(shipped_rulebook("sorcery-2026-01")).conditions


def test_a_floor_cuts_where_any_reading_says_so() -> None:
    """GA-OPEN-FLOOR: by default at the end; one of its readings keeps it at each step."""
    allowed = {id: tuple(r.id for r in point.readings) for id, point in BOOK.points.items()}
    assert Meeting.under(BOOK).cut == frozenset()
    assert "damage" in Meeting.under(RecordingRulebook.of(BOOK, allowed)).cut


def test_a_rule_stands_in_the_layer_that_it_names() -> None:
    """GA: what counters add has a layer of its own; an ability of a card names none."""
    [counters] = [rule.ability for rule in BOOK.rules if rule.ability.layer == "E2"][:1]
    assert {act_layers(BOOK, act) for act in acts_of(BOOK, counters)} == {frozenset(("E2",))}
    assert [act.layer for act in acts(ALLIES, MORE)] == [""]


def test_what_is_passed_by_is_looked_at() -> None:
    """SORC-AVATAR-1: who is an Avatar is not silenced by what does not name it."""
    january = shipped_rulebook("sorcery-2026-01")
    everything = a.Instruction(a.Everything(), (a.SetStatus("silenced"),))
    [silencing] = acts_of(january, a.Ability(None, (everything,)))
    assert "types" in silencing.reads
    other = a.Instruction(a.Everything(), (a.ChangeNumber("power", "+", a.Number(1)),))
    [adding] = acts_of(january, a.Ability(None, (other,)))
    assert "types" not in adding.reads


def test_a_text_that_changes_words_may_say_anything() -> None:
    """Then nobody can tell from words what meets what."""
    changing = acts(ALLIES, a.ReplaceInText("types", "ally", "item"))
    assert words_may_change(changing) and not words_may_change(acts(ALLIES, MORE))
