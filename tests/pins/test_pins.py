"""Every recorded command still prints what it printed when it was recorded."""

from __future__ import annotations

import pytest

from pins.command import digest_of, text_of
from pins.record import load
from pins.recorded import Pin, pins

RECORDED = load()
PINS = [
    pytest.param(pin, id=pin.command, marks=[pytest.mark.slow] if pin.slow else [])
    for pin in pins()
]


@pytest.mark.sample(200)
@pytest.mark.parametrize("pin", PINS)
def test_it_prints_what_was_recorded(pin: Pin) -> None:
    """The digest of a command's text is the one in the record."""
    assert pin.command in RECORDED, (
        f"nothing is recorded of `{pin.command}`: "
        f"run .venv/bin/python tests/pins/record.py '{pin.command}'"
    )
    now = digest_of(text_of(pin.command))
    if now != RECORDED[pin.command]:
        quoted = '"' + pin.command.replace('"', '\\"') + '"'
        pytest.fail(
            f"`layerlaw {pin.command}` no longer prints what was recorded "
            f"({RECORDED[pin.command]}, now {now}). To see the difference, run\n"
            f"    .venv/bin/python tests/pins/record.py --show {quoted}\n"
            "in this checkout and in one that is still as recorded, and compare. If the change is "
            "meant, record it with the same command without --show.",
            pytrace=False,
        )


def test_nothing_else_is_recorded() -> None:
    """Every line of the record belongs to a pin."""
    assert set(RECORDED) <= {pin.command for pin in pins()}
