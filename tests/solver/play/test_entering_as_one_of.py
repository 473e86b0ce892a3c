"""What enters, or is turned face up, as one of several is that copiably. Rules 613.2a, 708.11."""

from __future__ import annotations

from comparing import assert_same
from layerlaw.model import loads_scenario
from layerlaw.solver import solve, verify, written_certificate

import pytest
@pytest.mark.parametrize("f", ["/tmp/p1.yaml","/tmp/p2.yaml"])
def test_it(f):
    scenario = loads_scenario(open(f).read())
    assert_same(scenario)
    answer = solve(scenario)
    assert verify(written_certificate(answer), answer.rulebook).outcome == "verified"
