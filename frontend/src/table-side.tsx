/** Beside the board: whose turn it is, what just happened, what was played, and what one may do with the game. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Joined, MoveSeen, StateUpdate } from "./messages";
import { seatClassAt } from "./seat-names";
import { turnWords } from "./table-state";

export function Status(props: { joined: Joined; state: StateUpdate; moves: readonly MoveSeen[] }): VNode {
  const { joined, state, moves } = props;
  const mine = state.position.actor === joined.you && !state.over;
  const recent = sinceOwn(moves, joined.you);
  return (
    <section class={`status ${mine ? "mine" : ""} ${state.over ? "over" : ""}`} aria-label="Status">
      <p class="turn">{turnWords(joined, state)}</p>
      {!state.over && joined.goal && <p class="goal quiet">{joined.goal}</p>}
      {!state.over && recent.length > 0 && (
        <ul class="recent">
          {recent.map((move) => (
            <li key={move.turn}>{move.text}</li>
          ))}
        </ul>
      )}
      {state.over && state.seed !== null && <p class="quiet">The deal follows from seed {state.seed}.</p>}
    </section>
  );
}

const RECENT = 5;

/** What happened since one's own last move, the last few of it. */
export function sinceOwn(moves: readonly MoveSeen[], you: number | null): MoveSeen[] {
  const last = moves.findLastIndex((move) => move.actor === you);
  return moves.slice(you === null ? -1 : last + 1).filter((move) => move.text).slice(-RECENT);
}

export function Log(props: { seats: Joined["seats"]; moves: readonly MoveSeen[]; turn: number; present: number; onTurn: (turn: number) => void }): VNode {
  const list = useRef<HTMLOListElement>(null);
  const told = props.moves.filter((move) => move.text);
  useEffect(() => {
    const box = list.current;
    if (box && props.turn === props.present) box.scrollTop = box.scrollHeight;
  }, [told.length, props.turn, props.present]);
  return (
    <details class="log" open>
      <summary>What happened</summary>
      <ol ref={list} tabIndex={0} aria-label="Moves so far">
        {told.map((move) => (
          <li key={move.turn} class={move.turn + 1 === props.turn && props.turn !== props.present ? "here" : ""}>
            <button type="button" class="plain" onClick={() => props.onTurn(move.turn + 1)} title={`Look at the board after this (turn ${move.turn + 1})`}>
              <span class={move.actor >= 0 ? `disc small ${seatClassAt(props.seats, move.actor)}` : "disc small chance"} aria-hidden="true" />
              {move.text}
            </button>
          </li>
        ))}
      </ol>
      {told.length === 0 && <p class="quiet">Nothing yet.</p>}
    </details>
  );
}

interface ActionsProps {
  readonly joined: Joined;
  readonly state: StateUpdate;
  readonly onTakeBack: () => void;
  readonly onAdvice: () => void;
  readonly onResign: () => void;
  readonly onRematch: (swap: boolean) => void;
  readonly onSave: () => void;
  readonly onShare: () => void;
}

export function GameActions(props: ActionsProps): VNode {
  const { joined, state } = props;
  const playing = joined.you !== null && !state.over;
  return (
    <div class="game-actions" role="group" aria-label="The game">
      {playing && joined.take_back && (
        <button type="button" onClick={props.onTakeBack} disabled={!state.can_take_back} title="Take back (u)">
          Take back
        </button>
      )}
      {playing && joined.minds !== "none" && (
        <button type="button" onClick={props.onAdvice} disabled={state.position.actor !== joined.you} title="Ask for advice (a)">
          Advice
        </button>
      )}
      {playing && (
        <button type="button" onClick={props.onResign}>
          Resign
        </button>
      )}
      {state.over && joined.you !== null && !joined.study && (
        <>
          <button type="button" class="main" onClick={() => props.onRematch(false)}>
            Rematch
          </button>
          <button type="button" onClick={() => props.onRematch(true)}>
            Swap seats
          </button>
        </>
      )}
      <button type="button" onClick={props.onSave}>
        Save
      </button>
      {!joined.study && (
        <button type="button" onClick={props.onShare}>
          Share
        </button>
      )}
    </div>
  );
}

const PACES: readonly (readonly [string, string])[] = [
  ["step", "step by step"],
  ["0", "as fast as they think"],
  ["0.5", "half a second per move"],
  ["1", "a second per move"],
  ["3", "three seconds per move"],
];

export function PaceControl(props: { pace: number | null; over: boolean; onPace: (pace: number | null) => void; onStep: () => void }): VNode | null {
  if (props.over) return null;
  const value = props.pace === null ? "step" : String(props.pace);
  return (
    <div class="row pace">
      <label class="field inline">
        <span>Pace</span>
        <select
          value={value}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            props.onPace(chosen === "step" ? null : Number(chosen));
          }}
        >
          {PACES.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
          {!PACES.some(([key]) => key === value) && <option value={value}>{value} seconds per move</option>}
        </select>
      </label>
      <button type="button" onClick={props.onStep} disabled={props.pace !== null} title="One move (s)">
        One move
      </button>
    </div>
  );
}
