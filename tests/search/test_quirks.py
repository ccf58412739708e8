"""Quirks as a value: printed only when set, read back, and found in texts of older versions."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import parse_player, player_options, player_text
from otherminds.agents.cluedo import Sheets
from otherminds.search import Quirks

SETS = om.InformationSets()
BUDGET = "iterations=5"

OLD_TEXTS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "search(rollout=uniform(searcher_first=true), {})": ("hanabi", {}, {"searcher_first": True}),
    "search(rollout=uniform(skips_new_move=true), {})": ("othello", {}, {"skips_new_move": True}),
    "search(rollout=typed(searcher_first=true, skips_new_move=true), {})": (
        "hanabi",
        {"rollout": om.Typed()},
        {"searcher_first": True, "skips_new_move": True},
    ),
    "search(rollout=played(policies=random, opens=true), {})": (
        "othello",
        {"rollout": om.Played("random")},
        {"opens": True},
    ),
    "search(hidden=informationsets, rollout=played(iggi, misses_hand=true), {})": (
        "hanabi",
        {"hidden": SETS, "rollout": om.Played("iggi")},
        {"misses_hand": True},
    ),
    "search(hidden=informationsets(count_first_tries=false), {})": (
        "hanabi",
        {"hidden": SETS},
        {"ignores_first_tries": True},
    ),
    "search(hidden=informationsets(forgets=['last_round']), {})": (
        "hanabi",
        {"hidden": SETS},
        {"forgets": ("last_round",)},
    ),
    "search(others=policies(policies=random, yields=true), {})": (
        "othello",
        {"others": om.Policies("random")},
        {"yields": True},
    ),
    "search(others=types(types=[random], where='rollout', swapped=true), {})": (
        "othello",
        {"others": om.Types(["random"], where="rollout")},
        {"swapped": True},
    ),
    "search(others=types([random], count_forced=true), {})": (
        "othello",
        {"others": om.Types(["random"])},
        {"count_forced": True},
    ),
    "search(bandit=ucb1(extra_visit=true), {})": ("othello", {}, {"extra_visit": True}),
    "search(bandit=puct(root_over_fraction=true), {})": (
        "othello",
        {"bandit": om.PUCT()},
        {"root_over_fraction": True},
    ),
    "search(tree=tree(discount=0.95), {})": ("othello", {}, {"discount": 0.95}),
    "search(tree=tree(final='total', final_ties='coin'), {})": (
        "othello",
        {"tree": om.Tree(final="total")},
        {"coin_ties": True},
    ),
}


@pytest.mark.parametrize("text", OLD_TEXTS)
def test_options_of_older_texts_are_read_as_quirks(text: str) -> None:
    name, answers, quirks = OLD_TEXTS[text]
    game = om.load(name)
    player = parse_player(text.format(BUDGET), game)
    expected = om.Search(iterations=5, quirks=Quirks(**quirks), **answers)
    assert player == expected
    assert parse_player(player_text(player), game) == player


def test_older_texts_of_evolve_and_of_sheets_are_read_as_quirks() -> None:
    game = om.load("othello")
    text = "evolve(population=1, varying=true, mutates='parts', equals=0.25, iterations=9)"
    evolve = om.Evolve(
        population=1, varying=True, iterations=9, quirks=Quirks(mutates_parts=True, equals=0.25)
    )
    assert parse_player(text, game) == evolve
    assert parse_player(player_text(evolve), game) == evolve
    with pytest.raises(om.OptionError, match="halves"):
        parse_player("evolve(mutates='halves', iterations=9)", game)

    game = om.load("cluedo", rules="ledford")
    sheets = (
        "sheets(root='sheet', consistent=false, guess_below=4.0, forgetful=true, "
        "certain_wins=true, uniform_outcomes=true)"
    )
    player = parse_player(
        f"search(hidden=belieftree(belief_game={sheets}), rollout=typed, iterations=9)", game
    )
    quirks = Quirks(
        inconsistent=True,
        guess_below=4.0,
        forgetful=True,
        certain_wins=True,
        uniform_outcomes=True,
    )
    belief_game = Sheets(root="sheet", quirks=quirks)
    hidden = om.BeliefTree(belief_game=belief_game)
    assert player == om.Search(hidden=hidden, rollout=om.Typed(), iterations=9)
    assert parse_player(player_text(player), game) == player


def test_older_texts_of_policies_are_read_as_quirks() -> None:
    game = om.load("hanabi")
    player = parse_player("iggi(published=true, forgets_own_cards=false)", game)
    assert player == om.Policy("iggi", quirks=Quirks(published=True))
    assert player_text(player) == "iggi(quirks=quirks(published=true))"
    assert parse_player(player_text(player), game) == player
    assert player_options(player) == {"player": "iggi", "published": True}  # as in older stores
    text = "search(others=types(max_disk, mobility(legacy=true, perturb=0.1)), iterations=5)"
    legacy = om.Policy("mobility", perturb=0.1, quirks=Quirks(legacy=True))
    expected = om.Search(others=om.Types(["max_disk", legacy]), iterations=5)
    assert parse_player(text, om.load("othello")) == expected


def test_a_policy_has_its_quirks_and_no_others() -> None:
    game = om.load("hanabi")
    assert om.Policy("iggi", quirks=Quirks()) == om.Policy("iggi", quirks=None) == om.Policy("iggi")
    for options, sentence in (
        ({"published": True}, "'published' is not a known option of iggi; accepted: quirks."),
        (
            {"quirks": Quirks(legacy=True)},
            "'legacy' is not a known quirk of iggi; accepted: published, forgets_own_cards.",
        ),
        ({"quirks": "published"}, "The option quirks of iggi must be quirks by name"),
    ):
        with pytest.raises(om.OptionError, match=sentence):
            om.Policy("iggi", **options).agent(game)
    with pytest.raises(om.OptionError, match="'legacy' is not a known"):
        om.Search(iterations=5, quirks=Quirks(legacy=True))


def test_quirks_of_older_texts_belong_to_the_search_around_them() -> None:
    game = om.load("othello")
    nested = "search(tree=tree(discount=0.5), iterations=3)"
    text = f"search(others=policies(policies={nested}, yields=true), iterations=5)"
    player = parse_player(text, game)
    assert isinstance(player, om.Search)
    assert player.quirks == Quirks(yields=True)
    assert isinstance(player.others, om.Policies)
    assert player.others.policies == om.Search(iterations=3, quirks=Quirks(discount=0.5))
    both = "search(tree=tree(discount=0.5), quirks=quirks(coin_ties=true), iterations=3)"
    quirks = Quirks(discount=0.5, coin_ties=True)
    assert parse_player(both, game) == om.Search(iterations=3, quirks=quirks)
    with pytest.raises(om.OptionError, match="exhaustive"):
        parse_player("exhaustive(others=types([random], count_forced=true))", game)


def test_older_texts_that_name_a_default_have_no_quirk() -> None:
    text = (
        "search(hidden=informationsets(count_first_tries=true, forgets=[]), "
        "rollout=uniform(searcher_first=false), tree=tree(discount=1.0), iterations=5)"
    )
    player = parse_player(text, om.load("hanabi"))
    assert player == om.Search(hidden=SETS, iterations=5)
    assert "quirks" not in player_text(player)


def test_quirks_are_printed_only_when_they_are_set() -> None:
    plain = om.Search(iterations=5)
    assert om.Search(iterations=5, quirks=Quirks()) == plain
    assert repr(plain) == "search(iterations=5)"
    set_ = replace(plain, quirks=Quirks(coin_ties=True, discount=0.5))
    assert player_text(set_) == (
        "search(iterations=5, quirks=quirks(coin_ties=true, discount=0.5))"
    )
    assert player_text(Sheets(quirks=Quirks())) == player_text(Sheets()) == "sheets"


def test_quirks_are_for_the_laboratory() -> None:
    """They are a value of `otherminds.search` alone, and no option of another class has one."""
    assert not hasattr(om, "Quirks")
    names = {option.name for option in fields(Quirks)}
    for name in om.search.__all__:
        made = getattr(om.search, name)
        if isinstance(made, type) and made is not Quirks and hasattr(made, "__dataclass_fields__"):
            assert not names & {option.name for option in fields(made)}, name


def test_a_root_over_the_fraction_explores_more() -> None:
    """``sqrt(M / (1 + n))`` is wider than ``sqrt(M) / (1 + n)`` for every move but a new one."""
    state = om.load("tic_tac_toe").initial_state()

    def judge(position: om.State) -> list[float]:
        value = 1.0 if position.board[0] else 0.0  # type: ignore[attr-defined]
        return [value, -value]

    rollout, tree = om.Evaluated(judge), om.Tree(depth=1)
    most = {}
    for printed in (False, True):
        quirks = Quirks(root_over_fraction=printed)
        search = om.Search(
            bandit=om.PUCT(), rollout=rollout, tree=tree, iterations=500, quirks=quirks
        )
        most[printed] = max(action.visits for action in search.run(state, seed=1).actions)
    assert most[True] < most[False]
