"""Models of every kind: taught, kept, read, and played natively as PyTorch would."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import otherminds as om
from otherminds import _core
from otherminds.agents import parse_player, player_text
from otherminds.learn import (
    Record,
    Settings,
    learn_model,
    learn_type_model,
    positions_of,
    read_model,
    train,
    write_model,
)
from otherminds.learn.measures import judge_chances, ratio
from otherminds.learn.training import chances, values
from otherminds.search import Network, Policies, Types
from tests.learn.made_up import GAME, known, made_up

pytestmark = pytest.mark.slow  # what is native here, is asked by few lines

SMALL = Settings(layers=(20, 12), passes=4, batch=64)
KEEN = Settings(layers=(32, 16), passes=15, batch=32, rate=0.01)
"""Enough for a small game."""


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [
        Record.of(om.play_match(GAME, ["mobility", "max_disk"], seed=seed)) for seed in range(120)
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def noted(seen: list[int], number: int, loss: float) -> None:
    seen.append(number)


@pytest.mark.parametrize("layers", [(128, 64), (20, 12), (8, 72), (1, 1), (130, 136)])
@pytest.mark.parametrize("kind", ["softmax", "value"])
def test_the_native_pass_is_that_of_pytorch(
    kind: str, layers: tuple[int, int], records: list[Record]
) -> None:
    torch = pytest.importorskip("torch")
    arrays = made_up(kind, layers)
    model = _core.NativeModel(GAME, _core.pack_model(GAME, kind, "{}", arrays))
    positions = positions_of(records[:3])
    tensors = {name: torch.from_numpy(each) for name, each in arrays.items()}
    encoded = torch.from_numpy(_core.encode_actions(GAME)[1])
    for number in range(len(positions)):
        inputs = positions.inputs[number].astype(np.float32)
        legal = positions.legal_of(number).tolist()
        one = torch.from_numpy(inputs) @ tensors["state"] + tensors["first_bias"]
        if kind == "value":
            found = model.judge(inputs)
            narrow = model.judge(inputs, wide=False)
        else:
            one = one + encoded[legal] @ tensors["actions"]
            found = model.scores(inputs, legal)
            narrow = model.scores(inputs, legal, wide=False)
        two = torch.relu(torch.relu(one) @ tensors["hidden"] + tensors["second_bias"])
        wanted = (two @ tensors["output"].T + tensors["output_bias"]).flatten()
        assert found == narrow  # the same bits on every processor
        assert found == pytest.approx(wanted.tolist(), abs=1e-5, rel=1e-5)


@pytest.mark.parametrize("kind", ["softmax", "sigmoid", "frequency"])
def test_a_policy_plays_what_the_model_says(kind: str, records: list[Record], folder: Path) -> None:
    arrays = made_up(kind)
    if kind == "frequency":
        arrays = {"weights": np.linspace(0, 1, GAME.action_count).astype(np.float32)}
    write_model("some.om", GAME, kind, {}, arrays)
    policy = GAME.policy("network", {"file": "some.om"})
    positions = positions_of(records[:3])
    said = chances(positions, arrays, kind)
    decisions = [each for record in records[:3] for each in record.told() if len(each.legal) > 1]
    for decision, wanted in zip(decisions, said, strict=True):
        found = policy.probabilities(known(decision), _core.Memory())
        assert [found[action] for action in decision.legal] == pytest.approx(wanted, abs=1e-5)
        assert sum(found.values()) == pytest.approx(1)
    cold = GAME.policy("network", {"file": "some.om", "temperature": 0})
    for decision, wanted in zip(decisions, said, strict=True):
        best = decision.legal[int(np.argmax(wanted))]
        assert cold.probabilities(known(decision), _core.Memory())[best] == 1


def test_values_are_returns_of_the_seats(folder: Path) -> None:
    """A look one move ahead shows what the model says of each position after a move."""
    arrays = made_up("value")
    write_model("worth.om", GAME, "value", {}, arrays)
    low, high = GAME.return_range
    state = GAME.initial_state()
    look = om.Exhaustive(depth=1, evaluation=Network("worth.om"))
    result = look.run(state, seed=1)
    assert len(result.actions) == len(state.legal_actions())
    for each in result.actions:
        after = state.copy()
        after.apply_action(each.action)
        assert after.actor() != state.actor()
        tensor = np.concatenate([after.view(1).tensor().ravel(), [0, 1]]).astype(np.float32)
        model = _core.NativeModel(GAME, _core.pack_model(GAME, "value", "{}", arrays))
        share = 1 / (1 + np.exp(-model.judge(tensor)[1]))  # of the seat after the one that acts
        assert each.value == pytest.approx(low + share * (high - low), abs=1e-5)
    positions = positions_of([Record.of(om.play_match(GAME, ["random", "random"], seed=3))])
    outputs = np.array(model.judge(positions.inputs[0].astype(np.float32)))
    assert values(positions, arrays)[0] == pytest.approx(1 / (1 + np.exp(-outputs)), abs=1e-5)


def test_a_model_is_all_that_a_policy_can_be(folder: Path) -> None:
    write_model("some.om", GAME, "softmax", {}, made_up("softmax"))
    write_model("worth.om", GAME, "value", {}, made_up("value"))
    some, worth = Network("some.om"), Network("worth.om")
    players = [
        some,
        Network("some.om", temperature=0.0),
        om.Search(bandit=om.PUCT(prior=some), iterations=30),
        om.Search(rollout=om.search.Played(some), iterations=10),
        om.Search(rollout=om.search.Played(some, depth=2, evaluation=worth), iterations=10),
        om.Search(rollout=om.search.Evaluated(worth), iterations=30),
        om.Search(others=Policies(some), iterations=10),
        om.Search(others=Types([some, "random"]), iterations=10),
        om.Search(rollout=om.search.Evaluated(worth), tree=om.Tree(batch=1), iterations=10),
    ]
    for player in players:
        text = player_text(player)
        again = parse_player(text, GAME)
        assert player_text(again) == text
        assert again == player
        first = om.play_match(GAME, [player, "random"], seed=2)
        assert om.play_match(GAME, [text, "random"], seed=2).moves == first.moves


def test_who_was_taught_anew_is_another_player(folder: Path) -> None:
    write_model("some.om", GAME, "softmax", {}, made_up("softmax"))
    before = Network("some.om")
    assert om.play_match(GAME, [before, "random"], seed=1).players[0] == player_text(before)
    write_model("some.om", GAME, "softmax", {}, made_up("softmax", seed=2))
    after = Network("some.om")
    assert before != after
    assert om.play_match(GAME, [after, "random"], seed=1).returns
    with pytest.raises(om.OptionError, match="is not the one that is meant"):
        om.play_match(GAME, [before, "random"], seed=1)


def test_what_is_learned_fits_games_that_were_not_seen(records: list[Record], folder: Path) -> None:
    pytest.importorskip("torch")
    told: list[str] = []
    learned = learn_model(
        records, KEEN, folds=3, data=["some.db"], checkpoints="going", progress=told.append
    )
    assert learned.fit.games == learned.counted.games
    assert learned.fit.loss.estimate < learned.counted.loss.estimate
    assert learned.fit.top[1].estimate > learned.counted.top[1].estimate
    assert 0 < learned.fit.top[1].low <= learned.fit.top[1].estimate <= learned.fit.top[1].high
    assert [step.games for step in learned.curve] == sorted(step.games for step in learned.curve)
    assert any("fold 3 of 3" in line for line in told)
    assert not Path("going").exists()
    learned.write("some.om")
    kept = read_model("some.om")
    assert kept.card["fit"] == learned.fit.to_dict()
    assert kept.card["data"] == ["some.db"]
    assert kept.layers == KEEN.layers
    assert om.play_match(GAME, [Network("some.om"), "random"], seed=1).returns


@pytest.mark.parametrize("kind", ["sigmoid", "value"])
def test_other_kinds_learn(kind: str, records: list[Record], folder: Path) -> None:
    pytest.importorskip("torch")
    learned = learn_model(records, replace(KEEN, kind=kind), folds=3, curve=False)
    assert learned.fit.loss.estimate < learned.counted.loss.estimate
    learned.write("some.om")
    assert read_model("some.om").kind == kind


def test_counts_and_types_are_judged_alike(records: list[Record], folder: Path) -> None:
    learned = learn_model(records, counts=True, folds=3, curve=False)
    assert learned.fit == learned.counted
    learned.write("often.om")
    assert om.play_match(GAME, [Network("often.om"), "random"], seed=1).returns
    catan = om.load("catan", points=3, players=2)
    games = [Record.of(om.play_match(catan, ["stac", "stac"], seed=seed)) for seed in range(4)]
    types = learn_type_model(games, folds=2)
    assert types.fit.decisions == len(positions_of(games))
    assert 0 < types.fit.top[1].estimate <= types.fit.top[3].estimate <= 1


def test_equal_seeds_give_equal_models_and_a_kill_changes_nothing(
    records: list[Record], folder: Path
) -> None:
    pytest.importorskip("torch")
    positions = positions_of(records)
    whole = train(positions, SMALL)
    assert len(whole.losses) == 4

    for after in (1, 3):

        def stop(number: int, loss: float, after: int = after) -> None:
            if number == after:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            train(positions, SMALL, checkpoint="going.npz", progress=stop)
        resumed: list[int] = []
        again = train(
            positions,
            SMALL,
            checkpoint="going.npz",
            progress=partial(noted, resumed),
        )
        assert resumed == list(range(after + 1, 5))
        assert again.losses == whole.losses
        for name, array in whole.arrays.items():
            assert np.array_equal(array, again.arrays[name]), name
        Path("going.npz").unlink()
    other = train(positions, replace(SMALL, seed=1))
    assert not np.array_equal(whole.arrays["state"], other.arrays["state"])
    train(positions, SMALL, checkpoint="going.npz")
    with pytest.raises(om.FormatError, match="another training"):
        train(positions, replace(SMALL, seed=1), checkpoint="going.npz")
    Path("going.npz").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(om.FormatError, match="no checkpoint"):
        train(positions, SMALL, checkpoint="going.npz")


def test_settings_that_cannot_be_are_refused() -> None:
    for odd in (
        {"kind": "frequency"},
        {"layers": (0, 4)},
        {"passes": 0},
        {"rate": 0},
        {"apart": 1},
    ):
        with pytest.raises(om.OptionError):
            Settings(**odd)
    one = [Record.of(om.play_match(GAME, ["random", "random"], seed=1))]
    with pytest.raises(om.OptionError, match="cannot be split"):
        learn_model(one, SMALL)
    with pytest.raises(om.OptionError, match="no game"):
        positions_of([])


def test_measures_by_hand(records: list[Record]) -> None:
    positions = positions_of(records[:2])
    even = [
        np.full(len(positions.legal_of(i)), 1 / len(positions.legal_of(i)))
        for i in range(len(positions))
    ]
    fit = judge_chances(positions, even)
    sizes = np.diff(positions.starts)
    assert fit.loss.estimate == pytest.approx(np.log(sizes).mean())
    assert fit.top[1].estimate == pytest.approx((1 / sizes).mean())
    assert fit.top[10].estimate == pytest.approx(np.minimum(1, 10 / sizes).mean())
    assert sum(each.count for each in fit.calibration) == sizes.sum()
    sure = [np.eye(len(each))[chosen] for each, chosen in zip(even, positions.chosen, strict=True)]
    assert judge_chances(positions, sure).top[1].estimate == 1
    # Two games of means 0 and 1 with two decisions each: 0.5 and t(1) * sqrt(0.5) / sqrt(2).
    found = ratio(np.array([0.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 1], dtype=np.int32))
    assert found.estimate == 0.5
    assert found.high - 0.5 == pytest.approx(12.706 * 0.5, abs=1e-3)


def test_players_met_before_are_recognised_by_what_was_learned_of_them(folder: Path) -> None:
    pytest.importorskip("torch")
    names = ("mobility", "max_disk")
    for name in names:
        games = [om.play_match(GAME, [name, "random"], seed=seed) for seed in range(100)]
        own = [Record.of(match, seats=[0]) for match in games]
        learn_model(own, KEEN, folds=2, curve=False).write(f"{name}.om")
    known_types = Types([Network(f"{name}.om") for name in names])
    right = 0
    for name in names:
        for seed in range(1000, 1020):
            match = om.play_match(GAME, [name, "random"], seed=seed)
            moves = [move for _, move in match.moves]
            seen = list(om.search.recognise(GAME, moves, known_types, seat=0))[-1]
            right += max(seen, key=lambda text: seen[text]).startswith(f"network('{name}.om'")
    assert right > 30  # of 40: by guessing 20 +- 3
    search = om.Search(others=known_types, iterations=20)
    assert om.play_match(GAME, [search, "mobility"], seed=1).returns
