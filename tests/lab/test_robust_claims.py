"""The tournaments about types that survive being wrong: they are what they say."""

from __future__ import annotations

import pytest

import otherminds as om
from otherminds.lab.stevinson.robust import CLAIMS, OPPONENTS, ROBUST, VARIANTS, Stranger
from otherminds.search import Search, Types
from tests.search.positions import random_positions

pytestmark = pytest.mark.slow

GAME = om.load("othello")


def _types(setting: str) -> Types:
    tournament = CLAIMS[0].settings[setting][0].tournaments[0]
    recipe = tournament.recipes[0]
    assert isinstance(recipe, Search)
    assert isinstance(recipe.others, Types)
    return recipe.others


def test_strangers_mix_what_no_type_of_the_source_plays() -> None:
    seen = set()
    for position in random_positions(GAME, 3):
        state = position.state
        view, legal = state.view(state.actor()), state.legal_actions()
        if len(legal) < 2:
            continue
        chances = Stranger().probabilities(view, legal)
        assert sum(chances) == pytest.approx(1.0)
        assert min(chances) >= 0.2 / len(legal) - 1e-12
        types = ("max_disk", "max_value", "mobility")
        modes = [om.Policy(name).probabilities(view) for name in types]
        best = legal[chances.index(max(chances))]
        seen.add(any(mode[best] > 0 for mode in modes))
    assert False in seen, "it has moves of its own"


def test_each_variant_changes_one_thing() -> None:
    """What is in the table of variants, and nothing else, differs from the robust agent."""
    robust = _types("robust")
    assert repr(robust.posterior) == "switching"
    assert (robust.error, robust.redraw, robust.reserve) == (0.1, 0.15, 0.3)
    for name, changes in VARIANTS.items():
        other = _types(name)
        differing = {
            field
            for field in Types.__dataclass_fields__
            if field != "_" and getattr(other, field) != getattr(robust, field)
        }
        assert differing == set(changes), name
    assert set(ROBUST) == {"posterior", "error", "redraw", "reserve"}


def test_all_arms_have_the_same_play_outs_and_meet_the_same_opponents() -> None:
    assert len(CLAIMS) == len(OPPONENTS) == 6
    for claim in CLAIMS:
        for setting, (hba, mcts) in claim.settings.items():
            playouts = 400 if "400" in setting else 100
            for one, other in zip(hba.tournaments, mcts.tournaments, strict=True):
                assert one.players[1] == other.players[1]
                assert (one.seed, one.series, one.options) == (
                    other.seed,
                    other.series,
                    other.options,
                )
                for tournament in (one, other):
                    assert getattr(tournament.recipes[0], "iterations", None) == playouts
