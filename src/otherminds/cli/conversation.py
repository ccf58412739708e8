"""What a person and the program say to each other in one game: frames, words, answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from otherminds.arena.advice import advise
from otherminds.arena.cross_play import is_cooperative
from otherminds.cli.boards import picture
from otherminds.cli.move_words import kinds_of_moves, list_moves, meant
from otherminds.cli.records import write_saved
from otherminds.cli.screen import Frame, Screen
from otherminds.cli.sitting import Leave, Sitting, TakeBack
from otherminds.cli.typed_lines import PAGE_DOWN, PAGE_UP, TypedLines
from otherminds.contracts import Game, OthermindsError
from otherminds.games.words import ending, goal, who

__all__ = ["Conversation", "advice_words"]

_HELP = "Type help to see what you can type."
_MORE = "More: moves, help."
_PLAYER = 30
"""Letters of a player's text that a title shows."""


def advice_words(game: Game) -> tuple[str, ...]:
    """The words that ask for advice: hint only where it is no move of the game."""
    moves = {word for name in game.action_types for word in name.split()}
    return ("advice",) if "hint" in moves else ("advice", "hint")


class Conversation:
    """One game of a person, from the first frame to the end of the game.

    Args:
        sitting: the game.
        screen: where it is shown.
    """

    def __init__(self, sitting: Sitting, screen: Screen | None = None) -> None:
        self.sitting = sitting
        self.lines = TypedLines(self._completions)
        self.screen = screen or Screen(pause=self._more)
        self._news: list[str] = []
        self._words = self._answers()

    # What is shown ------------------------------------------------------------------------------

    def _title(self) -> str:
        sitting = self.sitting
        others = dict.fromkeys(str(player) for player in sitting.players if player is not None)
        shown = [
            text if len(text) <= _PLAYER else f"{text[: _PLAYER - 3].rstrip()}..."
            for text in others
        ]
        you = f"You are {who(sitting.game, sitting.person)}"
        company = ""
        if shown:
            joined = "with" if is_cooperative(sitting.game) else "against"
            company = f", {joined} {' and '.join(shown)}"
        aim = goal(sitting.game, sitting.person)
        return "\n".join(filter(None, [f"{you}{company}. Deal {sitting.seed}.", aim]))

    def _frame(self, foot: str) -> Frame:
        notes = self.sitting.seat_notes
        news = [*self._news, *(f"Certain now: {sentence}" for sentence in notes.news())]
        self._news = news
        return Frame(
            title=self._title(),
            picture=picture(self.sitting.view),
            news=news,
            notes=notes.notes(),
            foot=foot,
        )

    def _tell(self, sentence: str) -> None:
        self._news.append(sentence)
        self.screen.passing(sentence)

    # The game -----------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play until the game is over (True) or the person leaves."""
        if not self._news:
            self._news = [f"Deal {self.sitting.seed}; --seed {self.sitting.seed} repeats it."]
        match = self.sitting.play(self._ask, self._tell)
        if match is None:
            return False
        self.screen.show(self._frame(self.last_word()))
        return True

    def last_word(self) -> str:
        """How the game ended."""
        assert self.sitting.match is not None, "the game is over"
        *_, last = self.sitting.match.states()
        return ending(last, self.sitting.person)

    def _ask(self) -> int:
        self.screen.show(self._frame(f"{kinds_of_moves(self.sitting.view)} {_MORE}"))
        while True:
            try:
                text = self.lines.ask("your move> ")
            except EOFError:
                raise Leave from None
            if not text:
                self.screen.again()
                continue
            try:
                move = self._understood(text)
            except OthermindsError as error:
                self.screen.say(f"{error} {self._way_on(text)}")
                continue
            if move is not None:
                self._news = []
                return move

    def _way_on(self, text: str) -> str:
        """What to type instead; hint asks for advice in other games than those with hints."""
        if text.casefold() == "hint":
            return "Type advice to hear what the best agent would do, help for all else."
        return _HELP

    def _understood(self, text: str) -> int | None:
        """The move that is meant; None where it was a word that is answered."""
        game, legal = self.sitting.game, self.sitting.view.legal_actions()
        written = {game.action_text(action): action for action in legal}
        if text in written:  # a move comes before a word that looks like it
            return written[text]
        command, _, rest = text.partition(" ")
        for words in (text.casefold(), command.casefold()):
            if words in self._words:
                answer = self._words[words][0]
                if words == text.casefold():
                    rest = ""
                if said := answer(rest.strip()):
                    self.screen.say(said)
                return None
        return meant(self.sitting.view, text)

    # Words --------------------------------------------------------------------------------------

    def _answers(self) -> dict[str, tuple[Callable[[str], str], str]]:
        """What each word does, and how help explains it."""
        notes = self.sitting.opening_notes()
        asked = advice_words(self.sitting.game)
        words: dict[str, tuple[Callable[[str], str], str]] = {
            "help": (lambda _: self._help(), "this text; so does ?"),
            "?": (lambda _: self._help(), ""),
            "moves": (
                lambda rest: list_moves(self.sitting.view, rest),
                "lists the moves; moves WORD those with that word",
            ),
            asked[0]: (
                lambda _: self._advice(),
                "what the best agent would do in your place, and why",
            ),
        }
        words |= dict.fromkeys(asked[1:], (words["advice"][0], "the same"))
        if notes.writes:
            words["sheet"] = (
                lambda _: self.sitting.seat_notes.notes(),
                "your notes, kept for you",
            )
        if notes.explains:
            words["why"] = (
                lambda rest: self.sitting.seat_notes.why(rest),
                "the reasons behind your notes, as in: why rope",
            )
        return words | {
            "news": (lambda _: "\n".join(self._news) or "Nothing yet.", "what has just happened"),
            "undo": (self._undo, "takes back your last choice; so does take back"),
            "take back": (self._undo, ""),
            "save": (self.save, "writes the game to a file: save game.jsonl"),
            PAGE_UP: (lambda _: self._page(-1), "scrolls; so does the key PageUp"),
            PAGE_DOWN: (lambda _: self._page(1), "scrolls; so does the key PageDown"),
            "quit": (self._quit, "leaves the game"),
            "exit": (self._quit, ""),
        }

    def _help(self) -> str:
        game = self.sitting.game
        legal = self.sitting.view.legal_actions()
        example = game.action_text(legal[0]) if legal else ""
        widest = max(map(len, self._words))
        return "\n".join(
            [
                self._title(),
                f"Type a move as it is listed, such as '{example}', or enough of its words to "
                "tell it from the other moves. Or type:",
                *(
                    f"  {word:{widest}}  {meaning}"
                    for word, (_, meaning) in self._words.items()
                    if meaning
                ),
                "Arrow keys edit the line and recall earlier ones, Tab completes a word.",
                f"What {game.name} is about and the options of its rules: otherminds games "
                f"{game.name}. All rules are on its page in the documentation.",
            ]
        )

    def _advice(self) -> str:
        sitting = self.sitting
        known = sitting.first_view, sitting.seen, sitting.seat_notes.belief
        return advise(sitting.game, sitting.person, *known)

    def _undo(self, rest: str) -> str:
        del rest
        if self.sitting.can_take_back():
            self._news = []
            raise TakeBack
        return "There is no move of yours to take back."

    def answer(self, word: str) -> str:
        """What a word says that shows something."""
        return self._words[word][0]("") if word in self._words else f"There is no {word} here."

    def save(self, rest: str) -> str:
        """Write the game to a file."""
        if not rest:
            return "Say to which file, as in: save game.jsonl"
        write_saved(rest, self.sitting.played())
        return f"Saved. Go on with: otherminds play --resume {rest}"

    def _page(self, pages: int) -> str:
        self.screen.page(pages)
        return ""

    def _quit(self, rest: str) -> str:
        del rest
        raise Leave

    def _completions(self) -> Sequence[str]:
        view: Any = self.sitting.view
        moves = [self.sitting.game.action_text(action) for action in view.legal_actions()]
        return [*self._words, *moves]

    def _more(self, prompt: str) -> bool:
        try:
            return self.lines.ask(prompt).casefold() != "q"
        except EOFError:
            return False
