"""The words of the parser's tree, and binding them to what a vocabulary says they mean."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lark import Token, Tree

from layerlaw.model import algebra as a
from layerlaw.model.algebra.infinite import read_number
from layerlaw.model.algebra.phrasing import is_plain
from layerlaw.model.algebra.terms import BUT_NOT, CHOSEN, OTHER_CHOSEN, without_anchor
from layerlaw.model.errors import NotationError, did_you_mean, too_big
from layerlaw.model.notation.spelling import plural, quoted
from layerlaw.model.notation.vocabulary import spelt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from layerlaw.model.notation.vocabulary import Vocabulary

Branch = Token | Tree[Token]

NOUN = "a noun such as 'minions', or 'self'"
"""Its example is put in the words of the rulebook by `in_words_of`, as in all such texts."""
_BEHIND_NOUN = "what may stand behind a noun, such as 'nearby', 'with power <= 1' or 'you control'"
_BEHIND_NOUNS = frozenset(("with", "without", "named", "controlled", "owned"))
"""Words that say something of a noun, and stand behind it."""
_JOINTS = frozenset(
    ("of", "to", "for", "by", "from", "is", "are", "has", "have", "than", "as", "and")
)
"""Words that join others, and are no nouns wherever they stand."""
_PRONOUNS = frozenset(("self", "it", "target", "bearer"))
_WORDS_AROUND = (
    "self",
    "target",
    "bearer",
    "objects",
    "nearby",
    "adjacent",
    "other",
    "your",
    "here",
)
_DID = re.compile(
    r"((that|who|which)\s+)?(has|have)(?P<not>\s+not)?(?P<been>\s+been)?\s+(?P<deed>.*?)"
    r"(?P<by>\s+by)?(\s+this\s+turn)?",
    re.IGNORECASE | re.DOTALL,
)
KEYWORD = "a keyword of the rulebook, in double quotes if it is not a single word"
_KINDS = {
    "number": "a number",
    "set": "a set of words",
    "player": "a player",
    "status": "a status",
    "abilities": "the abilities",
}
_OWNERS: dict[str, Callable[[a.Selector], a.Player]] = {
    "controller": a.ControllerOf,
    "owner": a.OwnerOf,
}


def in_words_of(vocabulary: Vocabulary, text: str) -> str:
    """A text of ours with examples that the vocabulary has, where it lacks those in the text."""
    sets = vocabulary.members
    members = sorted(sets, key=lambda word: sets[word] != vocabulary.types)
    numbers = [name for name, kind in vocabulary.kinds.items() if kind == "number"]
    keywords = [name for name in vocabulary.keywords if is_plain(name)]
    for example, known in (
        ("minion", members),
        ("mortal", members),
        ("beast", members[::-1]),
        ("power", numbers),
        ("Airborne", keywords),
        ("disabled", vocabulary.statuses),
        ("nearby", [without_anchor(relation) for relation in vocabulary.relations]),
    ):
        if example not in known and known:
            if example == "minion":
                text = text.replace("minions", plural(known[0], vocabulary.plurals))
            text = re.sub(rf"\b{example}\b", known[0], text)
    return text


def text_of(token: Token) -> str:
    """The word, or what stands in the quotes."""
    if token.startswith('"'):
        return re.sub(r"\\(.)", r"\1", token[1:-1])
    return str(token)


def number_of(token: str, offset: int) -> int:
    """The number that stands there."""
    if big := too_big(token):
        raise NotationError(big, offset, "a smaller number")
    return read_number(token)


def at(token: Token) -> int:
    """Where a token begins in the text."""
    return token.start_pos or 0


def type_of(branch: Branch) -> str:
    """The name of a token's terminal or of a tree's rule."""
    return branch.type if isinstance(branch, Token) else str(branch.data)


def words(branches: Iterable[Branch]) -> list[Token]:
    """The tokens among the branches."""
    return [branch for branch in branches if isinstance(branch, Token)]


def trees(branches: Iterable[Branch]) -> list[Tree[Token]]:
    """The trees among the branches."""
    return [branch for branch in branches if isinstance(branch, Tree)]


def first_token(branch: Branch) -> Token:
    """The first word of a branch."""
    while isinstance(branch, Tree):
        branch = branch.children[0]
    return branch


class Words:
    """A vocabulary, asked word by word; a word it does not know raises `NotationError`."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def noun(self, tokens: Sequence[Token]) -> tuple[a.Selector, int]:
        """The selector that the first words stand for, and how many words it takes (1 or 2)."""
        for count in (2, 1):
            phrase = " ".join(" ".join(text_of(token) for token in tokens[:count]).split())
            found = self._noun(phrase) if len(tokens) >= count else None
            if found is not None:
                return found, count
        word = text_of(tokens[0])
        if word.lower() in _JOINTS:
            raise NotationError(
                f"'{word}' does not fit here",
                at(tokens[0]),
                in_words_of(self.vocabulary, _BEHIND_NOUN),
            )
        if word.lower() in _PRONOUNS:
            message = f"'{word}' has no adjective before it"
            advice = f"write what it is behind it, as in `{word} that is a ...`"
            raise NotationError(message, at(tokens[0]), "", advice)
        if word.lower() in _BEHIND_NOUNS:
            message = f"'{word}' has no noun before it"
            advice = f"write `objects {word} ...`, or `that are not {word} ...` for `but not`"
            expected = in_words_of(self.vocabulary, NOUN)
            raise NotationError(message, at(tokens[0]), expected, advice)
        if word.lower() == "you":
            expected = "'you control' or 'you own' behind a noun"
            raise NotationError("'you' does not fit here", at(tokens[0]), expected)
        advice = did_you_mean(word, self._singular_and_plural())
        if advice and (singular := self._irregular(word.lower())):
            advice += f" (or say of the rulebook's words `plurals: {{{word}: {singular}}}`)"
        raise NotationError(
            f"unknown noun '{word}'", at(tokens[0]), in_words_of(self.vocabulary, NOUN), advice
        )

    def _noun(self, phrase: str) -> a.Selector | None:
        vocabulary = self.vocabulary
        for word in vocabulary.singulars(phrase.lower()):
            if noun := spelt(word, vocabulary.nouns):
                return a.Noun(noun, vocabulary.nouns[noun])
            if member := spelt(word, vocabulary.members):
                return a.Noun(member, a.Member(vocabulary.members[member], member))
            if status := spelt(word, vocabulary.statuses):
                return a.HasStatus(status)
        if region := spelt(phrase, vocabulary.regions):
            return a.InRegion(region)
        if phrase in vocabulary.ids:
            return a.Identified(phrase)
        return a.Players(a.NamedPlayer(phrase)) if phrase in vocabulary.players else None

    def _irregular(self, word: str) -> str:
        """The word with an f of which this is the plural in English, though nobody says so."""
        stem = word.removesuffix("ves")
        known = self.vocabulary.all_nouns
        return next((one for one in (f"{stem}f", f"{stem}fe") if stem != word and one in known), "")

    def _singular_and_plural(self) -> tuple[str, ...]:
        known = self.vocabulary.all_nouns
        plurals = (f"{word}s" for word in known)
        return (*known, *self.vocabulary.plurals, *plurals, *_WORDS_AROUND)

    def is_noun(self, token: Token) -> bool:
        """Whether the word stands for objects."""
        return self._noun(text_of(token)) is not None

    def is_status(self, token: Token) -> bool:
        """Whether the word is a status and no noun."""
        return isinstance(self._noun(text_of(token)), a.HasStatus)

    def is_region(self, token: Token) -> bool:
        """Whether the word is a region and no noun."""
        return isinstance(self._noun(text_of(token)), a.InRegion)

    def is_keyword(self, token: Token) -> bool:
        """Whether the word is a keyword, and neither a noun nor an id."""
        word = text_of(token)
        return self._noun(word) is None and self.vocabulary.keyword(word) is not None

    def identified(self, token: Token) -> a.Selector:
        """The object with this id; while no ids are known (on cards), any id will do."""
        id, known = text_of(token), self.vocabulary.ids
        if id in self.vocabulary.players:
            return a.Players(a.NamedPlayer(id))
        if known and id not in known:
            raise NotationError(
                f"unknown object '{id}'", at(token), "an object's id", did_you_mean(id, known)
            )
        return a.Identified(id)

    def place(self, tokens: Sequence[Token]) -> tuple[a.Selector, int]:
        """The region or the zone that the first words name, and how many words that takes."""
        if region := spelt(text_of(tokens[0]), self.vocabulary.regions):
            return a.InRegion(region), 1
        zone, count = self._zone(tokens, self.vocabulary.regions)
        return a.InZone(zone), count

    def zone(self, tokens: Sequence[Token]) -> str:
        """The zone that the words name, all of them, perhaps behind "the"."""
        if len(tokens) > 1 and tokens[0].lower() == "the":
            tokens = tokens[1:]
        zone, count = self._zone(tokens, ())
        if count < len(tokens):
            raise NotationError(f"unexpected '{tokens[count]}'", at(tokens[count]), "the end")
        return zone

    def zone_first(self, tokens: Sequence[Token]) -> tuple[str, int]:
        """The zone that the first words name, and how many words that takes."""
        return self._zone(tokens, ())

    def _zone(self, tokens: Sequence[Token], regions: Sequence[str]) -> tuple[str, int]:
        vocabulary = self.vocabulary
        for count in range(len(tokens), 0, -1):
            phrase = " ".join(text_of(token) for token in tokens[:count])
            if phrase.lower() == "play" and vocabulary.zones:
                return vocabulary.zones[0], count
            for word in vocabulary.singulars(phrase.lower()):
                if zone := spelt(word, vocabulary.zones):
                    return zone, count
        word, known = text_of(tokens[0]), (*regions, *vocabulary.zones)
        what = "region or zone" if regions else "zone"
        whole = did_you_mean(" ".join(text_of(token) for token in tokens), known)
        raise NotationError(
            f"unknown {what} '{word}'",
            at(tokens[0]),
            _one_of("a region or a zone" if regions else "a zone", known),
            did_you_mean(word, known) or whole,
        )

    def relation(self, token: Token) -> a.Relation:
        """A relation of place as the rulebook writes it before an anchor."""
        word = " ".join(token.lower().split())
        for relation in self.vocabulary.relations:
            if word in (relation.lower(), without_anchor(relation).lower()):
                return relation
        return word

    def keyword(self, token: Token) -> str:
        """A keyword as the rulebook spells it."""
        word = text_of(token)
        found = self.vocabulary.keyword(word)
        if found is None and (numbered := self.vocabulary.with_number(word)) is not None:
            keyword, number = numbered
            raise NotationError(
                f"'{keyword}' is asked for and lost with any number, not with {number} alone",
                at(token),
                f"'{keyword}'",
            )
        if found is None:
            known = self.vocabulary.keywords
            longer = family(word, known)
            suggestion = f"did you mean '\"{longer[0]}\"'?" if longer else did_you_mean(word, known)
            raise NotationError(f"unknown keyword '{word}'", at(token), KEYWORD, suggestion)
        return found

    def ability(self, token: Token) -> a.Ability:
        """The ability of a keyword, with what the rulebook says it does."""
        known = self.vocabulary.with_number(text_of(token))
        if known is None:
            keyword = self.keyword(token)
            sign = self.vocabulary.numbered[keyword].sign
            example = quoted(f"{keyword} {sign}2")
            raise NotationError(f"'{keyword}' has a number", at(token), f"one such as {example}")
        keyword, number = known
        ability = self.vocabulary.definitions.get(keyword, a.Ability(keyword))
        return replace(ability, number=number) if number else ability

    def characteristic(self, token: Token, kind: str | None = None) -> str:
        """A characteristic as the rulebook spells it, of that kind if one is asked for."""
        word, kinds = text_of(token), self.vocabulary.kinds
        found = spelt(word, kinds)
        if found is None:
            known = [name for name in kinds if kind is None or kinds[name] == kind]
            raise NotationError(
                f"unknown characteristic '{word}'",
                at(token),
                _one_of("a characteristic", known),
                did_you_mean(word, known),
            )
        if kind is not None and kinds[found] != kind:
            known = [name for name in kinds if kinds[name] == kind]
            raise NotationError(
                f"'{found}' is {_KINDS[kinds[found]]}, not {_KINDS[kind]}",
                at(token),
                _one_of(f"a characteristic that is {_KINDS[kind]}", known),
            )
        return found

    def read(self, token: Token, of: a.Selector) -> a.Value:
        """A number of something, or a part of one that may be split."""
        parts = self.vocabulary.parts
        part = spelt(text_of(token), parts)
        if part is not None:
            return a.ReadPart(parts[part], part, of)
        if (keyword := self._numbered_keyword(token)) is not None:
            return self._keyword_number(keyword, token, of)
        return a.Read(self.characteristic(token, "number"), of)

    def _numbered_keyword(self, token: Token) -> str | None:
        """The keyword with a number that a word is, unless it is a characteristic."""
        keyword = self.vocabulary.keyword(text_of(token))
        called_so = spelt(text_of(token), self.vocabulary.kinds) is not None
        return None if called_so or keyword not in self.vocabulary.numbered else keyword

    def _keyword_number(self, keyword: str, token: Token, of: a.Selector) -> a.Value:
        numbering = self.vocabulary.numbered[keyword]
        if numbering.several is None:
            raise NotationError(
                f"the number of '{keyword}' can't be asked for: the rulebook does not say what "
                "several come to",
                at(token),
                "`several: total`, `highest` or `lowest` in the rulebook's entry of the keyword",
            )
        return a.KeywordNumber(keyword, numbering.several, numbering.alone or 0, of)

    def base(self, token: Token) -> str:
        """What `base NAME` reads: the base value of a number that has one."""
        number, based = self.characteristic(token, "number"), self.vocabulary.based
        if number not in based:
            raise NotationError(
                f"'{number}' has no base value: the rulebook does not say `base: true` of it",
                at(token),
                _one_of("a number with a base value", based) if based else "",
            )
        return f"base {number}"

    def action(self, tree_words: Sequence[Token]) -> tuple[str, bool]:
        """The verb behind can and can't, and whether it is what is done to one (`be`)."""
        *be, verb = tree_words
        if verb.type == "COUNTERS":
            return self._counters(verb), False
        word, actions = text_of(verb).lower(), self.vocabulary.actions
        passives = {passive: active for active, passive in actions.items()}
        if be and word in actions and word not in passives:
            other = actions[word]
        elif not be and word in passives and word not in actions:
            other = passives[word]
        elif actions and word not in (passives if be else actions):
            known = list(passives if be else actions)
            near = (*known, *self.vocabulary.statuses) if be else known
            advice = self._no_verb(word) or did_you_mean(word, near)
            expected = "" if advice else _one_of("a verb of the rulebook", known)
            raise NotationError(f"unknown verb '{word}'", at(verb), expected, advice)
        else:
            return word, bool(be)
        voice = "behind 'be'" if be else "without 'be'"
        raise NotationError(f"'{word}' {voice}", at(verb), "", f"did you mean '{other}'?")

    def _counters(self, token: Token) -> str:
        """What is done with counters: `get buff counters`, `lose counters`."""
        verb, *kind, _ = text_of(token).split()
        if not kind:
            return f"{verb.lower()} counters"
        name = self.characteristic(Token.new_borrow_pos("NAME", kind[0], token), "number")
        return f"{verb.lower()} {name} counters"

    def did(
        self, token: Token, whom: a.Selector | None = None, period: a.Period = "this turn"
    ) -> a.Selector:
        """`has not been attacked by`: who did something, or had it done to them.

        whom: to whom, or by whom.
        """
        said = _DID.fullmatch(token)
        assert said is not None
        deed, deeds = " ".join(said["deed"].lower().split()), self.vocabulary.actions.values()
        if self.vocabulary.actions and deed not in deeds:
            expected = _one_of("what the rulebook's verbs are behind 'has'", [*deeds])
            where = at(token) + said.start("deed")
            raise NotationError(
                f"unknown verb '{deed}'", where, expected, did_you_mean(deed, deeds)
            )
        passive = said["been"] is not None
        if passive and (said["by"] is None) is not (whom is None):
            raise NotationError(
                f"who has {deed} has to stand behind 'by'",
                at(token) + said.end("deed"),
                f"'been {deed} by X' or 'been {deed}' alone",
            )
        did = a.Did(deed, passive, whom, period)
        return a.Not(did) if said["not"] else did

    def _no_verb(self, word: str) -> str:
        """What to write where the word behind can or can't is another kind of word."""
        if spelt(word, self.vocabulary.statuses):
            return f"'{word}' is a status: only `can't be {word}` can be said, and of all effects"
        keyword = self.vocabulary.keyword(word)
        if keyword is not None:
            return f"'{keyword}' is a keyword: write `can't have {keyword}`"
        return ""

    def chosen_word(self, token: Token) -> tuple[str, str]:
        """A set characteristic and the word that stands for what is chosen of it."""
        said = " ".join(text_of(token).lower().removeprefix("of ").split())
        chosen = OTHER_CHOSEN if said.startswith(OTHER_CHOSEN) else CHOSEN
        what, *but = said.removeprefix(chosen).split(BUT_NOT)
        sets = [name for name, kind in self.vocabulary.kinds.items() if kind == "set"]
        found = [(one.characteristic, one.name) for one in self.vocabulary.groups]
        found = [(name, group) for name, group in found if group.lower() == what]
        found += [(name, what) for name in sets if what in self.vocabulary.singulars(name)]
        for name, called in found[:1]:
            words = [w for w, of in self.vocabulary.members.items() if of == name]
            unknown = next((each for each in but if spelt(each, words) is None), None)
            if unknown is not None:
                where = at(token) + text_of(token).lower().rindex(unknown)
                expected = _one_of(f"a word of '{name}'", words)
                hint = did_you_mean(unknown, words)
                raise NotationError(f"'{unknown}' is no word of '{name}'", where, expected, hint)
            said_so = (spelt(each, words) or each for each in but)
            return name, BUT_NOT.join((f"{chosen}{called}", *said_so))
        message = f"'{what}' is nothing that could be chosen"
        raise NotationError(message, at(token), _one_of("one of a set, a player, an object", sets))

    def member(self, token: Token, characteristic: str | None = None) -> tuple[str, str]:
        """A set characteristic and a word of it."""
        if token.type == "CHOSEN_WORD":
            return self.chosen_word(token)
        members = self.vocabulary.members
        known = [w for w in members if characteristic in (None, members[w])]
        for word in self.vocabulary.singulars(text_of(token).lower()):
            if found := spelt(word, known):
                return members[found], found
        what = f"a word of '{characteristic}'" if characteristic else "a type or subtype"
        raise NotationError(
            f"'{text_of(token)}' is not {what}",
            at(token),
            _one_of(what, known),
            did_you_mean(text_of(token), known),
        )

    def status(self, token: Token) -> str | None:
        """A status as the rulebook spells it."""
        return spelt(text_of(token), self.vocabulary.statuses)

    def player(self, token: Token) -> a.Player:
        """A player of the scenario, by name."""
        name, known = text_of(token), self.vocabulary.players
        if self.vocabulary.player(name) is None:
            raise NotationError(
                f"unknown player '{name}'",
                at(token),
                _one_of("a player: 'you', 'opponent', 'controller of X', 'owner of X'", known),
                did_you_mean(name, ("you", "opponent", *known)),
            )
        return a.NamedPlayer(name)

    def player_of(self, token: Token, of: a.Selector) -> a.Player:
        """The controller or the owner of an object."""
        control = self.vocabulary.control
        maker = _OWNERS.get("controller" if token == control else token.lower())
        if maker is None:
            raise NotationError(
                f"'{token}' is not a player",
                at(token),
                "'controller of X' or 'owner of X'",
                did_you_mean(str(token), _OWNERS),
            )
        return maker(of)


def family(word: str, known: Iterable[str]) -> list[str]:
    """The names that begin with the word and go on behind it: `Ranged 1`, `Ranged 2`."""
    return [name for name in known if name.lower().startswith(f"{word.lower()} ")]


def _one_of(what: str, known: Sequence[str]) -> str:
    if not known:
        return what
    shown = ", ".join(known[:8]) + (", ..." if len(known) > 8 else "")
    return f"{what} ({shown})"
