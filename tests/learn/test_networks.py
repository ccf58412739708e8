"""Models of every kind: taught, kept, read, and played natively as PyTorch would."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import otherminds as om
from otherminds import _core
from otherminds.agents import parse_player, player_text
from otherminds.learn import (
    Decision,
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


def load_game(name: str, **options: Any) -> _core.Game:
    """A game with what only native ones have."""
    game = om.load(name, **options)
    assert isinstance(game, _core.Game)
    return game


pytestmark = pytest.mark.slow  # what is native here, is asked by few lines

GAME = load_game("othello", size=4)
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


def known(decision: Decision) -> _core.View:
    assert isinstance(decision.view, _core.View)
    return decision.view


def noted(seen: list[int], number: int, loss: float) -> None:
    seen.append(number)


def made_up(kind: str, layers: tuple[int, int] = (128, 64), seed: int = 1) -> dict[str, np.ndarray]:
    """Weights as drawn, so that no training is needed to try the pass."""
    rng = np.random.default_rng(seed)
    columns = _core.encode_actions(GAME)[1].shape[1]
    inputs = int(np.prod(GAME.tensor_shape)) + GAME.seats
    outputs = GAME.seats if kind == "value" else 1
    shapes: dict[str, tuple[int, ...]] = {
        "state": (inputs, layers[0]),
        "first_bias": (layers[0],),
        "actions": (columns, layers[0]),
        "hidden": layers,
        "second_bias": (layers[1],),
        "output": (outputs, layers[1]),
        "output_bias": (outputs,),
    }
    if kind == "value":
        del shapes["actions"]
    found = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    if kind != "value":
        found["temperature"] = np.array([1.3], dtype=np.float32)
    return found


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


def test_a_model_stays_with_its_game(folder: Path) -> None:
    write_model("some.om", GAME, "softmax", {}, made_up("softmax"))
    write_model("worth.om", GAME, "value", {}, made_up("value"))
    some, worth = Network("some.om"), Network("worth.om")
    with pytest.raises(om.OptionError, match="other options"):
        some.agent(om.load("othello", size=6))
    with pytest.raises(om.OptionError, match="games of othello, not of hanabi"):
        some.agent(om.load("hanabi"))
    with pytest.raises(om.OptionError, match="written in Python"):
        some.agent(om.load("tic_tac_toe"))
    with pytest.raises(om.OptionError, match="an evaluation, not a policy"):
        worth.agent(GAME)
    with pytest.raises(om.OptionError, match="a policy, not an evaluation"):
        om.Search(rollout=om.search.Evaluated(some), iterations=5).run(GAME.initial_state())
    with pytest.raises(om.OptionError, match="named by its file"):
        GAME.policy("network", {})
    with pytest.raises(om.OptionError, match="temperature"):
        GAME.policy("network", {"file": "some.om", "temperature": -1})
    with pytest.raises(om.OptionError, match="There is no model file"):
        Network("nothing.om")
    model = _core.NativeModel(GAME, (folder / "some.om").read_bytes())
    with pytest.raises(om.OptionError, match="numbers, not"):
        model.scores(np.zeros(3, dtype=np.float32), [0])
    inputs = np.zeros(int(np.prod(GAME.tensor_shape)) + 2, dtype=np.float32)
    for action in (-1, GAME.action_count):
        with pytest.raises(om.OptionError, match="no action"):
            model.scores(inputs, [action])
    with pytest.raises(om.OptionError, match="does not judge"):
        model.judge(inputs)


def test_every_native_game_encodes_its_actions() -> None:
    for name in om.game_names():
        game = om.load(name)
        if not isinstance(game, _core.Game):
            continue
        columns, rows = _core.encode_actions(game)
        assert rows.shape == (game.action_count, len(columns))
        assert len(set(columns)) == len(columns)
        assert len(np.unique(rows, axis=0)) == len(rows), name  # no two actions look alike
        again = _core.encode_actions(load_game(name))
        assert again[0] == columns
        assert (again[1] == rows).all()


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


def _mix(x: int) -> int:
    """The mixing step of our checksums, to forge one."""
    most = 2**64 - 1
    x = (x + 0x9E3779B97F4A7C15) & most
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & most
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & most
    return x ^ (x >> 31)


def forged(data: bytes) -> bytes:
    """The same bytes with the checksum that fits them."""
    body = data[:-8]
    found = _mix(len(body))
    for at in range(0, len(body), 8):
        found = _mix(found ^ int.from_bytes(body[at : at + 8], "little"))
    return body + found.to_bytes(8, "little")


def test_hostile_files_get_a_sentence(folder: Path) -> None:
    write_model("some.om", GAME, "softmax", {"a": 1}, made_up("softmax", (8, 8)))
    sound = (folder / "some.om").read_bytes()
    assert forged(sound) == sound
    rng = np.random.default_rng(0)
    read = 0
    for case in range(1500):
        data = bytearray(sound)
        kind = case % 4
        if kind == 0:
            data = data[: int(rng.integers(len(data)))]
        elif kind == 1:
            at = int(rng.integers(len(data) - 8))
            data[at : at + 8] = rng.bytes(8)
        elif kind == 2:  # the fields before the arrays
            data[int(rng.integers(400))] = int(rng.integers(256))
        else:
            at = int(rng.integers(0, min(600, len(data) - 8)))
            data[at : at + 8] = int(rng.integers(2**40, 2**63)).to_bytes(8, "little")
        given = bytes(data) if case % 8 < 2 or len(data) < 8 else forged(bytes(data))
        Path("odd.om").write_bytes(given)
        try:
            found = read_model("odd.om")
            GAME.policy("network", {"file": "odd.om"})
        except (om.FormatError, om.OptionError) as error:
            assert str(error).endswith(".")  # noqa: PT017 (most cases are refused, some are sound)
        else:
            read += 1
            assert found.game == "othello"
    assert read < 750
    for name in ("odd.om", "folder"):
        Path(name).unlink(missing_ok=True)
    Path("folder").mkdir()
    for odd in ("folder", "odd.om", ""):
        with pytest.raises(om.OptionError, match="no model file"):
            read_model(odd)
    for wrong in (np.nan, np.inf, 1e30):
        arrays = made_up("softmax", (8, 8))
        arrays["hidden"][0, 0] = wrong
        with pytest.raises(om.FormatError, match="no training gives"):
            write_model("odd.om", GAME, "softmax", {}, arrays)
    arrays = made_up("softmax", (8, 8))
    arrays["hidden"] = arrays["hidden"][:4]
    with pytest.raises(om.FormatError, match="another shape"):
        write_model("odd.om", GAME, "softmax", {}, arrays)
    with pytest.raises(om.FormatError, match="no model of the kind"):
        write_model("odd.om", GAME, "oracle", {}, arrays)
    with pytest.raises(om.FormatError, match="not a model"):
        _core.unpack_model(GAME.initial_state().to_bytes())
