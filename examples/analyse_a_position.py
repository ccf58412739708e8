"""What does the search think of a position? python examples/analyse_a_position.py [TRANSCRIPT]."""

from __future__ import annotations

import sys

import otherminds as om
from otherminds.interop.othello_transcript import read_transcript


def main(transcript: str = "f5d6c3d3c4f4f6f3e6e7") -> None:
    game = om.load("othello")
    state = game.initial_state()
    for action in read_transcript(transcript):
        state.apply_action(action)
    print(state)
    if state.is_terminal():
        return

    result = om.Search(iterations=20_000).run(state, seed=1)
    print(f"\n{result}\n\nexpected: {' '.join(result.line_text(state))}")

    print("\nwhat the types would play:")
    view = state.view(state.actor())
    for name in ("max_disk", "max_value", "mobility"):
        probabilities = om.Policy(name).probabilities(view)
        chosen = [game.action_text(action) for action, share in probabilities.items() if share]
        print(f"{name:>10}: {' or '.join(chosen)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
