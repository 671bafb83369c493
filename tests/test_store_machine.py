"""Any order of changes and questions leaves a store that answers as navigation means it."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.machine import StoreMachine

_PATIENT = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def test_store_lives() -> None:
    run_state_machine_as_test(StoreMachine, settings=settings(max_examples=25, stateful_step_count=20, **_PATIENT))


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_store_lives_for_two_minutes() -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        run_state_machine_as_test(
            StoreMachine, settings=settings(max_examples=50, stateful_step_count=60, database=None, **_PATIENT)
        )
