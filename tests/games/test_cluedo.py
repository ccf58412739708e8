"""Cluedo: what seats believe; nothing leaks to them; nothing from outside breaks it."""

from __future__ import annotations

import json
import re
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import otherminds
from otherminds import NOBODY, FormatError, OptionError, Policy, Stream, play_match
from otherminds.agents import cluedo as cluedo_agents
from otherminds.arena.match import witness
from otherminds.conformance import check_determinism
from otherminds.contracts import make_agent
from otherminds.games import cluedo
from otherminds.lab.ledford.program import program_bmcts
from tests.games.cluedo_positions import (
    FIRST_ROOM,
    beliefs_after,
    bits,
    card_names,
    load,
    play,
    position,
    state_after,
    steps,
    table,
)

SMALL = "Ada, Bo, Cy; axe, bow; attic, barn, cellar"

VARIANTS: dict[str, dict[str, Any]] = {
    "official": {"turns": 40},
    "ledford": {"rules": "ledford", "turns": 60},
    "two": {"players": 2, "dice": 2, "turns": 40},
    "six": {"players": 6, "leftovers": "open", "turns": 40},
    "small": {"cards": SMALL, "players": 3, "turns": 30},
    "program": {
        "rules": "ledford",
        "doors": "first",
        "dragged": "first",
        "starts": "program",
        "reenter": True,
        "turns": 60,
    },
    "mixed": {
        "moves": "towards",
        "exits": "entry",
        "failures": "hidden",
        "last": "wins",
        "players": 3,
        "turns": 40,
    },
    "free doors": {"doors": "first", "rolls": "automatic", "pawns": "players", "turns": 40},
}

quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
games = given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 2**32))

# Worked values ------------------------------------------------------------------------------------


def told(start: Any, *actions: str) -> Any:
    """What seat 0 believes when it has seen nothing but these actions of others."""
    belief, state = start.game.belief(start.view(0)), start
    for text in actions:
        action = state.game.parse_action(text)
        seen = state.observation(action, 0)
        state = play(state, text)
        belief.update(seen, state.view(0))
    return belief


def mustard_in_the_ballroom() -> Any:
    game = load(rules="ledford")
    return position(game, {"Mustard": "ballroom"}, phase="suggesting", current=1)


def row(belief: Any, card: str, kind: str) -> list[float]:
    """Green first, then the envelope, Mustard and Peacock."""
    chances = cluedo.chances(belief, kind)[card]
    assert chances["seat 0 Scarlett"] == 0
    order = ("seat 2 Green", "envelope", "seat 1 Mustard", "seat 3 Peacock")
    return [chances[place] for place in order]


def test_the_sheet_opens_with_thirty_bits() -> None:
    game = load(rules="ledford")
    for seed in range(10):
        for seat in range(4):
            belief = game.belief(game.initial_state(seed).view(seat))
            for kind in ("thesis", "factored", "program"):
                assert cluedo.entropy(belief, kind) == pytest.approx(30, abs=1e-5)
            assert cluedo.entropy(belief) < 30


def test_the_deals_of_an_opening_are_counted() -> None:
    # Three hands of four from twelve cards, for each envelope of what seat 0 has not seen.
    belief = told(mustard_in_the_ballroom())
    assert cluedo.deals(belief) == 4 * 4 * 7 * 34_650
    assert cluedo.chances(belief)["rope"]["envelope"] == pytest.approx(1 / 4)
    assert cluedo.chances(belief)["hall"]["envelope"] == pytest.approx(1 / 7)
    assert cluedo.chances(belief)["hall"]["seat 1 Mustard"] == pytest.approx(6 / 7 / 3)
    assert len(cluedo.envelopes(belief)) == 4 * 4 * 7
    assert sum(cluedo.envelopes(belief).values()) == pytest.approx(1)


@pytest.mark.parametrize("kind", ["thesis", "factored", "program"])
def test_who_has_no_card_has_none_of_the_three(kind: str) -> None:
    belief = told(
        mustard_in_the_ballroom(), "suggest Green with the rope in the ballroom", "show ballroom"
    )
    assert row(belief, "ballroom", kind)[0] > 0.25
    belief = told(
        position(load(rules="ledford"), {"Mustard": "hall"}, phase="suggesting", current=1),
        "suggest Green with the rope in the hall",
        "no card",
    )
    for card in ("Green", "rope", "hall"):
        assert row(belief, card, kind) == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3], abs=1e-6)


@pytest.mark.parametrize(
    ("suggestion", "kind", "expected"),
    [
        # Seat 0 has seen none of the cards, one of them, two of them.
        ("White with the revolver", "thesis", 0.6250),
        ("White with the dagger", "thesis", 0.7143),
        ("Scarlett with the dagger", "thesis", 1.0),
        ("White with the revolver", "factored", 0.25 / (1 - 0.75**3)),
        ("White with the dagger", "factored", 0.25 / (1 - 0.75**2)),
        ("Scarlett with the dagger", "factored", 1.0),
    ],
)
def test_a_showing_between_others_by_the_thesis_and_by_bayes(
    suggestion: str, kind: str, expected: float
) -> None:
    belief = told(
        mustard_in_the_ballroom(), f"suggest {suggestion} in the ballroom", "show ballroom"
    )
    rest = (1 - expected) / 3
    assert row(belief, "ballroom", kind) == pytest.approx([expected, rest, rest, rest], abs=5e-5)


def test_a_card_that_is_shown_to_the_seat_is_certain_for_all_kinds() -> None:
    start = position(load(rules="ledford"), {"Scarlett": "ballroom"}, phase="suggesting")
    belief = told(start, "suggest White with the rope in the ballroom", "no card", "show White")
    for kind in cluedo.KINDS:
        assert row(belief, "White", kind) == [1, 0, 0, 0]
    # White was as likely to be shown as the ballroom, had Green held both.
    assert 0 < cluedo.chances(belief)["ballroom"]["seat 2 Green"] < 0.25


# Exactly what can be known, by listing all deals --------------------------------------------------


def all_deals(game: Any, view: Any) -> list[tuple[int, tuple[int, ...]]]:
    """Every envelope with hands of all seats that the first view of a seat allows."""
    cards = range(len(card_names(game)))
    facts = view.facts
    kinds = [[0, 1, 2], [3, 4], [5, 6, 7]]
    sizes = facts["table"]["hand_sizes"]
    found = []
    for envelope in product(*kinds):
        if any(facts["hand"] >> card & 1 for card in envelope):
            continue
        rest = [c for c in cards if c not in envelope and not facts["hand"] >> c & 1]
        others = [seat for seat in range(game.seats) if seat != view.seat]
        for first in combinations(rest, sizes[others[0]]):
            hands = [0] * game.seats
            hands[view.seat] = facts["hand"]
            hands[others[0]] = sum(1 << card for card in first)
            hands[others[1]] = sum(1 << card for card in rest if card not in first)
            found.append((sum(1 << card for card in envelope), tuple(hands)))
    return found


def weighed(
    deals: dict[tuple[int, tuple[int, ...]], float], seen: Any, before: Any, game: Any
) -> dict[tuple[int, tuple[int, ...]], float]:
    """What is left of the deals when a seat has witnessed this."""
    if seen.facts[0] == 1:
        asked = sum(1 << card for card in seen.facts[2:5])
        text = None if seen.action is None else game.action_text(seen.action)

        def likelihood(envelope: int, hands: tuple[int, ...]) -> float:
            held = hands[seen.actor] & asked
            if text == "no card":
                return float(not held)
            if text is None or seen.actor == before.seat:
                return float(held != 0)
            shown = bits(game, text.removeprefix("show "))
            return 1 / held.bit_count() if held & shown else 0.0

    elif seen.facts[0] == 2:
        words = game.action_text(seen.action).removeprefix("accuse ")
        suspect, rest = words.split(" with the ")
        named = bits(game, f"{suspect}, {', '.join(rest.split(' in the '))}")

        def likelihood(envelope: int, hands: tuple[int, ...]) -> float:
            return float((envelope == named) == bool(seen.facts[1]))

    else:
        return deals
    return {deal: weight * likelihood(*deal) for deal, weight in deals.items()}


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 2))
def test_the_exact_belief_is_what_counting_all_deals_gives(seed: int, seat: int) -> None:
    game = load(**VARIANTS["small"])
    names = card_names(game)
    deals: dict[Any, float] = {}
    belief: Any = None
    for before, action, after in steps(game, seed, accuse=0.05):
        if belief is None:
            belief = game.belief(before.view(seat))
            deals = dict.fromkeys(all_deals(game, before.view(seat)), 1.0)
        seen = before.observation(action, seat)
        belief.update(seen, after.view(seat))
        deals = weighed(deals, seen, before.view(seat), game)
        if seen.facts[0] == 0:
            continue
        assert cluedo.deals(belief) == sum(weight > 0 for weight in deals.values())
        total = sum(deals.values())
        for card, places in cluedo.chances(belief).items():
            number = names.index(card)
            expected = [0.0] * (1 + game.seats)
            for (envelope, hands), weight in deals.items():
                for place, held in enumerate((envelope, *hands)):
                    expected[place] += weight / total * (held >> number & 1)
            assert list(places.values()) == pytest.approx(expected, abs=1e-9)


# Random games -------------------------------------------------------------------------------------


@quick
@games
def test_cards_stay_where_they_are_and_states_survive_storage(variant: str, seed: int) -> None:
    game = load(**VARIANTS[variant])
    first = None
    for before, _, state in steps(game, seed):
        first = first or before.to_dict()
        facts = state.to_dict()
        assert facts["hands"] == first["hands"]
        assert facts["envelope"] == first["envelope"]
        assert game.state_from_dict(facts) == state
        assert game.state_from_bytes(state.to_bytes()) == state
        assert state.is_terminal() or state.actor() < 0 or state.legal_actions()
    assert state.is_terminal()


@quick
@games
def test_beliefs_are_distributions_that_allow_the_truth(variant: str, seed: int) -> None:
    game = load(**VARIANTS[variant])
    seat = seed % game.seats
    played = list(steps(game, seed))
    truth = played[0][0].to_dict()
    names = card_names(game)
    places = [truth["envelope"], *truth["hands"][: game.seats]]
    for number, belief in enumerate(beliefs_after(game, played, seat)):
        if number % 10 != 0 and number != len(played) - 1:
            continue
        for kind in cluedo.KINDS:
            for card, row in cluedo.chances(belief, kind).items():
                where = [held >> names.index(card) & 1 for held in places]
                assert sum(row.values()) == pytest.approx(sum(where), abs=1e-5)
                assert all(0 <= chance <= 1 for chance in row.values())
                if kind == "exact" and any(where):
                    assert list(row.values())[where.index(1)] > 0
        (triple, most), *_ = cluedo.envelopes(belief).items()
        assert all(chance <= most + 1e-12 for chance in cluedo.envelopes(belief).values())
        assert len(triple) == 3


@quick
@games
def test_what_is_deduced_is_true_and_all_that_is_certain_is_deduced(
    variant: str, seed: int
) -> None:
    game = load(**VARIANTS[variant])
    seat = seed % game.seats
    played = list(steps(game, seed))
    truth = played[0][0].to_dict()
    *_, belief = beliefs_after(game, played, seat)
    names = card_names(game)
    *_, (_, _, last) = played
    rows = cluedo.chances(belief)
    placed, excluded = {}, set()
    for found in cluedo.deductions(belief):
        place = list(rows[found.card]).index(found.place)
        held = truth["hands"][place - 1] if place else truth["envelope"]
        assert bool(held >> names.index(found.card) & 1) is found.holds
        assert rows[found.card][found.place] == (1.0 if found.holds else 0.0)
        assert found.text.endswith(".")
        if found.holds:
            placed[found.card] = found.place
        excluded.add((found.card, found.place))
    if any(last.returns()):  # who wins tells the envelope, which no deduction is needed for
        return
    for card, row in rows.items():
        for name, chance in row.items():
            if chance == 1.0:
                assert placed[card] == name
            elif chance == 0.0 and card not in placed and any(row.values()):
                assert (card, name) in excluded or name.startswith(f"seat {seat} ")


# Nothing leaks ------------------------------------------------------------------------------------


@quick
@games
def test_what_a_seat_sees_follows_from_public_events_and_its_own(variant: str, seed: int) -> None:
    game = load(**VARIANTS[variant])
    shows = {f"show {name}" for name in card_names(game)}
    for before, action, after in steps(game, seed, accuse=0.05):
        actor, asker = before.actor(), table(before)["current"]
        text = "" if actor < 0 else game.action_text(action)
        failed = table(before)["out"] != table(after)["out"]
        public = text not in shows and not (failed and game.options["failures"] == "hidden")
        private = {actor, asker} if text in shows else {actor}
        everybody = {before.observation(action, seat).facts for seat in range(game.seats)}
        assert len(everybody) == 1
        for seat in range(game.seats):
            seen = before.observation(action, seat)
            assert seen.action == (action if public or seat in private else None)


@quick
@games
def test_views_are_the_same_whatever_is_hidden(variant: str, seed: int) -> None:
    game = load(**VARIANTS[variant])
    seat = seed % game.seats
    draws = Stream(seed).child("worlds").rng()
    played = list(steps(game, seed))
    others = set()
    for (_, _, state), belief in zip(played, beliefs_after(game, played, seat), strict=True):
        world = belief.sample(draws)
        assert world.view(seat) == state.view(seat)
        assert str(world.view(seat)) == str(state.view(seat))
        assert world.view(seat).to_json() == state.view(seat).to_json()
        others.add(json.dumps(world.to_dict()["hands"]))
        if world.actor() == seat or table(world)["phase"] != "answering":
            assert world.legal_actions() == state.legal_actions()
    assert len(others) > 1


PLAYERS: dict[str, Any] = {
    **{name: Policy(name) for name in sorted(load().policies())},
    "bmcts": cluedo_agents.bmcts(20),
    "light bmcts": cluedo_agents.bmcts(20, light=True),
    "program": program_bmcts(20, light=True),
    "is_mcts": cluedo_agents.is_mcts(20),
    "pomcp": cluedo_agents.pomcp(20),
}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("rules", ["official", "ledford"])
def test_players_answer_the_same_whatever_is_hidden(player: Any, rules: str) -> None:
    """One twin lives through the game, the other through one with another deal that looks the same.

    Beside Heuristics, so that games last: random players accuse almost at once.
    """
    game = load(rules=rules, turns=24)
    for seat in (0, 3):
        match = play_match(game, [Policy("heuristic")] * 4, seed=seat)
        states = list(match.states())
        belief = game.belief(states[0].view(seat))
        for (_, action), before, after in zip(match.moves, states[:-1], states[1:], strict=True):
            belief.update(before.observation(action, seat), after.view(seat))
        dealt, other = states[0].to_dict(), belief.sample(Stream(6).rng()).to_dict()
        assert other["hands"] != dealt["hands"]
        swapped = game.state_from_dict(
            dealt | {"hands": other["hands"], "envelope": other["envelope"]}
        )
        stream, answers = Stream(5).child("agent"), 0
        twins = [make_agent(player, game) for _ in range(2)]
        for twin, state in zip(twins, (states[0], swapped), strict=True):
            twin.begin(seat, state.view(seat), stream)
        for (actor, action), before, after in zip(
            match.moves, states[:-1], states[1:], strict=True
        ):
            if actor == seat:
                assert twins[0].act(before.view(seat)) == twins[1].act(swapped.view(seat))
                answers += 1
            # A card that the seat did not see was another one in the other deal.
            hidden = before.observation(action, seat).action is None
            there = swapped.legal_actions()[0] if hidden else action
            seen = [before.observation(action, seat), swapped.observation(there, seat)]
            swapped.apply_action(there)
            assert seen[0] == seen[1]
            assert after.view(seat).to_json() == swapped.view(seat).to_json()
            twins[0].observe(seen[0], after.view(seat))
            twins[1].observe(seen[1], swapped.view(seat))
        assert answers > 5


def test_the_same_seed_gives_the_same_game() -> None:
    game = load(rules="ledford", turns=100)
    players = [Policy("heuristic"), Policy("naive"), Policy("rooms"), Policy("heuristic")]
    check_determinism(game, games=4, players=players)


def test_equal_players_win_equally_often() -> None:
    # Nobody accuses without being certain, so every game has a winner.
    game = load(rules="ledford")
    rounds = 200
    wins = [0.0] * 4
    for seed in range(rounds):
        returns = play_match(game, [Policy("heuristic")] * 4, seed=seed).returns
        wins = [old + new for old, new in zip(wins, returns, strict=True)]
    assert sum(wins) == rounds
    # Five standard deviations around a quarter.
    assert all(abs(count - rounds / 4) < 5 * (rounds * 3 / 16) ** 0.5 for count in wins)


# Bad input ----------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 30),
    st.integers(0, 200),
    st.data(),
)
def test_a_state_with_a_changed_field_is_refused_or_played_to_the_end(
    variant: str, seed: int, length: int, data: st.DataObject
) -> None:
    game = load(**VARIANTS[variant])
    state = state_after(game, seed, length)
    facts = state.to_dict()
    for _ in range(data.draw(st.integers(1, 3))):
        field = data.draw(st.sampled_from(sorted(numbers(facts))))
        change(facts, field, data.draw(VALUES))
    sentence = ""
    try:
        changed = game.state_from_dict(facts)
    except FormatError as error:
        sentence = str(error)
    if sentence:
        assert facts != state.to_dict()
        assert SENTENCE.fullmatch(sentence)
        return
    assert changed.to_dict() == facts
    assert (changed == state) == (facts == state.to_dict())
    assert game.state_from_bytes(changed.to_bytes()) == changed
    survives(game, changed, seed)


SENTENCE = re.compile(r"\w+ .*\w\.")


VALUES = st.one_of(
    st.integers(0, 12),
    st.sampled_from([-1, 187, 188, 196, 197, 255, 3999, 2**21 - 1, 2**32 - 1]),
    st.integers(FIRST_ROOM, FIRST_ROOM + 9),
    st.integers(0, 16).map(lambda bit: 1 << bit),
)


def numbers(facts: Any, path: tuple[Any, ...] = ()) -> dict[str, tuple[Any, ...]]:
    """The way to each number of a state."""
    if isinstance(facts, int):
        return {json.dumps(path): path}
    items = facts.items() if isinstance(facts, dict) else enumerate(facts)
    return {name: way for key, rest in items for name, way in numbers(rest, (*path, key)).items()}


def change(facts: Any, field: str, value: int) -> None:
    *path, last = json.loads(field)
    for key in path:
        facts = facts[key]
    facts[last] = value


def survives(game: Any, state: Any, seed: int) -> None:
    """The game can be shown, believed in and played on to its end by all kinds of players."""
    rng = Stream(seed).rng()
    names = sorted(game.policies())
    agents = [make_agent(Policy(names[(seed + s) % len(names)]), game) for s in range(game.seats)]
    beliefs = [game.belief(state.view(seat)) for seat in range(game.seats)]
    for seat, agent in enumerate(agents):
        agent.begin(seat, state.view(seat), Stream(seed).child(seat))
    for _ in range(400):
        assert str(state)
        if state.actor() == NOBODY:
            break
        actor = state.actor()
        action = state.sample_outcome(rng) if actor < 0 else agents[actor].act(state.view(actor))
        assert actor < 0 or action in state.legal_actions()
        seen = [state.observation(action, seat) for seat in range(game.seats)]
        state.apply_action(action)
        for seat, agent in enumerate(agents):
            agent.observe(seen[seat], state.view(seat))
            beliefs[seat].update(seen[seat], state.view(seat))
    for seat, belief in enumerate(beliefs):
        assert belief.sample(rng).view(seat) == state.view(seat)
        assert cluedo.sheet(belief)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["official", "ledford", "small"]), st.integers(0, 10), st.data())
def test_changed_bytes_are_refused_in_a_sentence(
    variant: str, seed: int, data: st.DataObject
) -> None:
    game = load(**VARIANTS[variant])
    state = state_after(game, seed, 10 * seed)
    content = bytearray(state.to_bytes())
    assert game.state_from_bytes(bytes(content)) == state
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(FormatError, match="bytes") as refused:
        game.state_from_bytes(bytes(content))
    assert SENTENCE.fullmatch(str(refused.value))


def test_a_belief_refuses_what_it_cannot_have_seen_and_stays_as_it_was() -> None:
    start = mustard_in_the_ballroom()
    game = start.game
    asked = play(start, "suggest White with the revolver in the ballroom")
    belief = game.belief(asked.view(0))
    before = cluedo.chances(belief)
    shown = play(asked, "show White")
    wrong = [
        otherminds.Observation(3, game.parse_action("no card"), [1, 1, 2, 8, 17]),
        otherminds.Observation(2, game.parse_action("show rope"), [1, 1, 2, 8, 17]),
        otherminds.Observation(2, game.parse_action("wait"), [1, 1, 2, 8, 17]),
        otherminds.Observation(2, 10**6, [1, 1, 2, 8, 17]),
    ]
    for seen in wrong:
        with pytest.raises(OptionError):
            belief.update(seen, shown.view(0))
        assert cluedo.chances(belief) == before
    belief.update(asked.observation(game.parse_action("show White"), 0), shown.view(0))
    assert cluedo.chances(belief) != before
    assert cluedo.deductions(belief)


@pytest.mark.parametrize(
    "ask", [cluedo.chances, cluedo.envelopes, cluedo.deals, cluedo.deductions, cluedo.sheet]
)
def test_what_is_no_belief_of_cluedo_is_refused(ask: Any) -> None:
    hanabi = otherminds.load("hanabi")
    for nonsense in (None, 3, hanabi.belief(hanabi.initial_state(0).view(0))):
        with pytest.raises(OptionError, match="belief of Cluedo"):
            ask(nonsense)


def test_kinds_and_seats_that_there_are_not_are_refused() -> None:
    belief = told(mustard_in_the_ballroom())
    with pytest.raises(OptionError, match="kind of belief"):
        cluedo.chances(belief, "theses")
    match = play_match(load(turns=3), [Policy("naive")] * 4)
    for seat in (-1, 4):
        with pytest.raises(OptionError, match="no seat"):
            witness(match, seat)


def test_a_finished_match_is_witnessed_move_by_move() -> None:
    match = play_match(load(rules="ledford"), [Policy("heuristic")] * 4, seed=4)
    counts = [cluedo.deals(witness(match, 2, moves)) for moves in range(0, 150, 25)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
