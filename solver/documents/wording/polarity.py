"""Whether a clause's words say that something is done or is not done."""

from __future__ import annotations

import re

from layerlaw.solver.documents.wording.policy_phrases import plain

_NEGATED = re.compile(
    r"\b(can't|not|never|neither|nor)\b|n't\b|\b(is|are) no\b|^\W*(no|nothing|nobody)\b|"
    r"\b(and|but|then) (nothing|nobody)\b"
)
"""What makes a sentence say that something is not done; "without" and "no life" do not."""
_HEDGED = re.compile(r"\b(unless|except|but|instead|alone|though|however|else)\b")
_ALLOWED = r"\b(can|is able to|is free to)( also| then| still)? (be )?"
_NO_NOUN = r"(?<!\ba )(?<!\ban )(?<!\bits )(?<!\blegal )(?<!\bvalid )"
_LIVES = re.compile(r"\b(lives|survives|stays|remains|is kept)\b")
_SHORTEST = 3
_WORDS_FOR = {"dies": ("die", "death", "destroy"), "is defeated": ("defeat", "die", "lose")}
"""What else clauses say for some verdicts of state-based checks."""


def said_of(action: str, passive: str, suffered: bool, text: str) -> frozenset[bool]:
    """Whether the text says that the action can be taken, that it can't, both, or neither.

    action, passive: the verb, and its form for whom it is done to, which is asked about if it is
    `suffered`. The first sentence that speaks of the action counts. What the text says of several
    cases at once ("only", "unless") may be either.
    """
    suffering = rf"(?:be|been|being|is|are|was|were) (?:\w+ )?{re.escape(passive or action)}"
    acting = f"(?:{'|'.join(map(re.escape, _stems((action, passive))))})"
    words = plain(text)
    said = _polarity(suffering, words) if suffered and passive else frozenset()
    return said or _polarity(acting, words if suffered else re.sub(rf"\b{suffering}", "", words))


def said_of_verdict(verdict: str, text: str) -> frozenset[bool]:
    """Whether the text says that what a check looks at has the verdict, has not, or neither."""
    words = _WORDS_FOR.get(verdict, (verdict.split()[-1],))
    said = _polarity(f"(?:{'|'.join(map(_stem, words))})", plain(text))
    return said or (frozenset({False}) if _LIVES.search(plain(text)) else frozenset())


def _polarity(verb: str, text: str) -> frozenset[bool]:
    """Whether the first sentence with the verb, a pattern, says it of something or denies it."""
    # What a keyword is called says nothing of the action, nor does a noun ("a legal target"), nor
    # what is put in parentheses.
    pattern = re.compile(rf"(?<!with )(?<!without )(?<!has )(?<!have ){_NO_NOUN}\b{verb}\w*")
    words = re.sub(r"\([^)]*\)", "", text)
    for sentence in re.finditer(r"[^.;:]+", words):
        said: set[bool] = set()
        for found in pattern.finditer(sentence[0]):
            part = re.search(r", (and|but|so|yet)\b|$", sentence[0][found.end() :])
            end = sentence.start() + found.end() + (part.start() if part else 0)
            hedged = _HEDGED.search(words) or re.search(r"\bonly\b", words[:end])
            affirmed = _affirmed(sentence[0][: found.start()], found[0])
            said |= {True, False} if hedged else {affirmed}
        if said:
            return frozenset(said)
    return frozenset()


def _affirmed(before: str, verb: str) -> bool:
    """Whether a verb with these words before it is affirmed."""
    allowed = re.search(rf"{_ALLOWED}$", before) is not None
    return allowed or _NEGATED.search(before + verb) is None


def _stems(words: tuple[str, str]) -> tuple[str, ...]:
    """What a verb and its passive begin with alike; both of them where that is too little."""
    action, passive = words
    common = next(
        (action[:n] for n in range(len(action), 0, -1) if passive.startswith(action[:n])), action
    )
    return (common,) if len(common) >= _SHORTEST else tuple(word for word in words if word)


def _stem(word: str) -> str:
    """The word without its ending, as far as that is one of the usual ones."""
    return re.sub(r"(ed|es|s|e)$", "", word)
