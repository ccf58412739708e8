/** Values over the turns of a game: a line for each seat, mistakes as marks, the turn that is shown as a rule. */

import type { VNode } from "preact";
import type { JudgedMove } from "./messages";
import type { Series } from "./table-state";
import { valueWords, within } from "./values";

interface GraphProps {
  readonly series: readonly Series[];
  readonly mistakes: readonly JudgedMove[];
  readonly range: readonly [number, number];
  readonly turns: number;
  readonly turn: number;
  readonly seatName: (seat: number) => string;
  /** The class of a seat's colour. */
  readonly seatColour: (seat: number) => string;
  readonly onTurn: (turn: number) => void;
}

const WIDTH = 600;
const HEIGHT = 130;

/** The part of the range that the values fill, so that small differences can be seen. */
export function shownRange(series: readonly Series[], range: readonly [number, number]): [number, number] {
  const all = series.flatMap((each) => each.points.map(([, value]) => value));
  if (all.length === 0) return [range[0], range[1]];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const pad = Math.max(0.08 * (high - low), 0.02 * (range[1] - range[0]));
  return [Math.max(range[0], low - pad), Math.min(range[1], high + pad)];
}

/** Seats that win and lose together have one line. */
function distinct(series: readonly Series[]): { shown: readonly Series[]; together: boolean } {
  const [first, ...others] = series;
  const together =
    first !== undefined &&
    others.length > 0 &&
    others.every(({ points }) => points.length === first.points.length && points.every(([, value], place) => value === first.points[place]![1]));
  return { shown: together ? [first] : series, together };
}

export function ValueGraph(props: GraphProps): VNode {
  const { turns, turn } = props;
  const range = shownRange(props.series, props.range);
  const { shown, together } = distinct(props.series);
  const x = (at: number): number => (turns > 0 ? (WIDTH * at) / turns : 0);
  const y = (value: number): number => HEIGHT - 6 - (HEIGHT - 12) * within(value, range);
  return (
    <figure class="graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Values over ${turns} turns, from ${valueWords(range[0], props.range)} to ${valueWords(range[1], props.range)}`}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          props.onTurn(Math.round((turns * (event.clientX - box.left)) / box.width));
        }}
      >
        <path class="axis" d={`M0 ${y(range[0])}H${WIDTH}M0 ${y(range[1])}H${WIDTH}`} />
        {shown.map(({ seat, points }) => (
          <polyline
            key={seat}
            class={`seat-line ${props.seatColour(seat)}`}
            points={points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
          />
        ))}
        {props.mistakes.map((mistake) => (
          <path key={`${mistake.turn}-${mistake.seat}`} class="mistake" d={`M${x(mistake.turn)} ${HEIGHT}l-5 -9h10z`}>
            <title>{`Turn ${mistake.turn}: ${mistake.played}; better: ${mistake.better}`}</title>
          </path>
        ))}
        <path class="now" d={`M${x(turn)} 0V${HEIGHT}`} />
      </svg>
      <figcaption>
        {shown.map(({ seat, points }) => {
          const here = points.findLast(([at]) => at <= turn) ?? points[0];
          return (
            <span key={seat} class="key">
              <span class={`disc ${props.seatColour(seat)}`} aria-hidden="true" />
              {together ? "everybody" : props.seatName(seat)}{" "}
              <span class="number">{here ? valueWords(here[1], props.range) : ""}</span>
            </span>
          );
        })}
      </figcaption>
    </figure>
  );
}
