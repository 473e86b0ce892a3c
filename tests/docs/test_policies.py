"""The page has every policy with what it asks, and every answer with what it means."""

from __future__ import annotations

from docs.pages import tokens
from layerlaw.model.rulebooks.policies import QUESTIONS

PAGE = "fixtures/README.md"


def test_every_policy_is_in_the_table_in_the_words_of_the_schema() -> None:
    """A policy or an answer that the page lacks, or says otherwise, is shown."""
    said = [token.content for token in tokens(PAGE) if token.type == "inline"]
    first = said.index("`process`")
    rows = [tuple(said[at : at + 3]) for at in range(first, first + 3 * len(QUESTIONS), 3)]
    assert rows == [
        (
            f"`{name}`",
            question.asks,
            " ".join(f"`{answer}`: {meaning}" for answer, meaning in question.answers.items()),
        )
        for name, question in QUESTIONS.items()
    ]
