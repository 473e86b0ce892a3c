"""A history is derived where something could follow, and comes to the same as derived always."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from drawn_histories import of_what_may_happen, played

from comparing import confirmed
from layerlaw.model import loads_scenario, shipped_cards, shipped_rulebook, shipped_rulebooks
from layerlaw.model.cards.card import Card
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver import solve
from layerlaw.solver.derivation.danger import Danger
from layerlaw.solver.derivation.prospects import Prospects, prospects_of_card
from layerlaw.solver.facts.situation import Thing
from oracle.generate_boards import drawn_board, shipped_deck

deck = cache(shipped_deck)

GAMES = (
    "duel-masters-1.28-en",
    "sorcery-2026-01",
    "grand-archive-2025-09",
    "magic-2026-04",
    "grand-archive-2026-08",
    "sorcery-2026-07",
    "grand-archive-2021",
)


def written(rulebook: str, cards: str, *plays: str) -> Scenario:
    """A scenario of one player's own cards."""
    head = f"title: t\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\n"
    listed = "".join(f"  - {play}\n" for play in plays)
    return loads_scenario(f"{head}cards:\n{cards}play:\n{listed}")


LORD = '  Lord: {is: [creature], power: 2000, has: ["creatures: power += 1000"]}\n'
WEAKENS = '  Hex: {is: [creature], power: 1000, has: ["other creatures: power -= 1000"]}\n'


def test_what_only_grows_is_derived_once(derived: list[object]) -> None:
    """Nothing there makes a power lower, so that DM-GAME-POWER could find nothing."""
    plays = [f"you: Lord as L{number}" for number in range(6)]
    assert solve(written(GAMES[0], LORD, *plays)).value("L0", "power") == 8000
    assert len(derived) == 1


def test_what_lowers_a_number_has_every_event_looked_at(derived: list[object]) -> None:
    """The Hex makes the other one's power 0, which then is destroyed before the next event."""
    answer = solve(
        written(GAMES[0], LORD + WEAKENS, "you: Hex as A", "you: Hex as B", "you: Lord as C")
    )
    assert [(one.object, one.event) for one in answer.chronicle] == [("A", 2), ("B", 2)]
    assert len(derived) > 2


AT_REST = (
    "  Sneak: {is: [minion], power: 1, has: [Stealth]}\n"
    "  Bane: {is: [minion], power: 1, has: ['minions with power >= 9: lose all abilities']}\n"
    "  Waker: {is: [minion], power: 1, has: ['other minions at rest: power += 1']}\n"
)


def test_what_comes_to_rest_is_looked_at_twice_only_where_that_is_asked(
    derived: list[object],
) -> None:
    """SORC-REST-1: one state for each event from the second one on, and two once someone asks."""
    sneaks = [f"you: Sneak as S{number} at {number}" for number in range(2, 6)]
    board = written("sorcery-2026-01", AT_REST, "you: Bane as B at 1", *sneaks)
    assert solve(board).value("S5", "stirring") is False
    once = len(derived)
    asking = written(
        "sorcery-2026-01", AT_REST, "you: Bane as B at 1", "you: Waker as W at 1", *sneaks
    )
    solve(asking)
    assert once == len(sneaks) and len(derived) - once == 2 * once
    confirmed(board)
    confirmed(asking)


@pytest.mark.parametrize(
    ("who", "looked_at"),
    [("cards in an opponent's memory", False), ("cards in your memory", False), ("allies", True)],
)
def test_who_joins_a_set_of_a_zone_is_told_without_a_derivation(
    derived: list[object], who: str, looked_at: bool
) -> None:
    """GA-OPEN-JOIN: no effect changes where cards are or whose, but it may who is an ally."""
    cards = (
        f'  Rite: {{is: [action], resolves: ["open {who}: elements := fire until end of turn"]}}\n'
        "  C: {is: [ally], power: 1, life: 2}\n"
    )
    plays = ["you: C as A", "me: C as B in memory", "you: Rite as R"]
    plays += ["me: C as D in memory", "you: C as E in memory", "you: C as F"]
    board = written("grand-archive-2026-08", cards, *plays)
    answer = solve(board)
    assert (len(derived) > 1) is looked_at
    joined = {"opponent": {"B", "D"}, "your": {"E"}, "allies": {"A", "F"}}
    expected = next(ids for word, ids in joined.items() if word in who)
    elements = {id: answer.value(id, "elements") for id in "ABDEF"}
    assert {id for id, words in elements.items() if words == ("fire",)} == expected
    confirmed(board)


MAGIC = "magic-2026-04"


@pytest.mark.parametrize(
    ("rulebook", "event", "looked_at"),
    [
        # Less damage than life: PG-DIE-1 and PG-DIE-2, GA-DIE-1 and GA-DIE-2, CR-704.5g.
        ("grand-archive-2021", "damage: A 2", False),
        ("grand-archive-2021", "damage: A 3", True),
        ("grand-archive-2021", "damage: C 14", False),
        ("grand-archive-2021", "damage: C 15", True),
        ("grand-archive-2025-09", "damage: A 2", False),
        ("grand-archive-2025-09", "damage: A 3", True),
        (MAGIC, "damage: A 2", False),
        (MAGIC, "damage: A 3", True),
        # A buff counter makes nothing lower (PG-BUFF-1, GA-CTR-1), and one of debuff does.
        ("grand-archive-2021", "buff: A 2", False),
        ("grand-archive-2025-09", "buff: A 2", False),
        ("grand-archive-2025-09", "debuff: A 1", True),
        (MAGIC, "plus-one: A 1", False),
        (MAGIC, "minus-one: A 1", True),
        # What is counted is destroyed at none (PG-DUR-1, GA-DUR-1, CR-704.5i).
        ("grand-archive-2021", "durability: W -1", False),
        ("grand-archive-2021", "durability: W -2", True),
        ("grand-archive-2025-09", "durability: W -1", False),
        ("grand-archive-2025-09", "durability: W -2", True),
        (MAGIC, "loyalty: W -1", False),
        (MAGIC, "loyalty: W -2", True),
    ],
)
def test_counters_are_looked_at_by_what_they_come_to(
    derived: list[object], rulebook: str, event: str, looked_at: bool
) -> None:
    """One more event follows, before which the checks are carried out where they may find."""
    cards = """\
  Ally: {is: [ally], power: 2, life: 3, has: ["other allies: power += 1"]}
  Chief: {is: [champion], life: 15}
  Blade: {is: [weapon], power: 1, durability: 2}
"""
    if rulebook == MAGIC:
        cards = """\
  Ally: {is: [creature], power: 2, toughness: 3, has: ["other creatures: power += 1"]}
  Chief: {is: [creature], power: 1, toughness: 15}
  Blade: {is: [planeswalker], loyalty: 2}
"""
    plays = ["you: Ally as A", "you: Chief as C", "you: Blade as W", event, "you: Ally as Z"]
    solve(written(rulebook, cards, *plays))
    assert (len(derived) > 1) is looked_at


ELVES = """\
  Lord: {is: [creature, elf], power: 1, toughness: 1, has: ["other elves: toughness += 1"]}
  Cloak: {is: [enchantment], has: ["creatures you control: power -= 1"]}
"""


@pytest.mark.parametrize(
    ("card", "event", "looked_at"),
    [
        ("Bear: {is: [creature, bear], power: 2, toughness: 2}", None, False),
        ("Bear: {is: [creature, bear], power: 2, toughness: 2}", "gets: L0 face-down", True),
        ("Bear: {is: [creature, bear], power: 2, toughness: 2}", "minus-one: L0 1", True),
        ("Blight: {is: [artifact], has: ['creatures: toughness -= 1']}", None, True),
        ("Queen: {is: [legendary, creature, elf], power: 2, toughness: 2}", None, True),
        ("Crown: {is: [artifact], has: ['creatures: supertypes += legendary']}", None, True),
        ("Veil: {is: [artifact], has: ['creatures: face-down']}", None, True),
        ("Moon: {is: [artifact], has: ['artifacts: types += creature']}", None, True),
    ],
)
def test_rules_count_for_what_they_may_be_about(
    derived: list[object], card: str, event: str | None, looked_at: bool
) -> None:
    """The rules on what is face down or has counters lower no number of anything else, and a name
    in common counts for what is or may become legendary (CR-704.5f, CR-704.5j, CR-122.1a).
    """
    name = card.partition(":")[0]
    plays = [*(f"you: Lord as L{number}" for number in range(4)), "you: Cloak as C"]
    lines = [*plays, *([] if event is None else [event]), f"you: {name} as X", "you: Lord as Z"]
    head = f"title: t\nrulebook: {MAGIC}\nplayers: [you, me]\ncards:\n{ELVES}  {card}\nplay:\n"
    solve(loads_scenario(head + "".join(f"  - {line}\n" for line in lines)))
    assert (len(derived) > 1) is looked_at


def test_a_rule_on_what_is_no_creature_counts_where_types_may_change() -> None:
    """It takes the toughness of what no longer is one (CR-208.3)."""
    book = shipped_rulebook(MAGIC)
    bear = Card("Bear", {"types": ("creature",)}, {"power": 2, "toughness": 2})
    thing = Thing("B", bear, "you", "you", book.in_play, None, None, (1, 0), {})
    assert not Danger(book).may_hit(thing, Prospects())
    for lost, hits in ((("types", "creature"), True), (("types", None), True)):
        assert Danger(book).may_hit(thing, Prospects(removes=frozenset({lost}))) is hits
    for lost in (("types", "artifact"), ("colors", None)):
        assert not Danger(book).may_hit(thing, Prospects(removes=frozenset({lost})))
    assert not Danger(book).may_hit(thing, Prospects(adds=frozenset({("types", None)})))


SNEAKS = "  Sneak: {is: [minion], power: 2, has: [Stealth]}\n"


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("Banner: {is: [minion], power: 1, has: ['minions: power += 1']}", []),
        ("Gag: {is: [minion], power: 1, has: ['other minions: silenced']}", ["S"]),
        ("Hush: {is: [minion], power: 1, has: ['sites: silenced']}", []),
        ("Bell: {is: [minion], power: 1, has: ['other minions: lose Stealth']}", ["S"]),
        ("Mask: {is: [minion], power: 1, has: ['other minions: types := artifact']}", ["S"]),
    ],
)
def test_a_mark_is_looked_at_where_it_could_be_lost(
    derived: list[object], other: str, told: list[str]
) -> None:
    """By what takes the keyword, or makes of its bearer what keeps no mark (SORC-STEALTH-1)."""
    name = other.partition(":")[0]
    scenario = written(
        GAMES[1], f"{SNEAKS}  {other}\n", "you: Sneak as S at 8", f"you: {name} as O at 9"
    )
    assert [one.object for one in solve(scenario).chronicle] == told
    assert (len(derived) > 1) is bool(told)


@pytest.mark.parametrize(("who", "looked_at"), [("self", False), ("other artifacts", True)])
def test_what_makes_itself_a_minion_makes_no_site_one(
    derived: list[object], who: str, looked_at: bool
) -> None:
    """Sites are underground as well, where minions die (SORC-DEEP-1)."""
    cards = f"  Statue: {{is: [artifact], has: ['{who}: types += minion']}}\n"
    cards += "  Meadow: {is: [site]}\n"
    plays = ["you: Meadow as M at 8", "you: Statue as S at 8", "you: Statue as T at 9"]
    solve(written(GAMES[1], cards, *plays))
    assert (len(derived) > 1) is looked_at


def random_history(seed: int) -> Scenario:
    """Real cards that enter, are damaged, get statuses, leave; whatever may be said of them."""
    pick = Random(seed)
    rulebook = GAMES[seed % len(GAMES)]
    book = shipped_rulebook(rulebook)
    every = [card for _, card in sorted(shipped_cards(book).items()) if _plain(card)]
    marked = [c for c in every if any(p.ability.keyword in book.marks for p in c.abilities)]
    taking = [card for card in every if _takes(book, card)]
    cards = [*pick.sample(every, 3), pick.choice(marked or every), *pick.sample(taking, 4)]
    where = f" at {pick.randint(1, 20)}" if book.space is not None else ""
    ids = [f"X{number}" for number in range(pick.randint(3, 6))]
    plays = [
        f"{pick.choice(('you', 'me'))}: {pick.choice(cards).name} as {id}{where}" for id in ids
    ]
    statuses = sorted(book.statuses)
    kinds = [
        name
        for name, known in book.characteristics.items()
        if known.by_events and known.of_players is None
    ] or ["damage"]
    more = [
        f"damage: {pick.choice(ids)} {pick.randint(1, 3)}",
        f"damage: {pick.choice(ids)} {pick.randint(1, 3)}",
        f"{pick.choice(kinds)}: {pick.choice(ids)} {pick.choice((-2, -1, 1, 2, 3))}",
        f"{pick.choice(kinds)}: {pick.choice(ids)} {pick.choice((-2, -1, 1, 2, 3))}",
        f"gets: {pick.choice(ids)} {pick.choice(statuses)}",
        f"leave: {pick.choice(ids)}",
        f"turn: {pick.choice(('you', 'me'))}",
    ]
    lines = plays + pick.sample(more, 4)
    for place in range(len(plays), len(lines)):
        lines.insert(pick.randint(1, len(lines) - 1), lines.pop(place))
    text = f"title: t\nrulebook: {rulebook}\nplayers: [you, me]\nactive: you\nplay:\n"
    return of_what_may_happen(text, lines)


def _plain(card: Card) -> bool:
    return all(printed.use == "has" for printed in card.abilities)


def _takes(rulebook: Rulebook, card: Card) -> bool:
    """Whether the card could lower a number, or take what others have."""
    does = prospects_of_card(rulebook, card)
    return bool(does.takes or does.lowered or does.changed)


def always(patch: pytest.MonkeyPatch) -> None:
    """Every object is in danger after every event, with every mark, and nothing is for certain."""
    for name in ("may_hit", "may_fall", "could_hit", "may_lose_mark"):
        patch.setattr(Danger, name, lambda *_: True)
    for name in ("surely_is", "keeps_abilities"):
        patch.setattr(Danger, name, lambda *_: False)


@pytest.mark.parametrize("seed", range(90))
def test_derived_always_it_comes_to_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Histories of what may well be hit."""
    scenario = random_history(seed)
    now = played(scenario)
    always(monkeypatch)
    assert played(scenario) == now


@pytest.mark.sample(12)
@pytest.mark.parametrize("first", range(0, 60, 6))
@pytest.mark.parametrize("book", shipped_rulebooks())
def test_derived_always_events_of_all_kinds_come_to_the_same(
    book: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Histories of all the cards of a rulebook, those that are refused too."""

    def come_to(scenario: Scenario) -> object:
        try:
            return played(scenario)
        except LayerlawError:
            return "no answer"

    for seed in range(first, first + 6):
        scenario = drawn_board(seed, deck(book), 6, 7)
        now = come_to(scenario)
        with monkeypatch.context() as patch:
            always(patch)
            then = come_to(scenario)
        # A message names the first that could be hit.
        assert isinstance(now, str) == isinstance(then, str), seed
        assert then == now or isinstance(now, str), seed


TWO_KINDS = (
    "  Wolf: {is: [minion, beast], power: 3}\n"
    "  Guard: {is: [minion, mortal], power: 2, has: [Stealth]}\n"
    "  Howl: {is: [magic], resolves: ['locked beasts: lose all abilities until end of turn']}\n"
    "  Hide: {is: [magic], resolves: ['target: gain Stealth until end of turn']}\n"
)


@pytest.mark.parametrize(
    "plays",
    [
        ("you: Guard as G at 8", "link: W with G", "unlink: G", "turn: me"),
        ("you: Hide as K on W", "transform: W into Guard", "turn: me"),
    ],
)
def test_a_mark_is_lost_to_what_keeps_to_another_object(plays: tuple[str, ...]) -> None:
    """What was locked to a beast keeps to no beast as well, once that was a part of it, or is it.

    It loses Stealth for good, and has none as the effect is over (SORC-STEALTH-1).
    """
    scenario = written(GAMES[1], TWO_KINDS, "you: Wolf as W at 8", "you: Howl as H", *plays)
    answer = confirmed(scenario)
    assert all(thing.without for thing in answer.situation.things if thing.card.name == "Guard")


CALL = (
    "  Wolf: {is: [creature], power: 3000}\n"
    "  Call: {is: [spell], resolves: ['locked creatures: power += 2000 until rest of the game']}\n"
)


@pytest.mark.parametrize(
    ("does", "over", "looked_at"),
    [
        ("creatures: power += 1000", frozenset(), False),
        ("other objects: types := field", frozenset({"W"}), True),
    ],
)
def test_a_member_is_looked_at_where_it_could_become_something_else(
    derived: list[object], does: str, over: frozenset[str], looked_at: bool
) -> None:
    """An effect is over for good for what is no creature any more (DM-OPEN-TYPE, by default)."""
    other = f"  Other: {{is: [creature], power: 1000, has: ['{does}']}}\n"
    plays = ("you: Wolf as W", "you: Call as C", "you: Other as O", "leave: O to graveyard")
    answer = solve(written(GAMES[0], f"{CALL}{other}", *plays))
    [effect] = answer.situation.effects
    assert effect.over_for == over
    assert answer.value("W", "power") == (3000 if over else 5000)
    # Once for the set that is kept as the Call resolves, and once in the end.
    assert (len(derived) > 2) is looked_at
