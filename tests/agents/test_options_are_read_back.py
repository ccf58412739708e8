"""Every option of every agent of every catalogue is written and read back as the same player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import parse_player, player_text
from otherminds.agents.options import AgentOption
from otherminds.contracts import Policy

OTHERWISE: dict[str, list[Any]] = {
    "player": ["random", "search(iterations=7)"],
    "players": [["random"], ["random", "typed"]],
    "text": ["abc", "it's"],
    "texts": [["a", "b"]],
    "true or false": [True, False],
    "weights": [{"a": 0.5}],
}


def _values(option: AgentOption) -> Iterator[Any]:
    if option.optional:
        yield None
    if option.choices:
        yield from option.choices
    elif option.kind in ("whole number", "number"):
        least = 1 if option.least is None else option.least
        most = least + 9 if option.most is None else option.most
        if option.kind == "whole number":
            yield from (int(least) + 1, int(most))
        else:
            yield from ((least + most) / 3, most)
    else:
        yield from OTHERWISE.get(option.kind, [])


@pytest.mark.parametrize("name", om.games())
def test_every_option_is_read_back(name: str) -> None:
    game = om.load(name)
    for entry in om.agents(name).values():
        for option in entry.options:
            for value in _values(option):
                player = Policy(entry.name, **{option.name: value})
                written = player_text(player)
                assert written == repr(player)
                assert parse_player(written) == player
                try:
                    again = parse_player(written, game)
                except om.OptionError:  # what the option alone does not allow
                    continue
                assert again == player
                assert repr(again) == written
