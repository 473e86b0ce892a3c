"""The keys of a rulebook for what its game has: characteristics, zones, statuses, checks."""

from __future__ import annotations

from typing import get_args

from layerlaw.model.algebra.terms import Several
from layerlaw.model.files.format import (
    Entries,
    Flag,
    Items,
    Key,
    OneOf,
    Table,
    Text,
    TextList,
    Whole,
    names_of,
)
from layerlaw.model.notation.vocabulary import Kind

_SELECTOR = Text("A selector, in the notation: `other nearby minions`.", notation="selector")
_LAYER = Text("The id of the layer in which all of it works.")
_OPERATION = Text("An operation.", names="operation")
_WORD = Text("A word.")
_NUMBER = Text("A number.", names="number")

ID = Key("id", Text("Its id.", pattern=r"\S"), required=True)
CLAUSE = Key(
    "clause", Text("The clause, or open point, that says so.", names="clause"), required=True
)
WHO = Key("who", _SELECTOR, required=True)

GENERIC = "counter"
"""The kind of a counter that the rules give no meaning."""
KIND = Key(
    "kind", OneOf("What kind of value it has.", words=(*get_args(Kind), GENERIC)), required=True
)
SET_WORDS = Key("words", TextList("The words of a set.", _WORD))
FLOOR = Key("floor", Whole("The least value shown of a number.", (0,)))
COUNTER = Key("counter", Flag("Changed by events only, as damage is."))
LASTING = Key("lasting", Flag("A counter that stays when a turn begins."))
BASE = Key("base", Flag("The number has a base value, too."))
OPPOSITE = Key("opposite", Text("The counter that this one cancels, one for one."))
COUNTER_GIVES = Key(
    "gives", Text("The keyword that an object has by such a counter.", names="keyword")
)
OF_TYPES = Key("types", Flag("The set that types stand in. Left out: the one called `types`."))
CONTROLS = Key("controls", Flag("The player who controls. Left out: the one called `controller`."))
COUNTED = Key("counted", Flag("A printed number that counters stand for, as durability is."))
OF_PLAYERS = Key(
    "of players", Whole("Players have it, and no objects: the number that each begins with.")
)
BY_TYPE = Key(
    "by type",
    Entries(
        "What cards of a type have where none is printed.",
        Whole("The number.", (1,)),
    ),
)
UNPRINTED = Key("unprinted", Whole("What any card has that prints none.", (0,)))
PARTS = Key(
    "parts",
    TextList(
        "The names of the two numbers that it may be printed as, such as `3/5`.",
        _WORD,
        number=2,
        once=True,
    ),
)
GROUP_TYPES = Key(
    "types",
    TextList(
        "The types to which the words belong: set, they replace only each other, and they go with "
        "the last of these types.",
        Text("A type.", names="type"),
        once=True,
    ),
)
GROUP_WORDS = Key("words", TextList("The words of the group.", _WORD, once=True), required=True)
LOSES_TEXT = Key(
    "loses text", Flag("What is set to one of the words loses the abilities of its own text.")
)
NEEDS_TYPE = Key(
    "needs type",
    Text(
        "The clause by which an object gains a word only if it has one of the types.",
        names="clause",
    ),
)
GROUP_TABLE = Table(
    "A group of words.",
    "a group of words",
    (GROUP_TYPES, GROUP_WORDS, LOSES_TEXT, NEEDS_TYPE, CLAUSE),
)
GROUPS = Key(
    "groups",
    Entries("Groups of the words of a set, by what one of them is called.", GROUP_TABLE),
)

CHARACTERISTIC_TABLE = Table(
    "A characteristic.",
    "a characteristic",
    (
        KIND,
        OF_TYPES,
        CONTROLS,
        SET_WORDS,
        GROUPS,
        FLOOR,
        COUNTER,
        LASTING,
        BASE,
        OPPOSITE,
        COUNTER_GIVES,
        COUNTED,
        PARTS,
        BY_TYPE,
        UNPRINTED,
        OF_PLAYERS,
    ),
)

NUMBER_TABLE = CHARACTERISTIC_TABLE.only(
    KIND, FLOOR, COUNTER, BASE, COUNTED, PARTS, BY_TYPE, UNPRINTED
)
TOTAL_TABLE = CHARACTERISTIC_TABLE.only(KIND, FLOOR, OF_PLAYERS)
COUNTER_TABLE = CHARACTERISTIC_TABLE.only(KIND, FLOOR, COUNTER, LASTING, OPPOSITE, COUNTER_GIVES)
SET_TABLE = CHARACTERISTIC_TABLE.only(KIND, OF_TYPES, SET_WORDS, GROUPS)
PLAYER_TABLE = CHARACTERISTIC_TABLE.only(KIND, CONTROLS)
OTHER_TABLE = CHARACTERISTIC_TABLE.only(KIND)

UNDER = Key(
    "under",
    TextList("The types of what stands on ground.", Text("A type.", names="type"), once=True),
    required=True,
)
NUMBERS = Key("numbers", TextList("The numbers that it has, at 0.", _NUMBER, once=True))
GROUND_WORDS = Key(
    "words",
    TextList(
        "What it is not known to be.", Text("A word of a set.", names="word of a set"), once=True
    ),
)
UNNAMED_GROUND_TABLE = Table(
    "The ground that stands where a scenario names none.",
    "unnamed ground",
    (UNDER, NUMBERS, GROUND_WORDS, CLAUSE),
)

SHAPE = Key(
    "shape",
    OneOf(
        "Which places the grid has; every second row of hexes is half a hex to the right. Left "
        "out: squares.",
        words=("squares", "hexes"),
    ),
)
COLUMNS = Key("columns", Whole("How many columns of the grid there are.", (5,)))
ROWS = Key("rows", Whole("How many rows.", (4,)))
PLACES = Key("places", Whole("How many places there are, where they are no grid.", (6,)))
PATHS = Key(
    "paths",
    Entries(
        "Ways of the rulebook's own: the pairs of places that they join, such as `1-2`.",
        TextList("Pairs of places.", Text("Two places.", ("1-2",), pattern=r"^\d+-\d+$")),
    ),
)
RELATIONS = Key(
    "relations",
    Entries(
        "Relations of place as they are written before an anchor, each with the ways that lead "
        "there. Left out: nearby, adjacent to and in front of, on squares.",
        TextList(
            "Ways: same, edges, corners, sides, ahead, behind, row, column, top, bottom, or paths.",
            _WORD,
        ),
    ),
)
GROUND = Key("ground", Text("The type of what places stand on. Left out: there are no regions."))
SURFACE = Key("surface", Text("The name of the level on the ground."))
VOID = Key("void", Text("The name of where there is no ground."))
CONNECTED = Key(
    "connected",
    TextList(
        "The ways by which places hang together; left out: `edges`, or every path where there is "
        "no grid.",
        _WORD,
        once=True,
    ),
)
DEEP = Key(
    "deep",
    TextList(
        "Three words: the level below ground where the test holds, the same where it does "
        "not, and the number of the ground that is the test.",
        _WORD,
        number=3,
    ),
)
UNNAMED_GROUND = Key("unnamed ground", UNNAMED_GROUND_TABLE)
SPACE_TABLE = Table(
    "Places. Left out: nothing has a place.",
    "a space",
    (
        SHAPE,
        COLUMNS,
        ROWS,
        PLACES,
        PATHS,
        RELATIONS,
        CONNECTED,
        GROUND,
        SURFACE,
        VOID,
        DEEP,
        UNNAMED_GROUND,
    ),
)

SILENCES = Key("silences", Flag("All abilities are lost."))
DISABLES = Key("disables", Flag("No ability works, and none is lost."))
EMPTIES = Key("empties", TextList("Numbers that read as 0 and can't be raised.", _NUMBER))
HIDES = Key("hides", Flag("The object is in its zone for nothing but events."))
NAMELESS = Key("nameless", Flag("The object has no name."))
ANYWHERE = Key("anywhere", Flag("Events give it to cards in any zone, not only in play."))
RENEWS = Key(
    "renews",
    Flag("An event that gives or takes it in play gives the object a new timestamp."),
)
OTHER_HALF = Key(
    "other half",
    TextList(
        "It brings up the other half of the card of what has it, for good; these characteristics "
        "stay those of the card.",
        _WORD,
        once=True,
    ),
)
COPIED_WORDS = Key("is", TextList("Its words, of any sets.", _WORD, once=True))
COPIED_NUMBERS = Key("numbers", Entries("Its numbers.", Whole("The number.", (2,))))
COPIED_LAYER = Key(
    "layer",
    Text(
        "The layer in which it is what an event lists instead. Left out: none does.", names="layer"
    ),
)
COPIED_TABLE = Table(
    "All that is copiable of an object with the status, whatever it prints; it has no name.",
    "what is copied",
    (COPIED_WORDS, COPIED_NUMBERS, COPIED_LAYER),
)
COPIED_AS = Key("copied as", COPIED_TABLE)
STATUS_TABLE = Table(
    "A status.",
    "a status",
    (CLAUSE, SILENCES, DISABLES, EMPTIES, HIDES, NAMELESS, ANYWHERE, COPIED_AS, RENEWS, OTHER_HALF),
)

_ABILITY = Text("An ability in the notation.", ("self: can't attack",), notation="ability")
KEYWORD_DOES = Key("does", _ABILITY)
IN_LAYER = Key("layer", _LAYER)
MARK = Key(
    "mark",
    Text("true: gone for good once lost. Or a selector: only on what it selects.", flag=True),
)
ALONE = Key("alone", Whole("The number that `NAME N` has where none is written.", (1,)))
SEVERAL = Key(
    "several",
    OneOf(
        "What the numbers of `NAME N` come to that one object has several times. Left out: nobody "
        "can ask for the number.",
        words=get_args(Several),
    ),
)
IS_ACTIVATED = Key("activated", Flag("It is activated, so that others may gain it as that."))
KEYWORD_TABLE = Table(
    "A keyword.",
    "a keyword",
    (CLAUSE, KEYWORD_DOES, ALONE, SEVERAL, IN_LAYER, MARK, IS_ACTIVATED),
    line=_ABILITY,
)

LOSES = Key(
    "loses",
    TextList(
        "Statuses that the object has no longer.", Text("A status.", names="status"), once=True
    ),
)
ZONE_BELOW = Key("zone", Text("The zone of the card below.", names="zone"), required=True)
UNDONE = Key("undone", Text("The word for taking the top card off again."))
BACK_TO = Key("back to", Text("The zone that the top card then goes to.", names="zone"))
MERGES = Key("merges", Flag("The object has the abilities of all its cards."))
GOES_UNDER = Key("under", Flag("The card goes below the object's own."))
STACKING_TABLE = Table(
    "A way of stacking.",
    "a way of stacking",
    (ZONE_BELOW, CLAUSE, LOSES, UNDONE, BACK_TO, MERGES, GOES_UNDER),
)

ZONE_HELD = Key("zone", Text("The zone of the cards that are held.", names="zone"), required=True)
ZONE_ANNOUNCED = Key(
    "zone",
    Text("Where what is cast waits until it resolves.", ("stack",), names="zone"),
    required=True,
)
LEFT_IN = Key(
    "left in",
    Text("The zone they go to when what holds them leaves. Left out: along with it.", names="zone"),
)
THROUGH = Key(
    "through",
    Text("The zone that both go to first.", ("exile",), names="zone"),
    required=True,
)
ZONE_MELDED = Key(
    "zone",
    Text("The zone of the second card while they are melded.", names="zone"),
    required=True,
)
MELDING_TABLE = Table("A way of melding.", "a way of melding", (THROUGH, ZONE_MELDED, CLAUSE))
HOLDING_TABLE = Table("A way of holding.", "a way of holding", (ZONE_HELD, CLAUSE, LEFT_IN))

REST_STATUS = Key(
    "status",
    Text("The status of what is not at rest.", ("stirring",), names="status"),
    required=True,
)
DURING = Key(
    "during",
    Text(
        "What nothing comes to rest in: `begins: storyline`, `ends: storyline`.",
        ("storyline",),
        pattern=r"^\S+$",
    ),
    required=True,
)
REST_VERBS = Key(
    "verbs",
    TextList(
        "The actions by which an object is not at rest.",
        Text("An action.", names="verb"),
        once=True,
    ),
)
REST_TABLE = Table(
    "What is at rest, and when.", "'at rest'", (REST_STATUS, DURING, REST_VERBS, CLAUSE)
)

BY = Key("by", Text("Who carries it, as a selector.", notation="selector"))
HANDS_OVER = Key(
    "hands over",
    TextList(
        "What it has of its bearer: the player who controls (if left out), or nothing (`[]`).",
        Text("The player who controls."),
        once=True,
    ),
)
DROPS = Key(
    "drops",
    Text(
        "The clause by which it is dropped at once by what is none of `by` any more. Left out: "
        "it stays there.",
        names="clause",
    ),
)
FALLS = Key(
    "falls",
    Text(
        "With `drops`, what is dropped besides: `tools carried by (objects but not units)`.",
        notation="selector",
    ),
)
FALLS_IF_IT_CANNOT = Key(
    "falls if it cannot",
    Entries(
        "With `drops`, actions, each with those of which one is dropped besides that can't do it "
        "to what carries it, as effects have it.",
        Text("Of which objects that is so.", ("equipment",), notation="selector"),
    ),
)
BY_PLAYERS = Key("players", Flag("Players may carry it, too."))
CIRCLES = Key(
    "circles",
    Flag("What is carried may carry what carries it; nothing carries itself."),
)
CARRIED_TABLE = Table(
    "What is carried, and by what.",
    "'carried'",
    (WHO, BY, BY_PLAYERS, HANDS_OVER, DROPS, FALLS, FALLS_IF_IT_CANNOT, CIRCLES, CLAUSE),
)

TO = Key("to", _OPERATION, required=True)
IMMUNE_TABLE = Table("An immunity.", "an immunity", (WHO, TO, CLAUSE))

VERDICT = Key("verdict", Text("What becomes of it.", ("dies", "is banished")), required=True)
ZONE = Key("zone", Text("The zone it goes to.", names="zone"), required=True)
OBEYS = Key(
    "obeys",
    Text("What can't have this done to it is passed by.", ("destroyed",), names="passive action"),
)
CANNOT = Key(
    "cannot",
    Text(
        "An action: only what can't do it to what carries it is taken, as effects have it.",
        ("enchant",),
        names="action",
    ),
)
ONE_FOR_EACH = Key(
    "one for each",
    TextList(
        "Of those that have all of this in common one is passed by: the newest. `bearer`: what "
        "carries them. `game`: all have.",
        Text("What.", ("controller",), pattern="^(controller|owner|name|bearer|game)$"),
        once=True,
        one_line=True,
    ),
)
PREFERS = Key(
    "prefers",
    Text("With `one for each`: what is passed by before others.", notation="selector"),
)
TIES = Key(
    "ties", Flag("With `one for each`: of several that came at one moment none is passed by.")
)
CHECK_TABLE = Table(
    "A check.",
    "a check",
    (ID, CLAUSE, WHO, VERDICT, ZONE, OBEYS, CANNOT, ONE_FOR_EACH, PREFERS, TIES),
)

DOES = Key(
    "does",
    Text("An ability in the notation, without a duration.", notation="ability"),
    required=True,
)
RULE_TABLE = Table("A rule.", "a rule", (ID, CLAUSE, DOES, IN_LAYER))

CHARACTERISTICS = Key(
    "characteristics",
    Entries("What objects have that effects can change, by name.", CHARACTERISTIC_TABLE),
    required=True,
)
ZONES = Key(
    "zones",
    TextList(
        "The zone of play first, then the one for what leaves it, then all others.",
        _WORD,
        once=True,
        one_line=True,
    ),
    required=True,
)
SPACE = Key("space", SPACE_TABLE)
PLURALS = Key(
    "plurals", Entries("Irregular plurals, each with its singular.", Text("The singular."))
)
NOUNS = Key(
    "nouns",
    Entries(
        "Words with a meaning of their own, each a selector that may use those above it.",
        _SELECTOR,
    ),
)
STATUSES = Key("statuses", Entries("States of an object, each with what it does.", STATUS_TABLE))
KEYWORDS = Key(
    "keywords",
    Entries(
        "Abilities with a name, each with what it does (`does`), if it does something. "
        "`NAME N` and `NAME +N` have a number.",
        KEYWORD_TABLE,
    ),
)
ACTIONS = Key(
    "actions",
    Entries(
        "Verbs, each with the word for having it done to one: `attack: attacked`.",
        Text("The word for having it done to one."),
    ),
)
STACKING = Key("stacking", Entries("Words for putting a card on top of an object.", STACKING_TABLE))
HOLDING = Key("holding", Entries("Words for putting a card under an object.", HOLDING_TABLE))
MELDING = Key("melding", Entries("Words for melding two objects into one.", MELDING_TABLE))
ANNOUNCED_TABLE = Table(
    "Where what is cast waits; what enters play from there stays under the effects on it.",
    "'announced'",
    (ZONE_ANNOUNCED, CLAUSE),
)
FRONT_NUMBERS = Key(
    "keeps", TextList("Numbers that it has of its front face though the other is up.", _NUMBER)
)
NEEDS = Key(
    "needs",
    Text(
        "The clause by which only what has two faces is transformed, and stays a copy if it is "
        "one. Left out: anything is, into anything.",
        names="clause",
    ),
)
FACES_UNLESS = Key(
    "unless",
    TextList(
        "With `needs`, statuses under which it is not transformed.",
        Text("A status.", names="status"),
        once=True,
    ),
)
FACES_NEVER = Key(
    "never",
    TextList(
        "With `needs`, statuses that no event gives what has two faces in play.",
        Text("A status.", names="status"),
        once=True,
    ),
)
FRONT_FACE_TABLE = Table(
    "A card that was transformed is its front face when it leaves, and goes where that does.",
    "'front face'",
    (CLAUSE, FRONT_NUMBERS, NEEDS, FACES_UNLESS, FACES_NEVER),
)
FRONT_FACE = Key("front face", FRONT_FACE_TABLE)
ANNOUNCED = Key("announced", ANNOUNCED_TABLE)
LINKED = Key("linked", TextList("Numbers that are added up when objects are linked.", _NUMBER))
CARRIED = Key("carried", CARRIED_TABLE)
IMMUNE = Key("immune", Items("Whom an operation passes by unless it names them.", IMMUNE_TABLE))
REST = Key("at rest", REST_TABLE)
ANIMATED = Key("animated", Text("The type that `animated` gives where it names none."))
RESETS = Key(
    "resets",
    Text(
        "The objects whose counters go away when a turn begins. Left out: all.",
        empty=True,
        notation="selector",
    ),
)
CHECKS = Key("checks", Items("State-based checks: what dies or is banished.", CHECK_TABLE))
RULES = Key("rules", Items("What the rules do all the time, as abilities.", RULE_TABLE))

GAME_KEYS: tuple[Key[object], ...] = (
    CHARACTERISTICS,
    ZONES,
    SPACE,
    PLURALS,
    NOUNS,
    STATUSES,
    KEYWORDS,
    ACTIONS,
    STACKING,
    HOLDING,
    MELDING,
    FRONT_FACE,
    ANNOUNCED,
    LINKED,
    CARRIED,
    IMMUNE,
    ANIMATED,
    RESETS,
    REST,
    CHECKS,
    RULES,
)
"""What a rulebook has from the one it is `like`, unless it has it itself."""

TAKEN_OVER = names_of(GAME_KEYS)
