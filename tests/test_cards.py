"""The shipped cards' facts are those of the publishers' list (read from `LAYERLAW_CARDS`)."""

from __future__ import annotations

import csv
import json
import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from layerlaw.model import shipped_cards, shipped_rulebook
from layerlaw.model.algebra import Permission, ReplaceMember, RestOfGame, SetMembers
from layerlaw.model.algebra.split import parts_of
from layerlaw.model.algebra.trees import operations_of

FOLDER = os.environ.get("LAYERLAW_CARDS")
ELEMENTS = ("air", "earth", "fire", "water")

pytestmark = pytest.mark.skipif(
    not FOLDER, reason="LAYERLAW_CARDS names no folder with the publishers' card lists"
)


def test_types_rarity_power_cost_affinity_and_threshold_are_as_published() -> None:
    """Every shipped Sorcery card but tokens, of which the list does not say everything."""
    listed = json.loads((Path(str(FOLDER)) / "sorcery.2026-02.json").read_text(encoding="utf-8"))
    facts = {card["name"]: card for card in listed}
    compared = 0
    for card in shipped_cards(shipped_rulebook("sorcery-2026-01")).values():
        if card.name not in facts:
            assert card.token, f"{card.name} is neither listed nor a token"
            continue
        published = facts[card.name]["guardian"]
        subtypes = facts[card.name]["subTypes"].lower().replace("instruments", "instrument")
        # An automaton is a minion too: the codex says so, not the list.
        assert published["type"].lower() in card.sets["types"], card.name
        rarity = (published["rarity"] or "").lower()
        assert card.sets.get("rarity", ()) == ((rarity,) if rarity else ()), card.name
        # The list leaves subtypes, power and cost of tokens out; the codex gives them.
        if card.token:
            continue
        words = {word.strip() for word in subtypes.split(",") if word.strip()}
        assert set(card.sets.get("subtypes", ())) == words, card.name
        power = published["attack"], published["defence"]
        printed = card.numbers.get("power")
        assert power == ((None, None) if printed is None else parts_of(printed)), card.name
        if published["type"] == "Site":
            found = {element: card.numbers[element] for element in ELEMENTS}
            assert found == published["thresholds"], card.name
            assert card.numbers["mana"] == 1, card.name
        else:
            assert card.numbers.get("cost") == published["cost"], card.name
            thresholds = {one: card.numbers.get(f"{one}-threshold", 0) for one in ELEMENTS}
            assert thresholds == published["thresholds"], card.name
        compared += 1
    assert compared > 80


def test_what_is_permanent_or_cannot_be_dropped_is_written_so() -> None:
    """A flood for good has no end, what can't be dropped forbids it, and marks need no note."""
    listed = json.loads((Path(str(FOLDER)) / "sorcery.2026-02.json").read_text(encoding="utf-8"))
    texts = {card["name"]: card["guardian"]["rulesText"] or "" for card in listed}
    book = shipped_rulebook("sorcery-2026-01")
    seen = set()
    for card in shipped_cards(book).values():
        text = texts.get(card.name, "")
        abilities = [printed.ability for printed in card.abilities]
        if "→ Permanently" in text:
            entering = [printed.ability for printed in card.abilities if printed.use == "on entry"]
            assert all(isinstance(one.until, RestOfGame) for one in entering), card.name
            seen.add("permanently")
        if "can't drop" in text:
            forbidden = [one for each in abilities for one in operations_of(each)]
            assert any(isinstance(one, Permission) and one.action == "drop" for one in forbidden)
            seen.add("drop")
        if "permanently lose Stealth" in text:
            # The rulebook keeps Stealth by a mark, so it is gone for good by itself.
            assert "Stealth" in book.marks
            assert not card.left_out, card.name
            seen.add("mark")
    assert seen == {"permanently", "drop", "mark"}


def test_a_word_that_cards_are_given_besides_their_own_is_added() -> None:
    """Where the text says that cards are something, words are added; `become` alone replaces."""
    listed = json.loads((Path(str(FOLDER)) / "sorcery.2026-02.json").read_text(encoding="utf-8"))
    texts = {card["name"]: card["guardian"]["rulesText"] or "" for card in listed}
    replacing = set()
    for card in shipped_cards(shipped_rulebook("sorcery-2026-01")).values():
        operations = [one for p in card.abilities for one in operations_of(p.ability)]
        if any(isinstance(one, ReplaceMember | SetMembers) for one in operations):
            replacing.add(card.name)
            assert "become" in texts[card.name] or "transform into" in texts[card.name], card.name
    assert replacing == {"Bower of Bliss", "Island Leviathan"}


def test_magic_names_types_colors_and_numbers_are_as_published() -> None:
    """Every shipped Magic card that the list has; a star counts as 0, hybrid symbols as one."""
    listed = json.loads((Path(str(FOLDER)) / "magic.2022-05.json").read_text(encoding="utf-8"))
    faces = [face for card in listed for face in (card, *card.get("other_faces", ()))]
    facts = {face["name"]: face for face in reversed(faces)}
    symbols = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    book = shipped_rulebook("magic-2026-04")
    kinds = [name for name in book.characteristics if name.endswith("types")]
    compared = 0
    for card in shipped_cards(book).values():
        published = facts[card.name]
        words = re.sub("[\u2019']", "", published["types"].lower()).replace("tribal", "kindred")
        found = [word for kind in kinds for word in card.sets.get(kind, ())]
        assert sorted(found) == sorted(words.split()), card.name
        cost = (published["cost"] or "").split()
        colors = {color for sign, color in symbols.items() if any(sign in one for one in cost)}
        said = {color for color in symbols.values() if color in published.get("colors", "")}
        assert set(card.sets.get("colors", ())) == (said or colors), card.name
        value = sum(
            int(one) if one.isdigit() else 2 if one[0] == "2" else one not in "XYZ" for one in cost
        )
        assert card.numbers["mana-value"] == value, card.name
        for sign, color in symbols.items():
            of_color = sum(sign in one for one in cost)
            assert card.numbers.get(f"{color}-symbols", 0) == of_color, card.name
        printed = re.sub(r"(?<=\d)\+\*|\*", "", published.get("power_toughness", "")).split("/")
        numbers = [int(one or 0) for one in printed] if len(printed) == 2 else [None, None]
        assert [card.numbers.get("power"), card.numbers.get("toughness")] == numbers, card.name
        compared += 1
    assert compared > 70


class Listed(NamedTuple):
    """What a list of *Duel Masters* cards says of one, in words as the rulebook has them."""

    words: frozenset[str]
    civilizations: frozenset[str]
    power: str
    cost: str
    sets: frozenset[str]
    lines: tuple[str, ...]


def listed_duel_masters() -> dict[tuple[str, str], list[Listed]]:
    """(name, date of the list) -> its entries, without those that are two cards in one."""
    found: dict[tuple[str, str], list[Listed]] = {}

    def words(*given: str) -> frozenset[str]:
        return frozenset(word.replace(" ", "-").lower() for word in given if word)

    folder = Path(str(FOLDER))
    for path in folder.glob("duel-masters.2024-02.csv"):
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                entry = Listed(
                    words(*row["CardType"].split(), *row["CardRace"].split("/")),
                    words(*row["Civilization"].split("/")) - {"colorless"},
                    row["Power"].rstrip("+-"),
                    row["Mana"],
                    frozenset({row["Set"]}),
                    tuple(row["CardEffect"].replace("■", "").split("\n")),
                )
                if row["CardType"] != "Twinpact":
                    found.setdefault((row["CardName"], "2024-02-26"), []).append(entry)
    for card in json.loads((folder / "duel-masters-tcg.2025-07.json").read_text())["cards"]:
        if "name" not in card:
            continue
        type = card["type"].replace("Cross Gear", "Gear")
        # Some entries say it in their text alone.
        above = re.findall(r"^(?:Vortex )?(evolution)", card.get("text", ""), re.M | re.IGNORECASE)
        entry = Listed(
            words(type, *above, *card.get("subtypes", ())),
            words(*card["civilizations"]),
            card.get("power", "").rstrip("+-"),
            str(card["cost"]),
            frozenset(each["set"].split()[0].lower() for each in card["printings"]),
            tuple(card.get("text", "").split("\n")),
        )
        found.setdefault((card["name"], "2025-07-23"), []).append(entry)
    return found


def test_duel_masters_facts_are_those_of_the_list_that_the_card_names() -> None:
    """Types, races, civilizations, power, cost and the edition of every shipped card."""
    listed = listed_duel_masters()
    for card in shipped_cards(shipped_rulebook("duel-masters-1.28-en")).values():
        edition, date = (card.edition or "").split(", as listed on ")
        entries = listed[card.name, date]
        assert any({edition, edition.lower()} & entry.sets for entry in entries), card.name
        entry = entries[0]
        own = {*card.sets.get("types", ()), *card.sets.get("races", ())}
        assert own == entry.words, card.name
        assert set(card.sets.get("civilizations", ())) == entry.civilizations, card.name
        # What is infinite stands in no list as a number.
        if entry.cost:
            assert str(card.numbers.get("power", "")) == entry.power, card.name
            assert str(card.numbers.get("cost", "")) == entry.cost, card.name


def test_duel_masters_keywords_and_numbers_are_those_of_the_list() -> None:
    """Every keyword and bonus of the list stands on the card, and the card has no other."""
    book = shipped_rulebook("duel-masters-1.28-en")
    listed = listed_duel_masters()
    raw = (Path(__file__).parent.parent / "fixtures/cards/duel-masters.yaml").read_text("utf-8")
    written = dict(re.findall(r"^(\S.*):\n((?: .*\n)+)", raw, re.M))
    seen = set()
    for card in shipped_cards(book).values():
        date = (card.edition or "").split(" on ")[-1]
        entries = listed[card.name, date] + listed.get((card.name, "2025-07-23"), [])
        text = written[card.name]
        for entry in entries:
            lines = [line.strip().lower() for line in entry.lines]
            for keyword in book.keywords:
                starts = any(re.match(rf"{re.escape(keyword.lower())}\b", line) for line in lines)
                if starts:
                    seen.add(keyword)
                    line = rf"""^    - "?{re.escape(keyword)}( [+-]?\w+)?"?$|\[.*{keyword}"""
                    assert re.search(line, text, re.M), card.name
            for keyword in re.findall(r"^    - ([A-Z].*)$", text, re.M):
                named = keyword.lower()
                # The list has no more than the beginning of some lines.
                assert any(
                    line
                    and re.match(
                        rf"{re.escape(line)}\b|{re.escape(named)}\b",
                        named if named.startswith(line) else line,
                    )
                    for line in lines
                ), (card.name, keyword)
        whole = "\n".join(line for entry in entries for line in entry.lines)
        for sign, number in re.findall(r"power ([+-])= (\d+)", text):
            assert f"{sign}{number} power" in whole, card.name
        for sign, number in re.findall(r"([+-])(\d+) power", whole):
            assert f"power {sign}= {number}" in text or f"Attacker {sign}{number}" in text, (
                card.name
            )
        for words, wanted in (
            (r"\benemy\b|\bopponents?\b", "opponent"),
            (r"\bother (?!:)\w", "other"),
            (r"until end of turn", "turn|End Step"),
            (r"until your next turn", "start of your next turn"),
        ):
            abilities = "\n".join(
                line
                for line in text.splitlines()
                if not re.match(r"\s+(- other:|left out:|edition:)", line)
            )
            if re.search(words, abilities):
                assert re.search(wanted, whole, re.I), (card.name, words)
    assert {"Blocker", "Double Breaker", "Speed Attacker", "Revolution Change"} <= seen


def test_every_race_with_dragon_in_its_name_is_a_dragon() -> None:
    """So the cards explain the word; a Dragonoid is none."""
    book = shipped_rulebook("duel-masters-1.28-en")
    races = {race for race in book.characteristics["races"].words if race.endswith("-dragon")}
    raw = (Path(__file__).parent.parent / "fixtures/rulebooks/duel-masters-1.28-en.yaml").read_text(
        "utf-8"
    )
    noun = raw.split("  dragon: >-\n")[1].split("  card:")[0]
    assert set(re.split(r"\s+or\s+|\s+", noun.strip())) - {"or"} == races
