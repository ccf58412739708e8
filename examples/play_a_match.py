"""Two Othello players meet on both colours: python examples/play_a_match.py."""

from __future__ import annotations

from scipy import stats

import otherminds as om

GAMES = 20


def main() -> None:
    game = om.load("othello", size=6)
    search, opponent = om.Search(iterations=100), om.Policy("max_value")

    won = 0
    for index in range(GAMES):
        ours = index % 2  # our seat: every deal is played from both sides
        players = (search, opponent) if ours == 0 else (opponent, search)
        match = om.play_match(game, players, seed=1, block=index // 2, index=ours)
        won += match.returns[ours] > 0

    interval = stats.binomtest(won, GAMES).proportion_ci(method="wilson")
    print(f"{search} against {opponent}: won {won} of {GAMES}")
    print(f"95 % interval of the share won: {interval.low:.0%} to {interval.high:.0%}")

    *_, last = match.states()
    print(f"\nThe last game ended like this:\n{last}")


if __name__ == "__main__":
    main()
