/** Who sits where, whose turn it is, and what each is expected to get. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Joined, SeatInfo, StateUpdate } from "./messages";
import { seatClass } from "./seat-names";
import { clockWords, valueWords, within } from "./values";

interface SeatsProps {
  readonly joined: Joined;
  readonly state: StateUpdate;
  /** What each seat is expected to get, and by whose reckoning. */
  readonly values: readonly number[];
  readonly by: string;
}

export function Seats(props: SeatsProps): VNode {
  const { joined, state, values } = props;
  return (
    <section class="seats" aria-label="Seats">
      <ul>
        {joined.seats.map((info) => (
          <li key={info.seat} class={info.seat === state.position.actor && !state.over ? "acts" : ""}>
            <span class={`disc ${seatClass(info.seat, info.seat_name)}`} aria-hidden="true">
              {info.seat}
            </span>
            <span class="who">
              <strong>{info.seat === joined.you ? "You" : info.name === "you" ? "somebody" : info.name || seatWords(info)}</strong>{" "}
              <span class="quiet">{details(info, joined)}</span>
            </span>
            {state.clocks && (
              <RunningClock
                seconds={state.clocks[info.seat] ?? 0}
                runs={!state.over && info.seat === state.position.actor}
                turn={state.position.turn}
              />
            )}
            {values[info.seat] !== undefined && (
              <ValueBar value={values[info.seat]!} range={joined.returns} colour={seatClass(info.seat, info.seat_name)} />
            )}
            {state.position.returns && <span class="number return">{valueWords(state.position.returns[info.seat] ?? 0, joined.returns)}</span>}
          </li>
        ))}
      </ul>
      {values.length > 0 && <p class="quiet by">Expected result {props.by}</p>}
    </section>
  );
}

/** What a seat is called that has no name of its own. Who gives none is called "you", which is right on one page only. */
function seatWords(info: SeatInfo): string {
  return info.kind === "agent" ? (info.level ? `level ${info.level}` : info.player) : "somebody";
}

function details(info: SeatInfo, joined: Joined): string {
  const words = [info.seat_name];
  if (info.kind === "person" && info.seat !== joined.you) words.push(info.present ? "" : "not here");
  if (info.kind === "agent") {
    const named = info.name.toLowerCase().includes("level");
    if (info.level && info.name) words.push(named ? "" : `level ${info.level}`);
    else if (info.player !== info.name) words.push(info.player);
    if (info.peeks) words.push("peeks");
  }
  return words.filter(Boolean).join(" · ");
}

function ValueBar(props: { value: number; range: readonly [number, number]; colour: string }): VNode {
  const words = valueWords(props.value, props.range);
  return (
    <span class="value">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={`expected ${words}`}>
        <rect class="bar-ground" width="100" height="8" />
        <rect class={`seat-fill ${props.colour}`} width={100 * within(props.value, props.range)} height="8" />
      </svg>
      <span class="number">{words}</span>
    </span>
  );
}

function RunningClock(props: { seconds: number; runs: boolean; turn: number }): VNode {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (!props.runs) return undefined;
    const began = performance.now();
    const timer = setInterval(() => setPassed((performance.now() - began) / 1000), 250);
    return () => clearInterval(timer);
  }, [props.runs, props.turn, props.seconds]);
  const left = props.seconds - passed;
  return <span class={`clock number ${left < 20 && props.runs ? "low" : ""}`}>{clockWords(left)}</span>;
}
