"""How a clause points at a sentence: its fingerprint, perhaps the source and some of its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from layerlaw.model.errors import LayerlawError
from layerlaw.model.sources.sentences import FINGERPRINT_LENGTH

MOST_WORDS = 5
_POINTER = re.compile(r'([0-9a-f]+)(?: in (\S+))?(?: "([^"]*)")?')


@dataclass(frozen=True, slots=True)
class Pointer:
    """Points at one sentence. source: the id of its document, or empty. words: quoted from it."""

    fingerprint: str
    source: str = ""
    words: str = ""


def pointer(text: str) -> Pointer:
    """The pointer written `FINGERPRINT [in SOURCE] ["WORDS"]`.

    text: as it stands in the rulebook. Raises `LayerlawError` for another form, or too many words.

    >>> from layerlaw.model.sources.pointers import pointer
    >>> pointer('0123456789 in page "at all times"')
    Pointer(fingerprint='0123456789', source='page', words='at all times')
    """
    found = _POINTER.fullmatch(text.strip())
    if found is None or len(found.group(1)) != FINGERPRINT_LENGTH:
        raise LayerlawError(
            f"'{text}' is no pointer at a sentence: {FINGERPRINT_LENGTH} of 0-9 and a-f, perhaps "
            'followed by `in SOURCE` and by quoted words (`0123456789 in page "at all times"`)'
        )
    words = found.group(3) or ""
    if len(words.split()) > MOST_WORDS:
        raise LayerlawError(f"at most {MOST_WORDS} words of a sentence may be quoted: '{words}'")
    return Pointer(found.group(1), found.group(2) or "", words)
