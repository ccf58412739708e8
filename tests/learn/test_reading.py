"""One way in for games of every kind of file."""

from __future__ import annotations

import json
import os
import struct
from pathlib import Path

import numpy as np
import pytest

import otherminds as om
from otherminds.agents import hanabi
from otherminds.interop.ggf import GgfGame, GgfMove, write_ggf
from otherminds.interop.hanab_live import HanabLiveGame, write_hanab_live
from otherminds.learn import Record, export_decisions, positions_of, read_games

OTHELLO = om.load("othello")
DATA = Path(os.environ.get("OTHERMINDS_DATA", "no data"))
"""Games of people, which are no part of the package."""


def played(seed: int) -> om.Match:
    return om.play_match(OTHELLO, ["max_disk", "random"], seed=seed)


def ggf(seed: int) -> str:
    moves = tuple(GgfMove(action) for _, action in played(seed).moves)
    return write_ggf([GgfGame(black="Ada", white=f"Bob {seed}", moves=moves)])


def test_every_decision_has_what_was_known_and_what_was_done(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    om.tournament(OTHELLO, ["max_disk", "random"], games=2, seed=5, store=path, workers=0)
    games = read_games(path, OTHELLO, "max_disk")
    assert not games.bad
    assert not games.told
    decisions = list(games.decisions())
    assert {decision.player for decision in decisions} == {"max_disk"}
    assert len({decision.match for decision in decisions}) == 2
    for decision in decisions:
        assert list(decision.legal) == decision.view.legal_actions()
        assert decision.action in decision.legal
        assert decision.view.seat == decision.view.actor()
    everybody = read_games(path, OTHELLO)
    assert {decision.player for decision in everybody.decisions()} == {"max_disk", "random"}


def test_games_of_ggf_are_read_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "games.ggf"
    broken = ggf(2).replace("]B[", "]B[z9 ", 1)
    file.write_text("2 " + ggf(1) + "1 " + broken + "\n" + ggf(3))
    games = read_games(file, OTHELLO)
    assert [record.players[1] for record in games.records] == ["Bob 1", "Bob 3"]
    assert [record.actions for record in games.records] == [
        tuple(action for _, action in played(seed).moves) for seed in (1, 3)
    ]
    assert len(games.bad) == 1
    assert "Game 2" in games.told
    assert read_games(file, OTHELLO, "Bob 3").records[0].seats == (1,)
    file.write_text(ggf(1))
    with pytest.raises(om.OptionError, match=r"Eve has played no game.*Ada, Bob 1"):
        read_games(file, OTHELLO, "Eve")


def wthor(games: list[bytes]) -> bytes:
    head = struct.pack("<4BiHH4B", 20, 15, 9, 30, len(games), 0, 2012, 8, 0, 24, 0)
    records = [struct.pack("<3H2B60s", 1, 2, 3, 32, 32, squares) for squares in games]
    return head + b"".join(records)


def squares(seed: int) -> bytes:
    moves = [action for _, action in played(seed).moves if action < 64]
    return bytes(10 * (action // 8 + 1) + action % 8 + 1 for action in moves)


def test_a_bad_game_of_wthor_leaves_the_others(tmp_path: Path) -> None:
    file = tmp_path / "some.wtb"
    file.write_bytes(wthor([squares(1), b"\x63" * 60, squares(2), squares(1)[:10]]))
    games = read_games(file, OTHELLO)
    assert len(games.records) == 2
    assert games.records[0].actions == tuple(action for _, action in played(1).moves)
    assert [bad.reason.split(":")[0] for bad in games.bad] == ["Game 2", "Game 4"]
    assert games.told.startswith("2 entries could not be used")
    file.write_bytes(wthor([b"\x63" * 60]))
    with pytest.raises(om.FormatError, match="no game that can be read"):
        read_games(file, OTHELLO)


def test_a_damaged_line_leaves_the_others(tmp_path: Path) -> None:
    from otherminds.interop.played import PlayedGame, write_played

    match = played(4)
    game = PlayedGame(
        game=OTHELLO,
        person=1,
        players=("max_disk", ""),
        seed=4,
        moves=tuple(match.moves),
        beliefs=({},) * len(match.moves),
        returns=tuple(match.returns),
    )
    file = tmp_path / "mine.jsonl"
    write_played(file, [game])
    file.write_text(file.read_text() + '{"half": \n' + file.read_text())
    games = read_games(file, OTHELLO)
    assert len(games.records) == 2
    assert {record.seats for record in games.records} == {(1,)}
    assert "Line 2" in games.bad[0].reason
    assert read_games(file, OTHELLO, "max_disk").records[0].seats == (0,)
    file.write_text(game.to_json() + "\n")
    with pytest.raises(om.OptionError, match="piers has played no game"):
        read_games(file, OTHELLO, "piers")


def test_games_of_other_options_are_named(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    small = om.load("othello", size=4)
    om.tournament(OTHELLO, ["max_disk", "random"], games=2, seed=5, store=path, workers=0)
    om.tournament(small, ["max_disk", "random"], games=2, seed=5, store=path, workers=0)
    games = read_games(path, small)
    assert len(games.records) == 2
    assert len(games.bad) == 2
    assert "is of othello" in games.bad[0].reason
    assert len(read_games(path, small, any_options=True).records) == 4
    with pytest.raises(om.OptionError, match="not of"):
        read_games(path, om.load("othello", size=6))


def test_what_is_no_file_of_games_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(om.OptionError, match="There is no file"):
        read_games(tmp_path / "none.db", OTHELLO)
    odd = tmp_path / "odd.txt"
    odd.write_text("x")
    with pytest.raises(om.OptionError, match="does not end in"):
        read_games(odd, om.load("hanabi"))
    for name in ("odd.json", "odd.ggf", "odd.wtb", "odd.safetensors", "odd.jsonl"):
        (tmp_path / name).write_bytes(b"\xff{not games")
        with pytest.raises(om.OthermindsError):
            read_games(tmp_path / name, om.load("hanabi"))


def ah2ac2(matches: list[om.Match]) -> bytes:
    """The games in the format of the challenge, written from ours."""
    turns = max(len(match.moves) for match in matches)
    seats = matches[0].game.seats
    nothing = 10 + (seats - 1) * 10
    decks = np.zeros((len(matches), 50, 2), dtype="<i4")
    actions = np.full((len(matches), turns, seats), nothing, dtype="<i4")
    counts, scores = [], []
    for number, match in enumerate(matches):
        moves = [action for _, action in match.moves]
        game = HanabLiveGame.of(next(match.states()), moves)
        decks[number] = [(card // 5, card % 5) for card in game.deck]
        told = json.loads(write_hanab_live(game))["actions"]
        hands = [list(range(5 * seat, 5 * seat + 5)) for seat in range(seats)]
        drawn = 5 * seats
        for turn, ((seat, _), said) in enumerate(zip(match.moves, told, strict=True)):
            if said["type"] < 2:
                place = hands[seat].index(said["target"])
                actions[number, turn, seat] = place + 5 * (said["type"] == 0)
                hands[seat].pop(place)
                if drawn < 50:
                    hands[seat].append(drawn)
                    drawn += 1
            else:
                later = (said["target"] - seat - 1) % seats
                colour = said["type"] == 2
                hint = said["value"] if colour else 5 * (seats - 1) + said["value"] - 1
                actions[number, turn, seat] = 10 + 5 * later + hint
        counts.append(len(moves))
        scores.append(sum(list(match.states())[-1].to_dict()["stacks"]))
    tensors = {
        "decks": decks,
        "actions": actions,
        "num_actions": np.array(counts, dtype="<i4"),
        "scores": np.array(scores, dtype="<i4"),
        "num_players": np.array(seats, dtype="<i4"),
    }
    header, body = {}, b""
    for name, array in tensors.items():
        data = array.tobytes()
        header[name] = {
            "dtype": "I32",
            "shape": list(array.shape),
            "data_offsets": [len(body), len(body) + len(data)],
        }
        body += data
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def test_games_of_the_challenge_are_read(tmp_path: Path) -> None:
    game = om.load("hanabi", players=3)
    matches = [om.play_match(game, [hanabi.iggi] * 3, seed=seed) for seed in range(3)]
    file = tmp_path / "games.safetensors"
    file.write_bytes(ah2ac2(matches))
    games = read_games(file, game)
    assert not games.bad
    for record, match in zip(games.records, matches, strict=True):
        assert record == Record.of(match)
    data = bytearray(file.read_bytes())
    data[-1] ^= 1  # the number of seats, which comes last
    file.write_bytes(bytes(data))
    with pytest.raises(om.OthermindsError):
        read_games(file, game)
    for size in (0, 7, 100, len(data) - 1):
        file.write_bytes(bytes(data[:size]))
        with pytest.raises(om.FormatError):
            read_games(file, game)


@pytest.mark.skipif(not (DATA / "hanabi").is_dir(), reason="the games of people are not here")
def test_all_games_of_people_of_the_challenge_follow_our_rules() -> None:
    (file,) = (DATA / "hanabi").glob("*.safetensors")
    games = read_games(file, om.load("hanabi", players=3))
    assert len(games.records) == 221
    assert not games.bad


def test_decisions_become_arrays(tmp_path: Path) -> None:
    records = [Record.of(played(seed)) for seed in range(3)]
    found = positions_of(records)
    decisions = [each for record in records for each in record.told() if len(each.legal) > 1]
    assert len(found) == len(decisions)
    low, high = OTHELLO.return_range
    for number, decision in enumerate(decisions):
        assert tuple(found.legal_of(number)) == decision.legal
        assert found.actions[number] == decision.action
        tensor = decision.view.tensor().ravel()
        assert found.inputs[number, : len(tensor)].tolist() == tensor.tolist()
        assert found.inputs[number, len(tensor) + decision.view.seat] == 1
        ended = records[found.matches[number]].returns()
        assert ended is not None
        share = (ended[decision.view.seat] - low) / (high - low)
        assert found.returns[number, 0] == pytest.approx(share)
    part = found.of_matches([1])
    assert len(part) == int((found.matches == 1).sum())
    assert part.actions.tolist() == found.actions[found.matches == 1].tolist()
    unfinished = Record(records[0].start, records[0].actions[:5], (0, 1))
    assert np.isnan(positions_of([unfinished]).returns).all()
    assert export_decisions(records, tmp_path / "out.npz") > len(found)
    with np.load(tmp_path / "out.npz", allow_pickle=False) as out:
        assert json.loads(str(out["game"]))["game"] == "othello"
        assert out["players"][out["player"]].tolist()[:2] == ["max_disk", "random"]
        assert len(out["starts"]) == len(out["action"]) + 1
    with pytest.raises(om.OptionError, match=r"\.npz or \.parquet"):
        export_decisions(records, tmp_path / "out.csv")
    small = om.play_match(om.load("othello", size=4), ["random", "random"], seed=1)
    with pytest.raises(om.OptionError, match="differ in their options"):
        positions_of([*records, Record.of(small)])


def test_decisions_become_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    records = [Record.of(played(1))]
    number = export_decisions(records, tmp_path / "out.parquet")
    table = parquet.read_table(tmp_path / "out.parquet")
    assert table.num_rows == number
    row = table.slice(3, 1).to_pylist()[0]
    decision = list(records[0].told())[3]
    assert row["legal"] == list(decision.legal)
    assert row["action"] == decision.action
    assert row["player"] == decision.player
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(om.OptionError, match=r"pyarrow is not installed.*parquet"):
        export_decisions(records, tmp_path / "again.parquet")
