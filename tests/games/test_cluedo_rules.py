"""The rules of Cluedo, by positions that need them."""

from __future__ import annotations

from typing import Any

import pytest

from otherminds import NOBODY, FormatError, IllegalActionError, OptionError
from tests.games.cluedo_positions import (
    FIRST_DOORS,
    FIRST_ROOM,
    HANDS,
    NO_DOOR,
    ROOMS,
    SUSPECTS,
    bits,
    card_names,
    load,
    of_type,
    play,
    position,
    room_of,
    square,
    steps,
    table,
    texts,
)

RIGHT = "accuse Plum with the rope in the hall"
WRONG = "accuse Plum with the rope in the study"

# The deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("leftovers", ["dealt", "open"])
def test_all_cards_are_dealt_and_one_of_each_kind_is_in_the_envelope(
    players: int, leftovers: str
) -> None:
    game = load(players=players, leftovers=leftovers)
    for seed in range(20):
        facts = game.initial_state(seed).to_dict()
        hands = facts["hands"][:players]
        sizes = [hand.bit_count() for hand in hands]
        assert sizes == facts["table"]["hand_sizes"][:players]
        each, left = divmod(18, players)
        opened = facts["table"]["open"]
        if leftovers == "open":
            assert sizes == [each] * players
            assert opened.bit_count() == left
        else:
            assert sizes == [each + (seat < left) for seat in range(players)]
            assert opened == 0
        envelope = facts["envelope"]
        kinds = (0b111111, 0b111111 << 6, 0b111111111 << 12)
        assert [(envelope & kind).bit_count() for kind in kinds] == [1, 1, 1]
        everything = [envelope, opened, *hands]
        assert sum(everything) == (1 << 21) - 1  # as all are different, none is there twice
        assert sum(map(int.bit_count, everything)) == 21


def test_ledford_deals_four_cards_to_each_of_four_and_opens_two() -> None:
    facts = load(rules="ledford").initial_state(1).to_dict()
    assert facts["table"]["hand_sizes"][:4] == [4, 4, 4, 4]
    assert facts["table"]["open"].bit_count() == 2


def test_every_card_is_in_the_envelope_equally_often() -> None:
    game = load(rules="ledford")
    games = 2700
    found = [0] * 21
    for seed in range(games):
        envelope = game.initial_state(seed).to_dict()["envelope"]
        found = [count + (envelope >> card & 1) for card, count in enumerate(found)]
    # Six standard deviations of 21 counts: wrong once in 10 million runs; and it is seeded.
    for card, count in enumerate(found):
        chance = 1 / 6 if card < 12 else 1 / 9
        assert abs(count - games * chance) < 6 * (games * chance * (1 - chance)) ** 0.5


def test_players_sit_as_far_apart_as_the_board_allows_and_play_clockwise() -> None:
    names = {
        2: ["Scarlett", "Green"],
        3: ["Scarlett", "Mustard", "Green"],
        4: ["Scarlett", "Mustard", "Green", "Peacock"],
        6: list(SUSPECTS),
    }
    for players, suspects in names.items():
        text = str(load(players=players).initial_state(0))
        assert [f"seat {seat} {name}" in text for seat, name in enumerate(suspects)] == [
            True
        ] * players
        assert f"seat {players}" not in text


def test_pawns_start_on_the_squares_of_their_colours() -> None:
    starts = [(16, 0), (23, 7), (14, 24), (9, 24), (0, 18), (0, 5)]
    places = table(load().initial_state(0))["places"]
    assert places == [square(x, y) for x, y in starts]
    four = table(load(rules="ledford").initial_state(0))["places"]
    assert [place != 255 for place in four] == [True, True, False, True, True, False]


def test_card_sets_of_ones_own_are_played_to_the_end() -> None:
    small = load(cards="Ada, Bo; axe, bow; attic, barn", players=2)
    assert card_names(small) == ["Ada", "Bo", "axe", "bow", "attic", "barn"]
    large = ", ".join(f"p{i}" for i in range(10)), ", ".join(f"w{i}" for i in range(8))
    many = load(cards=f"{large[0]}; {large[1]}; a, b, c, d, e", players=6)
    for game in (small, many):
        *_, (_, _, last) = steps(game, 3, accuse=0.05)
        assert last.actor() == NOBODY
        assert str(last)


def test_names_with_letters_of_all_kinds_can_be_drawn() -> None:
    game = load(cards="aÉ, 東京都, x; ß, ł; Salon d'été très long, ящик", players=3)
    assert "aÉ" in str(game.initial_state(0))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"players": 7}, "players of Cluedo must be a whole number from 2 to 6"),
        ({"players": 1}, "players of Cluedo must be a whole number from 2 to 6"),
        ({"dice": 3}, "dice of Cluedo must be 1 or 2, not 3"),
        ({"turns": 0}, "from 1 to"),
        ({"rules": "offical"}, "Did you mean|did you mean|official"),
        ({"exits": "none"}, "exits"),
        ({"cards": "A; B; C"}, "2 to 10 suspects"),
        ({"cards": "A, B; C, D"}, "for suspects, weapons"),
        ({"cards": "A, A; C, D; E, F", "players": 2}, "Two cards have the name"),
        ({"cards": "A, B; C, D; E, F", "players": 4}, "fewer"),
        ({"starts": "program", "players": 3}, "4 players"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        load(**options)


# Walking ------------------------------------------------------------------------------------------

# Pips from inside to inside, leaving and entering are one each.
DISTANCES = """
 0  4 17 17 28 17 20 15  7
 4  0  8  8 19 13 20 15  7
17  8  0  4 19 15 27 22 14
17  8  4  0 11  7 19 14 14
28 19 19 11  0  7 20 17 23
17 13 15  7  7  0  4  6 12
20 20 27 19 20  4  0  7 14
15 15 22 14 17  6  7  0  4
 7  7 14 14 23 12 14  4  0
"""


def pips(start: Any, room: str) -> int:
    """How many rolls of one it takes Scarlett to walk to a room."""
    game, state = start.game, start
    for count in range(1, 40):
        state = play(state, f"go towards the {room}")
        if room_of(state, "Scarlett") == room:
            return count
        facts = state.to_dict()
        facts["table"].update(phase=1, current=0, roll=1)
        state = game.state_from_dict(facts)
    raise AssertionError(f"{room} was never reached")


@pytest.mark.parametrize("start", range(9), ids=ROOMS)
def test_rooms_are_as_far_apart_as_on_the_printed_board(start: int) -> None:
    game = load(rules="ledford", exits="any", players=2, leftovers="dealt")
    facts = game.initial_state(0).to_dict()
    facts["table"].update(phase=1, roll=1)
    # Everybody is inside, so that nobody is in the way.
    facts["table"]["places"][0] = facts["table"]["places"][3] = FIRST_ROOM + start
    state = game.state_from_dict(facts)
    row = [int(number) for number in DISTANCES.strip().splitlines()[start].split()]
    for room, distance in zip(ROOMS, row, strict=True):
        if distance:
            assert pips(state, room) == distance


def test_a_free_move_ends_on_any_square_or_in_any_room_in_reach() -> None:
    state = play(load().initial_state(0), "roll", 3)
    # Down the corridor between hall and lounge: the start square has one way out.
    assert sorted(texts(state)) == sorted(
        f"go to {x},{y}" for x, y in [(16, 1), (15, 1), (16, 2), (15, 2), (16, 3)]
    )
    assert "enter the lounge" not in texts(play(load().initial_state(0), "roll", 6))
    two = play(load(dice=2).initial_state(0), "roll", 8)
    assert "enter the lounge" in texts(two)
    assert room_of(play(two, "enter the lounge"), "Scarlett") == "lounge"
    assert "enter the lounge" not in texts(play(load(dice=2).initial_state(0), "roll", 7))


def test_nobody_walks_through_a_pawn() -> None:
    game = load()
    # Green stands on the only square before Scarlett's start.
    state = position(game, {"Green": square(16, 1)}, phase="moving", roll=6)
    assert texts(state) == ["wait"]
    free = position(game, {"Green": square(15, 1)}, phase="moving", roll=2)
    assert sorted(texts(free)) == ["go to 16,1", "go to 16,2"]


def test_a_blocked_door_is_no_way_out_and_all_blocked_doors_mean_waiting() -> None:
    game = load()
    shut = position(game, {"Scarlett": "lounge", "Green": square(17, 6)}, phase="moving", roll=6)
    assert texts(shut) == ["wait"]
    ledford = load(rules="ledford")
    # The dining room has two doors; who came by the first one leaves by it.
    places: dict[str, str | int] = {"Scarlett": "dining room", "Green": square(17, 8)}
    own = position(ledford, places, phase="beginning", roll=6)
    assert of_type(own, "move") == []
    assert of_type(own, "wait") == ["wait"]
    other = position(load(rules="ledford", exits="any"), places, phase="beginning", roll=6)
    assert len(of_type(other, "move")) == 8
    assert of_type(other, "wait") == []


def test_a_room_is_not_entered_again_in_the_move_that_leaves_it() -> None:
    for reenter in (False, True):
        game = load(reenter=reenter)
        state = position(game, {"Scarlett": "hall"}, phase="moving", roll=6)
        assert ("enter the hall" in texts(state)) is reenter


def test_who_entered_by_a_door_remembers_it_only_where_exits_depend_on_it() -> None:
    for exits, door in (("entry", FIRST_DOORS["dining room"]), ("any", NO_DOOR)):
        game = load(rules="ledford", exits=exits)
        state = position(game, {"Scarlett": square(17, 8)}, phase="beginning", roll=1)
        state = play(state, "go towards the dining room")
        assert room_of(state, "Scarlett") == "dining room"
        assert table(state)["doors"][0] == door


def test_the_first_door_is_the_only_one_where_the_program_says_so() -> None:
    # Before the second and third door of the hall, whose first is on the other side.
    for moves in ("free", "towards"):
        for doors, entered in (("nearest", True), ("first", False)):
            game = load(moves=moves, doors=doors)
            state = position(game, {"Scarlett": square(11, 7)}, phase="moving", roll=1)
            text = "enter the hall" if moves == "free" else "go towards the hall"
            if text in texts(state):
                state = play(state, text)
            assert (room_of(state, "Scarlett") == "hall") is entered


@pytest.mark.parametrize("pair", [("study", "kitchen"), ("lounge", "conservatory")])
def test_passages_join_opposite_corners_both_ways_and_are_taken_instead_of_rolling(
    pair: tuple[str, str],
) -> None:
    for rules in ("official", "ledford"):
        game = load(rules=rules)
        roll = 0 if rules == "official" else 3
        for start, end in (pair, pair[::-1]):
            state = position(game, {"Scarlett": start}, phase="beginning", roll=roll)
            after = play(state, "take the passage")
            assert room_of(after, "Scarlett") == end
            assert table(after)["phase"] == "suggesting"
            assert table(after)["roll"] == 0
    for room in ("hall", "dining room", "ballroom", "billiard room", "library"):
        state = position(load(), {"Scarlett": room}, phase="beginning")
        assert of_type(state, "passage") == []


def test_two_dice_are_thrown_as_two_dice() -> None:
    state = play(load(dice=2).initial_state(0), "roll")
    outcomes = dict(state.chance_outcomes())
    assert outcomes[7] == pytest.approx(6 / 36)
    assert outcomes[2] == outcomes[12] == pytest.approx(1 / 36)
    assert sum(outcomes.values()) == pytest.approx(1)


# Suggestions --------------------------------------------------------------------------------------


def in_the_ballroom(**options: Any) -> Any:
    """Scarlett has just entered the ballroom."""
    return position(load(**options), {"Scarlett": "ballroom"}, phase="suggesting")


def test_a_suggestion_names_the_room_where_it_is_made() -> None:
    state = in_the_ballroom(rules="ledford")
    assert len(of_type(state, "suggest")) == 36
    assert all(text.endswith("in the ballroom") for text in of_type(state, "suggest"))
    assert of_type(state, "wait") == []
    assert of_type(in_the_ballroom(), "wait") == ["wait"]


def test_seats_are_asked_in_turn_until_one_shows_a_card() -> None:
    state = play(in_the_ballroom(), "suggest White with the rope in the ballroom")
    assert state.actor() == 1
    assert texts(state) == ["no card"]
    state = play(state, "no card")
    assert state.actor() == 2
    assert texts(state) == ["show White", "show ballroom"]
    state = play(state, "show ballroom")
    assert table(state)["phase"] == "finishing"
    assert state.actor() == 0


def test_nobody_may_hold_back_a_card_or_show_one_that_was_not_named() -> None:
    state = play(in_the_ballroom(), "suggest White with the rope in the ballroom", "no card")
    for text in ("no card", "show revolver", "show rope"):
        with pytest.raises(IllegalActionError):
            play(state, text)


def test_a_suggestion_that_nobody_disproves_comes_back_to_who_made_it() -> None:
    state = play(in_the_ballroom(rules="ledford"), "suggest Plum with the rope in the ballroom")
    state = play(state, "no card", "show ballroom")
    assert table(state)["turn"] == 1  # a showing ends the turn
    nobody = play(
        position(load(), {"Scarlett": "study"}, phase="suggesting"),
        "suggest Plum with the rope in the study",
        *["no card"] * 3,
    )
    assert table(nobody)["phase"] == "finishing"
    lacks = table(nobody)["lacks"]
    assert lacks[0] == 0
    assert lacks[1:4] == [bits(load(), "Plum, rope, study")] * 3


def test_the_named_suspect_comes_to_the_room_and_its_player_may_suggest_there() -> None:
    state = play(in_the_ballroom(), "suggest Mustard with the rope in the ballroom")
    assert room_of(state, "Mustard") == "ballroom"
    state = play(state, "show Mustard", "wait")
    assert state.actor() == 1
    assert len(of_type(state, "suggest")) == 36
    assert of_type(state, "roll") == ["roll"]
    # Walking away instead loses the right.
    gone = play(state, "roll", 1, "go to 9,16")
    assert table(gone)["dragged"] == 0


def test_a_pawn_without_a_player_comes_too_if_it_is_on_the_board() -> None:
    text = "suggest White with the rope in the ballroom"
    assert room_of(play(in_the_ballroom(), text), "White") == "ballroom"
    ledford = play(in_the_ballroom(rules="ledford"), text)
    assert table(ledford)["places"][SUSPECTS.index("White")] == 255


def test_who_was_brought_leaves_by_the_door_of_who_suggested() -> None:
    # Scarlett came through the third door of the ballroom.
    for dragged, door in (("suggester", 10), ("first", 8)):
        game = load(rules="ledford", dragged=dragged)
        facts = position(game, {"Scarlett": "ballroom"}, phase="suggesting").to_dict()
        facts["table"]["doors"][0] = 10
        state = play(game.state_from_dict(facts), "suggest Green with the rope in the ballroom")
        assert table(state)["doors"][SUSPECTS.index("Green")] == door


def test_there_is_one_suggestion_for_each_entry() -> None:
    state = play(in_the_ballroom(), "suggest Mustard with the rope in the ballroom", "show Mustard")
    assert of_type(state, "suggest") == []
    # Nor at the next turn, as long as nobody brings Scarlett there again.
    stays = position(load(), {"Scarlett": "ballroom"}, phase="beginning")
    assert of_type(stays, "suggest") == []
    brought = position(load(), {"Scarlett": "ballroom"}, phase="beginning", dragged=1)
    assert len(of_type(brought, "suggest")) == 36
    used = play(brought, "suggest Plum with the rope in the ballroom", "no card", "show ballroom")
    assert table(used)["dragged"] == 0


def test_a_suggestion_at_the_start_of_a_turn_is_all_that_happens_in_it() -> None:
    game = load(rules="ledford")
    state = position(game, {"Scarlett": "ballroom"}, phase="beginning", roll=4, dragged=1)
    after = play(state, "suggest Plum with the rope in the ballroom", "no card", "show ballroom")
    assert table(after)["turn"] == 1
    assert table(after)["current"] == 1


def test_who_names_an_own_card_is_not_asked_for_it() -> None:
    state = play(in_the_ballroom(), "suggest Scarlett with the dagger in the ballroom", "no card")
    assert texts(state) == ["show ballroom"]


# Accusations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["official", "ledford"])
def test_the_right_accusation_wins_at_once_from_anywhere(rules: str) -> None:
    state = position(load(rules=rules), phase="beginning", roll=3 if rules == "ledford" else 0)
    after = play(state, RIGHT)
    assert after.actor() == NOBODY
    assert after.returns() == [1, 0, 0, 0]


def test_a_wrong_accusation_ends_the_turns_of_a_player_who_still_answers() -> None:
    state = play(position(load(), phase="beginning"), WRONG)
    assert table(state)["out"] == 1
    assert state.actor() == 1
    for _ in range(2):  # Mustard, Green and Peacock, and again
        for seat in (1, 2, 3):
            assert state.actor() == seat
            state = play(state, "roll", 1)
            state = play(state, next(t for t in texts(state) if t.startswith(("go", "wait"))))
            state = play(state, "wait")
    asked = position(load(), {"Peacock": "ballroom"}, phase="suggesting", current=3, out=1)
    asked = play(asked, "suggest Scarlett with the rope in the ballroom")
    assert asked.actor() == 0
    assert texts(asked) == ["show Scarlett"]


def test_when_one_may_accuse() -> None:
    for rules, phases in (
        ("official", {"beginning", "finishing"}),
        ("ledford", {"beginning"}),
    ):
        game = load(rules=rules, turns=60)
        found = set()
        for seed in range(3):
            for state, _, _ in steps(game, seed, accuse=0.0):
                if state.actor() >= 0 and of_type(state, "accuse"):
                    assert len(of_type(state, "accuse")) == 324
                    found.add(table(state)["phase"])
        assert found == phases


def test_the_last_player_left_goes_on_or_has_won() -> None:
    plays = play(position(load(), phase="beginning", out=0b0110), WRONG)
    assert plays.actor() == 3
    assert play(plays, RIGHT).returns() == [0, 0, 0, 1]
    nobody = play(plays, WRONG)
    assert nobody.actor() == NOBODY
    assert nobody.returns() == [0, 0, 0, 0]
    wins = play(position(load(last="wins"), phase="beginning", out=0b0110), WRONG)
    assert wins.actor() == NOBODY
    assert wins.returns() == [0, 0, 0, 1]


def test_a_failure_is_announced_or_only_the_fact_is() -> None:
    for failures in ("announced", "hidden"):
        state = position(load(failures=failures), phase="beginning")
        action = state.game.parse_action(WRONG)
        own, other = state.observation(action, 0), state.observation(action, 2)
        assert own.action == action
        assert other.action == (action if failures == "announced" else None)
        assert own.facts[:2] == other.facts[:2] == (2, 0)
        right = state.game.parse_action(RIGHT)
        assert state.observation(right, 2).action == right


def test_after_so_many_turns_nobody_has_won() -> None:
    game = load(turns=7)
    *_, (_, _, last) = steps(game, 1, accuse=0.0)
    assert table(last)["turn"] == 7
    assert last.returns() == [0, 0, 0, 0]


def test_a_die_is_thrown_by_itself_or_when_it_is_taken() -> None:
    assert table(load(rules="ledford").initial_state(0))["phase"] == "rolling"
    assert of_type(load().initial_state(0), "roll") == ["roll"]
    game = load(rolls="automatic", moves="free")
    assert "go to 16,1" in texts(play(game.initial_state(0), 1))


# States from outside ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"envelope": 0}, "one card of each kind"),
        ({"hands": [1, 2, 4, 8, 0, 0]}, "in two places|number of cards"),
        ({"table": {"phase": 7}}, "phase"),
        ({"table": {"current": 4}}, "does not exist"),
        ({"table": {"out": 1}}, "accused wrongly has the turn"),
        ({"table": {"places": [0, 0, 0, 0, 0, 0]}}, "share a square"),
        ({"table": {"roll": 3}}, "roll"),
        ({"table": {"winner": 2}}, "winner"),
        ({"table": {"phase": 3}}, "in no room"),
        ({"table": {"asked": 2}}, "nothing was suggested"),
        ({"table": {"turn": 4000}}, "more turns"),
        ({"table": {"lacks": [1, 0, 0, 0, 0, 0]}}, "none of a card that it holds"),
    ],
)
def test_states_that_cannot_be_are_refused_in_a_sentence(
    change: dict[str, Any], sentence: str
) -> None:
    facts = position(load()).to_dict()
    for field, value in change.items():
        facts[field] = facts[field] | value if isinstance(value, dict) else value
    with pytest.raises(FormatError, match=sentence):
        load().state_from_dict(facts)


def test_the_usual_deal_is_what_the_tests_say() -> None:
    state = position(load(rules="ledford"))
    assert "Scarlett holds " + HANDS[0] in str(state)
    assert "open: Peacock, spanner" in str(state)


@pytest.mark.parametrize(("losers", "cleared"), [("inside", True), ("stay", False)])
def test_a_wrong_accuser_clears_the_door(losers: str, cleared: bool) -> None:
    game = load(losers=losers)
    before = square(6, 4)  # the only door of the study
    state = position(game, places={"Scarlett": before}, phase="beginning")
    assert table(state)["places"][0] == before
    state.apply_action(game.parse_action("accuse Scarlett with the dagger in the study"))
    assert table(state)["places"][0] == (FIRST_ROOM if cleared else before)
    assert table(state)["out"] == 1
