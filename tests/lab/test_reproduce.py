"""The command reproduce: what it lists is what the claims need."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from otherminds.lab import SCALES, SOURCES, claims_of
from otherminds.lab.reproduce import SIZES, reproduce
from otherminds.lab.running import games_needed

pytestmark = pytest.mark.slow  # Python only: the sanitizers have nothing to find here


@pytest.mark.parametrize("source", SOURCES)
def test_the_list_of_sources_has_their_games(source: str) -> None:
    claims = claims_of(source)
    needs = {scale: games_needed(claims, scale) for scale in SCALES}
    games = ", ".join(sorted({tournament.game for tournament in needs["smoke"]}))
    assert SIZES[source] == (
        games,
        len(claims),
        tuple(sum(needs[scale].values()) for scale in SCALES),
    )


def test_without_a_source_the_sources_are_listed() -> None:
    told = CliRunner().invoke(reproduce, [])
    assert told.exit_code == 0
    for source in SOURCES:
        assert source in told.output
    assert "otherminds reproduce stevinson" in told.output
    assert max(map(len, told.output.splitlines())) <= 80
