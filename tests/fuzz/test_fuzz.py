"""A few inputs of every subject; `make fuzz` tries them at full size."""

from __future__ import annotations

import importlib

import pytest

from tests.fuzz.__main__ import subjects

pytestmark = pytest.mark.slow

FEW = {"kills": 4, "stores": 40, "recipes": 600}


@pytest.mark.parametrize("subject", subjects())
def test_a_few_inputs(subject: str) -> None:
    assert importlib.import_module(f"tests.fuzz.{subject}").fuzz(FEW.get(subject, 100), seed=1)
