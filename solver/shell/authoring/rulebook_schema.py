"""The schema of rulebooks; policies, operations and what may be left out are the loader's lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from layerlaw.model.notation.vocabulary import Kind
from layerlaw.model.rulebooks.load_axioms import DEMAND
from layerlaw.model.rulebooks.merging import BY_ID, BY_KEY
from layerlaw.model.rulebooks.policies import POLICIES
from layerlaw.solver.shell.authoring.policy_words import QUESTIONS
from layerlaw.solver.shell.authoring.rulebook_words import OPERATIONS, SAYS
from layerlaw.solver.shell.authoring.schema_parts import (
    Schema,
    choice,
    closed,
    entries,
    fields,
    flag,
    listed,
    suggested,
    text,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook

_KINDS: tuple[Kind, ...] = get_args(Kind)
_SELECTOR = "A selector, in the notation: `other nearby minions`."
_CLAUSE = "The clause, or open point, that says so."


def rulebook_schema(books: Sequence[Rulebook], only: Rulebook | None, called: str = "") -> Schema:
    """A rulebook. only: the one that it is based on, or like, called so in the file."""
    known = [book.id for book in books]
    titles = {book.id: book.title for book in books}
    if only is not None:
        known, titles = [called], {called: only.title}
    clause = _clause(only)
    keys: dict[str, Schema] = {
        "rulebook": text(SAYS["rulebook"], examples=("my-sorcery",), pattern=r"\S"),
        "like": suggested(SAYS["like"], known, titles),
        "based on": suggested(SAYS["based on"], known, titles),
        "without": _without(only),
        "title": text(SAYS["title"], pattern=r"\S"),
        "game": text(SAYS["game"], pattern=r"\S"),
        "version": text(SAYS["version"], examples=("2026-01-09",)),
        "publisher": text(SAYS["publisher"], empty=True),
        "source": text(SAYS["source"], empty=True),
        "cards": text(SAYS["cards"], examples=[book.cards for book in books if book.cards][:1]),
        **_of_the_game(clause),
        "layers": _layers(clause),
        "policies": _policies(clause),
        "clauses": _clauses(),
        "points": _points(),
        "axioms": _axioms(clause),
    }
    found = fields("A rulebook: one version of one game's rules.", keys, required=("rulebook",))
    own = ["title", "game", "version", "layers", "policies", "clauses"]
    no_after: Schema = {"layers": {"items": {"properties": {"after": False}}}, "without": False}
    found["if"] = {"required": ["based on"]}
    found["then"] = {"properties": {"like": False}}
    found["else"] = {
        "required": [*own],
        "properties": no_after,
        "anyOf": [{"required": ["like"]}, {"required": ["characteristics", "zones"]}],
    }
    return found


def _clause(only: Rulebook | None) -> Schema:
    if only is None:
        return text(_CLAUSE)
    says = {id: clause.says for id, clause in only.clauses.items()}
    says |= {id: f"Open point: {point.question}" for id, point in only.points.items()}
    return suggested(_CLAUSE, says, says)


def _of_the_game(clause: Schema) -> dict[str, Schema]:
    selector = text(_SELECTOR)
    identity = {"id": text("Its id.", pattern=r"\S"), "clause": clause}
    characteristic = fields(
        "A characteristic.",
        {
            "kind": choice("What kind of value it has.", _KINDS),
            "words": listed("The words of a set.", text("A word.")),
            "floor": whole("The least value shown of a number.", examples=(0,)),
            "counter": flag("Changed by events only, as damage is."),
            "lasting": flag("A counter that stays when a turn begins."),
            "base": flag("The number has a base value, too."),
            "opposite": text("The counter that this one cancels, one for one."),
            "counted": flag("A printed number that counters stand for, as durability is."),
        },
        required=("kind",),
    )
    status = {
        "clause": clause,
        "silences": flag("All abilities are lost."),
        "disables": flag("No ability works, and none is lost."),
        "empties": listed("Numbers that read as 0 and can't be raised.", text("A number.")),
        "hides": flag("The object is in its zone for nothing but events."),
    }
    space = {
        "columns": whole("How many columns of squares there are.", examples=(5,)),
        "rows": whole("How many rows.", examples=(4,)),
        "ground": text("The type of what squares stand on."),
        "surface": text("The name of the level on the ground."),
        "void": text("The name of where there is no ground."),
        "deep": listed(
            "Three words: the level below ground where the test holds, the same where it does "
            "not, and the number of the ground that is the test.",
            text("A word."),
        )
        | {"minItems": 3, "maxItems": 3},
    }
    keyword: dict[str, Schema] = {
        "clause": clause,
        "does": text("An ability in the notation.", examples=("self: can't attack",)),
        "layer": text("The id of the layer in which all of it works."),
        "mark": {
            "description": "true: gone for good once lost. Or a selector: only on what it selects.",
            "type": ["boolean", "string"],
        },
    }
    check = identity | {
        "who": selector,
        "verdict": text("What becomes of it.", examples=("dies", "is banished")),
        "zone": text("The zone it goes to."),
        "obeys": text("What can't have this done to it is passed by.", examples=("destroyed",)),
    }
    rule = identity | {
        "does": text("An ability in the notation, without a duration."),
        "layer": text("The id of the layer in which all of it works."),
    }
    stacking = {
        "zone": text("The zone of the card below."),
        "clause": clause,
        "loses": listed("Statuses that the object has no longer.", text("A status."), once=True),
    }
    carried = {
        "who": selector,
        "by": text("Who carries it, as a selector."),
        "control": choice(
            "Who controls it: who controls its bearer (if left out), or who controls it anyway.",
            ("bearer", "own"),
        ),
        "clause": clause,
    }
    immune = {"who": selector, "to": suggested("An operation.", OPERATIONS), "clause": clause}
    word = text("A word.")
    each_status = fields("A status.", status, required=("clause",))
    each_keyword = fields("A keyword.", keyword, required=("clause",))
    return {
        "characteristics": entries(SAYS["characteristics"], characteristic),
        "zones": listed(SAYS["zones"], word, once=True),
        "space": fields(
            SAYS["space"], {**space, "unnamed ground": _unnamed(clause)}, required=space
        ),
        "plurals": entries(SAYS["plurals"], text("The singular.")),
        "nouns": entries(SAYS["nouns"], text(_SELECTOR)),
        "statuses": entries(SAYS["statuses"], each_status),
        "keywords": entries(SAYS["keywords"], each_keyword),
        "actions": entries(SAYS["actions"], text("The word for having it done to one.")),
        "stacking": entries(
            SAYS["stacking"], fields("A way of stacking.", stacking, required=("zone", "clause"))
        ),
        "linked": listed(SAYS["linked"], text("A number.")),
        "carried": fields(SAYS["carried"], carried, required=("who", "clause")),
        "immune": listed(SAYS["immune"], fields("An immunity.", immune, required=immune)),
        "resets": text(SAYS["resets"], empty=True),
        "checks": listed(
            SAYS["checks"],
            fields("A check.", check, required=("id", "who", "verdict", "zone", "clause")),
        ),
        "rules": listed(SAYS["rules"], fields("A rule.", rule, required=("id", "does", "clause"))),
    }


def _unnamed(clause: Schema) -> Schema:
    known = {
        "under": listed("The types of what stands on ground.", text("A type."), once=True),
        "numbers": listed("The numbers that it has, at 0.", text("A number."), once=True),
        "words": listed("What it is not known to be.", text("A word of a set."), once=True),
        "clause": clause,
    }
    return fields(
        "The ground that stands where a scenario names none.", known, required=("under", "clause")
    )


def _layers(clause: Schema) -> Schema:
    layer = {
        "id": text("Its id.", examples=("1",)),
        "name": text("Its name.", examples=("control",)),
        "clause": clause,
        "does": listed("The operations that work in it.", suggested("An operation.", OPERATIONS)),
        "early": flag("None of the document's: a part in it does not make its effect begun."),
        "after": text("Behind which layer of the other rulebook it stands."),
    }
    required = ("id", "name", "clause", "does")
    return listed(SAYS["layers"], fields("A layer.", layer, required=required))


def _policies(clause: Schema) -> Schema:
    found: dict[str, Schema] = {}
    for policy, values in POLICIES.items():
        question = QUESTIONS[policy]
        keys = {"value": choice(question.asks, values, question.answers), "clause": clause}
        found[policy] = fields(question.asks, keys, required=("value", "clause"))
    return closed(SAYS["policies"], found)


def _clauses() -> Schema:
    clause = {
        "id": text("Its id.", pattern=r"\S"),
        "place": text("Where it stands in the document.", examples=("rule 608.3a",)),
        "says": text("What it says, in our own words."),
        "fixes": listed("What it fixes: policies, layers, keywords.", text("In a word or two.")),
    }
    required = ("id", "place", "says")
    return listed(SAYS["clauses"], fields("A clause.", clause, required=required))


def _points() -> Schema:
    policies = {
        policy: choice(QUESTIONS[policy].asks, values, QUESTIONS[policy].answers)
        for policy, values in POLICIES.items()
    }
    reading = {
        "says": text("The answer, in our own words."),
        "follows": listed("The clauses that it takes at their word.", text("A clause.")),
        "policies": closed("The policies that it sets.", policies),
        "layers": entries("Operations that it moves, each to a layer.", text("A layer's id.")),
    }
    each = fields("A reading.", reading, required=("says",))
    point = {
        "id": text("Its id.", pattern=r"\S"),
        "question": text("The question that the document leaves open, or answers twice."),
        "clauses": listed("The clauses that it is about.", text("A clause.")),
        "default": text("The reading that the rulebook follows."),
        "readings": {**entries("Two readings at least.", each), "minProperties": 2},
    }
    return listed(SAYS["points"], fields("An open point.", point, required=point))


def _axioms(clause: Schema) -> Schema:
    axiom = {
        "clause": clause,
        "when": text("Of which effects x and y.", examples=("x and y in one layer",)),
        "then": choice("What it demands.", (DEMAND,)),
        "overrides": listed("Clauses that then demand nothing.", text("A clause.")),
    }
    required = ("clause", "when", "then")
    return listed(SAYS["axioms"], fields("An axiom.", axiom, required=required))


def _without(only: Rulebook | None) -> Schema:
    name = text("The name or id of what is left out.")
    words = {key: listed(f"Entries of `{key}`.", name) for key in (*BY_KEY, *BY_ID)}
    if only is not None:
        for key, known in (("clauses", only.clauses), ("points", only.points)):
            words[key] = listed(f"Entries of `{key}`.", suggested("An id.", known))
    return closed(SAYS["without"], words)
