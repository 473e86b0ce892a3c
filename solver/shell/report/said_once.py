"""Mistakes in a file that several scenarios share, told once."""

from __future__ import annotations

import re

_NEXT = re.compile(r"\n(?=\S)")
_PLACED = re.compile(r"(?P<file>.+?):\d+:\d+: ")


class SaidOnce:
    """What has been told of mistakes in files, one scenario after another."""

    def __init__(self) -> None:
        self._said: set[str] = set()

    def left_to_say(self, trouble: str, file: str = "") -> str:
        """The message without the mistakes that stand in an earlier one; their files are named.

        file: that the message is about, if no line above it says so.

        >>> said = SaidOnce()
        >>> said.left_to_say("my.cards.yaml:1:2: unknown noun 'wizzard'")
        "my.cards.yaml:1:2: unknown noun 'wizzard'"
        >>> said.left_to_say("my.cards.yaml:1:2: unknown noun 'wizzard'")
        'the mistakes in my.cards.yaml are told above'
        """
        new: list[str] = []
        again: list[str] = []
        for mistake in _NEXT.split(trouble):
            placed = _PLACED.match(mistake)
            if placed is None or mistake not in self._said:
                new.append(mistake)
            else:
                again.append(placed["file"])
            self._said.add(mistake)
        if again:
            about = f"{file}: " if file else ""
            names = " and ".join(dict.fromkeys(again))
            new.append(f"{about}the mistakes in {names} are told above")
        return "\n".join(new)
