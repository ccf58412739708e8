"""Every registered game keeps every promise, and the checks catch games and players that do not."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import otherminds
from otherminds import (
    NOBODY,
    Agent,
    Observation,
    Policy,
    Rng,
    Search,
    Stream,
)
from otherminds.conformance import (
    CHECKS,
    Check,
    check_action_texts,
    check_bad_pickles,
    check_bad_values,
    check_beliefs,
    check_chance,
    check_copies,
    check_determinism,
    check_foreign_states,
    check_game,
    check_observations,
    check_pickles,
    check_playthroughs,
    check_swap,
    check_views,
)
from otherminds.contracts import CHANCE, AnyAgent, Game, Player, State, View
from otherminds.examples.kuhn_poker import KuhnPoker, KuhnState
from otherminds.examples.tic_tac_toe import TicTacToe, TicTacToeState
from otherminds.games.exact import ExactBelief
from otherminds.games.python import PythonGame, PythonState, PythonView
from otherminds.search import Nothing
from tests.conftest import VARIANTS, make
from tests.games.variants import FOLDER

# Random games a check: enough to reach the rare positions of the small games; games written in
# Python and those with long games get fewer, so that the whole module stays within a minute.
GAMES = {
    "tic_tac_toe": 20,
    "kuhn_poker": 20,
    "bazaar": 30,
    "bazaar_python": 8,
    "catan": 2,
    "cluedo": 3,
}

# Beliefs of these are lists of worlds, which take long to pickle.
PICKLES = {"bazaar": 6, "bazaar_python": 2, "hanabi": 3, "tiny_coop": 3}

# A state of Hanabi has some 250 numbers, each of which is replaced by dozens of wrong values; those
# of Cluedo can be replaced by many that are right, and each of them is played on.
BAD_VALUES = {"hanabi": 1, "cluedo": 1, "catan": 1}

FEWER = {
    check_bad_values: BAD_VALUES,
    check_pickles: PICKLES,
    check_bad_pickles: PICKLES,
}


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_keep_their_promises(variant: str, check: Check) -> None:
    games = GAMES | FEWER.get(check, {})
    check(make(variant), games=games.get(VARIANTS[variant][0], 10))


def test_options_are_of_registered_games() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} <= set(otherminds.game_names())


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_refuses_what_belongs_to_other_games_and_options(variant: str) -> None:
    game = make(variant)
    others = [make(other) for other in VARIANTS if other != variant]
    check_foreign_states(game, games=1, others=others)


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_players_answer_the_same_whatever_is_hidden(variant: str) -> None:
    check_swap(make(variant), Policy("random"), games=3)


def native_policies() -> list[tuple[str, str]]:
    games = {name: otherminds.load(name) for name in otherminds.game_names()}
    return [(name, policy) for name, game in games.items() for policy in _policies(game)]


def _policies(game: Game) -> list[str]:
    listed = getattr(game, "policies", None)
    return sorted(listed()) if callable(listed) else []


NEEDED_OPTIONS: dict[str, dict[str, Any]] = {"rules": {"rules": ("PlaySafeCard", "TellUnknown")}}
NEEDED_GAMES: dict[str, dict[str, Any]] = {"hat_guessing": {"players": 3}}
"""What a policy cannot do without."""


@pytest.mark.parametrize(("name", "policy"), native_policies())
def test_named_policies_answer_the_same_whatever_is_hidden(name: str, policy: str) -> None:
    game = otherminds.load(name, **NEEDED_GAMES.get(policy, {}))
    games = 1 if name in ("catan", "cluedo") else 3  # a game of these has hundreds of moves
    check_swap(game, Policy(policy, **NEEDED_OPTIONS.get(policy, {})), games=games)


@pytest.mark.parametrize("name", [n for n in VARIANTS if make(n).perfect_information])
def test_searches_are_reproducible_in_any_order_and_thread(name: str) -> None:
    game = make(name)
    players: list[Player] = [Search(iterations=20)]
    players += [Policy("random")] * (game.seats - 1)
    check_determinism(game, games=4, players=players)


# Players that cheat are caught -------------------------------------------------------------------

HIDING = [name for name in VARIANTS if not make(name).perfect_information]
PEEKING = Search(hidden=Nothing(peek=True), iterations=60)


@pytest.mark.parametrize("variant", HIDING)
def test_a_search_that_peeks_is_caught(variant: str) -> None:
    with pytest.raises(AssertionError, match="looks the same to it"):
        check_swap(make(variant), PEEKING, games=20)


class Cheat(Agent):
    """Lets all that it should not know decide what it does."""

    truth: State

    def act(self, view: View) -> int:
        legal = view.legal_actions()
        return legal[self.truth.key() % len(legal)]


@dataclass(frozen=True)
class CheatPlayer:
    def agent(self, game: Game) -> Agent:
        del game
        return Cheat()


def show(agent: AnyAgent, truth: State) -> None:
    assert isinstance(agent, Cheat)
    agent.truth = truth


@pytest.mark.parametrize("variant", HIDING)
def test_an_agent_with_a_way_to_the_state_is_caught(variant: str) -> None:
    with pytest.raises(AssertionError, match="CheatPlayer"):
        check_swap(make(variant), CheatPlayer(), games=20, reveal=show)


class Forgetful(Agent):
    """Draws from numbers of its own instead of its stream, so it cannot be reproduced."""

    draws = 0

    def act(self, view: View) -> int:
        Forgetful.draws += 1
        return Stream(Forgetful.draws).rng().choice(view.legal_actions())


class ForgetfulPlayer:
    def agent(self, game: Game) -> Agent:
        del game
        return Forgetful()


def test_a_player_with_random_numbers_of_its_own_is_caught() -> None:
    game = otherminds.load("tic_tac_toe")
    with pytest.raises(AssertionError, match="looks the same to it"):
        check_swap(game, ForgetfulPlayer(), games=2)
    with pytest.raises(AssertionError, match="went differently"):
        check_determinism(game, games=4, players=[ForgetfulPlayer(), ForgetfulPlayer()])


# Games that break a promise are caught -----------------------------------------------------------


class NeverEnds(TicTacToeState):
    def actor(self) -> int:
        return 0

    def legal_actions(self) -> list[int]:
        return [0]

    def _apply_action(self, action: int) -> None:
        del action


class Unsorted(TicTacToeState):
    def legal_actions(self) -> list[int]:
        return super().legal_actions()[::-1]


class TooRich(TicTacToeState):
    def _returns(self) -> list[float]:
        return [2.0, -2.0]


class NoCopy(TicTacToeState):
    """Hands itself out as its copy."""

    def copy(self) -> NoCopy:
        return self


class NoCopyGame(TicTacToe):
    state_class = NoCopy


class Blurred(TicTacToeState):
    """Its view leaves out the board, though the game says that nothing is hidden."""

    def _facts(self, seat: int) -> dict[str, Any]:
        del seat
        return {"moves": self.moves}


class Careless(TicTacToeState):
    def _problem(self) -> str:
        return ""


class Liar(TicTacToeState):
    def _observation(self, action: int, seat: int) -> Observation:
        return Observation(self.actor(), action if seat == self.actor() else (action + 1) % 9)


class TwoNames(TicTacToe):
    action_names = ("a1", "A1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")


class NanTensor(TicTacToe):
    def _tensor(self, view: PythonView) -> Any:
        return super()._tensor(view) * math.nan


@pytest.mark.parametrize(
    ("state", "check", "sentence"),
    [
        (Unsorted, check_playthroughs, "not ascending ids below 9"),
        (TooRich, check_playthroughs, r"returns \[2.0, -2.0\]"),
        (Blurred, check_beliefs, "needs each of|another state than the true one"),
        (Careless, check_bad_values, "breaks down|raised|another key|is promised"),
        (Liar, check_observations, "sees the action"),
    ],
)
def test_broken_states_are_caught(
    state: type[TicTacToeState], check: Callable[..., None], sentence: str
) -> None:
    broken = type("Broken", (TicTacToe,), {"state_class": state})
    with pytest.raises((AssertionError, otherminds.FormatError), match=sentence):
        check(broken(), games=3)


def test_an_endless_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("otherminds.conformance.random_games.LONGEST", 1000)
    broken = type("Broken", (TicTacToe,), {"state_class": NeverEnds})
    with pytest.raises(AssertionError, match=r"tic_tac_toe, seed 0, move 1000: .* did not end"):
        check_playthroughs(broken(), games=1)


def test_broken_games_are_caught() -> None:
    with pytest.raises(AssertionError, match=r"not equal|not a copy"):
        check_copies(NoCopyGame(), games=3)
    with pytest.raises(AssertionError, match="print as the same text"):
        check_action_texts(TwoNames())
    with pytest.raises(AssertionError, match="not finite"):
        check_views(NanTensor(), games=1)
    with pytest.raises(AssertionError):
        check_game(TwoNames(), games=1)


class LeakyBelief(ExactBelief):
    """Always the king, even where the seat holds it: a world that looks different."""

    def sample(self, rng: Rng, /) -> KuhnState:
        world: KuhnState = super().sample(rng)
        return KuhnState(world.game, (1, 2), world.history)


class Certain(ExactBelief):
    """Never in doubt: always the first state that is possible."""

    def sample(self, rng: Rng, /) -> Any:
        return self.states[0][0].copy()


class LeakyKuhn(KuhnPoker):
    belief_class: type[ExactBelief] = LeakyBelief

    def _belief(self, view: PythonView) -> ExactBelief:
        return self.belief_class(view, super()._belief(view).states)


def test_broken_beliefs_are_caught() -> None:
    with pytest.raises(AssertionError, match="looks different to it"):
        check_beliefs(LeakyKuhn(), games=3)
    certain = type("CertainKuhn", (LeakyKuhn,), {"belief_class": Certain})
    with pytest.raises(AssertionError, match="no belief sampled two different worlds"):
        check_beliefs(certain(), games=3)


@dataclass(eq=False)
class CoinState(PythonState):
    """A coin is thrown a few times; the count of heads decides."""

    game: Coin
    throws: int = 0
    heads: int = 0

    def actor(self) -> int:
        return CHANCE if self.throws < 3 else NOBODY

    def legal_actions(self) -> list[int]:
        return []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.game.chances)) if self.throws < 3 else []

    def sample_outcome(self, rng: Rng, /) -> int:
        return int(rng.unit() < 0.5)

    def _apply_action(self, action: int) -> None:
        self.throws, self.heads = self.throws + 1, self.heads + action

    def _returns(self) -> list[float]:
        return [1.0 if self.heads > 1 else -1.0]


class Coin(PythonGame):
    name = "coin"
    seats = 1
    action_names = ("nothing",)
    outcome_names = ("tails", "heads")
    state_class = CoinState
    chances = (0.6, 0.4)


class OddCoin(Coin):
    chances = (0.6, 0.6)


def test_draws_that_do_not_follow_the_chances_are_caught() -> None:
    # 2000 throws of a fair coin are told from 60 to 40 with certainty: 9 standard deviations.
    with pytest.raises(AssertionError, match="does not fit the probabilities"):
        check_chance(Coin(), games=1)
    with pytest.raises(AssertionError, match="not positive numbers that sum to 1"):
        check_chance(OddCoin(), games=1)
