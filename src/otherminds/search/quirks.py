"""Defects of published programs that a planner or a policy can repeat: the option ``quirks``.

They are for experiments about those programs, never for play: no agent of a catalogue has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from otherminds.contracts import OptionError
from otherminds.search.answers import Answer

__all__ = ["Quirks"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Quirks(Answer):
    """What a planner or a policy does as some published program does it by mistake.

    `Search` takes those of roll-outs, of the tree and of types, `Evolve` those of types and of
    evolution, the belief game of Cluedo those of sheets, and policies of Hanabi and Othello those
    of policies. The page of each source says which of them its program has.

    Attributes:
        searcher_first: roll-outs: the searching seat has the first move, whoever's turn it is;
            for games that can change the turn (Hanabi). Walton-Rivers.
        skips_new_move: roll-outs: a move that is tried for the first time at its node is not made,
            so its roll-out starts before it. Walton-Rivers.
        misses_hand: roll-outs: a policy takes only the deck for unseen, not the mover's own hand
            (Hanabi). Walton-Rivers.
        opens: tree: the roll-out's policy says what to try as long as a legal move of the node has
            never been tried, whether its own has or not. Walton-Rivers.
        yields: tree: a model of `Policies` decides only until every legal move of a node has been
            tried there; from then on the bandit does. Walton-Rivers.
        ignores_first_tries: tree: visits in which the bandit was not asked, because some move had
            never been tried, do not count as visits in which a move was legal. Walton-Rivers.
        extra_visit: tree: `UCB1` counts one visit more at the parent, ``ln(parent_visits + 1)``.
            Walton-Rivers.
        root_over_fraction: tree: the square root of `PUCT` covers the denominator too, as printed
            in Dobre 2018.
        coin_ties: tree: a coin at each equal final move in the order of the actions, so that the
            last of them wins half of the time. Walton-Rivers.
        discount: tree: a return counts ``discount ** moves`` for a move of the tree with so many
            moves of seats before it. Walton-Rivers has 0.95 in January 2017.
        forgets: tree: facts that the worlds of `InformationSets` need not fit, by the names that
            the game has for them: ``"own_cards"`` and ``"last_round"`` in Hanabi. Walton-Rivers.
        swapped: types: in roll-outs the *searching* seat follows the type of `Types` and the other
            one moves at random; for two seats and ``where="rollout"``. Stevinson.
        count_forced: types: a move without a choice counts as evidence too. Stevinson.
        mutates_parts: evolution: one time in four a gene comes or goes at the end of the plan, and
            each gene's action is drawn anew with the chance of a mutation, its length changed by
            one with chance .8; needs ``varying``. VariGA of Walton-Rivers.
        equals: evolution: with one plan, the chance that a child replaces a parent that is as good.
            VariGA has 0.25.
        inconsistent: sheets: each answer is drawn from the sheet of the seat that answers, whether
            it fits the others or not; most simulated games never end. Ledford.
        guess_below: sheets: another seat may accuse its best guess when its sheet has fewer bits in
            doubt. Ledford has 4.
        forgetful: sheets: every step starts from the sheets of the root. Ledford.
        certain_wins: sheets: another seat that becomes certain has won at once. Ledford.
        uniform_outcomes: sheets: accusations and answers in roll-outs turn out each way with the
            same chance. Ledford.
        published: policies of Hanabi: rules behave as in the program where that plainly differs
            from what they are for. Walton-Rivers.
        forgets_own_cards: policies of Hanabi: cards that the player has played or discarded itself
            count as unseen. Walton-Rivers in January 2017.
        legacy: policies of Othello: as a model, `max_value` or `mobility` foretells what the
            program foretells. Stevinson.

    Examples:
        >>> from otherminds.search import Search
        >>> Search(iterations=50, quirks=Quirks(coin_ties=True))
        search(iterations=50, quirks=quirks(coin_ties=true))
    """

    searcher_first: bool = False
    skips_new_move: bool = False
    misses_hand: bool = False
    opens: bool = False
    yields: bool = False
    ignores_first_tries: bool = False
    extra_visit: bool = False
    root_over_fraction: bool = False
    coin_ties: bool = False
    discount: float = 1.0
    forgets: Sequence[str] = ()
    swapped: bool = False
    count_forced: bool = False
    mutates_parts: bool = False
    equals: float = 1.0
    inconsistent: bool = False
    guess_below: float = 0.0
    forgetful: bool = False
    certain_wins: bool = False
    uniform_outcomes: bool = False
    published: bool = False
    forgets_own_cards: bool = False
    legacy: bool = False

    of_policies: ClassVar = ("published", "forgets_own_cards", "legacy")
    """Those that no planner has."""

    def __post_init__(self) -> None:
        """Keep the facts as a value that can be compared."""
        if isinstance(self.forgets, str) or not all(isinstance(f, str) for f in self.forgets):
            raise OptionError(f"forgets is a list of names of facts, not {self.forgets!r}.")
        object.__setattr__(self, "forgets", tuple(self.forgets))

    def _native(self) -> dict[str, Any]:
        return {"answer": "Quirks", **self.by_name()}

    def by_name(self) -> dict[str, Any]:
        """Those that are set: what takes them refuses the ones that it does not know."""
        given = {option.name: getattr(self, option.name) for option in fields(self)}
        default = {option.name: option.default for option in fields(self)}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in given.items()
            if value != default[name]
        }


def native_quirks(given: Quirks | None) -> dict[str, Any]:
    """Quirks as a belief game reads them; None has none."""
    if given is None:
        return {}
    if not isinstance(given, Quirks):
        raise OptionError(f"quirks must be Quirks(...) or None, not {given!r}.")
    return given.by_name()
