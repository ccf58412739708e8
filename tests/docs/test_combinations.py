"""The documentation lists the combinations that are refused, all of them and no others."""

from __future__ import annotations

from tests.docs import combinations


def test_the_tables_are_those_of_the_core() -> None:
    assert combinations.page() == combinations.PAGE.read_text(), "run make golden"
    assert "| `Tree.afterstates`, `Tree.transpositions` |" in combinations.page()
