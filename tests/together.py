"""An invented game whose effects apply at the same time, its cards in the notation, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from layerlaw.model.algebra import Ability
from layerlaw.model.cards.card import Card, PrintedAbility
from layerlaw.model.notation.parsing import parse_ability
from layerlaw.model.notation.vocabulary import Vocabulary
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.model.rulebooks.rulebook import (
    Characteristic,
    Clause,
    Layer,
    PolicyValue,
    Rulebook,
    StateCheck,
    Status,
)
from layerlaw.solver.facts.situation import ResolvedEffect, Situation, Thing

PLAYERS = ("you", "me")
KEYWORDS = ("blocker", "haste", "flyer")

CHARACTERISTICS = (
    Characteristic("types", "set", ("creature", "relic")),
    Characteristic("colours", "set", ("light", "dark", "fire")),
    Characteristic("controller", "player"),
    Characteristic("power", "number", base=True),
    Characteristic("cost", "number"),
)
STATUSES = (
    Status("silenced", "C1", silences=True),
    Status("stunned", "C1", disables=True),
    Status("frozen", "C1"),
    Status("drained", "C1", empties=("power",), nameless=True),
)
STEPS = (
    Layer("copy", "copy", "C1", ("copy", "change name", "change text")),
    Layer("control", "control", "C1", ("change controller",)),
    Layer("states", "states", "C1", tuple(status.name for status in STATUSES)),
    Layer("types", "types", "C1", ("change types", "change colours", "animate")),
    Layer("abilities", "abilities", "C1", ("change abilities",)),
    Layer("set", "set", "C1", ("set power", "set cost", "swap power")),
    Layer("numbers", "numbers", "C1", ("change power", "change cost")),
    Layer("marks", "marks", "C1", ("permissions", "can't be modified")),
)
WORDS = Vocabulary(
    kinds={one.name: one.kind for one in CHARACTERISTICS},
    members={word: one.name for one in CHARACTERISTICS for word in one.words},
    nouns={},
    statuses=tuple(one.name for one in STATUSES),
    zones=("field", "grave"),
    keywords=KEYWORDS,
    based=("power",),
)


def game(
    policies: Mapping[str, str] | None = None, checks: tuple[StateCheck, ...] = ()
) -> Rulebook:
    """The game: simultaneous, every other policy at its first value, but for those given."""
    values = {name: known[0] for name, known in POLICIES.items()}
    values |= {"process": "simultaneous", "floor": "none", **(policies or {})}
    return Rulebook(
        id="together",
        title="together",
        game="together",
        publisher="",
        version="1",
        source="",
        characteristics={one.name: one for one in CHARACTERISTICS},
        statuses={one.name: one for one in STATUSES},
        zones=WORDS.zones,
        space=None,
        nouns={},
        plurals={},
        keywords={word: Ability(word) for word in KEYWORDS},
        layers=STEPS,
        clauses={"C1": Clause("C1", "page 1", "All of it.")},
        points={},
        policies={name: PolicyValue(value, "C1") for name, value in values.items()},
        checks=checks,
    )


def table(
    cards: Mapping[str, str],
    spells: Mapping[str, str] | None = None,
    rulebook: Rulebook | None = None,
) -> Situation:
    """Cards by id, in order of entry, and what spells have left, after them.

    A card is `WORDS POWER | ability | ability`: `light 3 | other creatures: power += 1`. Words are
    colours and types (a creature without any), `me` for whose it is, or a keyword.
    """
    ids = [*cards, *(spells or {})]
    words = WORDS.with_names(PLAYERS, ids)
    things = [_thing(id, text, number, words) for number, (id, text) in enumerate(cards.items(), 1)]
    effects = []
    for number, (id, text) in enumerate((spells or {}).items(), len(cards) + 1):
        ability = parse_ability(text, words)
        things.append(
            Thing(id, Card(id, {}, {}), "you", "you", "grave", None, None, (number, 0), {})
        )
        locked = tuple(tuple(cards) if one.locked else None for one in ability.instructions)
        effects.append(ResolvedEffect(id, id, "you", ability, (number, 0), 0, (), locked))
    return Situation(rulebook or game(), PLAYERS, tuple(things), tuple(effects))


def _thing(id: str, text: str, number: int, words: Vocabulary) -> Thing:
    head, *lines = (piece.strip() for piece in text.split("|"))
    types: list[str] = []
    colours: list[str] = []
    numbers: dict[str, int] = {}
    owner = "you"
    for word in head.split():
        if word.lstrip("-").isdecimal():
            numbers["power"] = int(word)
        elif word == "me":
            owner = word
        elif word in KEYWORDS:
            lines.insert(0, word)
        else:
            (types if WORDS.members[word] == "types" else colours).append(word)
    printed = tuple(PrintedAbility("has", parse_ability(line, words)) for line in lines)
    sets = {"types": tuple(types or ["creature"]), "colours": tuple(colours)}
    return Thing(
        id, Card(id, sets, numbers, printed), owner, owner, "field", None, None, (number, 0), {}
    )


SCOPES = (
    "creatures",
    "other creatures",
    "light creatures",
    "dark creatures",
    "creatures with blocker",
    "creatures without blocker",
    "creatures with power >= 3",
    "creatures with power <= 2",
    "silenced creatures",
    "creatures that are not silenced",
    "creatures that are not light",
    "creatures you control",
    "self",
    "P",
    "Q",
    "other creatures with haste",
    "creatures with an ability",
    "light creatures without haste",
    "relics",
)
PLAIN_OPERATIONS = (
    "silenced",
    "frozen",
    "stunned",
    "drained",
    "gain blocker",
    "gain haste",
    "lose blocker",
    "lose haste",
    "lose all abilities",
    "can't have blocker",
    "can't be modified",
    "colours += light",
    "colours += dark",
    "colours := fire",
    "colours -= light",
    "types := relic",
    "power += 1",
    "power -= 1",
    "power := 3",
    "power *= 2",
    "power at least 3",
)
OTHER_OPERATIONS = (
    "power += number of light creatures",
    "power += 1 for each light creature",
    "power := number of creatures with blocker",
    "power := its base power",
    "swap power and cost",
    "colours += colours of Q",
    "controller := me",
    "controller := controller of Q",
    "can attack P",
    "can't attack light creatures",
    "can't attack creatures with power >= 3",
    "cost := number of creatures with power >= 3",
)
CONDITIONS = (
    "self is light",
    "there are no light creatures",
    "self is not silenced",
    "Q is silenced",
    "power of self >= 3",
    "self has blocker",
    "number of light creatures >= 2",
)


def random_table(seed: int, *, plain: bool = False, rulebook: Rulebook | None = None) -> Situation:
    """Two or three creatures with up to two abilities each, and perhaps a spell.

    plain: only operations whose operand is written on the card. rulebook: instead of the game with
    random policies.
    """
    pick = Random(seed)

    def ability(depth: int, bare: bool = False) -> str:
        known = PLAIN_OPERATIONS if plain else PLAIN_OPERATIONS + OTHER_OPERATIONS
        done = pick.choice(known)
        if depth and pick.random() < 0.25:
            done = f"gain [{ability(0, bare)}]"
        line = f"{pick.choice(SCOPES)}: {done}"
        return (
            f"{line} as long as {pick.choice(CONDITIONS)}"
            if not bare and pick.random() < 0.2
            else line
        )

    cards: dict[str, str] = {}
    for id in ("P", "Q", "R")[: pick.choice((2, 3, 3))]:
        head = [pick.choice(("", "", "me")), pick.choice(("", "light", "dark"))]
        head += [pick.choice(("", "blocker", "haste")), str(pick.choice((1, 2, 3, 4)))]
        lines = [ability(1) for _ in range(pick.choice((0, 1, 1) if plain else (0, 1, 1, 2)))]
        cards[id] = " | ".join([" ".join(head), *lines])
    spells = {"S1": ability(1, bare=True)} if pick.random() < 0.25 else {}
    policies = {
        "loss": pick.choice(("momentary", "bar")),
        "same step": pick.choice(("newest last", "oldest last")),
    }
    return table(cards, spells, rulebook or game(policies))
