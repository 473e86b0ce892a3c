"""No characteristic is known by its name: rulebooks say what types stand in and who controls."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent.parent
NAMES = frozenset({"types", "subtypes", "supertypes", "controller", "power", "damage"})
SPOKEN = {
    # What a rulebook's keys are called, and the names that go without saying.
    "model/notation/vocabulary.py": {"types", "controller"},
    "model/rulebooks/game_format.py": {"types", "controller"},
    "model/rulebooks/load_game.py": {"types"},
    # `controller of X` is a phrase of the notation, and of English.
    "model/notation/words.py": {"controller", "power"},
    "model/notation/english_phrases.py": {"controller"},
    "model/algebra/players.py": {"controller"},
    # `reads: controller` of a search for cards.
    "model/finding/touched.py": {"controller"},
    # Questions in English (`how strong`, `what types`): looked for among the rulebook's own.
    "model/asking/questions.py": {"controller", "power", "types"},
    # `one for each: controller` of a check.
    "solver/derivation/checks.py": {"controller"},
    "solver/certificate/replay/permissions.py": {"controller"},
    "tests/oracle/derive.py": {"controller"},
    # What a thing's own field is called where two situations differ.
    "solver/answer/difference/situations.py": {"controller"},
    # What clauses say of themselves that they fix.
    "solver/documents/coverage/cited_clauses.py": {"damage"},
    "solver/documents/coverage/data_mutants.py": {"damage"},
    # The least game that a rulebook can be begun with.
    "solver/documents/sources/stub_game.py": {"types", "controller", "power"},
    # Samples in schemas.
    "solver/shell/authoring/rulebook_schema.py": {"types", "controller", "power"},
    "solver/shell/authoring/cards_schema.py": {"power"},
}
FILES = sorted(
    path for room in ("model", "solver", "tests/oracle") for path in (HERE / room).rglob("*.py")
)


def names_in(path: Path) -> set[str]:
    """The names that stand in a file as texts, but in its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {str(node.value) for node in constants if node.value in NAMES and id(node) not in alone}


@pytest.mark.slow
def test_no_characteristic_is_known_by_its_name() -> None:
    """Every one is asked of the rulebook; the oracle's made-up game may name its own."""
    drawn = ("small_rulebook", "sentences", "words", "build", "generate_", "circles", "test_")
    found = {
        path.relative_to(HERE).as_posix(): names
        for path in FILES
        if not (path.parent.name == "oracle" and path.name.startswith(drawn))
        if (names := names_in(path))
    }
    assert found == SPOKEN
