"""Every rule of the library of Hanabi in a position made for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import otherminds as om
from otherminds.agents import hanabi
from otherminds.search import Quirks
from tests.agents.hanabi_answers import ANY, THREE, TWO, moves, only
from tests.games.hanabi_positions import card, position

# Discarding ---------------------------------------------------------------------------------------

DISCARDS = [
    rule.name + ("(0)" if rule.thresholded else "")
    for rule in hanabi.LIBRARY
    if rule.name.startswith("Discard") or rule.name == "OsawaDiscard"
]


@pytest.mark.parametrize("rule", DISCARDS)
def test_nobody_discards_with_all_clues(rule: str) -> None:
    known = {(0, 0): "r1", (0, 1): "y5"}
    assert (
        only(position(TWO, "r1 y5 g1 g2 g3", ANY, stacks="r1", told=known, clues=8), rule) is None
    )


def test_discard_randomly_takes_any_card() -> None:
    state = position(TWO, "r1 r2 r3 g2 g3", ANY, clues=7)
    assert moves(state, "DiscardRandomly") == {
        f"discard slot {slot}": pytest.approx(0.2) for slot in range(5)
    }


def test_discard_if_certain_wants_both_and_makes_no_inference() -> None:
    hand = "r1 r4 g1 g2 g3"
    lost = "r3 r3"  # so the red 4 is useless, which this rule does not see
    told = {(0, 0): "1", (0, 1): "r4"}
    state = position(TWO, hand, ANY, stacks="r1", discards=lost, told=told, clues=7)
    assert only(state, "DiscardIfCertain") is None
    told[0, 0] = "r1"
    state = position(TWO, hand, ANY, stacks="r1", discards=lost, told=told, clues=7)
    assert only(state, "DiscardIfCertain") == "discard slot 0"


@pytest.mark.parametrize(
    ("told", "stacks", "discards", "slot"),
    [
        ({(0, 1): "r"}, "r5", "", 1),  # the colour is complete
        ({(0, 1): "r3"}, "r3", "", 1),  # it lies there
        ({(0, 2): "1"}, "r1 y1 g1 b1 w1", "", 2),  # all 1s do
        ({(0, 1): "r3"}, "r1", "r2 r2", 1),  # it cannot be reached
        ({(0, 1): "r"}, "r3", "", None),
        ({(0, 1): "3"}, "r3", "", None),
        ({(0, 2): "1"}, "r1 y1 g1 b1", "", None),
    ],
)
def test_discard_safe_card_takes_what_is_proven_useless(
    told: Mapping[tuple[int, int], str], stacks: str, discards: str, slot: int | None
) -> None:
    state = position(
        TWO,
        "g2 r3 y1 g4 b4",
        "w2 w3 w4 y3 y4",
        stacks=stacks,
        discards=discards,
        told=told,
        clues=7,
    )
    expected = None if slot is None else f"discard slot {slot}"
    assert only(state, "DiscardSafeCard") == expected
    assert only(state, "OsawaDiscard") == expected


def test_discard_oldest_first_goes_by_age_not_by_slot() -> None:
    state = position(TWO, "r1 r2 r3 r4 r5", ANY, ages={0: [2, 0, 4, 1, 3]}, clues=7)
    assert only(state, "DiscardOldestFirst") == "discard slot 1"


def test_discard_oldest_no_info_first_spares_what_is_known_in_part() -> None:
    ages = {0: [2, 0, 4, 1, 3]}
    state = position(TWO, "r1 r2 r3 r4 r5", ANY, ages=ages, told={(0, 1): "2"}, clues=7)
    assert only(state, "DiscardOldestNoInfoFirst") == "discard slot 3"
    # As published an age is compared with the index of a slot: 4, 1 and 3 are above 0.
    assert only(state, "DiscardOldestNoInfoFirst", published=True) == "discard slot 0"


def test_discard_useless_card_counts_what_is_gone() -> None:
    hand = "g2 r5 g3 g4 b4"
    lost = "r2 r2"
    state = position(TWO, hand, ANY, stacks="r1", discards=lost, told={(0, 1): "r5"}, clues=7)
    assert only(state, "DiscardUselessCard") == "discard slot 1"
    # Of red the player sees two 1s gone and both 2s; what is left is out of reach but the third 1.
    state = position(
        TWO, hand, "r1 w2 w3 w4 y4", stacks="r1", discards="r1 r2 r2", told={(0, 1): "r"}, clues=7
    )
    assert only(state, "DiscardUselessCard") == "discard slot 1"
    state = position(TWO, hand, ANY, stacks="r1", discards="r2", told={(0, 1): "r"}, clues=7)
    assert only(state, "DiscardUselessCard") is None


def test_osawa_discard_prefers_what_is_proven() -> None:
    told = {(0, 1): "r5", (0, 3): "g1"}
    state = position(
        TWO, "g2 r5 g3 g1 b4", ANY, stacks="r1 g1", discards="r2 r2", told=told, clues=7
    )
    assert only(state, "OsawaDiscard") == "discard slot 1"  # proven too, by its rank
    state = position(
        TWO,
        "g2 g3 b4 r5 g4",
        "r1 w2 w3 w4 y4",
        stacks="r1",
        discards="r1 r2 r2",
        told={(0, 3): "r"},
        clues=7,
    )
    assert only(state, "DiscardSafeCard") is None
    assert only(state, "OsawaDiscard") == "discard slot 3"


def test_discard_least_likely_to_be_necessary_counts_last_copies() -> None:
    told = {(0, slot): "5" for slot in (0, 1, 3, 4)}
    state = position(TWO, "r5 y5 g2 g5 b5", ANY, told=told, clues=7)
    assert only(state, "DiscardLeastLikelyToBeNecessary") == "discard slot 2"
    # Equal shares go to the highest slot.
    state = position(TWO, "r5 y5 g2 g4 b5", ANY, told={(0, 2): "2", (0, 3): "4"}, clues=7)
    assert only(state, "DiscardLeastLikelyToBeNecessary") == "discard slot 3"
    told = {(0, slot): "5" for slot in range(5)}
    state = position(TWO, "r5 y5 g5 b5 w5", ANY, told=told, clues=7)
    assert only(state, "DiscardLeastLikelyToBeNecessary") is None
    assert only(state, "DiscardLeastLikelyToBeNecessary", published=True) == "discard slot 4"


def test_discard_probably_useless_asks_for_enough() -> None:
    # Of the ten red cards less those on the stack (1, 2, 3) seven are left: two 1s, a 2 and a 3
    # are useless, two 4s and the 5 are not.
    state = position(TWO, "g2 r1 g3 g4 b4", ANY, stacks="r3", told={(0, 1): "r"}, clues=7)
    assert only(state, "DiscardProbablyUseless(0.57)") == "discard slot 1"
    assert only(state, "DiscardProbablyUseless(0.58)") is None
    assert only(position(TWO, "g2 r1 g3 g4 b4", ANY, clues=7), "DiscardProbablyUseless(0)") == (
        "discard slot 4"
    )


def test_discard_highest_needs_a_known_rank() -> None:
    told = {(0, 1): "3", (0, 2): "4", (0, 3): "4"}
    assert only(position(TWO, "g2 r3 g4 b4 r5", ANY, told=told, clues=7), "DiscardHighest") == (
        "discard slot 2"
    )
    assert only(position(TWO, "g2 r3 g4 b4 r5", ANY, clues=7), "DiscardHighest") is None


def test_discard_unidentified_card_takes_the_first() -> None:
    told = {(0, 0): "g", (0, 1): "3"}
    state = position(TWO, "g2 r3 g4 b4 r5", ANY, told=told, clues=7)
    assert only(state, "DiscardUnidentifiedCard") == "discard slot 2"


# Telling ------------------------------------------------------------------------------------------

TELLS = [
    rule.name for rule in hanabi.LIBRARY if "Tell" in rule.name and not rule.name.startswith("Play")
]


@pytest.mark.parametrize("rule", TELLS)
def test_nobody_tells_without_clues(rule: str) -> None:
    assert (
        moves(position(THREE, "g2 g3 g4 b3 b4", "r1 y1 r5 y5 b1", "r2 y2 b5 g5 w5", clues=0), rule)
        == {}
    )


def test_tell_playable_card_repeats_itself() -> None:
    told = {(1, 2): "r1"}
    state = position(THREE, "g2 g3 g4 b3 b4", "w3 w4 r1 y3 y4", "y1 w1 b2 y2 r3", told=told)
    assert moves(state, "TellPlayableCard") == {"hint 1 to seat 1": 0.5, "hint red to seat 1": 0.5}
    # Only the next player is looked at.
    state = position(THREE, "g2 g3 g4 b3 b4", "w3 w4 r4 y3 y4", "y1 w1 b2 y2 r3")
    assert moves(state, "TellPlayableCard") == {}


def test_tell_playable_card_outer_tells_what_is_missing() -> None:
    hands = ("g2 g3 g4 b3 b4", "w3 w4 r1 y3 y4", "y1 w1 b2 y2 r3")
    assert only(position(THREE, *hands), "TellPlayableCardOuter") == "hint 1 to seat 1"
    state = position(THREE, *hands, told={(1, 2): "1"})
    assert only(state, "TellPlayableCardOuter") == "hint red to seat 1"
    state = position(THREE, *hands, told={(1, 2): "r1"})
    assert only(state, "TellPlayableCardOuter") is None


def test_tell_randomly_draws_a_card_of_the_next_player_then_a_coin() -> None:
    state = position(THREE, "g2 g3 g4 b3 b4", "r3 r4 r1 y3 y4", "y1 w1 b2 y2 r3")
    assert moves(state, "TellRandomly") == {
        "hint red to seat 1": pytest.approx(0.3),
        "hint yellow to seat 1": pytest.approx(0.2),
        "hint 1 to seat 1": pytest.approx(0.1),
        "hint 3 to seat 1": pytest.approx(0.2),
        "hint 4 to seat 1": pytest.approx(0.2),
    }


def test_tell_about_ones_goes_on_to_the_colour() -> None:
    hands = ("g2 g3 g4 b3 b4", "w3 w4 r1 y3 y1")
    assert only(position(TWO, *hands), "TellAboutOnes") == "hint 1 to seat 1"
    state = position(TWO, *hands, told={(1, 2): "1", (1, 4): "1"})
    assert only(state, "TellAboutOnes") == "hint red to seat 1"
    state = position(TWO, *hands, told={(1, 2): "r1", (1, 4): "y1"})
    assert only(state, "TellAboutOnes") is None


def test_tell_anyone_about_useful_card_asks_round_the_table() -> None:
    hands = ("g2 g3 g4 b3 b4", "w3 w4 r1 y3 y4", "y3 w3 b2 b1 r3")
    told = {(1, 2): "r1"}
    state = position(THREE, *hands, told=told)
    assert only(state, "TellAnyoneAboutUsefulCard") == "hint 1 to seat 2"
    state = position(THREE, *hands, told={**told, (2, 3): "1"})
    assert only(state, "TellAnyoneAboutUsefulCard") == "hint blue to seat 2"
    state = position(THREE, *hands, told={**told, (2, 3): "b1"})
    assert only(state, "TellAnyoneAboutUsefulCard") is None


def test_tell_unknown_tells_the_next_player_colours_first() -> None:
    hands = ("g2 g3 g4 b3 b4", "w3 w4 r1 y3 y4")
    state = position(TWO, *hands, told={(1, 0): "w3", (1, 1): "w"})
    assert only(state, "TellUnknown") == "hint 4 to seat 1"
    state = position(TWO, *hands, told={(1, 0): "w3", (1, 1): "w4"})
    assert only(state, "TellUnknown") == "hint red to seat 1"


def test_tell_anyone_about_useless_card_looks_at_the_first_one_only() -> None:
    hands = ("g2 g3 g4 b3 b4", "w3 r1 y2 y3 y4", "r1 w4 b2 b1 r3")
    assert only(position(THREE, *hands, stacks="r1"), "TellAnyoneAboutUselessCard") == (
        "hint 1 to seat 1"
    )
    state = position(THREE, *hands, stacks="r1", told={(1, 1): "1"})
    assert only(state, "TellAnyoneAboutUselessCard") == "hint red to seat 1"
    state = position(THREE, *hands, stacks="r1", told={(1, 1): "r1"})
    assert only(state, "TellAnyoneAboutUselessCard") is None  # though seat 2 has one


def test_tell_dispensable_lets_somebody_prove_it() -> None:
    hands = ("g2 g3 g4 b3 b4", "r4 y1 w3 w4 y4")
    assert only(position(TWO, *hands, stacks="r5"), "TellDispensable") == "hint red to seat 1"
    ones = "r1 y1 g1 b1 w1"
    assert only(position(TWO, *hands, stacks=ones), "TellDispensable") == "hint 1 to seat 1"
    state = position(TWO, *hands, stacks="y2", told={(1, 1): "y"})
    assert only(state, "TellDispensable") == "hint 1 to seat 1"
    assert only(position(TWO, *hands, stacks="y2"), "TellDispensable") is None
    # A card above a lost one is not considered.
    state = position(TWO, *hands, discards="r3 r3", told={(1, 0): "r"})
    assert only(state, "TellDispensable") is None


def test_tell_most_information_counts_cards() -> None:
    hands = ("g2 g3 g4 b3 b4", "r2 r4 w3 w4 w1", "y1 y2 y3 y4 b5")
    assert only(position(THREE, *hands), "TellMostInformation") == "hint yellow to seat 2"
    told = {(2, slot): "y" for slot in range(4)}
    state = position(THREE, *hands, told=told)
    assert only(state, "TellMostInformation") == "hint yellow to seat 2"
    assert only(state, "TellMostNewInformation") == "hint white to seat 1"
    told = {(seat, slot): hands[seat].split()[slot] for seat in (1, 2) for slot in range(5)}
    state = position(THREE, *hands, told=told)
    assert only(state, "TellMostNewInformation") is None
    # Ranks come before colours, and only more counts.
    state = position(TWO, "g2 g3 g4 b3 b4", "r2 r4 w2 y4 b1")
    assert only(state, "TellMostInformation") == "hint 2 to seat 1"


def test_tell_ill_informed_also_tells_of_useless_cards_while_they_can_go() -> None:
    hands = ("g2 g3 g4 b3 b4", "r1 y4 w3 w4 y1")
    state = position(TWO, *hands, stacks="r1", clues=7)
    assert only(state, "TellIllInformed") == "hint 1 to seat 1"
    told = {(1, 0): "1", (1, 4): "1"}
    assert only(position(TWO, *hands, stacks="r1", told=told, clues=7), "TellIllInformed") == (
        "hint red to seat 1"
    )
    assert only(position(TWO, *hands, stacks="r1", told=told, clues=8), "TellIllInformed") == (
        "hint yellow to seat 1"
    )


def test_tell_fives_tells_the_rank_once() -> None:
    hands = ("g2 g3 g4 b3 b4", "r1 y5 w3 w4 y1", "b5 g5 w1 w2 r2")
    assert only(position(THREE, *hands), "TellFives") == "hint 5 to seat 1"
    assert only(position(THREE, *hands, told={(1, 1): "5"}), "TellFives") == "hint 5 to seat 2"
    told = {(1, 1): "5", (2, 0): "5", (2, 1): "5"}
    assert only(position(THREE, *hands, told=told), "TellFives") is None


def test_tell_anyone_about_oldest_useful_card_goes_by_age() -> None:
    hands = ("g2 g3 g4 b3 b4", "r1 y3 w1 w4 y1")
    ages = {1: [4, 1, 2, 3, 0]}
    state = position(TWO, *hands, ages=ages, told={(1, 4): "y1"})
    assert only(state, "TellAnyoneAboutOldestUsefulCard") == "hint 1 to seat 1"
    state = position(TWO, *hands, ages=ages, told={(1, 2): "1", (1, 4): "y1"})
    assert only(state, "TellAnyoneAboutOldestUsefulCard") == "hint white to seat 1"
    # As published age means nothing: the last playable slot counts, its colour first.
    state = position(TWO, *hands, ages=ages)
    assert only(state, "TellAnyoneAboutOldestUsefulCard", published=True) == "hint yellow to seat 1"
    state = position(TWO, *hands, ages=ages, told={(1, 4): "y1"})
    assert only(state, "TellAnyoneAboutOldestUsefulCard", published=True) is None


def test_tell_to_save_knows_the_last_of_a_kind() -> None:
    hands = ("g2 g3 g4 b3 b4", "r3 y3 w3 w4 y1")
    state = position(TWO, *hands, discards="w3")
    assert only(state, "TellToSave") == "hint 3 to seat 1"
    state = position(TWO, *hands, discards="w3", told={(1, 2): "3"})
    assert only(state, "TellToSave") == "hint white to seat 1"
    assert only(state, "TellToSavePartialOnly") is None
    state = position(TWO, *hands, discards="w3", told={(1, 2): "w3"})
    assert only(state, "TellToSave") is None
    # The last of a kind that nobody needs any more is not saved.
    assert only(position(TWO, *hands, discards="w3 w2 w2"), "TellToSave") is None
    assert only(position(TWO, *hands, discards="w3"), "TellToSavePartialOnly") == "hint 3 to seat 1"


def test_complete_tell_useful_card_wants_exactly_one_half() -> None:
    hands = ("g2 g3 g4 b3 b4", "r1 y3 w1 w4 y4")
    assert only(position(TWO, *hands), "CompleteTellUsefulCard") is None
    state = position(TWO, *hands, told={(1, 2): "w"})
    assert only(state, "CompleteTellUsefulCard") == "hint 1 to seat 1"
    state = position(TWO, *hands, told={(1, 2): "w1", (1, 0): "1"})
    assert only(state, "CompleteTellUsefulCard") == "hint red to seat 1"


# Playing ------------------------------------------------------------------------------------------


def test_play_if_certain_wants_both_told() -> None:
    hands = ("g2 g3 r1 b3 b4", ANY)
    assert only(position(TWO, *hands, told={(0, 2): "1"}), "PlayIfCertain") is None
    assert only(position(TWO, *hands, told={(0, 2): "r1"}), "PlayIfCertain") == "play slot 2"
    state = position(TWO, *hands, stacks="r1", told={(0, 2): "r1"})
    assert only(state, "PlayIfCertain") is None


def test_play_safe_card_needs_no_identity() -> None:
    hands = ("g2 g3 r1 b3 b4", ANY)
    assert only(position(TWO, *hands, told={(0, 2): "1"}), "PlaySafeCard") == "play slot 2"
    state = position(TWO, *hands, stacks="g1", told={(0, 2): "1"})
    assert only(state, "PlaySafeCard") is None
    # With the other green 1s in sight it cannot be one.
    state = position(
        TWO, "g2 g3 r1 b3 b4", "g1 w2 w3 w4 y4", stacks="g1", discards="g1", told={(0, 2): "1"}
    )
    assert only(state, "PlaySafeCard") == "play slot 2"


def test_play_probably_safe_counts_copies() -> None:
    # Ranks 1 and nothing known of colours: 15 ones less the red one on the table and the white one
    # in sight leave 13, of which the two red ones do not fit.
    state = position(TWO, "g2 g3 r1 b3 b4", ANY, stacks="r1", told={(0, 2): "1"})
    assert only(state, "PlayProbablySafe(0.84)") == "play slot 2"
    assert only(state, "PlayProbablySafe(0.85)") is None


def test_play_probably_safe_breaks_ties_by_the_highest_slot_and_fires_at_nothing() -> None:
    state = position(TWO, "g2 g3 r1 b3 b4", ANY)
    assert only(state, "PlayProbablySafe(0.1)") == "play slot 4"
    told = {(0, slot): "5" for slot in range(5)}
    state = position(TWO, "r5 y5 g5 b5 w5", ANY, told=told)
    assert only(state, "PlayProbablySafe(0)") == "play slot 4"
    assert only(state, "PlayProbablySafe(0.1)") is None


def _after(game: Any, state: Any, *texts: str) -> Any:
    for text in texts:
        state.apply_action(game.parse_action(text))
    return state


def test_play_unique_possible_card_follows_the_last_hint_at_one_card() -> None:
    player = hanabi.rules("PlayUniquePossibleCard", "DiscardOldestFirst")
    quirky = player(quirks=Quirks(published=True))
    hands = ("r1 y4 w3 w4 y3", "g2 g3 b2 b3 r5")
    for hints, plain, published in (
        (["hint 1 to seat 0"], "play slot 0", "play slot 0"),
        (["hint red to seat 0"], "play slot 0", "discard slot 0"),  # no red card on top
        (["hint 1 to seat 0", "hint 3 to seat 0"], "play slot 0", "play slot 0"),
        (["hint 3 to seat 0"], "discard slot 0", "discard slot 0"),  # it pointed at two
    ):
        for who, expected in ((player, plain), (quirky, published)):
            state = position(TWO, *hands, clues=7)
            agent = who.agent(TWO)
            agent.begin(0, state.view(0), om.Stream(1))
            # Seat 0 waits by hints of its own until seat 1 has told it everything.
            for hint in hints:
                for text in ("hint 2 to seat 1", hint):
                    action = TWO.parse_action(text)
                    seen = state.observation(action, 0)
                    state.apply_action(action)
                    agent.observe(seen, state.view(0))
            assert TWO.action_text(agent.act(state.view(0))) == expected, (hints, who)


FINESSE = ("g2 g3 g4 b3 b4", "y4 w3 w4 y3 r1", "b2 r2 w1 y2 g5")


def test_tell_finesse_points_at_the_card_after_the_newest() -> None:
    # Seat 1's newest card is the red 1; seat 2 holds the red 2, its only red card.
    assert only(position(THREE, *FINESSE), "TellFinesse") == "hint red to seat 2"
    # With one 2 and one red card the rank is told, unless it is known.
    hands = (*FINESSE[:2], "b3 r2 w1 y3 g5")
    assert only(position(THREE, *hands), "TellFinesse") == "hint 2 to seat 2"
    assert only(position(THREE, *hands, told={(2, 1): "2"}), "TellFinesse") == "hint red to seat 2"
    assert only(position(THREE, *hands, told={(2, 1): "r"}), "TellFinesse") == "hint 2 to seat 2"
    # Neither is the only one, the newest is no good, or there is nobody after the next.
    assert only(position(THREE, *FINESSE[:2], "b2 r2 w1 y2 r5"), "TellFinesse") is None
    assert only(position(THREE, *FINESSE, ages={1: [4, 0, 1, 2, 3]}), "TellFinesse") is None
    assert only(position(TWO, *FINESSE[:2]), "TellFinesse") is None


def _event(
    game: Any, seat: int, text: str, slots: int, kind: str = "", fits: int = 0
) -> dict[str, int]:
    return {
        "seat": seat,
        "action": game.parse_action(text),
        "slots": slots,
        "card": card(kind) if kind else 31,
        "fits": fits,
    }


def test_play_finesse_plays_the_newest_card() -> None:
    hands = ("r1 g3 g4 b3 b4", "b4 r2 w1 y2 g5", "y4 w3 w4 y3 y1")
    told = _event(THREE, 2, "hint red to seat 1", 0b00010)
    ages = {0: [4, 0, 1, 2, 3]}
    state = position(THREE, *hands, ages=ages, events=[told])
    assert only(state, "PlayFinesse") == "play slot 0"
    state = position(THREE, *hands, stacks="r1", ages=ages, events=[told])
    assert only(state, "PlayFinesse") is None  # it fits already
    to_me = _event(THREE, 2, "hint red to seat 0", 0b00001)
    assert only(position(THREE, *hands, ages=ages, events=[to_me]), "PlayFinesse") is None
    assert only(position(THREE, *hands, ages=ages), "PlayFinesse") is None


def test_play_finesse_told_follows_a_hint_and_a_play() -> None:
    hands = ("b4 r2 w2 y2 g5", "y4 w3 w4 y3 y5", "b3 g3 g4 g2 b2")
    hint = _event(THREE, 1, "hint red to seat 0", 0b00010)
    play = _event(THREE, 2, "play slot 0", 0b00001, "r1", 1)
    state = position(THREE, *hands, stacks="r1", events=[play, hint])
    assert only(state, "PlayFinesseTold") == "play slot 1"
    two = _event(THREE, 1, "hint red to seat 0", 0b00110)
    state = position(THREE, *hands, stacks="r1", events=[play, two])
    assert only(state, "PlayFinesseTold") is None
    discard = _event(THREE, 2, "discard slot 0", 0b00001, "r1")
    state = position(THREE, *hands, stacks="r1", events=[discard, hint])
    assert only(state, "PlayFinesseTold") is None


def test_try_to_unblock_acts_for_a_neighbour_who_cannot() -> None:
    hands = ("r1 r5 g4 b3 b4", "y4 w3 w4 y3 y5", "b2 g3 g1 g2 b1")
    told = {(0, 0): "r1", (0, 1): "r5"}
    state = position(THREE, *hands, stacks="r1", told=told, clues=0)
    assert only(state, "TryToUnblock") == "discard slot 0"
    state = position(THREE, *hands, stacks="r4", told={(0, 1): "r5"}, clues=0)
    assert only(state, "TryToUnblock") == "play slot 1"
    state = position(THREE, *hands, stacks="r1", told=told, clues=1)
    assert only(state, "TryToUnblock") is None
    # The next player can play, which helps nobody: the one after him is stuck.
    playing = {**told, (1, 0): "y4"}
    state = position(THREE, *hands, stacks="r1 y3", told=playing, clues=0)
    assert only(state, "TryToUnblock") == "discard slot 0"
    # The next player can give a clue back himself.
    helping = {**told, (1, 4): "y5"}
    state = position(THREE, *hands, stacks="r1 y4", told=helping, clues=0)
    assert only(state, "TryToUnblock") is None
