"""Lays a YAML file out: indentation, quotes, and lists on one line where they fit.

The one place where ruamel.yaml is used: it keeps comments and blank lines where they are.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from layerlaw.model.cards.card_format import ABILITY, CARD
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.format import TextList
from layerlaw.model.files.write_yaml import scalar as one_line
from layerlaw.model.files.yaml_text import Mapping, Node, Scalar, Sequence
from layerlaw.model.rulebooks.rulebook_format import RULEBOOK_TABLE
from layerlaw.model.scenarios.scenario_format import SCENARIO_TABLE, VARIANT_TABLE
from layerlaw.solver.shell.authoring.notation_texts import Quoted

if TYPE_CHECKING:
    from layerlaw.solver.shell.authoring.notation_texts import Texts

WIDTH = 100
WORD_LISTS = frozenset(
    key.name
    for table in (SCENARIO_TABLE, VARIANT_TABLE, CARD, ABILITY, RULEBOOK_TABLE)
    for key in table.keys
    if isinstance(key.shape, TextList) and key.shape.one_line
)
"""Lists of words that stand on one line if they fit, whatever they were."""

_LONGEST_KEY = 900
_UNLIMITED = 1_000_000
# What YAML would take for something else than text: it stays in quotes if it was in quotes.
_SPECIAL = re.compile(
    r"[+-]?[\d.][\d.,:_eE+-]*|\d{4}-\d\d?-\d\d?.*|true|false|yes|no|on|off|null|~|y|n",
    re.IGNORECASE,
)
_INSIDE = re.compile(r"[^\W_][^\t,\[\]{}]*")
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*", re.MULTILINE)
_BLOCK = re.compile(r"(?:^|[\s:-])[|>][-+0-9]*(?:\s+#.*)?$")


def laid_out(text: str, root: Node, texts: Texts) -> str:
    """The text in its layout, with these texts for its scalars. root: its tree."""
    if not isinstance(root, Mapping):
        return text
    from ruamel.yaml.error import YAMLError

    yaml = _yaml()
    out = io.StringIO()
    layout = _Layout(texts, _nowhere_in(text))
    try:
        comments = _comments(text)
        tree = yaml.load(text)
        tree.fa.set_block_style()
        layout.mapping(tree, root, 0)
        yaml.dump(tree, out)
        new = _with_comments_in_line(out.getvalue().replace(layout.nothing, ""))
        lost = Counter(comments) - Counter(_comments(new))
    except YAMLError as error:
        # It reads a little less than our own reader does.
        raise LayerlawError(f"this YAML cannot be laid out anew: {error}") from None
    if lost:
        raise LayerlawError(
            f"the comment '{next(iter(lost))}' would be lost: put it on a line of its own, above "
            "what is in brackets, or above a text over several lines"
        )
    return new


class _Layout:
    """Changes the tree that ruamel.yaml has read, in step with ours."""

    def __init__(self, texts: Texts, nothing: str) -> None:
        """nothing: stands for a value that is not there until all is written."""
        # By the name of another library's module, so that it is loaded only when it is wanted.
        from ruamel.yaml import scalarstring

        self.strings = scalarstring
        self.texts = texts
        self.nothing = nothing

    def mapping(self, tree: Any, node: Mapping, indent: int, *, flow: bool = False) -> None:
        """indent: the column of its keys."""
        pairs = list(zip(list(tree.items()), node.entries, strict=True))
        keys = [self.texts.get(id(key), key.text) for key, _ in node.entries]
        if len({*keys}) < len(keys):
            # Two selectors that mean the same: YAML has no key twice.
            self.texts = {**self.texts, **{id(key): key.text for key, _ in node.entries}}
        comments = dict(tree.ca.items)
        for old, _ in list(tree.items()):
            del tree[old]
        tree.ca.items.clear()
        for (old, value), (key, below) in pairs:
            new = self.scalar(key, flow=flow, key=True, room=_UNLIMITED)
            column = indent + len(_quoted_text(new)) + 2
            if key.text in WORD_LISTS and column + len(self.flow_text(below)) <= WIDTH:
                # What stands below a list's last item is about what follows, not about the list.
                tail = _tail(value)
                if tail is not None and old not in comments:
                    value.ca.items.clear()
                    comments[old] = [None, None, tail, None]
            tree[new] = self.node(value, below, indent, column, flow=flow, name=key.text)
            if old in comments:
                tree.ca.items[new] = comments[old]

    def sequence(self, tree: Any, node: Sequence, indent: int, *, flow: bool) -> None:
        """indent: the column of what stands behind its dashes."""
        for number, below in enumerate(node.items):
            tree[number] = self.node(tree[number], below, indent, indent, flow=flow)

    def node(
        self, tree: Any, node: Node, indent: int, column: int, *, flow: bool, name: str = ""
    ) -> Any:
        """What stands for a node, at that column of a line. name: the key it stands behind."""
        if isinstance(node, Scalar):
            return self.scalar(node, flow=flow, key=False, room=WIDTH - column)
        inside = flow or self._flow(tree, node, column, name)
        # Behind a dash a collection begins on the dash's line, behind a key on the next one.
        below = column if not name else indent + 2
        if isinstance(node, Mapping):
            self.mapping(tree, node, below, flow=inside)
        else:
            self.sequence(tree, node, below + 2, flow=inside)
        return tree

    def _flow(self, tree: Any, node: Mapping | Sequence, column: int, name: str) -> bool:
        """Whether the collection stands on one line, in brackets; the tree is told so."""
        was = bool(tree.fa.flow_style())
        empty = not (node.entries if isinstance(node, Mapping) else node.items)
        if tree.ca.items or tree.ca.comment or empty:
            return was
        words = (
            name in WORD_LISTS
            and isinstance(node, Sequence)
            and all(isinstance(item, Scalar) for item in node.items)
        )
        flow = (was or words) and column + len(self.flow_text(node)) <= WIDTH
        if flow:
            tree.fa.set_flow_style()
        else:
            tree.fa.set_block_style()
        return flow

    def flow_text(self, node: Node) -> str:
        """A node as it stands in brackets, on one line."""
        if isinstance(node, Scalar):
            return _quoted_text(self.scalar(node, flow=True, key=False, room=_UNLIMITED))
        if isinstance(node, Sequence):
            return f"[{', '.join(map(self.flow_text, node.items))}]"
        pairs = (f"{self.flow_text(key)}: {self.flow_text(value)}" for key, value in node.entries)
        return f"{{{', '.join(pairs)}}}"

    def scalar(self, node: Scalar, *, flow: bool, key: bool, room: int) -> Any:
        """A text, plain where that is enough, in double quotes where it is not."""
        text = self.texts.get(id(node), node.text)
        if not text and not node.style:
            return self.strings.PlainScalarString(self.nothing)
        if node.style == "|" and "\n" in text and not flow:
            return self.strings.LiteralScalarString(text)
        if isinstance(text, Quoted):
            return self.strings.DoubleQuotedScalarString(text)
        plain = self._is_plain(node, text, flow=flow)
        if node.style == ">" and len(text) > room and not text.endswith("\n") and not flow:
            return self._folded(text, room)
        if plain:
            return self.strings.PlainScalarString(text)
        if '"' in text or "\\" in text:
            return self.strings.SingleQuotedScalarString(text)
        return self.strings.DoubleQuotedScalarString(text)

    def _is_plain(self, node: Scalar, text: str, *, flow: bool) -> bool:
        if _SPECIAL.fullmatch(text):
            return node.style == ""
        if flow and not _INSIDE.fullmatch(text):
            return False
        return one_line(text) == text

    def _folded(self, text: str, room: int) -> Any:
        """The text folded over lines that are no longer than the page is wide."""
        found = self.strings.FoldedScalarString(text)
        breaks: list[int] = []
        start = 0
        width = WIDTH - max(0, WIDTH - room) % 40 - 6
        for match in re.finditer(r" (?=\S)", text):
            following = text.find(" ", match.end())
            end = following if following >= 0 else len(text)
            if end - start > width and text[match.start() - 1] != " ":
                breaks.append(match.start())
                start = match.end()
        found.fold_pos = breaks
        return found


def _tail(tree: Any) -> Any:
    """The comment lines below the last item of a list, if it has no other comments."""
    items = getattr(getattr(tree, "ca", None), "items", {})
    if not isinstance(tree, list) or [*items] != [len(tree) - 1]:
        return None
    token, *others = items[len(tree) - 1]
    own_line = token is not None and token.value.startswith("\n")
    return token if own_line and not any(others) else None


def _quoted_text(value: Any) -> str:
    """The text of a scalar with its quotes, for its length."""
    quotes = {"SingleQuotedScalarString": "'", "DoubleQuotedScalarString": '"'}
    mark = quotes.get(type(value).__name__, "")
    return f"{mark}{value}{mark}"


def _yaml() -> Any:
    from ruamel.yaml import YAML
    from ruamel.yaml.emitter import Emitter
    from ruamel.yaml.nodes import ScalarNode
    from ruamel.yaml.resolver import VersionedResolver

    class AllText(VersionedResolver):
        """Every scalar is text."""

        def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
            return super().resolve(kind, "text" if kind is ScalarNode else value, implicit)

    class LongKeys(Emitter):
        """A selector as a key may be longer than ruamel.yaml expects."""

        MAX_SIMPLE_KEY_LENGTH = _LONGEST_KEY

    yaml = YAML(typ="rt")
    yaml.Resolver = AllText
    yaml.Emitter = LongKeys
    yaml.width = _UNLIMITED
    yaml.preserve_quotes = True
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def _nowhere_in(text: str) -> str:
    """A word that the text does not hold."""
    word = "nothing"
    while word in text:
        word += "x"
    return word


def _comments(text: str) -> list[str]:
    """Every comment, in order: what stands behind a # between two words of YAML."""
    from ruamel.yaml import YAML

    found: list[str] = []
    end = 0
    for token in YAML(typ="safe", pure=True).scan(text):
        found += _COMMENT.findall(text[end : token.start_mark.index])
        scalar = getattr(token, "style", None) in ("|", ">")
        if scalar:
            # Behind the sign of a text over several lines.
            head = text[token.start_mark.index :].partition("\n")[0]
            found += _COMMENT.findall(head)
        end = token.end_mark.index
    return [each.rstrip() for each in (*found, *_COMMENT.findall(text[end:]))]


def _with_comments_in_line(text: str) -> str:
    """Comments on lines of their own stand as far in as what is before or behind them."""
    lines = [line.rstrip() for line in text.split("\n")]
    found: list[str] = []
    inside: int | None = None
    before = 0
    for number, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        if inside is not None and (not line or indent > inside):
            found.append(line)
            continue
        inside = None
        if not line and found and not found[-1]:
            continue
        if line.lstrip().startswith("#"):
            after = next((_indent(x) for x in lines[number + 1 :] if _is_content(x)), 0)
            found.append(line if indent in (before, after) else " " * after + line.lstrip())
            continue
        if line:
            before = indent
        if _BLOCK.search(line):
            inside = indent
        found.append(line)
    return "\n".join(found).rstrip("\n") + "\n"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_content(line: str) -> bool:
    return bool(line) and not line.lstrip().startswith("#")
