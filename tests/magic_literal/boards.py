"""Random boards: a scenario for Layerlaw, and what the literal rules say of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from magic_literal.cards import BACK_OF, CARDS, CHOOSES, COPIES, SPELLS, USES
from magic_literal.rules import (
    FACE_DOWN,
    Ability,
    Game,
    Look,
    Me,
    Op,
    Part,
    Resolved,
    State,
    Thing,
    add_subs,
    has,
)

PERMANENTS = sorted(
    name
    for name, look in CARDS.items()
    if not look.types & {"instant", "sorcery"} and name not in BACK_OF.values()
)
SPELL_NAMES = [*SPELLS, "Mirrorweave", "Cytoshape"]
LAND_WORDS = [("swamp", "forest"), ("mountain", "island"), ("forest", "swamp")]
KIND_WORDS = [("goblin", "elf"), ("merfolk", "zombie"), ("saproling", "goblin"), ("elk", "bear")]
COLOR_WORDS = [("white", "black"), ("black", "white"), ("green", "white")]
WALKERS = {"Lord of Atlantis", "Goblin King", "Elvish Champion"}
EVENTS = {
    "plus": "plus-one",
    "minus": "minus-one",
    "flying": "flying-counter",
}


KINDS = (
    ["counter"] * 3 + ["attach"] * 3 + ["down", "up", "up", "transform", "leave", "damage", "turn",
    "use", "use", "hack", "merge", "merge", "merge"]
)  # fmt: skip
"""What happens besides entries and spells."""


def quoted(name: str) -> str:
    return f'"{name}"' if any(sign in name for sign in ",:") or " of " in name else name


def apart(line: str) -> str:
    """A line as a scalar of YAML."""
    return "'" + line.replace("'", "''") + "'"


@dataclass
class Board:
    """A board that grows event by event, with the scenario that says the same."""

    chance: random.Random
    game: Game = field(default_factory=Game)
    lines: list[str] = field(default_factory=list)
    own_cards: dict[str, str] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    count: int = 0
    hacked: set[str] = field(default_factory=set)

    def fresh(self) -> str:
        self.count += 1
        return f"X{self.count}"

    def say(self, line: str) -> None:
        self.lines.append(line)

    def plays(self, player: str, line: str) -> None:
        self.say(f"{player}: {apart(line)}")

    def scenario(self) -> str:
        cards = "".join(
            f"  {name}: {{is: [instant], resolves: ['{does}']}}\n"
            for name, does in self.own_cards.items()
        )
        return (
            "title: a board\nrulebook: magic-2026-04\nplayers: [you, me]\nactive: you\n"
            + (f"cards:\n{cards}" if cards else "")
            + "play:\n"
            + "".join(f"  - {line}\n" for line in self.lines)
        )

    # What happens.

    def wait(self, name: str, owner: str, zone: str) -> None:
        """A card that is in a zone from the start."""
        id = self.fresh()
        self.game.things[id] = Thing(id, CARDS[name], owner, zone, self.game.tick())
        self.plays(owner, f"{quoted(name)} as {id} in {zone}")

    def would_have(self, thing: Thing, ability: str) -> bool:
        """Whether it has an ability of that name as it would be in play (614.12)."""
        self.game.things[thing.id] = thing
        look = self.game.derive()[thing.id]
        del self.game.things[thing.id]
        return has(look, ability)

    def enter(self, name: str, player: str, state: State) -> bool:
        game, chance = self.game, self.chance
        look = CARDS[name]
        id = self.fresh()
        thing = Thing(id, look, player, "play", 0)
        line = f"{quoted(name)} as {id}"
        if "aura" in look.subs:
            word = look.abilities[0].name.removeprefix("Enchant ")
            fit = [o for o in state.perms() if word == "permanent" or state.isa(o, word)]
            if name == "Imprisoned in the Moon":
                fit = [o for o in fit if state[o].types & {"creature", "land"}]
            if not fit:
                return False
            thing.bearer = chance.choice(fit)
            line += f" on {thing.bearer}"
        if "equipment" in look.subs and chance.random() < 0.7:
            fit = state.perms("creature")
            if fit:
                thing.bearer = chance.choice(fit)
                line += f" on {thing.bearer}"
        if name in COPIES:
            of, _, _ = COPIES[name]
            fit = state.perms(of)
            if not fit:
                return False
            source = chance.choice(fit)
            line += f" copying {source}"
        if name in COPIES and self.would_have(thing, "as it enters"):
            _, more, kind = COPIES[name]
            copied = game.copiable(game.things[source])
            copied.types |= more
            add_subs(copied, kind)
            if name == "Phantasmal Image":
                copied.abilities.append(Ability("trigger", key=("text", name, 1)))
            thing.copies.append((game.clock, False, copied))
            if "aura" in copied.subs:
                return False  # 303.4g: what it would be attached to is chosen
            if copied.name in CHOOSES:
                if any(later for _, later, _ in game.things[source].copies):
                    return False  # Layerlaw takes no choice here (docs/limits.md)
                thing.chosen = chance.choice(CHOOSES[copied.name])
                line += f" choosing {thing.chosen}"
        if name in CHOOSES:
            thing.chosen = chance.choice(CHOOSES[name])
            line += f" choosing {thing.chosen}"
        thing.age = game.tick()
        game.things[id] = thing
        if thing.bearer is not None and "creature" in game.derive()[id].types:
            # 303.4d, 301.5c: it attaches to nothing.
            if "aura" in look.subs:
                del game.things[id]
                return False
            line = line.replace(f" on {thing.bearer}", "")
            thing.bearer = None
        down = (
            player == "you"
            and look.types == {"creature"}
            and name not in (*BACK_OF, *COPIES, *CHOOSES)
            and chance.random() < 0.08
        )
        if down:
            thing.face_down = True
            self.say(f"together: [{{{player}: {apart(line)}}}, {{gets: {id} face-down}}]")
        else:
            self.plays(player, line)
        return True

    def resolve(
        self, parts: tuple[Part, ...], on: list[str], me: Me, ends: bool, state: State
    ) -> None:
        """611.2c and 611.2d: objects and numbers are those of this moment."""
        age = self.game.tick()
        fixed = []
        for each in parts:
            done = {id: each.does(state, me, id) for id in on}
            fixed.append(
                Part(each.layer, each.who, lambda s, m, o, done=done: done[o])  # type: ignore[misc]
            )
        self.game.resolved.append(
            Resolved(("resolved", age), age, tuple(on), tuple(fixed), me, ends)
        )

    def bury(self, name: str, id: str, player: str) -> None:
        self.game.things[id] = Thing(id, CARDS[name], player, "graveyard", self.game.tick())

    def cast(self, name: str, player: str, state: State) -> bool:
        game, chance = self.game, self.chance
        id = self.fresh()
        if name in ("Mirrorweave", "Cytoshape"):
            fit = [o for o in state.perms("creature") if "legendary" not in state[o].supers]
            every = state.perms("creature")
            if not fit:
                return False
            source = chance.choice(fit)
            copied = game.copiable(game.things[source])
            if name == "Mirrorweave":
                on = [o for o in every if o != source]
                self.plays(player, f"{name} as {id} on {source}")
            else:
                on = [chance.choice(every)]
                self.plays(player, f"{name} as {id} on {on[0]} choosing {source}")
            age = game.tick()
            for o in on:
                game.things[o].copies.append((age, True, copied.again()))
            self.bury(name, id, player)
            return True
        word, parts, ends = SPELLS[name]
        if word == "all land":
            on = state.perms("land")
            self.plays(player, f"{name} as {id}")
        elif word == "your creature":
            on = [o for o in state.perms("creature") if state[o].controller == player]
            self.plays(player, f"{name} as {id}")
        else:
            fit = state.perms() if word == "permanent" else state.perms(word)
            if not fit:
                return False
            on = [chance.choice(fit)]
            self.plays(player, f"{name} as {id} on {on[0]}")
        self.resolve(parts, on, Me(id, player, ()), ends, state)
        self.bury(name, id, player)
        return True

    def use(self, state: State) -> bool:
        fit = [
            o
            for o in state.perms()
            if state[o].name in USES
            and any(each.name == "activated" for each in state[o].abilities)
            and o not in self.hacked
        ]
        if not fit:
            return False
        user = self.chance.choice(fit)
        word, parts = USES[state[user].name]
        targets = [
            o
            for o in state.perms()
            if word == "permanent"
            or (
                word == "idle artifact"
                and state.isa(o, "artifact")
                and not state.isa(o, "creature")
            )
            or (state.isa(o, word) and not (word == "creature" and o == user))
        ]
        if word == "self":
            targets = [user]
        if not targets:
            return False
        target = self.chance.choice(targets)
        id = self.fresh()
        on = "" if word == "self" else f" on {target}"
        self.say(f"{state[user].controller}: use {user} as {id}{on}")
        self.resolve(parts, [target], Me(user, None, ()), True, state)
        return True

    def hack(self, state: State) -> bool:
        kind, pairs = self.chance.choice(
            [("land", LAND_WORDS), ("kind", KIND_WORDS), ("color", COLOR_WORDS)]
        )
        old, new = self.chance.choice(pairs)
        fit = [
            o
            for o in state.perms()
            if (
                kind != "land"
                or not WALKERS
                & {self.game.things[o].printed.name, self.game.copiable(self.game.things[o]).name}
            )
        ]
        if not fit:
            return False
        target = self.chance.choice(fit)
        id = self.fresh()
        line = "in its text" if kind == "color" else "in its text and type line"
        name = f"Hack {old} {new}"
        self.own_cards[name] = f"target: {old} becomes {new} {line}"
        self.say(f"you: '{name} as {id} on {target}'")
        self.hacked.add(target)
        op: Op = ("text", old, new)
        part = Part("3", lambda s, m: [], lambda s, m, o: [op])
        self.resolve((part,), [target], Me(id, None, ()), False, state)
        CARD = Look(name, 0, set(), {"instant"}, set(), set(), None, None, "", [])
        self.game.things[id] = Thing(id, CARD, "you", "graveyard", self.game.tick())
        return True

    def event(self, state: State) -> bool:
        game, chance = self.game, self.chance
        here = state.perms()
        if not here:
            return False
        o = chance.choice(here)
        thing = game.things[o]
        match chance.choice(KINDS):
            case "counter":
                kind = chance.choice([*EVENTS])
                if chance.random() < 0.7 and state.perms("creature"):
                    o = chance.choice(state.perms("creature"))
                count = 1 if kind == "flying" else chance.choice([1, 1, 2])
                old = game.things[o].counters.get(kind, (0, 0.0))[0]
                game.things[o].counters[kind] = (old + count, game.tick())
                self.say(f"{EVENTS[kind]}: {o} {count}")
            case "attach":
                tools = [x for x in here if state[x].subs & {"equipment", "aura"}
                         and "creature" not in state[x].types]  # fmt: skip
                if not tools:
                    return False
                tool = chance.choice(tools)
                if "aura" in state[tool].subs:
                    fit = [x for x in here if x != tool and game.may_enchant(state, tool, x)]
                else:
                    fit = state.perms("creature")
                if state[tool].name == "Imprisoned in the Moon":
                    fit = [x for x in fit if state[x].types & {"creature", "land"}]
                fit = [
                    x for x in fit if x != game.things[tool].bearer and not self.hangs_on(x, tool)
                ]
                if not fit:
                    return False
                bearer = chance.choice(fit)
                game.things[tool].bearer = bearer
                game.things[tool].age = game.tick()  # 613.7e
                self.say(f"attach: {tool} to {bearer}")
            case "down":
                if thing.face_down or "creature" not in state[o].types or self.two_faced(o):
                    return False
                thing.face_down = True
                thing.age = game.tick()  # 613.7f
                self.say(f"gets: {o} face-down")
            case "up":
                down = [x for x in here if game.things[x].face_down]
                if not down:
                    return False
                thing = game.things[chance.choice(down)]
                thing.face_down = False
                thing.age = game.tick()
                self.say(f"loses: {thing.id} face-down")
            case "transform":
                fit = [x for x in here if self.two_faced(x)]
                fit = here if chance.random() < 0.2 else fit
                if not fit:
                    return False
                thing = game.things[chance.choice(fit)]
                if not self.two_faced(thing.id):  # 701.27c, whatever it is a copy of
                    self.say(f"transform: {thing.id} into Ironfang")
                    return True
                fronts = {back: front for front, back in BACK_OF.items()}
                name = thing.printed.name
                into = BACK_OF.get(name) or fronts[name]
                if thing.face_down:  # 712.15a
                    self.say(f"transform: {thing.id} into {into}")
                    return True
                thing.printed = CARDS[into]
                thing.front = CARDS[fronts[into]] if into in fronts else None
                thing.age = game.tick()  # 613.7g
                self.say(f"transform: {thing.id} into {into}")
            case "merge":
                return self.merge(state)
            case "leave":
                if state[o].name == "Titania's Song" or thing.printed.name == "Titania's Song":
                    return False
                zone = chance.choice(["graveyard", "graveyard", "hand"])
                game.move(o, zone)
                self.say(f"leave: {o} to {zone}")
            case "damage":
                fit = state.perms("creature")
                if not fit:
                    return False
                o = chance.choice(fit)
                game.things[o].damage += 1
                self.say(f"damage: {o} 1")
            case "turn":
                if chance.random() < 0.5:
                    return False
                game.end_turn()
                self.say(f"turn: {chance.choice(['you', 'me'])}")
            case "use":
                return self.use(state)
            case "hack":
                return self.hack(state)
        return True

    def merge(self, state: State) -> bool:
        """A creature card merges with a creature of its owner, over it or under it (702.140c)."""
        game, chance = self.game, self.chance
        if not (fit := state.perms("creature")):
            return False
        thing = game.things[o := chance.choice(fit)]
        name = chance.choice([each for each in PERMANENTS if CARDS[each].types == {"creature"}])
        look = CARDS[name]
        forms = [thing.printed, *(each for _, _, each in thing.copies)]
        forms += [each for _, _, each, _ in thing.merged]
        keys = {each.key for form in forms for each in form.abilities}
        if (
            name in (*BACK_OF, *COPIES, *CHOOSES)
            or any(each.name in CHOOSES for each in forms)
            or any(each.key in keys for each in look.abilities)
        ):
            return False
        over, part = chance.random() < 0.6, self.fresh()
        tops = [each for _, above, each, _ in thing.merged if above]
        below = (tops[-1] if tops else thing.front or thing.printed) if over else look
        word = "mutate" if over else "mutate under"
        self.say(f"{word}: {apart(f'{o} into {quoted(name)} as {part}')}")
        if over and thing.face_down:  # 730.2e: it is that card that lies face down
            thing.face_down, thing.printed, thing.front = False, FACE_DOWN, None
        age = game.tick()
        game.things[part] = Thing(part, below, thing.owner, "merged", age)
        thing.merged.append((age, over, look, part))
        return True

    def hangs_on(self, o: str, tool: str) -> bool:
        """Whether it is attached, over whatever many, to the tool itself."""
        at: str | None = o
        while at is not None:
            if at == tool:
                return True
            at = self.game.things[at].bearer
        return False

    def two_faced(self, o: str) -> bool:
        name = self.game.things[o].printed.name
        return name in BACK_OF or name in BACK_OF.values()


def board(seed: int) -> Board:
    """A board with its scenario: two to seven permanents or spells, and events between them."""
    chance = random.Random(seed)
    made = Board(chance)
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2])):
        made.wait(
            chance.choice([*PERMANENTS, "Giant Growth"]),
            chance.choice(["you", "me"]),
            chance.choice(["hand", "graveyard", "graveyard"]),
        )
    size = chance.randint(2, 7)
    done = 0
    tries = 0
    first = True
    while done < size and tries < 40:
        tries += 1
        if not first:
            made.game.settle()
        state = made.game.derive()
        player = chance.choice(["you", "you", "me"])
        roll = chance.random()
        before = len(made.lines)
        if roll < 0.62:
            happened = made.enter(chance.choice(PERMANENTS), player, state)
            done += happened
        elif roll < 0.77:
            happened = made.cast(chance.choice(SPELL_NAMES), player, state)
            done += happened
        else:
            happened = made.event(state)
        first = first and not happened
        assert happened == (len(made.lines) > before)
    return made
