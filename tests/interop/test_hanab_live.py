"""Games of hanab.live: read as the site wrote them, written as it reads them, refused otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import FormatError, OptionError, Policy, play_match
from otherminds.interop.hanab_live import (
    HanabLiveGame,
    read_hanab_live,
    share_link,
    write_hanab_live,
)

# Games that people and their programs shared, with how far they go: actions, points, lives.
SHARED = {
    "https://hanab.live/shared-replay-json/415gtxvqcxvnduwadqfp-komfsislnwphrukkilyj-famercbhubagp,"
    "03tcka-akapsbahaq1aldaealam-aaxabiarocodaybnackd-atsaa2bfa3azaxxcbvaw-ab1ca91bbdas1daAb4bg-"
    "1bbob8aHtab1aGbuajb7-gbaE,0": (54, 25, 3),
    "https://hanab.live/shared-replay-json/415ifirpxqufunsxcwgc-tbokayavlbjdgwqvekus-pdfanhhmkrpml,"
    "03tdeh-sbxckceeeisbkdegfjep-edgcelevwbereseyocwa-eueofaefobfmew1a1den-fbeze2xae7fqfxf3f4f5-"
    "f0lceGodeIeFecetfEe1-,0#1": (52, 25, 3),
    "https://hanab.live/replay-json/415bpilhckfaxutkacql-wuvnouykigfdemdmfrhr-sqppwjbnvxgas,03tbeh-"
    "ldenwcpaekemedxcsaet-ebsdlaereafgejkafwwd-e0exxcefe2epfyeefixa-1ce8fsscece4eBfoeu1d-"
    "elevf11akae3eG,0,p4v0s9#31": (49, 25, 3),
    "415uxxrhphtwqkdbgvks-gqfneysiufmwjomkilfa-alvcnbpcrpadu,03ocwa-aklbaaafsbsaxcaswdwc-"
    "adbeaqaokbahpdbpxbat-aianacagbjwcbbayaw,0": (31, 15, 3),
    "https://hanab.live/replay-json/415gbbkuaxamlmfipdgchyaejwukhfvqlrpvnpkwsrfitcdqnusxo,"
    "05pbah0danocafalvavdae1dapaaoduaaradbgibamacaqbiavabwa,0": (25, 11, 0),
}


def last(record: HanabLiveGame) -> Any:
    state: Any = record.initial_state()
    for action in record.actions:
        state.apply_action(action)
    return state


@pytest.mark.parametrize("link", SHARED, ids=range(len(SHARED)))
def test_shared_games_are_played_again(link: str) -> None:
    record = read_hanab_live(link)
    facts = last(record).to_dict()
    assert (len(record.actions), sum(facts["stacks"]), facts["lives"]) == SHARED[link]
    assert record.players == ("Alice", "Bob", "Cathy", "Donald")
    assert read_hanab_live(share_link(record)) == record
    assert read_hanab_live(write_hanab_live(record)) == record


def test_the_site_s_own_link_is_written_letter_for_letter() -> None:
    link = next(iter(SHARED))
    assert share_link(read_hanab_live(link)) == link


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 5),
    st.sampled_from([3, 4, 5]),
    st.sampled_from([0, 3, 4, 5]),
    st.booleans(),
    st.integers(0, 2**32),
)
def test_games_come_back_as_they_were(
    players: int, colours: int, hand: int, empty: bool, seed: int
) -> None:
    usual = 5 if players < 4 else 4
    hand = 0 if abs(hand - usual) != 1 else hand
    game = otherminds.load("hanabi", players=players, colours=colours, hand=hand, empty_clues=empty)
    match = play_match(game, [Policy("random")] * players, seed=seed)
    names = [f"p{seat}" for seat in range(players)]
    record = HanabLiveGame.of(next(match.states()), [a for _, a in match.moves], names)
    assert read_hanab_live(write_hanab_live(record)) == record
    if hand or empty:
        with pytest.raises(FormatError, match="no place for empty clues or hands of another size"):
            share_link(record)
    else:
        shared = read_hanab_live(share_link(record))
        assert (shared.game, shared.deck, shared.actions) == (game, record.deck, record.actions)
    assert last(record) == list(match.states())[-1]


def written() -> dict[str, Any]:
    """A game of three, as the site's JSON."""
    game = otherminds.load("hanabi", players=3)
    match = play_match(game, [Policy("random")] * 3, seed=1)
    record = HanabLiveGame.of(next(match.states()), [a for _, a in match.moves][:8])
    values: dict[str, Any] = json.loads(write_hanab_live(record))
    return values


def test_cards_are_numbered_by_their_place_in_the_deck() -> None:
    values = written()
    record = read_hanab_live(json.dumps(values))
    state = record.initial_state().to_dict()
    assert [
        [{"suitIndex": card // 5, "rank": card % 5 + 1} for card in hand]
        for hand in state["hands"][:3]
    ] == [values["deck"][start : start + 5] for start in (0, 5, 10)]
    taken = {}
    for said, action in zip(values["actions"], record.actions, strict=True):
        assert said["type"] == record.game.type_of(action)
        if said["type"] < 2:
            assert said["target"] not in taken
            taken[said["target"]] = action


def test_what_does_not_matter_may_be_there_and_what_is_missing_is_usual(tmp_path: Path) -> None:
    values = written()
    plain = read_hanab_live(json.dumps(values))
    more = {
        **values,
        "options": {"timed": True, "timeBase": 60, "deckPlays": False, "startingPlayer": 0},
        "notes": [["a"], [], []],
        "characters": [],
        "id": 7,
        "seed": "p3v0s1",
    }
    path = tmp_path / "game.json"
    path.write_text(json.dumps(more))
    assert read_hanab_live(path) == plain
    ended = {**values, "actions": [*values["actions"], {"type": 4, "target": 1, "value": 4}]}
    broken_off = read_hanab_live(json.dumps(ended))
    assert (broken_off.end, broken_off.actions) == ((1, 4), plain.actions)
    assert json.loads(write_hanab_live(broken_off)) == ended
    assert read_hanab_live(share_link(broken_off)) == read_hanab_live(
        json.dumps({**ended, "players": ["Alice", "Bob", "Cathy"]})
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": ["a"]}, "2 to 5 players, not 1"),
        ({"players": list("abcdef")}, "2 to 5 players, not 6"),
        ({"players": "abc"}, "a list of names"),
        ({"deck": []}, "3 times r1, not 0 times"),
        ({"deck": 7}, "The deck of a game is a list"),
        ({"deck": [{"suitIndex": 5, "rank": 1}]}, "Card 1 of the deck is unknown: suit 5, rank 1"),
        ({"deck": [{"suitIndex": 1.5, "rank": 1}]}, "a whole number as suitIndex, not 1.5"),
        ({"actions": [{"type": 0, "target": 5}]}, "Action 1 cannot be read: card 5 is not in"),
        ({"actions": [{"type": 1, "target": 0}]}, "Action 1 .discard slot 0. breaks the rules"),
        ({"actions": [{"type": 2, "target": 1}]}, "the value of a hint is 0 to 4, not None"),
        ({"actions": [{"type": 3, "target": 1, "value": 0}]}, "is 1 to 5, not 0"),
        ({"actions": [{"type": 3, "target": 3, "value": 1}]}, "there is no seat 3"),
        ({"actions": [{"type": 2, "target": 0, "value": 1}]}, "Action 1 .hint yellow to seat 0."),
        ({"actions": [{"type": 5, "target": 0}]}, "its type is 5; known are 0 to 4"),
        ({"actions": [{"type": 4, "target": 0}] * 2}, "Action 2 comes after the game was broken"),
        ({"actions": [[0, 1]]}, "The actions of a game is a list of named values"),
        ({"options": {"variant": "Rainbow (6 Suits)"}}, "known are '3 Suits', '4 Suits', 'No V"),
        ({"options": {"deckPlays": True}}, "The game has 'deckPlays', which our Hanabi"),
        ({"options": {"oneExtraCard": True}}, "hands of at most 5 cards, not 6"),
        ({"options": 7}, "options of a game are named values, not 7"),
        ({"characters": [{"name": "Fuming"}]}, "The game has characters"),
        ({"mystery": 1}, "'mystery', which is not known here"),
    ],
)
def test_what_is_unknown_gets_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_hanab_live(json.dumps({**written(), **change}))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "is not a game of hanab.live"),
        ("", "is not a game of hanab.live"),
        ("{", "not the JSON of hanab.live"),
        ("{" * 100_000, "not the JSON of hanab.live"),
        ("{}", "has no actions and no deck and no players"),
        ("2,03,0", "numbers of players and ranks are missing"),
        ("215a,0,0", "numbers of actions are missing"),
        ("251a,03,0", "do not fit together"),
        ("215a,03a,0", "do not fit together"),
        ("215a,03,x", "do not fit together"),
        ("215a!,03,0", "'!' is not a letter"),
        ("215a,03,1", "of the variant 1; known are 0 .No Variant., 15 .4 Suits., 18 .3 Suits."),
        ("615a,03,0", "2 to 5 players, not 6"),
    ],
)
def test_damaged_text_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read_hanab_live(text)


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_damaged_links_are_refused_or_games(data: st.DataObject) -> None:
    letters = list(next(iter(SHARED)))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(letters) - 1))
        letters[place] = data.draw(st.sampled_from("abzA09,-#/é"))
    try:
        record = read_hanab_live("".join(letters))
    except FormatError:
        return
    assert 0 <= sum(last(record).to_dict()["stacks"]) <= 25


@pytest.mark.parametrize(
    "options",
    [
        {"ranks": 4},
        {"colours": 2, "hand": 4},
        {"clues": 7},
        {"lives": 4},
        {"last_round": "none"},
        {"hand": 3},
    ],
)
def test_games_that_the_site_does_not_have_are_not_written(options: dict[str, Any]) -> None:
    record = HanabLiveGame.of(otherminds.load("hanabi", **options).initial_state())
    for write in (write_hanab_live, share_link):
        with pytest.raises(FormatError):
            write(record)


def test_records_begin_at_the_start_and_are_legal() -> None:
    state: Any = otherminds.load("hanabi").initial_state(1)
    record = HanabLiveGame.of(state, [7])  # a discard while all clues are there
    with pytest.raises(FormatError, match="Action 1 breaks the rules"):
        write_hanab_live(record)
    with pytest.raises(FormatError, match="2 players need 2 names"):
        write_hanab_live(HanabLiveGame.of(state, players=["a"]))
    state.apply_action(0)
    for start in (state, otherminds.load("leduc").initial_state()):
        with pytest.raises(OptionError, match="the start of a game of Hanabi"):
            HanabLiveGame.of(start)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="not text in UTF-8"):
        read_hanab_live(path)
