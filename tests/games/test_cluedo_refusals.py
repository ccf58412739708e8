"""What Cluedo and its belief game refuse in a sentence, and what must never confuse them."""

from __future__ import annotations

import random
from typing import Any

import pytest

import otherminds
from otherminds import (
    Evolve,
    OptionError,
    Search,
    Stream,
    _core,
)
from otherminds.agents.cluedo import Sheets, bmcts, heuristic, naive
from otherminds.search import (
    PUCT,
    BeliefTree,
    InformationSets,
    Nothing,
    Played,
    Policies,
    Quirks,
    Tree,
    Types,
)

LEDFORD: Any = otherminds.load("cluedo", rules="ledford")
OFFICIAL: Any = otherminds.load("cluedo")
FIRST_ROOM = 188
BELIEFS = BeliefTree(belief_game=Sheets())
REMEMBER = ("naive", "heuristic", "detective")


def _begun(game: Any, seed: int = 1) -> tuple[Any, list[Any]]:
    """A state in which a seat acts, and what every seat believes."""
    state = game.initial_state(seed)
    beliefs = [game.belief(state.view(seat)) for seat in range(game.seats)]
    while state.actor() < 0:
        _advance(state, beliefs, state.sample_outcome(Stream(seed).rng()))
    return state, beliefs


def _advance(state: Any, beliefs: list[Any], action: int) -> None:
    seen = [state.observation(action, seat) for seat in range(len(beliefs))]
    state.apply_action(action)
    for seat, belief in enumerate(beliefs):
        belief.update(seen[seat], state.view(seat))


def test_the_programs_start_squares_need_its_suspects() -> None:
    with pytest.raises(OptionError, match="6 suspects"):
        otherminds.load("cluedo", starts="program", cards="A, B, C, D; E, F, G; H, I, J")


@pytest.mark.parametrize("reader", REMEMBER)
@pytest.mark.parametrize("writer", REMEMBER)
def test_what_another_player_remembered_confuses_nobody(writer: str, reader: str) -> None:
    played = otherminds.play_match(LEDFORD, [heuristic] * 4, seed=3)
    writes, reads = LEDFORD.policy(writer, {}), LEDFORD.policy(reader, {})
    memories = [_core.Memory() for _ in range(4)]
    for seat, memory in enumerate(memories):
        writes.begin(memory, seat, Stream(1).rng())
    state = next(iter(played.states())).copy()
    asked = 0
    for _, action in played.moves[:150]:
        seen = [state.observation(action, seat) for seat in range(4)]
        state.apply_action(action)
        for seat, memory in enumerate(memories):
            writes.observe(memory, seen[seat], state.view(seat))
        if (actor := state.actor()) >= 0:
            chances = reads.probabilities(state.view(actor), memories[actor])
            assert sum(chances.values()) == pytest.approx(1)
            asked += 1
    assert asked > 20


def test_who_may_enter_a_room_gets_there_however_crowded_the_board_is() -> None:
    base = OFFICIAL.initial_state(1).to_dict()
    drawn = random.Random(5)
    entered = 0
    for _ in range(1500):
        corner = drawn.randrange(FIRST_ROOM - 24)
        places = drawn.sample(range(corner, corner + 24), 6)
        for pawn in range(6):
            if drawn.random() < 0.3:
                places[pawn] = FIRST_ROOM + drawn.randrange(9)
        table = base["table"] | {"places": places, "phase": 2, "roll": drawn.randrange(1, 7)}
        state = OFFICIAL.state_from_dict(base | {"table": table})
        for action in state.legal_actions():
            if not OFFICIAL.action_text(action).startswith("enter the "):
                continue
            after = state.copy()
            after.apply_action(action)
            first = OFFICIAL.parse_action("enter the study")
            assert after.to_dict()["table"]["places"][0] == FIRST_ROOM + action - first
            entered += 1
    assert entered > 300


@pytest.mark.parametrize(
    ("places", "room"),
    [([191, 196, 51, 56, 53, 69], "lounge"), ([88, 105, 75, 196, 49, 93], "billiard room")],
)
def test_a_way_round_pawns_is_the_shortest_one(places: list[int], room: str) -> None:
    base = OFFICIAL.initial_state(1).to_dict()
    table = base["table"] | {"places": places, "phase": 2, "roll": 6}
    state = OFFICIAL.state_from_dict(base | {"table": table})
    state.apply_action(OFFICIAL.parse_action(f"enter the {room}"))
    assert state.to_dict()["table"]["places"][0] >= FIRST_ROOM


def test_a_search_starts_from_what_the_seat_believes_whose_turn_it_is() -> None:
    state, beliefs = _begun(LEDFORD)
    assert state.actor() == 0
    for search in (bmcts(5), Search(hidden=InformationSets(), iterations=5)):
        assert search.run(beliefs[0], seed=1).seat == 0
        with pytest.raises(OptionError, match="the turn of seat 0"):
            search.run(beliefs[2], seed=1)


def test_a_belief_refuses_a_view_that_contradicts_it() -> None:
    state, beliefs = _begun(LEDFORD)
    move = next(
        action
        for action in state.legal_actions()
        if LEDFORD.action_text(action).startswith("go towards")
    )
    seen = state.observation(move, 0)
    after = state.copy()
    after.apply_action(move)
    values = after.to_dict()
    hand = values["hands"][1]
    values["shown"][0][1] = hand & -hand
    told = LEDFORD.state_from_dict(values)
    with pytest.raises(OptionError, match="No deal fits"):
        beliefs[0].update(seen, told.view(0))
    beliefs[0].update(seen, after.view(0))


@pytest.mark.parametrize("answer", [Policies("detective"), Types([naive, "detective"])], ids=str)
def test_a_detective_can_be_a_model_of_another_seat(answer: Any) -> None:
    search = Search(hidden=InformationSets(), others=answer, rollout=Played("naive"), iterations=2)
    players = [search, heuristic, heuristic, heuristic]
    assert sum(otherminds.play_match(LEDFORD, players, seed=1).returns) == 1


@pytest.mark.parametrize(
    "search",
    [
        Search(
            hidden=BeliefTree(belief_game=Sheets()),
            others=Policies(Search(hidden=Nothing(), iterations=3)),
            iterations=10,
        ),
        Search(
            hidden=BeliefTree(belief_game=Sheets()),
            rollout=Played(Search(hidden=Nothing(), iterations=3)),
            iterations=10,
        ),
    ],
    ids=["others", "rollout"],
)
def test_a_search_is_no_model_in_the_belief_game(search: Search) -> None:
    _, beliefs = _begun(LEDFORD)
    with pytest.raises(OptionError, match="cannot be a model"):
        search.run(beliefs[0], seed=1)


def test_priors_do_not_disturb_the_walk() -> None:
    game = otherminds.load("cluedo", rules="ledford", players=6)
    search = Search(
        hidden=BeliefTree(
            observable=True,
            belief_game=Sheets(root="sheet", answers="search", quirks=Quirks(guess_below=6.0)),
        ),
        others=Policies("heuristic"),
        bandit=PUCT(prior="heuristic"),
        rollout=Played("rooms"),
        iterations=60,
        quirks=Quirks(yields=True),
    )
    state, beliefs = _begun(game)
    for _ in range(40):
        actor = state.actor()
        if actor == otherminds.NOBODY:
            break
        rng = Stream(2).child(state.to_dict()["table"]["turn"]).rng()
        if actor < 0:
            action = state.sample_outcome(rng)
        else:
            action = search.run(beliefs[actor], seed=1).action
            assert action in state.legal_actions()
        _advance(state, beliefs, action)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Search(hidden=BELIEFS, tree=Tree(reuse=True), iterations=9),
        lambda: Evolve(hidden=BELIEFS, iterations=9),
    ],
    ids=["reuse", "evolve"],
)
def test_options_without_a_meaning_in_the_belief_game_are_refused(wrong: Any) -> None:
    with pytest.raises(OptionError):
        wrong()


def test_only_the_envelope_can_be_drawn_evenly() -> None:
    _, beliefs = _begun(LEDFORD)
    with pytest.raises(OptionError, match="drawn evenly"):
        bmcts(5, sheets=Sheets(fixed=4, drawn_by="support")).run(beliefs[0], seed=1)


def test_a_game_without_a_belief_game_says_so() -> None:
    leduc = otherminds.load("leduc")
    with pytest.raises(OptionError, match="no belief game"):
        Search(hidden=BeliefTree(belief_game=Sheets()), iterations=9).run(
            leduc.belief(leduc.initial_state(1).view(0)), seed=1
        )
