"""Players combined by the kind of move."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from typing import Any

import pytest

import otherminds as om
from otherminds import Delegate, Observation, OptionError, Policy, Search, Stream, View
from otherminds.agents import parse_player, player_options, player_text
from otherminds.arena.plan import plan_tournament
from otherminds.conformance import check_determinism, check_swap
from otherminds.contracts import AnyAgent, peeks
from tests.arena.runs import AGENTS, facts, play

LEDUC = om.load("leduc")
KUHN = om.load("kuhn_poker")
RANDOM = Policy("random")
SEARCH = Search(hidden=om.InformationSets(), iterations=20)
PEEKING = Search(hidden=om.Nothing(peek=True), iterations=60)


class Scripted(om.Agent):
    """Plays the first legal action of a wanted type, and writes down what it is told."""

    def __init__(self, *wanted: str) -> None:
        self.wanted = wanted
        self.told: list[Any] = []
        self.asked = 0

    def begin(self, seat: int, view: View, stream: Stream) -> None:
        super().begin(seat, view, stream)
        self.told.append(("begin", seat, view.key()))

    def observe(self, observation: Observation, view: View) -> None:
        self.told.append((observation.actor, observation.action, view.key()))

    def act(self, view: View) -> int:
        self.asked += 1
        names = view.game.action_types
        legal = view.legal_actions()
        ranked = sorted(
            legal,
            key=lambda action: [name != names[view.game.type_of(action)] for name in self.wanted],
        )
        return ranked[0]

    def end(self, returns: Sequence[float]) -> None:
        self.told.append(("end", tuple(returns)))


class Illegal(om.Agent):
    """Answers what it was made with."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: View) -> int:
        del view
        answer: int = self.answer
        return answer


def _types(match: om.Match, seat: int) -> set[str]:
    game = match.game
    return {game.action_types[game.type_of(move)] for actor, move in match.moves if actor == seat}


# Who decides --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [LEDUC, KUHN])
def test_the_first_choice_says_who_decides(game: om.Game) -> None:
    passive, active = game.action_types[-2], game.action_types[-1]
    first, other = Scripted(active), Scripted(passive)
    player = Delegate(by_type={active: other}, otherwise=first)
    matches = [om.play_match(game, [player, RANDOM], seed=seed) for seed in range(8)]
    # Where the first one would be active, the other is passive; it is asked only then.
    assert all(active not in _types(match, 0) for match in matches)
    assert 0 < other.asked <= first.asked
    turns = sum(actor == 0 for match in matches for actor, _ in match.moves)
    assert first.asked == turns


def test_what_the_other_answers_is_not_delegated_again() -> None:
    raises, calls = Scripted("raise", "call"), Scripted("call")
    player = Delegate(by_type={"raise": calls, "call": raises}, otherwise=Scripted("raise"))
    om.play_match(LEDUC, [player, RANDOM], seed=1)
    assert calls.asked > 0


def test_choices_of_other_types_stand() -> None:
    other = Scripted("fold")
    alone = om.play_match(LEDUC, [Scripted("call"), RANDOM], seed=3)
    player = Delegate(by_type={"raise": other}, otherwise=Scripted("call"))
    assert om.play_match(LEDUC, [player, RANDOM], seed=3).moves == alone.moves
    assert other.asked == 0


class Undecided(Scripted):
    """Has nothing to decide."""

    def decides(self, view: View) -> bool:
        del view
        return False


def test_who_has_nothing_to_decide_is_passed_over() -> None:
    other = Undecided("fold")
    alone = om.play_match(LEDUC, [Scripted("raise"), RANDOM], seed=3)
    player = Delegate(by_type={"raise": other}, otherwise=Scripted("raise"))
    assert om.play_match(LEDUC, [player, RANDOM], seed=3).moves == alone.moves
    assert other.asked == 0
    assert other.told


@pytest.mark.parametrize("game", [LEDUC, KUHN])
def test_all_live_through_the_whole_match(game: om.Game) -> None:
    alone = Scripted("call", "pass")
    om.play_match(game, [alone, RANDOM], seed=5)
    players = [Scripted("call", "pass") for _ in range(3)]
    inner = Delegate(by_type={game.action_types[0]: players[0]}, otherwise=players[1])
    outer = Delegate(by_type={game.action_types[-1]: inner}, otherwise=players[2])
    om.play_match(game, [outer, RANDOM], seed=5)
    for player in players:
        assert player.told == alone.told


def test_equal_players_are_one_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = Policy.agent

    def counted(self: Policy, game: om.Game) -> AnyAgent:
        made.append(self.name)
        return make(self, game)

    monkeypatch.setattr(Policy, "agent", counted)
    typed = Policy("typed")
    Delegate(
        by_type={"raise": typed, "call": Policy("typed"), "fold": RANDOM}, otherwise=RANDOM
    ).agent(LEDUC)
    assert sorted(made) == ["random", "typed"]


def test_who_is_told_types_is_told_them_here() -> None:
    """A search that is told them believes what it is told."""
    game = om.load("othello", size=4)
    types = om.Types([Policy("max_disk"), Policy("max_value")], informed=True)
    told = Search(others=types, iterations=10).agent(game)
    agent = Delegate(by_type={"place": told}, otherwise=RANDOM).agent(game)
    assert agent.informed
    assert told.informed
    assert not RANDOM.agent(game).informed
    agent.begin(0, game.initial_state().view(0), Stream(1))
    agent.inform(["", "max_value"])
    agent.act(game.initial_state().view(0))
    assert told.posterior()[1] == {"max_disk": 0.0, "max_value": 1.0}
    with pytest.raises(OptionError, match="one type for each seat, here 2, not 1"):
        agent.inform([""])
    with pytest.raises(om.AgentError, match="begin first"):
        Search(others=types, iterations=10).agent(game).inform(["", ""])


# Honesty ------------------------------------------------------------------------------------------

COMBINED = [
    Delegate(by_type={"raise": SEARCH}, otherwise=RANDOM),
    Delegate(by_type={"raise": RANDOM, ("call", "fold"): SEARCH}, otherwise=Policy("typed")),
    Delegate(
        by_type={"call": Delegate(by_type={"call": SEARCH}, otherwise=RANDOM)}, otherwise=RANDOM
    ),
]


@pytest.mark.parametrize("player", COMBINED)
def test_only_what_the_seat_sees_decides(player: Delegate) -> None:
    check_swap(LEDUC, player, games=6)
    check_determinism(LEDUC, players=[player, RANDOM], games=6)


def test_one_that_peeks_is_shown_the_truth_and_caught() -> None:
    player = Delegate(by_type={"call": PEEKING, "raise": PEEKING}, otherwise=RANDOM)
    assert peeks(player.agent(LEDUC))
    assert peeks(Delegate(by_type={"call": RANDOM}, otherwise=player).agent(LEDUC))
    assert not peeks(COMBINED[0].agent(LEDUC))
    with pytest.raises(AssertionError, match="looks the same"):
        check_swap(LEDUC, player, games=20)
    match = om.play_match(LEDUC, [player, RANDOM], seed=1)
    assert len(match.returns) == 2


class Seer(om.Agent):
    """Would like to peek."""

    peeks = True
    _peeks = True

    def __init__(self) -> None:
        self.truths: list[Any] = []

    def act(self, view: View, truth: om.State | None = None) -> int:
        self.truths.append(truth)
        return view.legal_actions()[0]


@pytest.mark.parametrize("game", [LEDUC, KUHN])
def test_an_agent_in_python_is_never_shown_the_truth(game: om.Game) -> None:
    seer = Seer()
    om.play_match(game, [seer, RANDOM], seed=2)
    named = dict.fromkeys(game.action_types, PEEKING)
    om.play_match(game, [Delegate(by_type=named, otherwise=seer), RANDOM], seed=2)
    assert set(seer.truths) == {None}


def test_peeking_works_in_a_python_game_and_under_a_time_limit() -> None:
    player = Delegate(by_type=dict.fromkeys(KUHN.action_types, PEEKING), otherwise=RANDOM)
    assert sum(om.play_match(KUHN, [player, RANDOM], seed=1).returns) == 0
    planned = plan_tournament(
        "kuhn_poker", [player_text(player), "random"], seed=1, move_seconds=20
    )
    assert all(row.forfeit is None for row in play(planned, 6)[0])


@pytest.mark.parametrize("answer", [-1, 10**6, "fold", None, 10**30, 1.0])
@pytest.mark.parametrize("game", [LEDUC, KUHN])
def test_illegal_answers_get_the_usual_error(game: om.Game, answer: Any) -> None:
    last = game.action_types[-1]
    for player in (
        Delegate(by_type={last: RANDOM}, otherwise=Illegal(answer)),
        Delegate(by_type=dict.fromkeys(game.action_types, Illegal(answer)), otherwise=RANDOM),
    ):
        with pytest.raises(om.AgentError, match=r"not legal here|not an action id"):
            om.play_match(game, [player, RANDOM], seed=1)


# A value ------------------------------------------------------------------------------------------


def test_it_is_a_value() -> None:
    player = Delegate(by_type={"raise": SEARCH, "call": RANDOM, "fold": RANDOM}, otherwise=RANDOM)
    for same in (
        Delegate(by_type={("fold", "call"): RANDOM, "raise": SEARCH}, otherwise=RANDOM),
        Delegate(by_type=[("raise", SEARCH), (("call", "fold"), RANDOM)], otherwise=RANDOM),
        pickle.loads(pickle.dumps(player)),
        parse_player(repr(player)),
    ):
        assert same == player
        assert hash(same) == hash(player)
        assert repr(same) == repr(player)
    assert player != Delegate(by_type={"raise": SEARCH, "call": RANDOM}, otherwise=RANDOM)
    assert player != Delegate(by_type=player.by_type, otherwise=Policy("typed"))
    with pytest.raises(FrozenInstanceError):
        player.otherwise = SEARCH  # type: ignore[misc]


SPECS = [
    "delegate(by_type={'raise': search(hidden=information_sets, iterations=5)}, otherwise=random)",
    "delegate(by_type={('call', 'raise'): random, 'fold': typed}, otherwise=typed)",
    "delegate(by_type={['call', 'raise']: delegate(by_type={}, otherwise=random)}, "
    "otherwise=random)",
    f"delegate(by_type={{'call': {AGENTS}.Chooser(name='a'), 'raise': {AGENTS}.Chooser}}, "
    "otherwise=random)",
    "delegate(by_type={'raise': random}, otherwise=typed)",
]


@pytest.mark.parametrize("text", SPECS)
def test_what_is_printed_is_read_back(text: str) -> None:
    player = parse_player(text, LEDUC)
    assert isinstance(player, Delegate)
    written = player_text(player)
    assert parse_player(written, LEDUC) == player
    assert player_text(parse_player(written, LEDUC)) == written
    assert player_options(parse_player(written, LEDUC)) == player_options(player)
    om.play_match(LEDUC, [player, RANDOM], seed=1)


def test_its_options_tell_it_from_others() -> None:
    """What a store goes by: every option of every player in it."""
    options = [player_options(parse_player(text, LEDUC)) for text in SPECS]
    for one, other in itertools.combinations(options, 2):
        assert one != other
    assert options[0]["otherwise"] == {"player": "random"}
    assert options[0]["by_type"][0][0] == ["raise"]
    assert options[0]["by_type"][0][1]["iterations"] == 5


def test_tournaments_are_the_same_whoever_plays_them() -> None:
    players = [*SPECS[:2], SPECS[3], "random"]
    planned = plan_tournament("leduc", players, seed=4)
    rows, status = play(planned, 24)
    assert status.done == len(rows)
    assert all(row.forfeit is None for row in rows)
    assert facts(play(planned, 24, 2)[0]) == facts(rows)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("delegate(by_type={'build': random}, otherwise=random)", "action type of leduc"),
        ("delegate(by_type={'call': nobody}, otherwise=random)", "nobody"),
        ("delegate(by_type={'call': 5}, otherwise=random)", "which 5 is not"),
        ("delegate(by_type={5: random}, otherwise=random)", "a text, or several"),
        ("delegate(by_type={('call', 5): random}, otherwise=random)", "a text, or several"),
        ("delegate(by_type={**{'call': random}}, otherwise=random)", "not a value"),
        ("delegate(by_type={'call': random, 'call': typed}, otherwise=random)", "named twice"),
        ("delegate(by_type={('call', 'call'): random}, otherwise=random)", "named twice"),
        ("delegate(by_type=5, otherwise=random)", "a mapping from action types"),
        ("delegate(by_type='call', otherwise=random)", "a mapping from action types"),
        ("delegate(by_type={})", "otherwise"),
        ("delegate(by_type={}, otherwise=none)", "players, which None is not"),
        (
            "delegate(by_type={'call': uniform}, otherwise=random)",
            "'uniform' is not a known player",
        ),
        ("delegate(by_type={}, otherwise=random, depth=3)", "option of delegate"),
        ("delegate({'call': random}, otherwise=random)", "name=value"),
        ("search(iterations={'a': 1})", "not a value"),
    ],
)
def test_nonsense_is_refused_in_a_sentence(text: str, part: str) -> None:
    with pytest.raises(OptionError, match=part) as refused:
        parse_player(text, LEDUC)
    assert str(refused.value).endswith(".")


def test_players_of_other_games_are_refused() -> None:
    stranger = RANDOM.agent(om.load("othello"))
    for player in (
        Delegate(by_type={"call": stranger}, otherwise=RANDOM),
        Delegate(by_type={}, otherwise=stranger),
    ):
        with pytest.raises(om.OthermindsError, match="another game"):
            om.play_match(LEDUC, [player, RANDOM], seed=1)


def test_a_living_agent_keeps_its_place() -> None:
    """One agent in two seats gets views of both, and says so."""
    living = SEARCH.agent(LEDUC)
    players = [Delegate(by_type={}, otherwise=living), Delegate(by_type={}, otherwise=living)]
    with pytest.raises(om.OthermindsError, match="seat"):
        om.play_match(LEDUC, players, seed=1)
