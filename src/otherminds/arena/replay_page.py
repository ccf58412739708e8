"""A match as one page that needs nothing else: step through it with buttons, keys or a slider.

The page shows what each seat saw at every step, and everything that there was; the drawing of the
game where it has one, text otherwise; the moves; and thoughts, where the match has them.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from otherminds.arena.findings import game_words
from otherminds.arena.match import Match
from otherminds.arena.pages import page
from otherminds.contracts import CHANCE, Game
from otherminds.games.showing import drawing

__all__ = ["replay_page"]

_PIECES = re.compile(r"<[^<]*|[^<]+")
"""Where drawings are cut: most pieces of a drawing are those of the one before."""


class _Pool:
    """Pieces of drawings and texts, each kept once; a page of thousands of drawings stays small."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._places: dict[str, int] = {}

    def places(self, text: str) -> list[int]:
        """The places of the pieces that make up a text."""
        found = []
        for piece in _PIECES.findall(text):
            if piece not in self._places:
                self._places[piece] = len(self.pieces)
                self.pieces.append(piece)
            found.append(self._places[piece])
        return found


def replay_page(match: Match, *, ending: str = "") -> str:
    """The page of a match.

    Args:
        match: what was played.
        ending: how it ended, in a sentence, where the returns do not say it all.

    Examples:
        >>> from otherminds import play_match
        >>> from otherminds.arena.replay_page import replay_page
        >>> match = play_match("tic_tac_toe", ["random", "random"], seed=1)
        >>> replay_page(match).startswith("<!doctype html>")
        True
    """
    game = match.game
    pool = _Pool()
    steps = [[pool.places(shown) for shown in shown_at] for shown_at in _shown(match)]
    thoughts = match.thoughts or (None,) * len(match.moves)
    data = {
        "pool": pool.pieces,
        "views": _tabs(game),
        "steps": steps,
        "actors": [actor for actor, _ in match.moves],
        "actions": [-1 if actor == CHANCE else action for actor, action in match.moves],
        "thoughts": ["" if told is None else told.explain() for told in thoughts],
    }
    title = f"{game_words(game)}: {len(match.moves)} moves"
    moves = "".join(
        f"<li><button data-step='{number}'>{html.escape(line)}</button></li>"
        for number, line in enumerate(match.lines(), start=1)
    )
    body = (
        f"<h1>{html.escape(title)}</h1>{_players(match)}"
        + (f"<p class='found'>{html.escape(ending)}</p>" if ending else "")
        + _CONTROLS
        + "<main><section><div id='tabs' role='tablist'></div><p id='move' aria-live='polite'></p>"
        "<div id='view'></div><p id='outlined' class='note'></p><div id='thought'></div></section>"
        f"<ol id='moves'>{moves}</ol></main>"
    )
    # A text in a script must not end it.
    told = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return page(title, body, style=_STYLE, script=f"const match = {told};{_SCRIPT}")


def _tabs(game: Game) -> list[str]:
    """What there is to look at: where nothing is hidden, everybody sees the same."""
    if game.perfect_information:
        return ["the table"]
    return ["everything", *(f"seat {seat}" for seat in range(game.seats))]


def _shown(match: Match) -> Iterator[list[str]]:
    """For each step everything that there is, then what each seat sees of it."""
    for state in match.states():
        positions: list[Any] = [state]
        if not match.game.perfect_information:
            positions += [state.view(seat) for seat in range(match.game.seats)]
        else:
            actor = state.actor()
            positions = [state.view(max(actor, 0))]  # whose drawing names the moves
        yield [drawing(each) or f"<pre>{html.escape(str(each))}</pre>" for each in positions]


def _players(match: Match) -> str:
    returns: Sequence[float] = match.returns
    rows = "".join(
        f"<tr><td>seat {seat}</td><td class='name'>{html.escape(player)}</td>"
        f"<td>{f'{returns[seat]:g}' if returns else ''}</td></tr>"
        for seat, player in enumerate(match.players)
    )
    head = "<tr><th></th><th class='name'>player</th><th>return</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


_CONTROLS = """
<nav>
<button id='first' title='to the start (Home)' aria-label='to the start'>|◀</button>
<button id='back' title='one move back (left arrow)' aria-label='one move back'>◀</button>
<button id='run' title='play (space)' aria-label='play'>▶▶</button>
<button id='next' title='one move on (right arrow)' aria-label='one move on'>▶</button>
<button id='last' title='to the end (End)' aria-label='to the end'>▶|</button>
<input id='slider' type='range' min='0' value='0' aria-label='move'>
</nav>
"""

_STYLE = """
body { max-width: 76rem; } [hidden] { display: none !important; }
nav { display: flex; gap: .3rem; align-items: center; position: sticky; top: 0; background: #fff;
      padding: .5rem 0; z-index: 1; }
nav input { flex: 1; min-width: 4rem; accent-color: #2a6fb0; }
button { font: inherit; color: inherit; background: #fff; border: 1px solid #b8c4d0;
         border-radius: .4rem; padding: .25rem .6rem; cursor: pointer; }
button:hover { background: #f1f4f7; }
button[aria-selected='true'] { background: #2a6fb0; border-color: #2a6fb0; color: #fff; }
main { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 1.5rem; }
#tabs { display: flex; flex-wrap: wrap; gap: .3rem; }
#move { font-weight: 600; min-height: 1.5em; margin: .6rem 0; }
#view svg { display: block; width: 100%; height: auto; max-height: 64vh; }
#view pre, #thought pre { font: 14px/1.4 ui-monospace, monospace; }
#view pre { overflow-x: auto; } #thought pre { white-space: pre-wrap; }
#thought pre { background: #f1f4f7; border-radius: .4rem; padding: .6rem .8rem; }
#moves { margin: 0; padding: 0 0 0 2.4rem; max-height: 75vh; overflow-y: auto;
         position: relative; }
#moves button { border: 0; padding: .1rem .4rem; text-align: left; vertical-align: top; }
#moves li { color: #5b6b7b; } #moves .now button { background: #dbe9f6; color: #1c2733; }
.chosen { outline: 3px solid #d55e00; outline-offset: 2px; }
@media (max-width: 46rem) { main { grid-template-columns: minmax(0, 1fr); }
  #moves { max-height: 14rem; } }
"""

_SCRIPT = """
const $ = id => document.getElementById(id), last = match.steps.length - 1;
const lines = [...document.querySelectorAll('#moves li')];
let step = 0, tab = 0, timer = null;
match.views.forEach((name, place) => {
  const button = document.createElement('button');
  button.textContent = name; button.role = 'tab';
  button.onclick = () => { tab = place; show(); };
  $('tabs').append(button);
});
$('tabs').hidden = match.views.length === 1;
$('slider').max = last;
function show() {
  $('slider').value = step;
  $('view').innerHTML = match.steps[step][tab].map(place => match.pool[place]).join('');
  $('move').textContent = step ? `${step} of ${last}: ${lines[step - 1].textContent}` :
    `Before the first of ${last} moves`;
  const thought = step ? match.thoughts[step - 1] : '';
  $('thought').replaceChildren();
  if (thought) {
    const told = document.createElement('pre');
    told.textContent = thought; $('thought').append(told);
  }
  [...$('tabs').children].forEach((each, place) => each.ariaSelected = place === tab);
  lines.forEach((line, place) => line.classList.toggle('now', place === step - 1));
  const line = lines[Math.max(step - 1, 0)];
  if (line) $('moves').scrollTop = line.offsetTop - $('moves').clientHeight / 2;
  const next = step < last ? match.actions[step] : -1;
  const parts = document.querySelectorAll(`#view [data-actions~='${next}']`);
  parts.forEach(part => part.classList.add('chosen'));
  $('outlined').textContent = parts.length ? `Outlined: ${lines[step].textContent}, next.` : '';
}
function go(to) { step = Math.min(Math.max(to, 0), last); show(); }
function stop() { clearInterval(timer); timer = null; $('run').textContent = '▶▶'; }
function run() {
  if (timer) return stop();
  if (step === last) step = 0;
  $('run').textContent = '❚❚';
  timer = setInterval(() => { go(step + 1); if (step === last) stop(); }, 900);
}
$('first').onclick = () => go(0); $('back').onclick = () => go(step - 1);
$('next').onclick = () => go(step + 1); $('last').onclick = () => go(last);
$('run').onclick = run; $('slider').oninput = event => go(+event.target.value);
$('moves').onclick = event => { if (event.target.dataset.step) go(+event.target.dataset.step); };
const keys = { ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1),
  Home: () => go(0), End: () => go(last), ' ': run };
document.onkeydown = event => {
  const act = event.target.type === 'range' ? null : keys[event.key];
  if (act) { act(); event.preventDefault(); }
};
go(Number(location.hash.slice(1)) || 0);
"""
