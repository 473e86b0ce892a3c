"""Who is meant: "their King", "the second King of the Realm", "K2", "you", among what is there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from layerlaw.model.asking.faults import refuse
from layerlaw.model.asking.marks import lowered, parts_of
from layerlaw.model.candidates import advice
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.spelling import listed

if TYPE_CHECKING:
    from layerlaw.model.asking.marks import Text

ASKER, ME, OTHER = "you", "me", "them"
"""The players that words without a name speak of: `your`, `my`, `their`."""
_ORDINALS: Mapping[str, int] = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "oldest": 1,
    "older": 1,
    "last": -1,
    "youngest": -1,
    "younger": -1,
    "newest": -1,
}
_WHOSE: Mapping[str, str] = {"my": ME, "your": ASKER, "their": OTHER}
BEFORE = re.compile(
    r"(?:(?:the|this|that|my|your|their|[^\W\d_][\w-]*'s) )?"
    rf"(?:(?:{'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th)) )?"
)
"""What may stand before the name of an object."""
_SAID = re.compile(
    r"(?:(?P<the>the|this|that)\s+|(?P<whose>my|your|their)\s+|(?P<named>\S+)'s\s+)?"
    rf"(?:(?P<word>{'|'.join(_ORDINALS)})\s+|(?P<number>\d+)(?:st|nd|rd|th)\s+)?"
    r"(?P<core>.+)",
    re.DOTALL,
)
_OPPONENT = ("opponent", "my opponent", "your opponent", "the opponent", "they", "them")


@dataclass(frozen=True, slots=True)
class Object:
    """An object of the board: its id, the name of its card, and who put it there."""

    id: str
    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Known:
    """What words can mean.

    objects: in order of arrival. players: who asks first. asker: who that is. it: the id of what
    was asked about before.
    """

    objects: tuple[Object, ...]
    players: tuple[str, ...]
    asker: str
    it: str = ""

    def phrases(self, reserved: Sequence[str]) -> set[str]:
        """In small letters all that can stand for something that is there.

        reserved: words that mean something else, unless they are a whole name or an id.
        """
        names = [one.name for one in self.objects]
        found = parts_of(names, reserved) | {lowered(name) for name in names}
        found |= {lowered(one.id) for one in self.objects if lowered(one.id) not in _LITTLE}
        return found | set(self._players())

    def one(self, typed: Text) -> str:
        """The id of the object, or the player, that is meant; raises `BadInput` with candidates."""
        found = self.meant(typed)
        if len(found) == 1:
            return found[0]
        if found:
            by_id = {one.id: one for one in self.objects}
            said = listed([self._told(by_id[id]) for id in found], "or")
            refuse(typed, f"which '{typed.text}' is meant?", suggestion=f"Say {said}.")
        names = [*(one.name for one in self.objects), *(one.id for one in self.objects)]
        hint = advice(typed.text, [*names, *self.players])
        expected = "" if hint else f"one of {', '.join(dict.fromkeys(names))}"
        if not names:
            expected = "a card that stands before this one"
        refuse(typed, f"there is no '{typed.text}' here", expected=expected, suggestion=hint)

    def whose(self, word: str) -> str:
        """The player of whom `my`, `your`, `their` speaks; the asker where nobody is called so."""
        player = _WHOSE[word]
        if player == OTHER and player not in self.players:
            player = self.players[-1]
        return player if player in self.players else self.asker

    def meant(self, typed: Text) -> tuple[str, ...]:
        """The ids of all that it could mean."""
        text = typed.text.strip('"')
        small = lowered(text)
        players = self._players()
        if small in players:
            return (players[small],)
        ids = [one.id for one in self.objects]
        for same in ([id for id in ids if id == text], [id for id in ids if lowered(id) == small]):
            if same:
                return tuple(same)
        if any(lowered(one.name) == small for one in self.objects):
            return tuple(one.id for one in self.objects if lowered(one.name) == small)
        said = _SAID.fullmatch(small)
        assert said is not None
        named = self._named(said["core"])
        player = _WHOSE.get(said["whose"] or "", said["named"])
        if player is not None:
            named = [one for one in named if lowered(one.player) == player]
        number = _ORDINALS.get(said["word"] or "") or int(said["number"] or 0)
        if number:
            place = number - 1 if number > 0 else len(named) - 1
            named = named[place : place + 1]
        return tuple(one.id for one in named)

    def _named(self, core: str) -> list[Object]:
        """The objects of that id, else of that name, else with that run of words in their names."""
        by_id = [one for one in self.objects if lowered(one.id) == core]
        by_name = [one for one in self.objects if lowered(one.name) == core]
        return by_id or by_name or [one for one in self.objects if core in parts_of([one.name])]

    def _players(self) -> dict[str, str]:
        """What the players are called, in small letters, and what `it` is."""
        called = {lowered(player): player for player in self.players}
        called.setdefault("i", self.asker)
        if self.it:
            called.setdefault("it", self.it)
        called.setdefault("me", self.asker)
        if len(self.players) == 2:
            for word in _OPPONENT:
                called.setdefault(word, self.players[1])
        if self.asker == ME:
            return called
        called.setdefault("you", self.asker)
        return called

    def _told(self, one: Object) -> str:
        """One of several of a name: "the first King of the Realm (K1)"."""
        same = [other for other in self.objects if other.name == one.name]
        if len(same) == 1:
            return f"{one.name} ({one.id})"
        words = ("first", "second", "third", "fourth", "fifth")
        place = same.index(one)
        which = words[place] if place < len(words) else f"{place + 1}th"
        return f"the {which} {one.name} ({one.id})"


_LITTLE = ("a", "i", "an", "is", "of", "the", "do", "by", "be", "am")
"""Words that no id is taken for where it is written in small letters."""
