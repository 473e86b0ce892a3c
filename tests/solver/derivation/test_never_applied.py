"""What is said on a board and does nothing is said in the answer; players are targets."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from layerlaw.model import loads_rulebook, loads_scenario
from layerlaw.solver import judge_all, solve
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.remarks import remarks

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Run

GRAND = """
title: Counters
rulebook: grand-archive-2025-09
players: [A, B]
active: A
cards:
  Ally: {is: [ally], power: 2, life: 2}
  Blade: {is: [regalia, weapon], durability: 2}
play:
  - A: Ally as P
  - A: Blade as H
"""
SORCERY = """
title: A board
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Giant: {is: [minion], power: 2}
  Tyrant: {is: [minion], power: 1, on entry: ["target: silenced until rest of the game"]}
  Number: {is: [minion], power: 1, has: ["self: power := chosen number"]}
  Name: {is: [minion], power: 1, has: ["minions named the chosen name: silenced"]}
  Plain: {is: [site]}
  Wings: {is: [minion], power: 1, has: [Airborne]}
  Flock: {is: [minion], power: 1, has: ["other minions: gain Airborne"]}
  Lift: {is: [magic], resolves: ["target: gain Airborne until end of turn"]}
  Club: {is: [artifact]}
play:
  - you: Giant as G at 3
"""
DUEL = """
title: A spell that is ignored has resolved
rulebook: duel-masters-1.28-en
players: [you, me]
cards:
  Ray: {is: [spell], cost: 3, resolves: ["creatures: power += 1000 until end of turn"]}
  Judge: {is: [creature], power: 1000, has: ["spells with cost <= 5 in any zone: ignored"]}
play:
  - you: Judge as J
  - you: Ray as L
"""


def rooted(verb: str) -> str:
    """A board with a card under which minions can't do it, or have it done to them."""
    root = f'cards:\n  Root: {{is: [site], has: ["minions: can\'t {verb}"]}}'
    return SORCERY.replace("cards:", root)


REMARKS = {
    "a counter below nothing": (GRAND + "  - buff: P -1\n", "P has no buff to take away"),
    "a counter that stands for nothing": (
        GRAND + "  - durability: P 1\n",
        "P has durability 1, which stands for no durability printed on it",
    ),
    "damage below nothing": (GRAND + "  - damage: P -2\n", "P has no damage to take away"),
    "a counter of nothing": (GRAND + "  - music: P 0\n", "P has no music to take away"),
    "a counter nobody reads": (GRAND + "  - music: P 2\n", "P has music 2, which no check"),
    "damage on a site": (
        SORCERY + "  - you: Plain as S at 4\n  - damage: S 1\n",
        "S has damage 1, which no check, rule or card here reads of it",
    ),
    "a number never chosen": (
        SORCERY + "  - transform: G into Number\n",
        "speaks of a chosen number, and none was chosen: it is 0",
    ),
    "a name never chosen": (
        SORCERY + "  - you: Name as N in cemetery\n  - move: N to play\n",
        "speaks of a chosen name, and none was chosen: it names nothing",
    ),
    "moved into play": (
        SORCERY + "  - you: Tyrant as T in cemetery\n  - move: T to play\n",
        "T is moved into play, so nothing is chosen as its target",
    ),
    "left all the same": (
        SORCERY.replace("cards:", 'cards:\n  Root: {is: [minion], has: ["minions: can\'t leave"]}')
        + "  - you: Root as R at 4\n  - leave: G\n",
        "G can't leave (R.1), and what the event says happens all the same (event 3)",
    ),
    "moved all the same": (
        SORCERY.replace("cards:", 'cards:\n  Root: {is: [site], has: ["minions: can\'t be moved"]}')
        + "  - you: Root as R at 4\n  - move: G to 8\n",
        "G can't be moved (R.1), and what the event says happens",
    ),
    "transformed all the same": (
        SORCERY.replace(
            "cards:", 'cards:\n  Root: {is: [site], has: ["minions: can\'t transform"]}'
        )
        + "  - you: Root as R at 4\n  - transform: G into Foot Soldier\n",
        "G can't transform (R.1), and what the event says happens",
    ),
    "chosen all the same": (
        SORCERY.replace(
            "cards:", 'cards:\n  Root: {is: [site], has: ["minions: can\'t be targeted by you"]}'
        )
        + "  - you: Root as R at 4\n  - you: Overpower as M on G\n",
        "G can't be targeted by you (R.1), and what the event says happens",
    ),
    "chosen from far away": (
        SORCERY + "  - you: Mesmerism as M at 20 on G\n",
        "M can choose only nearby minions, and G is chosen all the same (event 2)",
    ),
    "a name that cannot be chosen": (
        SORCERY.replace(
            "play:",
            '  Vain: {is: [minion], power: 1, has: [{chooses: objects that are not named "Giant", '
            "minions named the chosen name: silenced}]}\nplay:",
        )
        + "  - you: Vain as V at 4 choosing Giant\n",
        'V can choose only objects that are not named "Giant", and Giant is chosen all the same',
    ),
    "loses what it has not": (
        SORCERY + "  - loses: G Airborne\n",
        "G has no Airborne that is printed on it or that has been given to it",
    ),
    "loses what is lost for good": (
        SORCERY + "  - you: Wings as W at 3\n  - loses: W Airborne\n  - loses: W Airborne\n",
        "W has no Airborne that is printed on it or that has been given to it by what has "
        "resolved: nothing is lost (event 4)",
    ),
    "loses what a standing effect gives": (
        SORCERY + "  - you: Flock as F at 4\n  - loses: G Airborne\n",
        "G has no Airborne that is printed on it or that has been given to it",
    ),
    "loses a status it has not": (
        GRAND + "  - loses: P rested\n",
        "P is not rested by any event: nothing changes",
    ),
    "gets a status twice": (
        GRAND + "  - gets: P rested\n  - gets: P rested\n",
        "P is rested already: nothing changes (event 4)",
    ),
    "moved to where it stands": (
        SORCERY + "  - move: G to 3\n",
        "G stands there already: it moves nowhere (event 2)",
    ),
    "put into its own zone": (
        SORCERY + "  - you: Giant as T in cemetery\n  - move: T to cemetery\n",
        "T is in the cemetery already: it moves nowhere (event 3)",
    ),
    "attached to its bearer": (
        SORCERY + "  - you: Club as C on G\n  - attach: C to G\n",
        "C is carried by G already: nothing changes (event 3)",
    ),
    "transformed into itself": (
        SORCERY + "  - transform: G into Giant\n",
        "G is Giant already: nothing changes (event 2)",
    ),
    "carried by nobody": (
        SORCERY + "  - you: Club as C\n",
        "C enters carried by nobody: no `on` says who carries it (event 2)",
    ),
    **{
        f"of a site that is not named: {asked}": (
            SORCERY.replace("cards:", f"cards:\n  Odd: {{is: [avatar], has: ['{ability}']}}")
            + f"  - you: Odd as O at 8{choosing}\n",
            f"O.1 {message}, which the scenario does not name",
        )
        for asked, ability, choosing, message in (
            (
                "an ability",
                "minions atop sites without an ability: power += 1",
                "",
                "asks for the abilities of site@3, site@8",
            ),
            (
                "a keyword",
                "minions atop sites with Airborne: power += 1",
                "",
                "asks for the abilities of site@3, site@8",
            ),
            (
                "its name",
                'minions atop sites named "Abyss": power += 1',
                "",
                "asks for the name of site@3, site@8",
            ),
            (
                "the chosen name",
                "minions atop sites named the chosen name: power += 1",
                " choosing Abyss",
                "asks for the name of site@3, site@8",
            ),
            (
                "its name, in a condition",
                'minions: power += 1 as long as there are no sites named "Abyss"',
                "",
                "asks for the name of site@3, site@8",
            ),
            (
                "their number",
                "minions: power += number of sites",
                "",
                "counts site@3, site@8",
            ),
        )
    },
    "ignored too late": (DUEL, "L goes on though L is ignored: it has resolved already"),
}


@pytest.mark.parametrize("name", REMARKS)
def test_what_does_nothing_is_said(name: str) -> None:
    """The answer says of what is written and does nothing that it does."""
    text, message = REMARKS[name]
    said = [str(one) for one in remarks(solve(loads_scenario(text)))]
    assert len(said) == 1 and message in said[0], said


def test_what_does_something_is_no_remark() -> None:
    """Damage on an ally, counters that a card reads, and taken away again: nothing to be said."""
    reader = '  Bard: {is: [ally], has: ["allies: power += its music"]}\nplay:'
    events = "  - A: Bard as B1\n  - music: P 2\n  - damage: P 1\n  - damage: P -1\n"
    assert not remarks(solve(loads_scenario(GRAND.replace("play:", reader) + events)))


@pytest.mark.parametrize("asked", ["without an ability", 'named "Abyss"', ""])
def test_named_sites_leave_nothing_to_be_said(asked: str) -> None:
    """Where every site below something is named, and where none of this is asked for."""
    odd = f"cards:\n  Odd: {{is: [minion], has: ['minions atop sites {asked}: power += 1']}}"
    named = "play:\n  - you: Plain as S at 3\n" if asked else "play:\n"
    text = SORCERY.replace("cards:", odd).replace("play:\n", named) + "  - you: Odd as O at 3\n"
    assert not remarks(solve(loads_scenario(text)))


def test_events_that_do_something_are_no_remark() -> None:
    """What is lost, moved, attached and laid down for the first time: nothing to be said."""
    events = """  - you: Wings as W at 3
  - you: Lift as L on G
  - loses: W Airborne
  - loses: G Airborne
  - move: G to 4
  - you: Club as C at 4
  - attach: C to W
  - transform: G into Wings
"""
    assert not remarks(solve(loads_scenario(SORCERY + events)))


NUMBERLESS = {
    "a player": ("target", "me", "changes nothing: players have no power"),
    "a site": ("target", "S", "changes nothing: S has no power"),
    "both": ("target", "me, S", "changes nothing: players have no power; S has no power"),
}


@pytest.mark.parametrize("name", NUMBERLESS)
def test_what_has_no_number_is_said_to_have_none(name: str, run: Run, tmp_path: Path) -> None:
    """A bonus on what has no such number is neither there already nor barred."""
    scope, on, message = NUMBERLESS[name]
    odd = f"""cards:
  Odd: {{is: [magic], resolves: ["{scope}: power += 1 until end of turn"]}}"""
    file = tmp_path / "odd.scenario.yaml"
    events = f"  - you: Plain as S at 4\n  - you: Odd as O on {on}\n"
    file.write_text(SORCERY.replace("cards:", odd) + events)
    shown = " ".join(run("solve", str(file)).out.split())
    assert message in shown and "it is so already" not in shown


def test_remarks_stand_in_text_json_and_page(run: Run, tmp_path: Path) -> None:
    """Wherever the answer is shown."""
    text, message = REMARKS["a counter below nothing"]
    file = tmp_path / "buff.scenario.yaml"
    file.write_text(text)
    # Where people read, the card's name stands before its id.
    assert f"Ally ({message[0]}){message[1:]}" in run("solve", str(file)).out
    (remark,) = json.loads(run("solve", str(file), "--json").out)["remarks"]
    assert remark == {
        "event": 3,
        "object": "P",
        "what": "has no buff to take away: -1 changes nothing",
    }
    page = tmp_path / "buff.html"
    run("solve", str(file), "--html", str(page))
    assert "has no buff to take away" in page.read_text()


BOOK = """
rulebook: heavy
based on: sorcery-2026-01
carried: {who: artifacts with power >= 1, by: units, clause: SORC-CARRY-3}
"""


@pytest.mark.parametrize(("power", "carried"), [(0, False), (1, True)])
def test_on_is_never_dropped_without_a_word(power: int, carried: bool) -> None:
    """Where print alone does not tell whether a card is carried, the answer does."""
    text = f"""
title: Is it carried
rulebook: heavy
players: [you, me]
cards: {{Club: {{is: [artifact], power: {power}}}, Giant: {{is: [minion], power: 2}}}}
play: [{{you: Giant as G at 3}}, {{you: Club as C on G}}]
"""
    scenario = loads_scenario(text, rulebook=loads_rulebook(BOOK))
    answer = solve(scenario)
    thing = next(one for one in answer.situation.things if one.id == "C")
    assert (thing.bearer == "G") is carried
    said = [str(one) for one in remarks(answer)]
    assert bool(said) is not carried
    assert (
        carried or "C is carried by nobody, though it entered on G: Club is not carried" in said[0]
    )


PLAYERS = {
    "a spell": (
        "sorcery-2026-01",
        '{is: [magic], resolves: ["target: can\'t attack until end of turn"]}',
        "you: Odd as O on me",
        "you can attack, me can't attack",
    ),
    "its entry": (
        "grand-archive-2025-09",
        '{is: [ally], on entry: ["target: can\'t activate until end of turn"]}',
        "you: Odd as O on me",
        "you can activate, me can't activate",
    ),
    "several": (
        "duel-masters-1.28-en",
        '{is: [spell], resolves: ["target: can\'t attack until end of turn"]}',
        "you: Odd as O on me, you",
        "me can't attack, you can't attack",
    ),
}


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_is_a_target(name: str) -> None:
    """Whatever speaks of a target may be used on a player, by name."""
    book, card, event, expected = PLAYERS[name]
    lines = "".join(f"  - {each.strip()}\n" for each in expected.split(","))
    text = f"""
title: A player is chosen
rulebook: {book}
players: [you, me]
cards: {{Odd: {card}}}
play:
  - {event}
expect:
{lines}"""
    scenario = loads_scenario(text)
    answer = solve(scenario)
    judged = judge_all(scenario)
    assert judged.fulfilled, judged
    assert certificate_of(answer).check().ok
