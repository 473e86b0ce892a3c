"""Which words have come up in a history so far, so that a state is asked for only if it matters."""

from __future__ import annotations

from layerlaw.model import algebra as a
from layerlaw.model.algebra.trees import nodes


class HeardWords:
    """The words of every card, rule and ability of the history up to now.

    redirects, conditions: whether there was any such word. lingering: whether anything goes on
    after its source. entering: whether anything says what objects enter with; copies_entering: or
    as a copy of what. copies: whether anything copies; texts: whether anything changes texts.
    forbidden: the actions that something cannot
    do. statuses: those that are asked for.
    """

    def __init__(self) -> None:
        self.redirects = self.conditions = self.lingering = self.entering = False
        self.copies_entering = self.copies = self.texts = False
        self.forbidden: set[str] = set()
        self.statuses: set[str] = set()
        self._known: dict[int, object] = {}

    def hear(self, tree: object) -> None:
        """All words of the tree have come up."""
        if id(tree) in self._known:
            return
        # Kept, so that its identity stays its own.
        self._known[id(tree)] = tree
        for node in nodes(tree):
            match node:
                case a.AfterLeaving():
                    self.lingering = True
                case a.Entering() | a.EnterWith() | a.EnterAs():
                    self.entering = True
                case a.EnterAsCopy():
                    self.copies_entering = True
                case a.CopyOf():
                    self.copies = True
                    self.texts = self.texts or bool(node.text)
                case a.ReplaceInText():
                    self.texts = True
                case a.Redirect():
                    self.redirects = True
                case a.Permission(allowed=False, action=action):
                    self.forbidden.add(action)
                case a.HasStatus(status):
                    self.statuses.add(status)
                case a.Ability() if node.condition is not None:
                    self.conditions = True
