/** The moves that a mind considered: a table, with the line of a move where the pointer or the focus is. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Bar } from "./beliefs-view";
import { lossStep, many, percent, valueWords, within } from "./values";
import type { Candidate, Judged } from "./values";

export interface LineMove {
  readonly actor: number;
  readonly text: string;
}

export interface ListedCandidate extends Candidate {
  readonly line?: readonly LineMove[];
}

interface CandidatesProps {
  readonly moves: readonly ListedCandidate[];
  readonly judged: ReadonlyMap<number, Judged>;
  readonly range: readonly [number, number];
  readonly seatName: (seat: number) => string;
  readonly pointed: number | null;
  readonly onPoint: (action: number | null) => void;
}

const SHOWN = 8;

export function Candidates(props: CandidatesProps): VNode {
  const [all, setAll] = useState(false);
  const { pointed } = props;
  const searched = props.moves.some((move) => move.visits != null);
  // What a policy would never do is no candidate.
  const moves = searched ? props.moves : props.moves.filter((move, place) => place === 0 || (move.probability ?? 0) > 0);
  const considered = moves.filter((move, place) => place === 0 || (props.judged.get(move.action)?.share ?? 0) > 0);
  const shown = all ? moves : considered.slice(0, SHOWN);
  const open = moves.find((move) => move.action === pointed) ?? moves[0];
  return (
    <div class="candidates-table">
      <div class="scroll" tabIndex={0} role="region" aria-label="Moves considered">
        <table>
          <thead>
            <tr>
              <th scope="col">move</th>
              <th scope="col">{searched ? "visits" : "chance"}</th>
              {searched && <th scope="col">value</th>}
              {searched && <th scope="col">95 %</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((move) => (
              <CandidateRow key={move.action} {...props} move={move} searched={searched} />
            ))}
          </tbody>
        </table>
      </div>
      {moves.length > shown.length && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          {many(moves.length - shown.length, "more move")}
        </button>
      )}
      {open?.line && open.line.length > 1 && (
        <p class="line">
          <span class="quiet">Expected line: </span>
          {open.line.map((move, place) => (
            <span key={place} class={move.actor >= 0 ? "" : "quiet"}>
              {place > 0 && " → "}
              {move.text}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function CandidateRow(props: CandidatesProps & { move: ListedCandidate; searched: boolean }): VNode {
  const { move, range } = props;
  const judged = props.judged.get(move.action);
  const point = (): void => props.onPoint(move.action);
  const leave = (): void => props.onPoint(null);
  return (
    <tr
      class={props.pointed === move.action ? "pointed" : ""}
      tabIndex={0}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <td>
        <span class={`dot loss-${lossStep(judged?.loss ?? 0)} sure-${Math.round(4 * (judged?.certainty ?? 0))}`} aria-hidden="true" />
        {move.text}
      </td>
      <td class="number">
        <Bar share={judged?.share ?? 0} />
        {move.visits != null ? move.visits.toLocaleString("en") : percent(move.probability ?? 0)}
      </td>
      {props.searched && <td class="number">{move.value == null ? "" : valueWords(move.value, range)}</td>}
      {props.searched && <td class="interval">{move.interval && <Interval interval={move.interval} value={move.value ?? null} range={range} />}</td>}
    </tr>
  );
}

function Interval(props: { interval: readonly [number, number]; value: number | null; range: readonly [number, number] }): VNode {
  const [low, high] = props.interval.map((end) => 100 * within(end, props.range)) as [number, number];
  const words = props.interval.map((end) => valueWords(end, props.range)).join(" to ");
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label={words}>
      <title>{words}</title>
      <rect class="bar-ground" y="5" width="100" height="2" />
      <rect class="bar-fill" x={low} y="3.5" width={Math.max(1, high - low)} height="5" />
      {props.value != null && <rect class="bar-mark" x={100 * within(props.value, props.range) - 1} width="2" height="12" />}
    </svg>
  );
}
