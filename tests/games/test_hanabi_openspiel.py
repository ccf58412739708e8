"""Hanabi against OpenSpiel, position by position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from otherminds.games.hanabi import COLOURS, hand_size
from tests.games.hanabi_games import NO_CARD, discarded, load, steps, texts

LETTERS = "RYGWB"  # theirs, for our colours in their order


class Peer:
    """The same game in OpenSpiel, whose hands close up: a new card is always the last."""

    def __init__(self, pyspiel: Any, ours: Any) -> None:
        options = ours.game.options
        self.seats, self.hand = ours.game.seats, hand_size(ours.game)
        self.colours, self.ranks = options["colours"], options["ranks"]
        parameters = {
            "players": self.seats,
            "colors": self.colours,
            "ranks": self.ranks,
            "hand_size": self.hand,
            "max_information_tokens": options["clues"],
            "max_life_tokens": options["lives"],
        }
        self.state = pyspiel.load_game("hanabi", parameters).new_initial_state()
        for hand in ours.to_dict()["hands"][: self.seats]:
            for card in hand[: self.hand]:
                self.draw(card)
        count = 2 * self.hand + (self.seats - 1) * (self.colours + self.ranks)
        self.names = {self.state.action_to_string(0, action): action for action in range(count)}

    def draw(self, card: int) -> None:
        self.state.apply_action(card // 5 * self.ranks + card % 5)

    def oldest_first(self, facts: dict[str, Any], seat: int) -> list[int]:
        slots = [slot for slot in range(self.hand) if facts["hands"][seat][slot] != NO_CARD]
        return sorted(slots, key=lambda slot: facts["ages"][seat][slot])

    def action(self, facts: dict[str, Any], text: str) -> int:
        """Their number of our action."""
        verb, *words = text.split()
        if verb in ("play", "discard"):
            place = self.oldest_first(facts, facts["actor"]).index(int(words[1]))
            return self.names[f"({verb.capitalize()} {place})"]
        value, offset = words[0], (int(words[3]) - facts["actor"]) % self.seats
        told = f"rank {value}" if value.isdigit() else f"color {LETTERS[COLOURS.index(value)]}"
        return self.names[f"(Reveal player +{offset} {told})"]

    def shown(self, facts: dict[str, Any]) -> list[str]:
        """Our position as they print theirs, discards apart."""
        stacks = "".join(f"{LETTERS[c]}{facts['stacks'][c]} " for c in range(self.colours))
        lines = [
            f"Life tokens: {facts['lives']}",
            f"Info tokens: {facts['clues']}",
            f"Fireworks: {stacks}",
            "Hands:",
        ]
        for seat in range(self.seats):
            lines += ["-----"] if seat else []
            lines += [self.card(facts, seat, slot) for slot in self.oldest_first(facts, seat)]
        return [*lines, f"Deck size: {facts['deck_left']}"]

    def card(self, facts: dict[str, Any], seat: int, slot: int) -> str:
        card = facts["hands"][seat][slot]
        colours, ranks = facts["colours"][seat][slot], facts["ranks"][seat][slot]
        letters = "".join(LETTERS[c] for c in range(self.colours) if colours >> c & 1)
        digits = "".join(str(r + 1) for r in range(self.ranks) if ranks >> r & 1)
        return f"{LETTERS[card // 5]}{card % 5 + 1} || {letters}{digits}"

    def compare(self, ours: Any) -> None:
        facts = ours.to_dict()
        theirs, thrown = str(self.state).rsplit("\nDiscards:", 1)
        lines = []
        for line in theirs.replace("Cur player\n", "").splitlines():
            # They also print what was told outright; what is possible comes after that.
            card, bar, knowledge = line.partition(" || ")
            lines.append(f"{card}{bar}{knowledge.partition('|')[2]}")
        assert lines == self.shown(facts)
        mine = [f"{LETTERS[card // 5]}{card % 5 + 1}" for card in discarded(facts).elements()]
        assert sorted(thrown.split()) == sorted(mine)
        assert ours.is_terminal() == self.state.is_terminal()
        if ours.is_terminal():
            assert ours.returns() == self.state.returns()
        else:
            assert ours.actor() == self.state.current_player()
            legal = sorted(self.action(facts, text) for text in texts(ours))
            assert legal == self.state.legal_actions()


LOCKSTEP: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 5)),
    # With lives to spare random games last to the last round, and colours are completed.
    *({"players": players, "lives": 20} for players in (2, 3, 4, 5)),
    *({"players": players, "lives": 20, "colours": 2, "ranks": 3, "hand": 2} for players in (2, 4)),
    {"players": 3, "lives": 20, "colours": 5, "ranks": 1, "hand": 3, "clues": 2},
    {"players": 2, "lives": 20, "colours": 1, "ranks": 2, "hand": 1, "clues": 1},
]


@pytest.mark.slow
@pytest.mark.parametrize("options", LOCKSTEP, ids=str)
def test_every_position_of_random_games_is_openspiel_s(options: dict[str, Any]) -> None:
    """Tokens, stacks, hands, what is known of every card, deck, discards, legal moves, score."""
    pyspiel = pytest.importorskip("pyspiel")
    game = load(**options)
    ends: Counter[str] = Counter()
    for seed in range(120):
        state = game.initial_state(seed)
        peer = Peer(pyspiel, state)
        peer.compare(state)
        for before, action, after in steps(game, seed):
            facts = before.to_dict()
            peer.state.apply_action(peer.action(facts, game.action_text(action)))
            if after.to_dict()["deck_left"] < facts["deck_left"]:
                peer.draw(facts["deck"][facts["deck_left"] - 1])
            peer.compare(after)
            state = after
        facts = state.to_dict()
        perfect = sum(facts["stacks"]) == game.return_range[1]
        ends["bombed" if facts["lives"] == 0 else "perfect" if perfect else "deck"] += 1
    assert ends["deck" if options.get("lives") == 20 else "bombed"] > 0
