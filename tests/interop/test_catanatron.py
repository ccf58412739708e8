"""Catanatron: our agents as its players, and its bots as ours."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from otherminds import OptionError, load, play_match
from otherminds._core import Observation
from otherminds.agents import parse_player
from otherminds.agents.catanatron import Catanatron
from otherminds.conformance import check_determinism, check_swap
from otherminds.contracts import Agent, View
from otherminds.games import catan

pytest.importorskip("catanatron", reason="Catanatron is not installed.")

from catanatron.game import Game
from catanatron.models.enums import Action, ActionPrompt, ActionType
from catanatron.models.player import Color, RandomPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

from otherminds.agents.catanatron_boards import THEIR_RESOURCES
from otherminds.interop.catanatron_ledger import Ledger, events
from otherminds.interop.catanatron_players import CatanPlayer, Shares, register

COLOURS = list(Color)
SURE = 1 - 1e-9
THEIRS = [*THEIR_RESOURCES]
ENOUGH = 3
"""Swaps of each kind of hidden card."""
BANK = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")


@pytest.fixture(autouse=True)
def _own_randomness() -> Iterator[None]:
    """Catanatron seeds the generator of the whole process."""
    kept = random.getstate()
    yield
    random.setstate(kept)


class Told(Agent):
    """Plays like Stac, and keeps what it is told."""

    def __init__(self) -> None:
        self.inner: Any = parse_player("stac", load("catan")).agent(load("catan", trades="none"))
        self.told: list[tuple[Observation, str]] = []

    def begin(self, seat: int, view: View, stream: Any) -> None:
        super().begin(seat, view, stream)
        self.told = []
        self.inner = parse_player("stac", view.game).agent(view.game)
        self.inner.begin(seat, view, stream)

    def observe(self, observation: Observation, view: View) -> None:
        self.told.append((observation, view.to_json()))
        self.inner.observe(observation, view)

    def act(self, view: View) -> int:
        self.told.append((Observation(0), view.to_json()))
        return int(self.inner.act(view))


def hand(game: Any, seat: int) -> dict[str, int]:
    values = game.state.player_state
    return {ours: values[f"P{seat}_{name}_IN_HAND"] for name, ours in THEIR_RESOURCES.items()}


# Our agents as their players ----------------------------------------------------------------------


class Compared(CatanPlayer):
    """Compares what the seat knows with the whole state, before each decision."""

    compared: ClassVar[Counter[str]] = Counter()

    def decide(self, game: Any, playable_actions: Any) -> Any:
        chosen = super().decide(game, playable_actions)
        if self.parted is None and game.state.current_prompt != ActionPrompt.MOVE_ROBBER:
            self._compare(game)  # a knight and its robbery are one move of ours
        return chosen

    def _compare(self, game: Any) -> None:
        values, facts = game.state.player_state, self.follower.facts
        table, me = facts["table"], self.follower.seat
        if table["phase"] == 4:  # the seats discard in another order
            return
        assert facts["hands"][me] == hand(game, me)
        counts = catan.counts(self.follower.belief)
        for seat in range(len(COLOURS)):
            truth = hand(game, seat)
            assert facts["hand_sizes"][seat] == sum(truth.values())
            for name, chances in counts[seat].items():
                assert chances[truth[name]] > 0, "the truth is held possible"
                if max(chances) > SURE:
                    assert chances[truth[name]] > SURE, "what is certain is true"
                    self.compared["certain"] += 1
            for kind, name in enumerate(["KNIGHT", "VICTORY_POINT", "ROAD_BUILDING"]):
                if seat == me:
                    assert facts["held"][me][kind] == values[f"P{me}_{name}_IN_HAND"]
                if name != "VICTORY_POINT":
                    assert table["played"][seat][kind] == values[f"P{seat}_PLAYED_{name}"]
            assert table["points"][seat] == values[f"P{seat}_VICTORY_POINTS"]
        for place, name in enumerate(THEIR_RESOURCES):
            left = game.state.resource_freqdeck[
                ["WOOD", "BRICK", "SHEEP", "WHEAT", "ORE"].index(name)
            ]
            assert bool(table["no_stock"] >> place & 1) == (left == 0)
        self.compared["decisions"] += 1


def test_each_decision_is_made_from_what_the_seat_may_know() -> None:
    for seed in range(1, 7):
        players = [Compared(COLOURS[0], agent="stac")]
        players += [WeightedRandomPlayer(colour) for colour in COLOURS[1:]]
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*counts apart")
            Game(players, seed=seed).play()
    assert Compared.compared["decisions"] > 300
    assert Compared.compared["certain"] > 3_000


def variants(game: Any, me: int, done: Counter[str]) -> Iterator[tuple[str, Any]]:
    """The same game with other hidden cards: all that the seat may see is as it was."""
    seats = {colour: seat for seat, colour in enumerate(game.state.colors)}
    for place, action in enumerate(game.state.actions):
        actor, kind = seats[action.color], action.action_type
        others: list[Any] = []
        if done[kind.name] >= ENOUGH:
            continue
        if kind == ActionType.BUY_DEVELOPMENT_CARD and actor != me:
            others = [card for card in ("KNIGHT", "MONOPOLY") if card != action.value]
        elif kind == ActionType.MOVE_ROBBER and action.value[1] is not None:
            if me not in (actor, seats[action.value[1]]):
                others = [(*action.value[:2], card) for card in THEIRS if card != action.value[2]]
        elif kind == ActionType.DISCARD and actor != me:
            others = [[card, *action.value[1:]] for card in THEIRS if card != action.value[0]]
        for value in others:
            copy = game.copy()
            copy.state.actions[place] = Action(action.color, kind, value)
            if consistent(copy):
                yield kind.name, copy
                break


def consistent(game: Any) -> bool:
    """Whether a history can have happened, and the bank looks the same; then make the state so."""
    ledger, held, deck = Ledger(game, poor_lay_none=True), Counter[Any](), Counter[str]()
    deck.update({"knight": 14, "victory point": 5, "road building": 2, "year of plenty": 2})
    deck["monopoly"] = 2
    played = {"PLAY_KNIGHT_CARD": "knight", "PLAY_MONOPOLY": "monopoly"}
    for event in events(game):
        ledger.add(event)
        if event.kind == "BUY_DEVELOPMENT_CARD":
            held[event.colour, event.result] += 1
            deck[event.result] -= 1
        elif event.kind in played:
            held[event.colour, played[event.kind]] -= 1
        if min([*deck.values(), *held.values(), *ledger.bank.values()], default=0) < 0:
            return False
        if any(count < 0 for own in ledger.hands for count in own.values()):
            return False
        if min(ledger.bank.values()) <= 2:
            return False
    for seat, own in enumerate(ledger.hands):
        for name in THEIRS:
            game.state.player_state[f"P{seat}_{name}_IN_HAND"] = own[name]
    for seat, colour in enumerate(game.state.colors):
        for name in ("KNIGHT", "MONOPOLY"):
            game.state.player_state[f"P{seat}_{name}_IN_HAND"] = held[colour, name.lower()]
    return True


def test_other_hidden_cards_change_nothing_that_the_agent_is_told_or_answers() -> None:
    swapped: Counter[str] = Counter()
    for seed in range(3, 30):  # until each kind of hidden card was exchanged often enough
        if len(swapped) == 3 and min(swapped.values()) >= ENOUGH:
            break
        ours = CatanPlayer(COLOURS[0], agent="stac")
        game = Game([ours, *(WeightedRandomPlayer(colour) for colour in COLOURS[1:])], seed=seed)
        while game.winning_color() is None and len(game.state.actions) < 300:
            state = game.state
            at_turn = state.current_player() is ours and len(state.actions) > 60
            at_turn &= state.current_prompt == ActionPrompt.PLAY_TURN
            done = len(swapped) == 3 and min(swapped.values()) >= ENOUGH
            if at_turn and not done and len(state.playable_actions) > 2:
                answer = asked(game, first := Told())
                me = state.colors.index(COLOURS[0])
                for kind, variant in variants(game, me, swapped):
                    assert asked(variant, again := Told()) == answer
                    assert again.told == first.told
                    swapped[kind] += 1
            game.play_tick()
    assert len(swapped) == 3
    assert min(swapped.values()) >= ENOUGH, swapped


def asked(game: Any, agent: Told) -> Any:
    """What a new player answers that has seen nothing of the game but its history."""
    kept = random.getstate()
    chosen = CatanPlayer(COLOURS[0], agent=agent, seed=9).decide(game, game.state.playable_actions)
    random.setstate(kept)
    return chosen


def test_games_that_part_from_our_rules_are_counted_apart() -> None:
    ours = CatanPlayer(COLOURS[0], agent="stac")
    players = [ours, RandomPlayer(COLOURS[1])]
    shares = Shares(players)
    game = Game(players, seed=4)
    for _ in range(30):
        game.play_tick()
    mover = next(i for i, a in enumerate(game.state.actions) if a.action_type.name == "END_TURN")
    game.state.actions.insert(mover, Action(COLOURS[1], ActionType.PLAY_YEAR_OF_PLENTY, ("ORE",)))
    ours.reset_state()
    with pytest.warns(UserWarning, match="counts apart. Our rules have no PLAY_YEAR_OF_PLENTY"):
        ours.decide(game, game.state.playable_actions)
    while game.winning_color() is None and game.state.num_turns < 1000:
        game.play_tick()
    shares.after(game)
    assert "0 games by rules that both programs share" in shares.text()
    assert "1 games parted from our rules" in shares.text()
    Game(players, seed=5).play([shares])
    assert "1 games by rules that both programs share" in shares.text()


def test_what_cannot_play_is_a_sentence() -> None:
    peeks = CatanPlayer(COLOURS[0], agent="tmcts(peek=true)")
    game = Game([peeks, RandomPlayer(COLOURS[1])], seed=1)
    with pytest.raises(OptionError, match="may not know"):
        peeks.decide(game, game.state.playable_actions)
    try:
        import catanatron.cli  # noqa: F401
    except ModuleNotFoundError:
        with pytest.raises(OptionError, match="pip install 'catanatron @"):
            register("OM", "stac")


def test_agents_register_for_its_command_line() -> None:
    players = pytest.importorskip("catanatron.cli.cli_players", reason="Not in PyPI's Catanatron.")
    register("OTHER", "stac")
    assert repr(players.parse_cli_string("OTHER:7,R")[0]) == "stac:RED"


# Their bots as ours -------------------------------------------------------------------------------


@pytest.mark.parametrize("bot", ["random", "weighted_random", "victory_point"])
@pytest.mark.parametrize("options", [{"players": 2}, {"trades": "none"}])
def test_bots_play_at_our_table(bot: str, options: dict[str, Any]) -> None:
    game = load("catan", turns=40, **options)
    before = random.getstate()
    match = play_match(game, [f"catanatron('{bot}')", *["stac"] * (game.seats - 1)], seed=2)
    assert len(match.moves) > 60
    assert random.getstate() == before


def test_bots_look_at_nobodys_cards_and_answer_the_same_again() -> None:
    game = load("catan", players=3, turns=24)
    check_swap(game, Catanatron("weighted_random"), games=1)
    check_determinism(game, games=4, players=[Catanatron("victory_point"), "stac", "stac"])


def test_texts_and_sentences() -> None:
    game = load("catan")
    for text in ("catanatron('value')", "catanatron('alpha_beta', depth=3)"):
        assert repr(parse_player(text)) == text
    refused = [
        ("catanatron('best')", "accepted: random, weighted_random"),
        ("catanatron('value', depth=2)", "belongs to alpha_beta"),
        ("catanatron('alpha_beta', depth=0)", "from 1 to 6"),
        ("search(others=types(catanatron('random')))", "inside a search"),
    ]
    for text, says in refused:
        with pytest.raises(OptionError, match=says):
            parse_player(text, game).agent(game)
    with pytest.raises(OptionError, match="play catan, not othello"):
        Catanatron("random").agent(load("othello"))
    with pytest.raises(OptionError, match="bank that can run out"):
        Catanatron("random").agent(load("catan", rules="dobre"))
