"""Other people's file formats and programs, and records of games with people.

| module | subject |
|---|---|
| `played` | games that people played against agents, one line of JSON each |
| `othello_transcript` | games of Othello as a line of squares |
| `ggf` | games of Othello in the Generic Game Format of game servers |
| `wthor` | the database of the French Othello federation |
| `gtp`, `nboard` | our agents as engines of Othello programs |
| `othello_session` | the game that such an engine follows |
| `hanab_live`, `hanab_live_link` | games of Hanabi as hanab.live has them: its JSON, and links |
| `hanab_live_table` | a game of hanab.live in ours: variants, options, cards by their place |
| `hanab_live_bot`, `hanab_live_connection` | our agents as players of hanab.live |
| `ah2ac2`, `ah2ac2_client` | our agents in the Ad-Hoc Human-AI Coordination Challenge |
| `followed_hanabi` | a game of Hanabi elsewhere, as one seat is told of it |
| `pettingzoo`, `pettingzoo_parallel` | games as environments of PettingZoo |
| `gymnasium` | one seat of a game as an environment of Gymnasium |
| `openspiel_games`, `openspiel_register` | OpenSpiel's games here; our games there |
| `openspiel_bots` | our agents as bots of OpenSpiel |
| `servers` | addresses of servers that our agents play on, and connections to them |
| `catanatron_players` | our agents as players of Catanatron |
| `catanatron_ledger` | what happened in its games, and which cards it moved |
| `pioneers`, `pioneers_board` | our agents as players on servers of Pioneers |
| `pioneers_server` | games on such a server with its robots |
| `jsettlers`, `jsettlers_board` | our agents as robots on servers of JSettlers |
| `jsettlers_server` | games on such a server with its robots |
| `catan_seat`, `catan_worlds` | a game of Catan that is refereed elsewhere, as a seat knows it |
| `kaggle`, `kaggle_othello` | matches as episodes of kaggle-environments |
| `extras` | which extra brings somebody's package |
| `stepped` | a match that waits for moves from outside, on which the environments stand |
| `analysis_engine`, `analysis_queries` | questions about positions, answered by thoughts |

Each module is loaded when it is first used, ``otherminds.interop.wthor``; the names below are those
that read and write.
"""

from typing import TYPE_CHECKING

from otherminds.contracts.lazily import lazily

if TYPE_CHECKING:
    from otherminds.interop.ggf import read_ggf, write_ggf
    from otherminds.interop.hanab_live import read_hanab_live, share_link, write_hanab_live
    from otherminds.interop.othello_transcript import read_transcript, write_transcript
    from otherminds.interop.played import PlayedGame, read_played, write_played
    from otherminds.interop.wthor import read_wthor

__all__ = [
    "PlayedGame",
    "read_ggf",
    "read_hanab_live",
    "read_played",
    "read_transcript",
    "read_wthor",
    "share_link",
    "write_ggf",
    "write_hanab_live",
    "write_played",
    "write_transcript",
]

__getattr__ = lazily(
    __name__,
    {
        "PlayedGame": "played",
        "read_ggf": "ggf",
        "read_hanab_live": "hanab_live",
        "read_played": "played",
        "read_transcript": "othello_transcript",
        "read_wthor": "wthor",
        "share_link": "hanab_live",
        "write_ggf": "ggf",
        "write_hanab_live": "hanab_live",
        "write_played": "played",
        "write_transcript": "othello_transcript",
    },
)
