"""One copy after another as something enters: by hand, by the oracle and by the replay."""

from __future__ import annotations

from random import Random

import pytest
from entering import COPIES, POOL, board

from comparing import confirmed
from layerlaw.model import loads_scenario
from layerlaw.model.errors import BadInput
from layerlaw.model.scenarios.events import NextCopy, Play
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import event_text, written_scenario
from layerlaw.solver import Answer, solve, verify, written_certificate
from layerlaw.solver.play import entering_copies
from layerlaw.solver.shell.engines.event_json import event_json
from layerlaw.solver.shell.shrink.event_steps import detail_steps
from oracle.solve import answer as oracle_answer
from oracle.zones import CannotHappen


def checked(scenario: Scenario) -> Answer:
    """The answer, when the oracle and the replay have given it too."""
    return confirmed(scenario)


def after(*events: str) -> Answer:
    """The answer after these events."""
    return checked(board(*events))


def refused(*events: str, says: str) -> None:
    """Both refuse it."""
    scenario = board(*events)
    with pytest.raises(BadInput, match=says):
        solve(scenario)
    with pytest.raises(CannotHappen):
        oracle_answer(scenario)


def growth(answer: Answer, id: str) -> object:
    """How many growth counters it has."""
    return answer.situation.thing(id).counters.get("growth", 0)


def flies(answer: Answer, id: str) -> bool:
    """Whether it has Flying."""
    return "Flying" in {answer.instances.keyword(number) for number in answer.abilities(id)}


def test_the_copy_of_a_copier_chooses_again() -> None:
    """The example of 707.9e: a Mirror for which nothing was chosen, and an Ego that copies it."""
    events = ("me: Mirror as M", "you: Goblin as G")
    twice = after(*events, "me: Ego as E copying M then G")
    assert twice.value("E", "name") == "Goblin"
    assert growth(twice, "E") == 0
    once = after(*events, "me: Ego as E copying M")
    assert once.value("E", "name") == "Mirror"
    assert growth(once, "E") == 2


@pytest.mark.slow
def test_it_enters_with_what_the_last_copy_says() -> None:
    """Moritte as a Mirror as a Behemoth has the Behemoth's two counters and is not legendary; a
    Mirror as a Moritte as an Elf has all that Moritte says."""
    plain = after("me: Mirror as M", "me: Behemoth as B", "me: Moritte as O copying M then B")
    assert growth(plain, "O") == 2
    assert plain.value("O", "supertypes") == ()
    assert not flies(plain, "O")
    other = after("me: Moritte as M", "me: Elf as E", "me: Mirror as O copying M then E")
    assert growth(other, "O") == 2
    assert other.value("O", "supertypes") == ("legendary",)
    assert flies(other, "O")
    assert other.value("O", "name") == "Elf"


def test_as_often_as_there_is_one_more_to_choose() -> None:
    """Each time it is a Mirror; a copy of it copies what it is in the end."""
    answer = after(
        "me: Mirror as M",
        "me: Ego as N",
        "me: Goblin as G",
        "me: Mirror as A copying M then M then N then G",
        "you: Mirror as B copying A",
    )
    assert [answer.value(id, "power") for id in "AB"] == [2, 2]
    assert [growth(answer, id) for id in "AB"] == [2, 0]


def test_what_has_left_is_copied_as_it_was() -> None:
    """The Mirror left as a Mirror, the Goblin as a Goblin."""
    answer = after(
        "me: Mirror as M",
        "me: Goblin as G",
        "leave: M to graveyard",
        "leave: G to graveyard",
        "me: Ego as E copying M that left then G that left",
    )
    assert answer.value("E", "power") == 2
    assert growth(answer, "E") == 0


def test_what_was_cast_resolves_as_both() -> None:
    """The choice is made as it enters, from what is there then."""
    answer = after(
        "me: Goblin as G",
        "me: Mirror as M",
        "me: cast Ego as E copying M then G",
        "growth: G 1",
        "resolve: E",
    )
    assert answer.value("E", "power") == 2


@pytest.mark.slow
def test_the_player_chooses_what_applies_first() -> None:
    """616.1c. As an Essence it is an elf, so the Double makes a Double of it, with a counter and
    Flying. As a Double it is a creature, so the Essence makes an Essence of it, without."""
    events = ("me: Essence as E", "me: Double as D")
    double = after(*events, "me: Elf as A copying as E says")
    assert double.value("A", "name") == "Double"
    assert double.value("A", "types") == ("creature", "enchantment")
    assert growth(double, "A") == 1
    assert flies(double, "A")
    for said in ("copying as D says", "copying as D says then as E says"):
        essence = after(*events, f"me: Elf as A {said}")
        assert [essence.value("A", word) for word in ("name", "power")] == ["Essence", 6]
        assert growth(essence, "A") == 0
        assert not flies(essence, "A")


def test_its_own_ability_is_one_of_those_that_are_chosen_from() -> None:
    """The Mirror is an elf, so the Double speaks of it, and of the Goblin it has become no more."""
    goblin = after("me: Double as D", "me: Goblin as G", "me: Mirror as M copying G")
    assert goblin.value("M", "name") == "Goblin"
    double = after("me: Double as D", "me: Goblin as G", "me: Mirror as M copying as D says")
    assert double.value("M", "name") == "Double"


def test_what_others_make_of_it_may_choose_again() -> None:
    """A Mirror that says of goblins that they enter as it: the Goblin is a Mirror, then an Elf."""
    more = """
  Model: {is: [creature], power: 5, enters: ["self: copy of target"],
    has: ["goblins: enters as a copy of self"]}"""
    events = ("me: Model as M", "me: Elf as E")
    twice = checked(board(*events, "you: Goblin as G copying as M says then E", more=more))
    assert twice.value("G", "power") == 1
    once = checked(board(*events, "you: Goblin as G", more=more))
    assert once.value("G", "power") == 5


def test_what_nothing_makes_of_it_is_refused() -> None:
    """It is a Goblin by then, which copies nothing; nothing says so of it, or says so twice."""
    events = ("me: Mirror as M", "me: Goblin as G", "me: Essence as E", "you: Elf as F")
    says = "'A' is Goblin by then, and has nothing by which it enters as 'F'"
    refused(*events, "you: Mirror as A copying G then F", says=says)
    refused(*events, "you: Elf as A copying as E says", says="'E' does not say as a copy")
    refused(*events, "me: Elf as A copying as E says then as E says", says="'E' does not say")
    refused(*events, "me: Mirror as A copying as E says then G", says="'A' is Essence by then")


def test_what_an_effect_takes_it_does_not_choose_by() -> None:
    """As an elf of the Thief's player or not, under Humility it would have no ability (614.12)."""
    refused(
        "me: Humility as H",
        "me: Mirror as M",
        "me: Goblin as G",
        "me: Mirror as A copying M then G",
        says="'A' is Mirror by then, and has nothing",
    )


@pytest.mark.slow
def test_a_copy_for_a_time_of_a_copy_for_good_is_refused() -> None:
    """The other way round the later copy stays; two of one length end together."""
    events = ("me: Glass as P", "me: Mirror as M", "me: Goblin as G")
    refused(*events, "me: Mirror as A copying P then G", says="'A' enters for a time as another")
    stays = after(*events, "me: Glass as A copying M then G", "turn: you")
    assert stays.value("A", "name") == "Goblin"
    both = after(*events, "me: Glass as A copying P then G")
    assert both.value("A", "name") == "Goblin"
    assert flies(both, "A")
    ended = after(*events, "me: Glass as A copying P then G", "turn: you")
    assert ended.value("A", "name") == "Glass"


def test_it_is_written_as_it_is_read() -> None:
    """With all that stands behind `copying`, and names that are words of the notation in quotes."""
    events = (
        "me: Mirror as M",
        'me: Goblin as "then"',
        "leave: M to graveyard",
        "me: Essence as E",
    )
    scenario = board(*events, 'me: Ego as A copying M that left then as E says then "then"')
    last = scenario.play[-1]
    assert isinstance(last, Play)
    assert last.copies == (
        NextCopy("M", that_left=True),
        NextCopy("E", says=True),
        NextCopy("then"),
    )
    text = 'copying M that left then as E says then "then"'
    assert text in event_text(last, scenario.rulebook)
    again = loads_scenario(written_scenario(scenario), books={"lands": scenario.rulebook})
    assert isinstance(again.play[-1], Play)
    assert again.play[-1].copies == last.copies
    assert event_json(last, scenario.rulebook)["then"]


def test_one_less_is_chosen_in_what_is_made_smaller() -> None:
    """The last of them first."""
    scenario = board("me: Mirror as M", "me: Elf as E", "me: Ego as A copying M then E")
    smaller = [one.scenario.play[-1] for one in detail_steps(scenario)]
    assert any(isinstance(one, Play) and one.copying == "M" and not one.then for one in smaller)


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ("me: Elf as A copying G then G", "'Elf' does not enter as a copy"),
        ("me: Mirror as A copying G then X", "X"),
        ("me: Mirror as A copying as X says", "X"),
        ("me: Mirror as A copying as G", "something is missing here"),
        ("me: Mirror as A copying G then", "something is missing here"),
        ("me: use M copying as G says", "no `copying`"),
        ("me: Mirror as A in graveyard copying as G says", "no more than a zone"),
    ],
)
def test_what_makes_no_sense_is_refused(event: str, says: str) -> None:
    """Where it is read."""
    with pytest.raises(BadInput, match=says):
        board("me: Goblin as G", "me: Mirror as M", event)


def test_a_player_who_forgets_the_second_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay does not follow who leaves out what is chosen last."""
    scenario = board("me: Mirror as M", "me: Goblin as G", "me: Ego as E copying M then G")
    become = entering_copies.enter_as_copies
    with monkeypatch.context() as patch:
        patch.setattr(
            "layerlaw.solver.play.playing.enter_as_copies",
            lambda table, id, where, player, chosen=(), at_first=None: become(
                table, id, where, player, [*chosen][:1], at_first
            ),
        )
        wrong = solve(scenario)
    assert verify(written_certificate(wrong), scenario.rulebook).outcome == "refuted"


def drawn(chance: Random) -> Scenario:
    """Up to eight cards, many of which enter as others, one copy after another."""
    events: list[str] = []
    there: list[str] = []
    for number in range(chance.randint(4, 8)):
        id = f"N{number}"
        card = chance.choice((*COPIES, "Double", "Essence", chance.choice(POOL)))
        steps = (
            [
                f"as {one} says" if chance.random() < 0.3 else one
                for one in chance.choices(there, k=chance.choice((0, 1, 2, 2, 3)))
                if there
            ]
            if there
            else []
        )
        if card not in COPIES:
            steps = [step for step in steps if step.startswith("as ")]
        copying = f" copying {' then '.join(steps)}" if steps else ""
        events.append(f"{chance.choice(('me', 'me', 'you'))}: {card} as {id}{copying}")
        there.append(id)
        try:
            solve(board(*events))
        except BadInput:
            # Kept now and then, so that both refuse it.
            if chance.random() < 0.9:
                events.pop()
                there.pop()
    return board(*events)


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(60))
def test_random_chains(seed: int) -> None:
    """Solver, replay and oracle agree, also on what cannot be."""
    scenario = drawn(Random(seed))
    try:
        solve(scenario)
    except BadInput:
        with pytest.raises(CannotHappen):
            oracle_answer(scenario)
        return
    checked(scenario)
