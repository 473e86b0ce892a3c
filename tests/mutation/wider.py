"""The tests that survivors are tried with: all that derive, replay or check in one process."""

from __future__ import annotations

WIDER = (
    "tests/mutation",
    *(
        f"tests/solver/{room}"
        for room in (
            "answer",
            "certainty",
            "certificate",
            "derivation",
            "effects",
            "facts",
            "games",
            "layers",
            "play",
            "together",
        )
    ),
    "tests/model/test_chosen.py",
    "tests/model/test_defining.py",
    "tests/names/test_no_name_is_magic.py",
    "tests/names/test_other_names.py",
    "tests/places/test_places.py",
    "tests/cli/test_certified.py",
    "tests/cli/test_readings.py",
    "tests/cli/test_verify.py",
    "tests/solver/test_words_of_copies.py",
    "tests/test_every_prover.py",
    "tests/test_every_word.py",
    "tests/test_magic_literal.py",
    "tests/test_rulings.py",
    "tests/test_scenarios.py",
)
