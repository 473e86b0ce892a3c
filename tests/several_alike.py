"""Boards of several cards that say the same: of a player, of anybody, of what has it; marks."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

from layerlaw.model import Scenario, loads_scenario, shipped_rulebook

WORDS = {
    "magic-2026-04": ("creature", "creatures", "elf", "elves", "goblin", "Flying", "toughness"),
    "grand-archive-2025-09": ("ally", "allies", "human", "humans", "beast", "Stealth", "life"),
    "sorcery-2026-01": ("minion", "minions", "mortal", "mortals", "beast", "Airborne", "life"),
}
"""Of each rulebook: what fights, an elf or what is one there, a goblin, Flying, and toughness."""

OF_A_PLAYER = (
    "{things} you control: controller := opponent",
    "{things} an opponent controls: controller := you",
    "{elves} you control: controller := opponent",
    "{goblin}s: controller := you",
    "{things} you control: power += 1",
    "{things} an opponent controls: lose all abilities",
    "{elves} an opponent controls: lose all abilities",
    "{things} an opponent controls: gain {flying}",
    "{things} you control with {flying}: lose all abilities",
    "{goblin}s you control: power := 2",
    "{elves}: power += 1 as long as there is a {goblin} you control",
    "{things} you control: {elf} becomes {goblin}",
    "{things} with power >= 2: controller := you",
    "{things}: power += number of {elves} you control",
)
"""Abilities that ask of their source only who controls it."""

OF_ANYBODY = (
    "{elves}: {elf} becomes {goblin}",
    "{goblin}s: {goblin} becomes {elf}",
    "{things} with {flying}: lose all abilities",
    "{things} with power >= 2: gain {flying}",
    "{elves}: power += 1",
    "{goblin}s: power := 2",
    "{goblin}s: controller := owner of it",
)
"""Abilities that say the same whoever has them."""

OF_ITSELF = (
    "other {elves}: controller := you",
    "self: controller := opponent",
    "other {goblin}s: lose all abilities",
)
"""Abilities that speak of their source."""

MARKING = ("{things}: can't be modified", "{elves}: can't be modified", "self: can't be modified")
"""Abilities after which it matters whose effect it is."""


def board(seed: int, book: str, players: tuple[str, ...] = ("you", "me")) -> Scenario:
    """Four to eight objects of two or three cards, of all players, the graph once or each step."""
    random = Random(f"{book} {seed}")
    names = ("thing", "things", "elf", "elves", "goblin", "flying", "toughness")
    words = dict(zip(names, WORDS[book], strict=True))

    def line() -> str:
        pool = random.choice((OF_A_PLAYER, OF_A_PLAYER, OF_ANYBODY, OF_ITSELF, MARKING))
        return random.choice(pool).format(**words)

    rulebook = shipped_rulebook(book)
    graph = {"graph": replace(rulebook.policies["graph"], value=random.choice(GRAPHS))}
    policies = MappingProxyType({**rulebook.policies, **graph})
    cards = "AB" if random.random() < 0.6 else "ABC"
    text = [f"title: alike\nrulebook: {book}\nplayers: [{', '.join(players)}]\ncards:"]
    for name in cards:
        lines = ", ".join(f'"{line()}"' for _ in range(random.choice((1, 2, 2))))
        kind = words[random.choice(("elf", "goblin"))]
        text.append(
            f"  {name}: {{is: [{words['thing']}, {kind}], power: 1,"
            f" {words['toughness']}: 9, has: [{lines}]"
            f"{', uncontrolled: true' if random.random() < 0.1 else ''}}}"
        )
    text.append("play:")
    where = " at 1" if rulebook.space else ""
    text += [
        f"  - {random.choice(players)}: {random.choice(cards)} as O{number}{where}"
        for number in range(random.randrange(4, 9))
    ]
    made = loads_scenario("\n".join(text))
    return replace(made, rulebook=replace(made.rulebook, policies=policies))


GRAPHS = ("once", "each step")
"""When dependencies are found."""
