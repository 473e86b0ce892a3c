"""What is used, enters or resolves says what its text says by then: by hand, by the oracle, and by
the replay of the history (Magic 612)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from comparing import assert_same, confirmed
from layerlaw.model import loads_scenario, shipped_rulebook
from layerlaw.model.algebra import Ability, Both, Instruction, InZone, Member, ReplaceInText
from layerlaw.model.errors import BadInput
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.play import using, wording

CARDS = """
  Elf: {is: [creature, elf], power: 1, toughness: 4}
  Goblin: {is: [creature, goblin], power: 1, toughness: 4}
  Captain:
    is: [creature, human]
    power: 1
    toughness: 4
    activates:
      - {name: raise, elves: power += 1}
      - {name: odd, if: there is an elf, self: power += 1}
      - {name: shield, target: 'gain [self: power += number of elves] until end of turn'}
  Picky:
    is: [creature, elf]
    power: 1
    toughness: 4
    has: ['creatures of the chosen creature-type: power += 1']
    activates:
      - {name: pick, if: there is a creature of the chosen creature-type, elves: power += 1}
  Herald: {is: [creature, human], power: 1, toughness: 4, on entry: ['elves: toughness += 1']}
  Mimic:
    is: [creature, human]
    power: 0
    toughness: 4
    enters: ['self: copy of target except [creature-types += elf]']
  Leech:
    is: [creature, human]
    power: 1
    toughness: 4
    has: ['self: gain all activated abilities of other creatures']
  Learn: {is: [sorcery], resolves: ['target: gain all activated abilities of humans']}
  Teacher:
    is: [creature, human]
    power: 1
    toughness: 4
    has: ['creatures: gain Hunt']
    activates: ['target: gain Hunt']
    gives: [{name: Hunt, elves: power += 1}]
  Rally:
    is: [instant]
    resolves: ['elves: power += 1', {if: there is an elf, creatures: toughness += 1}]
  Hack: {is: [instant], resolves: ['target: elf becomes goblin in its text and type line']}
  Back: {is: [instant], resolves: ['target: goblin becomes elf in its text']}
  Mist: {is: [enchantment], has: ['creatures: elf becomes goblin in its text']}
  Swap: {is: [sorcery], resolves: ['target: text := text of (target but not it)']}
"""


def board(*events: str) -> Scenario:
    """The events one after another."""
    play = "\n".join(f"  - {event}" for event in events)
    return loads_scenario(
        "title: A board of changed texts\nrulebook: magic-2026-04\nplayers: [me, you]\nactive: me\n"
        f"cards:{CARDS}\nplay:\n{play}\n"
    )


def after(*events: str) -> Answer:
    """The answer after these events, when the oracle and the replay have given it too."""
    return confirmed(board(*events))


def powers(answer: Answer, *ids: str) -> list[object]:
    """The powers of these objects."""
    return [answer.value(id, "power") for id in ids]


BOTH = ("me: Elf as E", "me: Goblin as G")


@pytest.mark.slow
def test_an_ability_has_the_words_of_the_moment_in_which_it_is_used() -> None:
    """CR-602.2a: the ability that goes on the stack has the text of the one that created it."""
    use, hack = "me: use C raise as U", "me: Hack as H on C"
    assert powers(after(*BOTH, "me: Captain as C", use, hack), "E", "G") == [2, 1]
    assert powers(after(*BOTH, "me: Captain as C", hack, use), "E", "G") == [1, 2]
    waiting = after(*BOTH, "me: Captain as C", "me: activate C raise as U", hack, "resolve: U")
    assert powers(waiting, "E", "G") == [2, 1]


@pytest.mark.slow
def test_words_that_a_static_ability_replaces_come_back_as_it_leaves() -> None:
    mist = (*BOTH, "me: Captain as C", "me: Mist as M", "me: use C raise as U")
    assert powers(after(*mist), "E", "G") == [1, 2]
    back = (*mist, "leave: M to graveyard", "me: use C raise as V")
    assert powers(after(*back), "E", "G") == [2, 2]


@pytest.mark.slow
def test_words_replaced_twice() -> None:
    """CR-613.7: in the order of timestamps, so that the goblins become elves again, or do not."""
    captain = (*BOTH, "me: Captain as C")
    there = ("me: Hack as H on C", "me: Back as B on C")
    assert powers(after(*captain, *there, "me: use C raise as U"), "E", "G") == [2, 1]
    assert powers(after(*captain, *there[::-1], "me: use C raise as U"), "E", "G") == [1, 2]


@pytest.mark.slow
def test_what_an_ability_gives_in_its_text_has_the_words_of_then() -> None:
    """CR-612.3: nor do they change afterwards, when the text of what has it changes."""
    hacked = (*BOTH, "me: Captain as C", "me: Hack as H on C", "me: use C shield as U on E")
    assert powers(after(*hacked), "E") == [2]
    assert powers(after(*hacked, "me: Goblin as I"), "E") == [3]
    assert powers(after(*hacked, "me: Back as B on E", "me: Elf as F"), "E") == [2]


@pytest.mark.slow
def test_a_condition_alone_may_change() -> None:
    """CR-612.1: the words beside an ability are text, though those of the ability stay."""
    captain = ("me: Goblin as G", "me: Captain as C")
    assert powers(after(*captain, "me: use C odd as U"), "C") == [1]
    assert powers(after(*captain, "me: Hack as H on C", "me: use C odd as U"), "C") == [2]


@pytest.mark.slow
def test_a_word_that_was_chosen_is_no_text() -> None:
    """CR-612.2: elves were chosen, so the condition still asks for elves; the text says goblins."""
    picky = (*BOTH, "me: Picky as P choosing elf", "me: Hack as H on P", "me: use P pick as U")
    assert powers(after(*picky), "E", "G") == [2, 2]
    assert powers(after(*picky[1:]), "G", "P") == [1, 1]


@pytest.mark.slow
def test_a_spell_has_the_words_that_it_has_on_the_stack() -> None:
    """CR-612.1; its card, which is a new object then, has its own again (400.7)."""
    cast = (*BOTH, "you: cast Rally as R")
    assert powers(after(*cast, "me: Hack as H on R", "resolve: R"), "E", "G") == [1, 2]
    again = after(*cast, "me: Hack as H on R", "resolve: R", "you: cast R", "resolve: R")
    assert powers(again, "E", "G") == [2, 2]


@pytest.mark.slow
def test_a_permanent_spell_is_the_permanent_with_its_words() -> None:
    """CR-400.7a: what triggers as it enters says goblins, and so does what it enters as."""
    herald = after(*BOTH, "you: cast Herald as H", "me: Hack as X on H", "resolve: H")
    assert [herald.value(id, "toughness") for id in ("E", "G")] == [4, 5]
    mimic = after(*BOTH, "you: cast Mimic as M copying G", "me: Hack as X on M", "resolve: M")
    assert mimic.value("M", "creature-types") == ("goblin",)


@pytest.mark.slow
def test_whoever_has_the_text_uses_it() -> None:
    """CR-612.5: and who has it no more does not."""
    swapped = (*BOTH, "me: Captain as C", "me: Swap as S on C, G")
    assert powers(after(*swapped, "me: use G raise as U"), "E", "G") == [2, 1]
    hacked = after(*swapped, "me: Hack as H on G", "me: use G raise as U")
    assert powers(hacked, "E", "G") == [1, 2]
    with pytest.raises(BadInput, match="it has lost the ability"):
        solve(board(*swapped, "me: use C raise as U"))


@pytest.mark.slow
def test_who_has_an_ability_in_two_texts_uses_neither() -> None:
    two = (*BOTH, "me: Captain as C", "me: Captain as D", "me: Leech as L", "me: Hack as H on D")
    with pytest.raises(BadInput, match="has 'raise' in 2 texts"):
        solve(board(*two, "me: use L raise as U"))
    assert powers(after(*two, "leave: C to graveyard", "me: use L raise as U"), "E", "G") == [1, 2]


@pytest.mark.slow
def test_what_was_gained_in_a_text_that_nothing_has_any_more_is_not_used() -> None:
    """CR-608.2h: what was gained stays as it was found; which ability it is shows in print."""
    learnt = (*BOTH, "me: Captain as C", "me: Hack as H on C", "me: Learn as L on E")
    assert powers(after(*learnt, "me: use E raise as U"), "E", "G") == [1, 2]
    with pytest.raises(BadInput, match="in no text that any object has"):
        solve(board(*learnt, "leave: C to graveyard", "me: use E raise as U"))
    before = (*BOTH, "me: Captain as C", "me: Learn as L on E", "me: Hack as H on C")
    assert powers(after(*before, "me: use E raise as U"), "E", "G") == [2, 1]


def test_what_is_given_by_a_name_in_a_changed_text_is_refused() -> None:
    """Its words stand under `gives`, and are text of the card all the same."""
    for events in (
        ("me: Hack as H on T", "me: use E Hunt as U"),
        ("me: Hack as H on T", "me: use T as U on E"),
    ):
        with pytest.raises(BadInput, match="words of 'Hunt' were replaced in the text of T"):
            solve(board(*BOTH, "me: Teacher as T", *events))
    other = (*BOTH, "me: Teacher as T", "me: Hack as H on G", "me: use G Hunt as U")
    assert powers(after(*other), "E", "G") == [2, 1]


def test_a_player_who_takes_what_is_printed_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay of the history looks the words up by itself."""
    with monkeypatch.context() as patch:
        patch.setattr(using, "said_now", lambda *all: all[-1])
        patch.setattr(wording, "as_it_says", lambda *all: all[-1])
        events = (*BOTH, "me: Captain as C", "me: Hack as H on C", "me: use C raise as U")
        wrong = solve(board(*events))
    assert powers(wrong, "E", "G") == [2, 1]
    assert verify(written_certificate(wrong), wrong.rulebook).outcome == "refuted"


KINDS = ("Captain", "Herald", "Leech", "Elf", "Goblin", "Mist", "Picky", "Mimic")
SPELLS = ("Rally", "Hack", "Back", "Swap")


def next_event(chance: Random, number: int, there: list[str], waiting: list[str]) -> str:
    """Something that may happen."""
    every = [*there, *waiting]
    kind = chance.random()
    cast = "cast " if chance.random() < 0.6 else ""
    if kind < 0.25 or len(there) < 2:
        card = chance.choice(KINDS)
        behind = f" copying {chance.choice(there)}" if card == "Mimic" and there else ""
        behind = f" choosing {chance.choice(('elf', 'goblin'))}" if card == "Picky" else behind
        return f"me: {cast}{card} as N{number}{behind}"
    if kind < 0.5:
        card = chance.choice(SPELLS)
        on = "" if card == "Rally" else f" on {chance.choice(every)}"
        on = f" on {', '.join(chance.sample(there, 2))}" if card == "Swap" else on
        return f"you: {cast}{card} as N{number}{on}"
    if kind < 0.75:
        verb, ability = (
            chance.choice(("use", "activate")),
            chance.choice(("raise", "odd", "shield")),
        )
        on = f" on {chance.choice(there)}" if ability == "shield" else ""
        return f"me: {verb} {chance.choice(there)} {ability} as N{number}{on}"
    if kind < 0.9 and waiting:
        return f"resolve: {chance.choice(waiting)}"
    return f"leave: {chance.choice(there)} to graveyard"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_random_histories(seed: int) -> None:
    """Solver, replay and oracle agree on what comes of each use, and on what can't be."""
    chance = Random(seed)
    events = [*BOTH, "me: Captain as C"]
    waiting: list[str] = []
    there = ["E", "G", "C"]
    for number in range(7):
        event = next_event(chance, number, there, waiting)
        try:
            scenario = board(*events, event)
        except BadInput:
            continue
        try:
            answer = solve(scenario)
        except BadInput:
            assert_same(scenario)
            continue
        events.append(event)
        in_play = {one.id for one in answer.situation.things if one.zone == "battlefield"}
        there = sorted(in_play)
        waiting = [id for id in (f"N{n}" for n in range(number + 1)) if is_waiting(events, id)]
    scenario = board(*events)
    assert_same(scenario)
    answer = solve(scenario)
    certificate = written_certificate(answer)
    assert verify(certificate, answer.rulebook).outcome == "verified"


def is_waiting(events: list[str], id: str) -> bool:
    """Whether it was announced and has not resolved."""
    said = [event for event in events if f"as {id} " in f"{event} " or event == f"resolve: {id}"]
    return len(said) == 1 and (": cast " in said[0] or ": activate " in said[0])


def test_a_rule_of_the_game_replaces_words_of_a_spell_that_waits() -> None:
    """CR-612.1: no card there says so; a rulebook of one's own does."""
    magic = shipped_rulebook("magic-2026-04")
    scope = Both((Member("types", "instant"), InZone("stack")))
    says = ReplaceInText("creature-types", "elf", "goblin")
    rule = Rule(
        "RENAMED", Ability(None, (Instruction(scope, (says,)),), zones=(RULES,)), "CR-612.1"
    )
    book = replace(magic, id="renamed", rules=(*magic.rules, rule))
    text = (
        "title: A rule that changes texts\nrulebook: renamed\nplayers: [me, you]\nactive: me\n"
        "cards:\n  Elf: {is: [creature, elf], power: 1, toughness: 4}\n"
        "  Goblin: {is: [creature, goblin], power: 1, toughness: 4}\n"
        "  Rally: {is: [instant], resolves: ['elves: power += 1']}\nplay:\n"
        "  - me: Elf as E\n  - me: Goblin as G\n  - me: cast Rally as R\n  - resolve: R\n"
    )
    assert powers(confirmed(loads_scenario(text, books={"renamed": book})), "E", "G") == [1, 2]
