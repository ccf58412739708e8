"""Model files: read whole or refused in a sentence, and played in the game they belong to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import otherminds as om
from otherminds import _core
from otherminds.learn import read_model, write_model
from otherminds.search import Network
from tests.learn.made_up import GAME, load_game, made_up


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


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
