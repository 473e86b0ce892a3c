"""The policies: the questions of procedure that a rulebook answers, and the answers there are.

What each answer means is defined in docs/definition.md; here it is a reminder of one line.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class PolicyQuestion(NamedTuple):
    """What a policy asks, and what each of its answers means."""

    asks: str
    answers: Mapping[str, str]


QUESTIONS: Mapping[str, PolicyQuestion] = MappingProxyType(
    {
        "process": PolicyQuestion(
            "How effects come together.",
            {
                "layered": "Layer after layer, and in a layer one effect after another.",
                "simultaneous": "All at once: every state that fulfils all of them is an answer.",
                "newest wins": "All at once; of effects that contradict each other the newest.",
            },
        ),
        "test": PolicyQuestion(
            "When an effect depends on another one.",
            {
                "action": "When the other changes whether it exists, on what it works, or how.",
                "result": "When it matters to the end which of the two comes first.",
                "removal": "When the other takes its ability away, or disables its source.",
                "none": "Never.",
            },
        ),
        "parity": PolicyQuestion(
            "Whether effects of different kinds can depend on each other.",
            {
                "none": "They can.",
                "both or neither set": "Only if both set something, or neither does.",
                "both or neither characteristic-defining": "Only if both are of abilities that "
                "define characteristics, or neither is.",
            },
        ),
        "graph": PolicyQuestion(
            "When dependencies are looked for.",
            {
                "once": "As the layer begins.",
                "each step": "Anew after every effect that was applied.",
            },
        ),
        "freed": PolicyQuestion(
            "When a dependent effect that waits for nothing any more is applied.",
            {
                "after all": "After all independent ones.",
                "compete": "By its timestamp among all that wait for nothing.",
                "at once": "At once, before what is independent.",
            },
        ),
        "dependents": PolicyQuestion(
            "In which order dependent effects are applied.",
            {
                "topological": "Each after what it waits for.",
                "timestamps": "By their timestamps.",
            },
        ),
        "independent": PolicyQuestion(
            "What counts as independent.",
            {
                "outside its loop": "What depends on nothing outside its own loop.",
                "one-way": "What depends on nothing that does not depend on it, too.",
                "nothing": "What depends on nothing at all.",
            },
        ),
        "loop": PolicyQuestion(
            "What a loop of dependencies is.",
            {
                "members": "All effects that depend on each other in a circle.",
                "mutual pairs": "Only two that depend on each other.",
            },
        ),
        "set": PolicyQuestion(
            "What an effect that works in several layers applies to in the later ones.",
            {
                "kept": "The objects it was applied to first.",
                "again": "What it selects then.",
            },
        ),
        "ability lost": PolicyQuestion(
            "An effect that has begun loses its ability.",
            {
                "continues": "It goes on in later layers.",
                "stops": "It does nothing in later layers.",
            },
        ),
        "loss": PolicyQuestion(
            "How long an ability that is lost is lost.",
            {
                "momentary": "It can be gained again.",
                "bar": "It cannot be gained as long as the effect that took it stands.",
            },
        ),
        "ability added or removed": PolicyQuestion(
            "When an effect acts that would add or remove an ability.",
            {
                "in its own layer": "In its own layer, whatever the ability does.",
                "before the ability's layer": "Before the first layer that the ability acts in, "
                "if that comes before its own.",
                "before the ability's own layer": "The same, but for an ability that itself acts "
                "before its layer that layer counts.",
            },
        ),
        "condition on a later layer": PolicyQuestion(
            "When an effect acts that asks for what a later layer changes.",
            {
                "read in its own layer": "In its own layer, on the board so far.",
                "waits for that layer": "Behind that layer.",
                "waits for that layer, not for control": "Behind that layer; who controls what it "
                "applies to is read in its own layer.",
            },
        ),
        "granted timestamp": PolicyQuestion(
            "The timestamp of the effect of a granted ability.",
            {
                "later": "The later of its holder's and the grant's.",
                "later, before what resolved": "The later of its holder's and the grant's; if that "
                "is the one of a resolved effect, which gave it, it is the older of the two.",
                "holder": "That of the object that has it.",
                "grant": "That of the effect that gave it.",
            },
        ),
        "several": PolicyQuestion(
            "In which order several abilities of one card count.",
            {"printed order": "As printed.", "reverse": "The last one first."},
        ),
        "same step": PolicyQuestion(
            "Which of two effects in one step prevails, where all apply at once.",
            {
                "newest last": "The newest, for it is written last.",
                "oldest last": "The oldest, for it is written last.",
            },
        ),
        "groundedness": PolicyQuestion(
            "Which states that agree with themselves are answers, where all apply at once.",
            {
                "all deeds": "Those of which each deed is reached from none, whatever else of "
                "the state is done by then.",
                "what is added": "Those that what is added is reached in, from the rest.",
                "all fixed points": "All of them.",
            },
        ),
        "condition read": PolicyQuestion(
            "When an `as long as` is looked at.",
            {
                "while applying": "Whenever the effect is about to be applied.",
                "at checks": "At the state-based checks, on the whole state.",
            },
        ),
        "resolved set": PolicyQuestion(
            "What the effect of a resolved spell or ability applies to.",
            {
                "open": "Whatever it selects at any moment.",
                "locked": "The objects that it selected as it resolved.",
                "locked for characteristics": "Those; but where it only says what may be done, "
                "where objects go or what state they are in, whatever it selects at any moment.",
                "locked for characteristics, part by part": "So too, and of what it says of the "
                "same objects each part by its own kind.",
            },
        ),
        "resolved variable": PolicyQuestion(
            "When a value in such an effect is worked out.",
            {
                "once, its own anew": "As it resolves; what it reads of its own objects, always.",
                "once": "As it resolves.",
                "always": "Whenever the effect is applied.",
            },
        ),
        "members leave": PolicyQuestion(
            "When such an effect is over for an object that it keeps to.",
            {
                "zone": "When the object goes to another zone.",
                "zone or type": "Also when it stops being of the type the effect speaks of.",
            },
        ),
        "no duration": PolicyQuestion(
            "How long such an effect lasts that says nothing on it.",
            {"source": "As long as its source is there.", "game": "For the rest of the game."},
        ),
        "prohibition": PolicyQuestion(
            "Whether something can be done that one effect allows and another forbids.",
            {
                "prohibition wins": "It can't.",
                "both static": "It can't, unless a newer effect allows it and one is resolved.",
                "newest": "The newest effect decides.",
                "ranks": "Cards before rules, and among each what forbids.",
            },
        ),
        "floor": PolicyQuestion(
            "When a number below its floor is raised to it.",
            {
                "when read": "Whenever it is read; what was written stays.",
                "at the end": "In the final state only.",
                "each step": "At once.",
                "none": "Never.",
            },
        ),
        "timestamps": PolicyQuestion(
            "How timestamps order effects.", {"oldest first": "The oldest is applied first."}
        ),
        "a copy reads": PolicyQuestion(
            "What is copiable of an object.",
            {
                "printed values": "What is printed on it, or on what it entered as a copy of.",
                "what the copy layer left": "What is printed on it, as the effects that copy, with "
                "their exceptions, have left it; nothing else that changed it.",
            },
        ),
        "static copy": PolicyQuestion(
            "What a static ability copies that makes something a copy.",
            {
                "reads anew": "What is copiable of the object now, each time.",
                "keeps what it read": "What was copiable of the object when the effect first "
                "applied, for as long as the effect is there.",
            },
        ),
        "copy on entry": PolicyQuestion(
            "Whether what is printed to enter as a copy does so.",
            {
                "as printed": "It does.",
                "as in play": "Only if it would have that ability in play, under the effects that "
                "are there.",
            },
        ),
        "what has left": PolicyQuestion(
            "What hears who asks for a number, a word or the controller of what has left.",
            {
                "nothing": "What has its id now.",
                "last known": "What was last true of it where it was.",
            },
        ),
        "ability of what has left": PolicyQuestion(
            "What becomes of an ability whose source leaves play before it resolves.",
            {"resolves": "It resolves.", "is ignored": "It is ignored."},
        ),
        "new timestamp": PolicyQuestion(
            "What gives an object's static abilities a new timestamp besides entering a zone.",
            {
                "nothing": "Nothing.",
                "transforming": "That the object is transformed.",
                "attaching": "That it is attached to another object than before.",
                "attaching and transforming": "Either of these.",
            },
        ),
        "static timestamp": PolicyQuestion(
            "The timestamp of a static ability's effect, on a card put on top of another one.",
            {
                "entry of its card": "When that card came.",
                "first of its lineage": "When the first card below came.",
            },
        ),
        "resolved timestamp": PolicyQuestion(
            "The timestamp of the effect of a spell or ability.",
            {
                "activation or trigger": "When it was cast, activated or triggered.",
                "resolution": "When it resolved.",
                "activation or trigger, spells on resolution": "When the ability was activated or "
                "triggered, or the spell resolved.",
            },
        ),
        "timestamp in an open set": PolicyQuestion(
            "The timestamp of a resolved effect for what comes into its open set later.",
            {"of the effect": "The effect's own.", "of joining": "When it came into the set."},
        ),
        "age of what is not at rest": PolicyQuestion(
            "Which of two counts as older that would take each other's ability if both were at "
            "rest, and one is not.",
            {
                "its own": "The older.",
                "older while the other rests": "The one that is not at rest, for as long as the "
                "other one is.",
                "older while it stirs": "The one that is not at rest, until it is.",
            },
        ),
        "simultaneous entry": PolicyQuestion(
            "The order of what enters at one moment.",
            {
                "active player first": "The active player's, then the others' in turn.",
                "active player first, others unsaid": "The active player's first; of the others "
                "nothing is said.",
                "unsaid": "Nothing is said; the order written.",
            },
        ),
    }
)

POLICIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {policy: tuple(question.answers) for policy, question in QUESTIONS.items()}
)
"""The answers that there are to each question."""

UNLESS_SAID = frozenset(
    {
        "a copy reads",
        "static copy",
        "copy on entry",
        "what has left",
        "ability of what has left",
        "new timestamp",
        "timestamp in an open set",
        "age of what is not at rest",
        "ability added or removed",
        "condition on a later layer",
    }
)
"""Policies on which most documents are silent: left out, they have their first value."""

LAYERED_ONLY = frozenset(
    {
        "a copy reads",
        "static copy",
        "copy on entry",
        "test",
        "parity",
        "graph",
        "freed",
        "dependents",
        "independent",
        "loop",
        "set",
        "ability lost",
        "ability added or removed",
        "condition on a later layer",
        "age of what is not at rest",
    }
)

OUT_OF_LAYER = ("ability added or removed", "condition on a later layer")
"""The policies by which effects act before or behind their own layer."""
"""Policies that ask nothing where effects apply at the same time."""

SIMULTANEOUS_ONLY = frozenset({"same step", "groundedness"})
"""Policies that ask nothing where effects apply one after another."""
