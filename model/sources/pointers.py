"""How a clause points at a sentence: its fingerprint, perhaps the source and some of its words."""

from __future__ import annotations

import re

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.sources.sentences import FINGERPRINT_LENGTH, UNSPACED, normalised

MOST_WORDS = 5
MOST_LETTERS = 15
"""Of a language that is written without blanks."""
_POINTER = re.compile(r'(?:([0-9a-f]+)(?: |$))?(?:in (\S+)(?: |$))?(?:"([^"]*)")?')


@dataclass(frozen=True, slots=True)
class Pointer:
    """Points at one sentence.

    fingerprint: of the sentence; empty as long as only source and words are stated. source: the id
    of its document, or empty. words: quoted from it, or empty.
    """

    fingerprint: str
    source: str = ""
    words: str = ""

    def __str__(self) -> str:
        """As it is written."""
        source = f"in {self.source}" if self.source else ""
        words = f'"{self.words}"' if self.words else ""
        return " ".join(filter(None, (self.fingerprint, source, words)))


def pointer(text: str) -> Pointer:
    """The pointer written `FINGERPRINT [in SOURCE] ["WORDS"]`, or `in SOURCE "WORDS"`.

    text: as it stands in the rulebook. Raises `LayerlawError` for another form, or too many words.

    >>> from layerlaw.model.sources.pointers import pointer
    >>> pointer('0123456789 in page "at all times"')
    Pointer(fingerprint='0123456789', source='page', words='at all times')
    """
    parts = _POINTER.fullmatch(text.strip())
    mark, source, words = parts.groups(default="") if parts else ("", "", "")
    if len(mark) != FINGERPRINT_LENGTH and (mark or not (source and words)):
        raise LayerlawError(
            f"'{text}' is no pointer at a sentence: {FINGERPRINT_LENGTH} of 0-9 and a-f, perhaps "
            'followed by `in SOURCE` and by quoted words (`0123456789 in page "at all times"`); '
            'or `in page "at all times"`, which `layerlaw source --write` completes'
        )
    if len(words.split()) > MOST_WORDS:
        raise LayerlawError(f"at most {MOST_WORDS} words of a sentence may be quoted: '{words}'")
    if len(UNSPACED.findall(words)) > MOST_LETTERS:
        raise LayerlawError(f"at most {MOST_LETTERS} letters may be quoted here: '{words}'")
    if words and not normalised(words):
        raise LayerlawError(f"'{words}' has no word in it")
    return Pointer(mark, source, words)
