"""The phrases by which a clause answers a policy: which it speaks of, and which answer it gives.

The rulebook's own statements are read, which are English whatever the document's language is. A
phrase that is not listed is not understood; nothing is concluded from its absence but that.
"""

from __future__ import annotations

import re
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Phrases:
    """How clauses speak of one question.

    mention: what any clause on it has (a pattern). answers: answer -> a pattern by which it is
    given. general: a document answers it once for all effects, so that two answers contradict each
    other. always: the answer that every procedure here gives, where the rulebook has no policy.
    """

    mention: str
    answers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    general: bool = False
    always: str = ""

    def speaks(self, text: str) -> bool:
        """Whether the text speaks of the question."""
        return bool(re.search(self.mention, plain(text)))

    def given(self, text: str) -> frozenset[str]:
        """The answers whose phrases the text has; a question gives none."""
        if asks(text):
            return frozenset()
        words = plain(text)
        return frozenset(
            answer for answer, pattern in self.answers.items() if re.search(pattern, words)
        )


def asks(text: str) -> bool:
    """Whether it is a question, as is what a rulebook decides that the document leaves open."""
    return "?" in text


def plain(text: str) -> str:
    """The text in small letters, each word for a prohibition as `can't`."""
    return re.sub(r"\b(cannot|can not|may not|must not)\b", "can't", text.lower())


NEVER_LESS = (
    r"(never|can't|not) ((be|go|fall|become|drop|is|goes|falls|becomes|drops) )?(below|less|lower|"
    r"negative|under)|counts as (0|zero)|at least (0|zero)|raised to|instead of a negative"
)
AHEAD = r"just before the layer|before the (first )?layer (in|that|of)|ahead of its layer"
BEHIND = r"\b(comes?|goes|applied) (just )?(after|behind)|\bwaits?\b"
NEWEST = r"newest|latest|most recent|began last|came last"
ACTIVE_FIRST = r"\b(active|turn) player('s)?\b.*\b(first|before)\b"

PHRASES: Mapping[str, Phrases] = MappingProxyType(
    {
        "process": Phrases(
            r"layer|order|simultan|same time|at once|contradict|one after another|\ball the time",
            {
                "layered": r"\blayers?\b|one after another",
                "simultaneous": r"simultan|at the same time|all at once",
                "newest wins": rf"contradict.*({NEWEST})",
            },
        ),
        "test": Phrases(
            r"depend|wait|take .* away",
            {"none": r"never depends?|no dependenc|timestamps? alone"},
        ),
        "parity": Phrases(
            r"\bboth\b|neither|\bkinds?\b",
            {
                "both or neither characteristic-defining": r"characteristic-defining",
                "both or neither set": r"\bboth\b(?!.*characteristic-defining).*\bneither\b",
                "none": r"of different kinds can depend|though only one sets",
            },
        ),
        "graph": Phrases(
            r"again|anew|change|\bonce\b|each step|after (each|every)|ceases|at the start",
            {
                "once": r"\bonce\b|as the layer begins|(not|never) again|at the start of",
                "each step": r"\banew\b|again after|after (each|every)|can (still )?change|ceases",
            },
        ),
        "freed": Phrases(
            r"depend|wait",
            {
                "after all": r"independent.*\bfirst\b.*\bdependent|after all (the )?independent",
                "at once": r"at once|immediately|(directly|right) after",
                "compete": r"compet|timestamps? among all",
            },
        ),
        "dependents": Phrases(
            r"depend|wait",
            {
                "topological": r"after all (of these|that)|before it\b|what it depends on|waits for"
                r"|independent (one|effect) (goes|is applied)",
                "timestamps": r"dependent (ones|effects),? by (their )?timestamps?",
            },
        ),
        "independent": Phrases(r"independent|loop|each other|one another|nothing"),
        "loop": Phrases(r"loop|each other|one another|circle|cycle|mutual|by timestamp"),
        "set": Phrases(
            r"moment|again|anew|keeps? to|stays? the same|later|applied to first|fits?\b",
            {
                "again": r"at every moment|anew|whatever (then|it selects)",
                "kept": r"keeps? to|stays? the same|applied to first",
            },
        ),
        "ability lost": Phrases(
            r"beg[aiu]n|goes on|continue|stops?\b|stays applied|no longer|is over",
            {
                "continues": r"stays applied|goes on|continues|still applies|does not (stop|end)",
                "stops": r"\bstops\b|does nothing|no longer applies|is over|ends at once",
            },
            general=True,
        ),
        "loss": Phrases(
            r"\blos[eit]|\btak(e|es|ing)\b|remov",
            {
                "bar": r"(can't|not (to )?be able to|not able to|never) (be )?(gain|have|get|had)|"
                r"carries such a prohibition",
                "momentary": r"can (still |again )?(be )?(gain|have|get|had)|gained again|"
                r"timestamps? decide|in one layer",
            },
            general=True,
        ),
        "ability added or removed": Phrases(
            r"(giv|gain|add|grant|tak|remov|los).*abilit",
            {
                "in its own layer": r"in (its|their) own layer|whatever the ability does",
                "before the ability's layer": AHEAD,
                "before the ability's own layer": AHEAD,
            },
        ),
        "condition on a later layer": Phrases(
            r"condition|as long as|\basks?\b|\bif\b",
            {
                "read in its own layer": r"board so far|read in its own layer",
                "waits for that layer": BEHIND,
                "waits for that layer, not for control": BEHIND,
            },
        ),
        "granted timestamp": Phrases(
            r"grant|gave|giv|fits?\b|joins?\b",
            {
                "later": r"the later of|whichever (is|comes) later",
                "later, before what resolved": r"static (one|effect) is the older",
                "holder": r"as old as (its holder|the object)",
                "grant": r"as old as the (effect|grant)",
            },
        ),
        "several": Phrases(
            r"print|order|listed|written",
            {
                "printed order": r"(as|in the order) (printed|written)|printed order|top to bottom",
                "reverse": r"reverse|last one first|bottom to top",
            },
            general=True,
        ),
        "same step": Phrases(
            rf"{NEWEST}|oldest|earliest|contradict|timestamp",
            {"newest last": NEWEST, "oldest last": r"oldest|earliest|began first|came first"},
        ),
        "groundedness": Phrases(r"itself|circular|fixed point|agree"),
        "condition read": Phrases(
            r"condition|as long as|any moment|while|whenever|checks?\b|all the time",
            {
                "at checks": r"state-based check|at (the )?checks",
                "while applying": r"at any moment|whenever|about to be applied|while (it is )?appl",
            },
        ),
        "resolved set": Phrases(
            r"resol|moment|later|fits?\b|appl(y|ies) to|goes by|keeps?",
            {
                "locked": r"keeps? to|stays? the same|never changes|not affected|fixed set"
                r"|there (then|when|as|at that moment)|only at the objects",
                "locked for characteristics": r"characteristic",
                "locked for characteristics, part by part": r"characteristic",
                "open": r"whatever (it|then)|reaches (what|later)|open (set|one)|are reached too",
            },
        ),
        "resolved variable": Phrases(
            r"value|variable|worked out|number|amount",
            {
                "once": r"\bonce\b|(as|when) (it|the spell or ability) resolves",
                "once, its own anew": r"\bonce\b.*\b(own|anew)\b",
                "always": r"any moment|always|whenever|\banew\b|every time",
            },
        ),
        "members leave": Phrases(
            r"leav|\bleft\b|stays? the same|same object|no longer|zone|is over",
            {
                "zone or type": r"(no longer|stops being).*\btype",
                "zone": r"stays? the same|same object|leaves? the zone|another zone",
            },
        ),
        "no duration": Phrases(
            r"duration|\blasts?\b|\bends?\b|stated",
            {
                "game": r"until the game ends|rest of the game|until the end of the game",
                "source": r"its source (is|leaves|stays|remains)|as long as its source",
            },
            general=True,
        ),
        "prohibition": Phrases(
            r"can't|forbid|prohibit|allow|permit|permission|prevent",
            {
                "prohibition wins": r"(forbids?|prohibition) (always )?(prevails|wins|outweighs)"
                r"|can't.* (wins|prevails)|is not done though",
                "both static": r"both effects are static",
                "newest": NEWEST,
                "ranks": r"\branks?\b|prevails over a rule|before what the rules say",
                "permission wins": r"(allows?|permits?|permission) (always )?(prevails|wins|"
                r"outweighs)|is done though another",
            },
        ),
        "floor": Phrases(
            r"below|negative|\bless\b|lower|\bzero\b|\b0\b|minimum|at least",
            {
                "when read": NEVER_LESS,
                "at the end": NEVER_LESS,
                "each step": NEVER_LESS,
                "none": r"(can|may) (be|go|become|fall|drop) (below|negative|less|lower)"
                r"|negative (number|value)s? (is|are|stays?) (kept|allowed|so)?",
            },
            general=True,
        ),
        "timestamps": Phrases(
            r"timestamp|old|new|began|age",
            {
                "oldest first": r"oldest (timestamp )?to|oldest first|the older.* first",
                "newest first": r"newest (timestamp )?to|newest first|the newer.* first",
            },
            general=True,
        ),
        "a copy reads": Phrases(
            r"\bcop(y|ies|ied|iable)\b",
            {
                "printed values": r"\bprinted\b",
                "what the copy layer left": r"copiable values|other copy effects|as it was copied",
            },
        ),
        "static copy": Phrases(
            r"\bcop(y|ies|ied|iable)\b",
            {
                "keeps what it read": r"static ability.*(only|once|first).*appl",
                "reads anew": r"static ability.*(each time|anew|always|again)",
            },
        ),
        "copy on entry": Phrases(
            r"\benters?\b|\bentering\b",
            {
                "as in play": r"as it would (be in play|exist)",
                "as printed": r"printed to enter",
            },
        ),
        "what has left": Phrases(
            r"\bleft\b|leaves|\bgone\b",
            {
                "last known": r"before it left|last (known|true)|as it last was",
                "nothing": r"as it is now|nothing is known of",
            },
            general=True,
        ),
        "ability of what has left": Phrases(
            r"\bleft\b|leaves|\bgone\b|source",
            {
                "resolves": r"resolves (all the same|nonetheless|anyway)|not fail|still resolv",
                "is ignored": r"is ignored|\bfails\b|does not resolve|fizzles",
            },
            general=True,
        ),
        "new timestamp": Phrases(
            r"new timestamp|transform|attach|stays?\b",
            {
                "attaching and transforming": r"new timestamp.*attach.*transform"
                r"|attach.*transform.*new timestamp",
                "attaching": r"^(?!.*transform).*(attach.*new timestamp|new timestamp.*attach)",
                "transforming": r"^(?!.*attach).*(transform.*new timestamp"
                r"|new timestamp.*transform)",
                "nothing": r"\b(no|never a) new timestamp|keeps? its timestamp|time of entry stays",
            },
        ),
        "static timestamp": Phrases(
            r"\bold\b|timestamp|age\b|entered|entry|stay\b|\bcame\b",
            {
                "entry of its card": r"as old as its (card|object)'s|when (that|its) card came",
                "first of its lineage": r"lineage|first (\w+ )?card",
            },
        ),
        "resolved timestamp": Phrases(
            r"\bold\b|timestamp|resol|activat|trigger|\bcast\b|played",
            {
                "activation or trigger": r"(as old as|when|from|at|since|upon) (the |its |it was )?"
                r"(activation|trigger|activated|triggered|cast)",
                "resolution": r"(as old as|when|from|at|since|upon|as) (the |its |it )?resol",
                "activation or trigger, spells on resolution": r"spells?.* resol",
            },
        ),
        "timestamp in an open set": Phrases(
            r"fits?\b|joins?\b|comes? into",
            {
                "of joining": r"beg[ai]ns? as|as old as (the|its) joining|when it (came|joined)",
                "of the effect": r"as old as the effect|the effect's own",
            },
        ),
        "age of what is not at rest": Phrases(r"at rest"),
        "simultaneous entry": Phrases(
            r"one moment|simultan|same time|at once|together",
            {
                "active player first": ACTIVE_FIRST,
                "active player first, others unsaid": ACTIVE_FIRST,
                "active player last": r"\b(other|opponent|nonactive|non-active)\w*( player)?('s)? "
                r"(first|before)|\b(active|turn) player('s)? (last|after)",
            },
            general=True,
        ),
        "checks": Phrases(
            r"appl|effect|check",
            {
                "after all effects": r"once (every|all)|only (when|after) (all|every)|"
                r"after (all|every) effects? (has|have|is|are)",
                "after each effect": r"after (each|every)( single)? (one|effect)\b(?! (has|have))|"
                r"between (two|any two) effects",
            },
            general=True,
            always="after all effects",
        ),
    }
)
"""For each policy, and for what every procedure here does alike, how clauses speak of it."""
