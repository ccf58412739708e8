/** After the game: values over turns, the biggest mistakes, other turns and viewpoints, what if, files. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { ValueGraph } from "./graph";
import type { Cursor, Look } from "./look";
import type { JudgedMove } from "./messages";
import { seatClassAt } from "./seat-names";
import { reviewSeries, seatName, thoughtSeries } from "./table-state";
import type { TableState } from "./table-state";
import { valueWords } from "./values";

interface ReviewProps {
  readonly table: TableState;
  readonly look: Look;
  readonly turns: number;
  readonly reviewing: boolean;
  readonly onReview: () => void;
  readonly onStopReview: () => void;
  readonly onPlayFrom: (cursor: Cursor) => void;
}

const SHOWN = 8;

export function ReviewPanel(props: ReviewProps): VNode {
  const { table, look, turns } = props;
  const joined = table.joined!;
  const [source, setSource] = useState<string>("");
  const tellers = [...new Set(table.history.filter((each) => each.values.length).map((each) => each.seat))].sort();
  const judged = reviewSeries(table.review, joined.seats.length);
  const chosen = source || (judged.length ? "review" : tellers.length ? String(tellers[0]) : "");
  const series = chosen === "review" ? judged : chosen ? thoughtSeries(table.history, Number(chosen)) : [];
  const mistakes = mistakesOf(table);
  const turn = look.cursor?.turn ?? turns;
  const viewpoint = look.cursor ? look.cursor.viewpoint : joined.you;
  const goTo = (at: number): void => look.go({ turn: Math.max(0, Math.min(turns, at)), viewpoint, moves: [] });
  const name = (seat: number): string => seatName(joined, seat);
  return (
    <section class="review" aria-label="Look back">
      <h2>Look back</h2>
      <Stepper {...props} turn={turn} goTo={goTo} viewpoint={viewpoint} />
      {series.length > 0 && (
        <ValueGraph series={series} mistakes={mistakes} range={joined.returns} turns={turns} turn={turn} seatName={name} seatColour={(seat) => seatClassAt(joined.seats, seat)} onTurn={goTo} />
      )}
      {(tellers.length > 0 || judged.length > 0) && (
        <label class="field">
          <span>Values</span>
          <select value={chosen} onChange={(event) => setSource(event.currentTarget.value)}>
            {judged.length > 0 && <option value="review">as judged afterwards</option>}
            {tellers.map((seat) => (
              <option key={seat} value={String(seat)}>
                as {name(seat)} expected them
              </option>
            ))}
          </select>
        </label>
      )}
      <Judgement {...props} mistakes={mistakes} goTo={goTo} />
    </section>
  );
}

function mistakesOf(table: TableState): JudgedMove[] {
  const judged = new Map((table.review?.judged ?? []).map((move) => [move.turn, move]));
  return (table.review?.mistakes ?? []).flatMap((turn) => judged.get(turn) ?? []);
}

function Stepper(props: ReviewProps & { turn: number; goTo: (turn: number) => void; viewpoint: number | null }): VNode {
  const { turn, turns, goTo, look, table } = props;
  const joined = table.joined!;
  const moves = look.cursor?.moves ?? [];
  return (
    <div class="stepper">
      <div class="row">
        <button type="button" class="icon" aria-label="First turn" onClick={() => goTo(0)} disabled={turn === 0}>
          «
        </button>
        <button type="button" class="icon" aria-label="Earlier" onClick={() => goTo(turn - 1)} disabled={turn === 0}>
          ‹
        </button>
        <input
          type="range"
          aria-label="Turn"
          min={0}
          max={turns}
          value={turn}
          onInput={(event) => goTo(Number(event.currentTarget.value))}
        />
        <button type="button" class="icon" aria-label="Later" onClick={() => goTo(turn + 1)} disabled={turn === turns}>
          ›
        </button>
        <button type="button" class="icon" aria-label="Last turn" onClick={() => goTo(turns)} disabled={turn === turns}>
          »
        </button>
        <output class="number">
          {turn} / {turns}
        </output>
      </div>
      <div class="row">
        <label class="field inline">
          <span>Seen by</span>
          <select
            value={props.viewpoint === null ? "truth" : String(props.viewpoint)}
            onChange={(event) => {
              const seat = event.currentTarget.value;
              look.go({ turn, viewpoint: seat === "truth" ? null : Number(seat), moves });
            }}
          >
            <option value="truth">the whole truth</option>
            {joined.seats.map((info) => (
              <option key={info.seat} value={String(info.seat)}>
                {seatName(joined, info.seat)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={look.analysing ? look.stop : look.analyse} disabled={!look.cursor || look.shown?.position.actor === -2}>
          {look.analysing ? "Stop the analysis" : "Analyse this position"}
        </button>
        {!joined.study && look.cursor && look.shown?.position.actor !== -2 && (
          <button type="button" onClick={() => props.onPlayFrom(look.cursor!)}>
            Play on from here
          </button>
        )}
      </div>
      {moves.length > 0 && <WhatIf {...props} />}
      {look.problem && <p class="problem">{look.problem}</p>}
    </div>
  );
}

/** The what-if moves so far, with the way back. */
function WhatIf(props: ReviewProps): VNode {
  const { look } = props;
  const cursor = look.cursor!;
  return (
    <div class="what-if">
      <p>
        <strong>What if:</strong> {look.shown?.moves.map((move) => move.text).join(" ") || `${cursor.moves.length} moves`}
      </p>
      <button type="button" onClick={() => look.go({ ...cursor, moves: cursor.moves.slice(0, -1) })}>
        Rewind a move
      </button>
      <button type="button" onClick={() => look.go({ ...cursor, moves: [] })}>
        Back to what was played
      </button>
    </div>
  );
}

function Judgement(props: ReviewProps & { mistakes: readonly JudgedMove[]; goTo: (turn: number) => void }): VNode {
  const { table, mistakes } = props;
  const joined = table.joined!;
  const review = table.review;
  if (!review && !props.reviewing) {
    return (
      <button type="button" onClick={props.onReview}>
        Find the biggest mistakes
      </button>
    );
  }
  const running = props.reviewing && !review?.finished;
  return (
    <div class="judgement">
      {running && (
        <p class="row">
          <progress max={review?.of ?? 1} value={review?.done ?? 0} aria-label="Decisions judged" />
          <span class="quiet">
            {review?.done ?? 0} of {review?.of ?? "?"} decisions judged
          </span>
          <button type="button" onClick={props.onStopReview}>
            Stop
          </button>
        </p>
      )}
      {mistakes.length > 0 && (
        <>
          <h3>Biggest mistakes</h3>
          <ol class="mistakes">
            {mistakes.slice(0, SHOWN).map((move) => (
              <li key={move.turn}>
                <button type="button" class="plain" onClick={() => props.goTo(move.turn)}>
                  Turn {move.turn}, {seatName(joined, move.seat)}: {move.played}
                </button>
                <span>
                  {" "}
                  cost {valueWords(move.cost, [0, joined.returns[1] - joined.returns[0]])}; better: {move.better}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      {review?.finished && mistakes.length === 0 && <p>No decision was clearly worse than another.</p>}
      {review?.lessons.map((lesson, place) => (
        <p key={place} class="lesson">
          {lesson}
        </p>
      ))}
    </div>
  );
}
