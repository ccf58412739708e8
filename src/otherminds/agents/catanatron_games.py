"""A state of ours as a game of Catanatron, in which one of its bots can look around."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from otherminds.agents.catanatron_boards import THEIR_RESOURCES, laid_out, places
from otherminds.agents.catanatron_package import imported
from otherminds.contracts import Rng, State
from otherminds.games.catan import CARDS, EDGES

__all__ = ["colours", "game_of_state", "playable", "set_playable"]

_CARDS = ("KNIGHT", "VICTORY_POINT", "ROAD_BUILDING", "YEAR_OF_PLENTY", "MONOPOLY")
_BANK = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
_PROMPTS = {
    0: "BUILD_INITIAL_SETTLEMENT",
    1: "BUILD_INITIAL_ROAD",
    2: "PLAY_TURN",
    4: "DISCARD",
    6: "MOVE_ROBBER",
    8: "PLAY_TURN",
    10: "PLAY_TURN",
}
"""By our phases in which a seat chooses."""
_SETTING_ROAD, _FREE_ROAD = 1, 10


def colours(count: int) -> list[Any]:
    """Their colours of our seats."""
    return list(imported().models.player.Color)[:count]


def playable(game: Any) -> list[Any]:
    """What the player who acts may do, by their rules."""
    return list(_lister(game).playable_actions)


def set_playable(game: Any, actions: Sequence[Any]) -> None:
    """Leave only some of it."""
    _lister(game).playable_actions = list(actions)


def _lister(game: Any) -> Any:
    """Who lists what may be done: the state in older versions, the game in newer ones."""
    return game if hasattr(game, "playable_actions") else game.state


def game_of_state(state: State, players: Sequence[Any], rng: Rng) -> Any:
    """One of their games that stands where a state of ours does.

    Args:
        state: ours, where a seat acts, but not about an offer.
        players: theirs, one for each of our seats, in our colours.
        rng: shuffles the deck.
    """
    facts = state.to_dict()
    table, count = facts["table"], state.game.seats
    game = imported().game.Game(
        players, seed=1, vps_to_win=state.game.options["points"], catan_map=_map(table["layout"])
    )
    theirs = game.state
    theirs.players = list(players)
    theirs.colors = tuple(colours(count))
    theirs.color_to_index = {colour: seat for seat, colour in enumerate(theirs.colors)}
    _build(theirs, table)
    for seat in range(count):
        _hold(theirs.player_state, f"P{seat}", seat, facts)
    theirs.resource_freqdeck = [facts["bank"][THEIR_RESOURCES[name]] for name in _BANK]
    deck = [card for card, left in zip(_CARDS, facts["deck"], strict=True) for _ in range(left)]
    theirs.development_listdeck = _shuffled(deck, rng)
    _set_moment(theirs, table)
    actions = imported().models.actions.generate_playable_actions(theirs)
    set_playable(game, actions)
    return game


def _map(layout: Mapping[str, Sequence[int]]) -> Any:
    return _kept_map(*(tuple(layout[part]) for part in ("terrain", "numbers", "ports")))


@lru_cache(maxsize=64)
def _kept_map(*parts: tuple[int, ...]) -> Any:
    names = ("terrain", "numbers", "ports")
    return laid_out({name: list(part) for name, part in zip(names, parts, strict=True)})


def _shuffled(cards: list[str], rng: Rng) -> list[str]:
    for place in range(len(cards) - 1, 0, -1):
        other = rng.below(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards


def _vertices(word: str) -> list[int]:
    bits = int(word, 16)
    return [vertex for vertex in range(bits.bit_length()) if bits >> vertex & 1]


def _edges(words: Sequence[str]) -> list[tuple[int, int]]:
    return [EDGES[64 * half + bit] for half, word in enumerate(words) for bit in _vertices(word)]


def _build(theirs: Any, table: Mapping[str, Any]) -> None:
    """Pieces, robber and roads as they stand."""
    node_of, board = places().their_vertices, theirs.board
    roads = {}
    for seat, colour in enumerate(theirs.colors):
        own = theirs.buildings_by_color[colour]
        for kind, words in (("SETTLEMENT", "settlements"), ("CITY", "cities")):
            nodes = [node_of[vertex] for vertex in _vertices(table[words][seat])]
            if kind == "SETTLEMENT" and table["phase"] == _SETTING_ROAD and seat == table["acting"]:
                nodes.sort(
                    key=lambda node: node == node_of[table["placed"]]
                )  # the last is looked at
            own[kind] = nodes
            board.buildings |= dict.fromkeys(nodes, (colour, kind))
        roads[colour] = [
            tuple(sorted(node_of[vertex] for vertex in edge))
            for edge in _edges(table["roads"][seat]["words"])
        ]
        own["ROAD"] = list(roads[colour])
        for a, b in roads[colour]:
            board.roads[a, b] = board.roads[b, a] = colour
        board.road_lengths[colour] = table["road_lengths"][seat]
    for colour, edges in roads.items():
        own = theirs.buildings_by_color[colour]
        nodes = own["SETTLEMENT"] + own["CITY"]
        board.connected_components[colour] = _networks(board, colour, nodes, edges)
    graph = imported().models.board.STATIC_GRAPH
    for node in board.buildings:
        board.board_buildable_ids -= {node, *graph.neighbors(node)}
    if (holder := table["longest_road"]) >= 0:
        board.road_color = theirs.colors[holder]
        board.road_length = table["road_lengths"][holder]
    board.robber_coordinate = places().their_hexes[table["robber"]]


def _networks(
    board: Any, colour: Any, nodes: Sequence[int], edges: Sequence[tuple[int, ...]]
) -> list[set[int]]:
    """What hangs together by roads, but not through the buildings of others."""
    found = [{node} for node in nodes]
    for edge in edges:
        ends = {node for node in edge if board.buildings.get(node, (colour,))[0] == colour}
        joined = [network for network in found if network & ends]
        found = [network for network in found if not network & ends]
        found.append(ends.union(*joined))
    return [network for network in found if network]


def _hold(values: dict[str, Any], key: str, seat: int, facts: Mapping[str, Any]) -> None:
    """What a seat has in its hand, on the table and in its box."""
    table = facts["table"]
    hand, held, played = facts["hands"][seat], facts["held"][seat], table["played"][seat]
    settlements = len(_vertices(table["settlements"][seat]))
    cities = len(_vertices(table["cities"][seat]))
    current = seat == table["current"] and table["phase"] > _SETTING_ROAD
    new = facts["fresh"] if current else [0] * len(CARDS)
    values[f"{key}_VICTORY_POINTS"] = table["points"][seat]
    values[f"{key}_ACTUAL_VICTORY_POINTS"] = table["points"][seat] + held[1]
    values[f"{key}_ROADS_AVAILABLE"] = 15 - len(_edges(table["roads"][seat]["words"]))
    values[f"{key}_SETTLEMENTS_AVAILABLE"] = 5 - settlements
    values[f"{key}_CITIES_AVAILABLE"] = 4 - cities
    values[f"{key}_HAS_ROAD"] = table["longest_road"] == seat
    values[f"{key}_HAS_ARMY"] = table["largest_army"] == seat
    values[f"{key}_LONGEST_ROAD_LENGTH"] = table["road_lengths"][seat]
    values[f"{key}_HAS_ROLLED"] = current and table["roll"] > 0
    values[f"{key}_HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN"] = current and table["card_played"] > 0
    for theirs, ours in THEIR_RESOURCES.items():
        values[f"{key}_{theirs}_IN_HAND"] = hand[ours]
    for kind, name in enumerate(_CARDS):
        values[f"{key}_{name}_IN_HAND"] = held[kind]
        values[f"{key}_PLAYED_{name}"] = played[kind]
        if f"{key}_{name}_OWNED_AT_START" in values:  # versions that know when a card was bought
            values[f"{key}_{name}_OWNED_AT_START"] = held[kind] > new[kind]


def _set_moment(theirs: Any, table: Mapping[str, Any]) -> None:
    """Whose turn it is, and what is asked of whom."""
    phase = table["phase"]
    theirs.num_turns = table["turn"]
    theirs.current_player_index = table["acting"]
    theirs.current_turn_index = table["current"]
    prompts = imported().models.enums.ActionPrompt
    theirs.current_prompt = prompts[_PROMPTS[phase]]
    theirs.is_initial_build_phase = phase <= _SETTING_ROAD
    theirs.is_discarding = _PROMPTS[phase] == "DISCARD"
    theirs.is_moving_knight = _PROMPTS[phase] == "MOVE_ROBBER"
    theirs.is_road_building = phase == _FREE_ROAD
    theirs.free_roads_available = table["free_roads"]
    if hasattr(theirs, "discard_counts"):
        theirs.discard_counts = list(table["discards"][: len(theirs.colors)])
