"""A few inputs of every subject; `make fuzz` tries them at full size."""

from __future__ import annotations

import importlib

import pytest

from tests.fuzz.__main__ import subjects

FEW = {"commands": 25, "files": 500, "kills": 4, "recipes": 600, "states": 2_000, "stores": 40}
NATIVE = ("states",)
"""Subjects that reach native code which the sanitizers should see."""


@pytest.mark.parametrize(
    "subject",
    [pytest.param(each, marks=() if each in NATIVE else pytest.mark.slow) for each in subjects()],
)
def test_a_few_inputs(subject: str) -> None:
    assert importlib.import_module(f"tests.fuzz.{subject}").fuzz(FEW.get(subject, 100), seed=1)
