"""Ways to spoil a file or a line of notation: in its tree, in its lines, letter by letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import yaml

ODD = (
    *("", " ", "~", "null", "yes", "no", "0x10", "1_000", "1e999", ".inf", "-0", "010"),
    *("9" * 15, "9" * 16, "9" * 5000, "-1", "2026-01-09", "<<", "*a", "&a", "!!python/object:x"),
    *("[]", "{}", "|", ">", '"', "'", "#", "---", "?", "- ", ": ", "%YAML 1.1", "@", "`"),
    *("\t", "\x00", "\x07", "\x1b[2J", "\x7f", "\x85", "\xa0", "\u00ad", "\u2028", "\u202e"),
    *("\ufeff", "\ufffe", "\U0001f600", "e\u0301", "\u0130", "ß", "\uff11", "²", "٣", "İ"),
)
_SOME = """
    power base total number of highest lowest minions units sites self it target bearer other
    nearby adjacent to enemy your with without has is not and or but nor as long until end turn
    your next gain lose all abilities becomes a an double swap at least most each := += -= *= <=
    >= = : ; , ( ) [ ] { } " 1 0 -1 x y K1 F you me opponent controller owner copy can can't be
    attacked by ignores goes instead while in hand locked open Airborne Stealth disabled before
    loop depends on lost layer control title rulebook players active play expect also cards card
    files readings because together like based on without points clauses rules checks policies
    nouns keywords statuses characteristics layers zones space axioms when then overrides id says
"""
WORDS = tuple(_SOME.split())


def mangled(text: str, others: Sequence[str], random: Random) -> str:
    """The text, spoilt in one to four ways; others: texts of its kind, to take pieces from."""
    for _ in range(random.randint(1, 4)):
        text = random.choice(WAYS)(text, others, random)
    return text


def _letters(text: str, others: Sequence[str], random: Random) -> str:
    """Some letters go, come twice, or are others."""
    begin = random.randint(0, len(text))
    end = min(len(text), begin + random.choice((0, 0, 1, 1, 2, 5, 40)))
    piece = random.choice((random.choice(ODD), random.choice(WORDS), text[begin:end] * 2, ""))
    return text[:begin] + piece + text[end:]


def _words(text: str, others: Sequence[str], random: Random) -> str:
    """A word goes, comes twice, changes places with another, or is another."""
    words = text.split(" ")
    here, there = random.randrange(len(words)), random.randrange(len(words))
    match random.randrange(4):
        case 0:
            del words[here]
        case 1:
            words.insert(here, words[there])
        case 2:
            words[here], words[there] = words[there], words[here]
        case _:
            words[here] = random.choice((*WORDS, *ODD))
    return " ".join(words)


def _lines(text: str, others: Sequence[str], random: Random) -> str:
    """A line goes, comes twice, stands elsewhere, deeper, or comes from another text."""
    lines = text.split("\n")
    here, there = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[here]
        case 1:
            lines.insert(there, lines[here])
        case 2:
            lines.insert(min(there, len(lines) - 1), lines.pop(here))
        case 3:
            lines[here] = random.choice(("  ", "    ", "- ", "\t")) + lines[here]
        case _:
            lines[here] = random.choice(random.choice(others).split("\n"))
    return "\n".join(lines)


def _tree(text: str, others: Sequence[str], random: Random) -> str:
    """A key or a value goes, comes twice, moves, or is something else."""
    try:
        tree = yaml.load(text, Loader=yaml.BaseLoader)
        other = yaml.load(random.choice(others), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, UnicodeError, TypeError):
        return text
    holders = [node for node in _nodes(tree) if isinstance(node, dict | list) and node]
    if not holders:
        return text
    donors = _nodes(other)
    piece: object = random.choice((random.choice(ODD), random.choice(donors), {}, [], "x: y"))
    holder = random.choice(holders)
    match holder, random.randrange(4):
        case dict(), 0:
            del holder[random.choice(list(holder))]
        case dict(), 1:
            holder[random.choice((*holder, random.choice(WORDS)))] = piece
        case dict(), 2:
            old = random.choice(list(holder))
            holder[random.choice(WORDS)] = holder.pop(old)
        case dict(), _:
            holder[random.choice(list(holder))] = random.choice(_nodes(tree))
        case list(), 0:
            del holder[random.randrange(len(holder))]
        case list(), 1:
            holder.append(random.choice(holder))
        case list(), _:
            holder[random.randrange(len(holder))] = piece
    try:
        return str(yaml.safe_dump(tree, allow_unicode=True, sort_keys=False))
    except (yaml.YAMLError, RecursionError):
        return text


def _nodes(tree: object) -> list[object]:
    """The tree and everything in it."""
    found: list[object] = [tree]
    for node in found:
        if isinstance(node, dict):
            found += node.values()
        elif isinstance(node, list):
            found += node
        if len(found) > 5000:
            break
    return found


WAYS: tuple[Callable[[str, Sequence[str], Random], str], ...] = (_letters, _words, _lines, _tree)
