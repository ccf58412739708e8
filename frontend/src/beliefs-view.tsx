/** What a mind believes about hidden facts and about the others, as people read it. */

import type { VNode } from "preact";
import { likeliest, sortBeliefs, typesBySeat } from "./beliefs";
import type { Fact, Grid, TypeBelief } from "./beliefs";
import { percent } from "./values";

const SURE = 0.9995;

interface BeliefsProps {
  readonly facts: readonly Fact[];
  /** How many worlds they were counted over; 0 where they are exact. */
  readonly counted: number;
  readonly owner: string;
  /** What a place is called at this table: a seat, or the envelope. */
  readonly called: (place: string) => string;
  readonly reasons?: readonly string[] | undefined;
}

export function Beliefs(props: BeliefsProps): VNode | null {
  const { facts, counted, owner, called, reasons } = props;
  if (facts.length === 0 && !reasons?.length) return null;
  const sorted = sortBeliefs(facts);
  return (
    <div class="beliefs">
      {sorted.hand.length > 0 && <Hand facts={sorted.hand} owner={owner} />}
      {sorted.counts && <GridTable grid={sorted.counts} called={called} caption="Expected cards" cell={average} />}
      {sorted.holds && <GridTable grid={sorted.holds} called={called} caption="Development cards held" cell={chance} />}
      {sorted.places && <GridTable grid={sorted.places} called={called} caption="Where each card is" cell={chance} />}
      {sorted.others.map((fact) => (
        <FactLine key={fact.fact} fact={fact} called={called} />
      ))}
      {counted > 0 && <p class="quiet">Counted over {counted} worlds that are held possible.</p>}
      {reasons && reasons.length > 0 && (
        <details class="reasons" open={reasons.length < 8}>
          <summary>What is certain, and why ({reasons.length})</summary>
          <ol>
            {[...reasons].reverse().map((reason, place) => (
              <li key={reasons.length - place}>{reason}</li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

function average(value: number): { words: string; weight: number } {
  return { words: Number.isInteger(value) ? String(value) : value.toFixed(1), weight: Math.min(1, value / 5) };
}

function chance(value: number): { words: string; weight: number } {
  if (value >= SURE) return { words: "yes", weight: 1 };
  return { words: value <= 0 ? "–" : percent(value), weight: value };
}

function GridTable(props: {
  grid: Grid;
  called: (place: string) => string;
  caption: string;
  cell: (value: number) => { words: string; weight: number };
}): VNode {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={props.caption}>
      <table class="grid">
        <caption>{props.caption}</caption>
        <thead>
          <tr>
            <td />
            {props.grid.columns.map((column) => (
              <th key={column} scope="col">
                {props.called(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.grid.rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {row.cells.map((value, place) => {
                const { words, weight } = value === null ? { words: "", weight: 0 } : props.cell(value);
                return (
                  <td key={props.grid.columns[place]} class={`heat heat-${Math.round(weight * 5)}`}>
                    {words}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Hand(props: { facts: readonly Fact[]; owner: string }): VNode {
  return (
    <div class="hand" role="group" aria-label={`The hand as ${props.owner} sees it`}>
      <p class="caption">The hand as {props.owner} sees it</p>
      <ul>
        {props.facts.map((fact) => {
          const { shown, rest } = likeliest(fact, 4);
          return (
            <li key={fact.fact}>
              <strong>{fact.fact.replace("your ", "")}</strong>
              {shown.map(([card, probability]) => (
                <span key={card} class={`card-chance card-${card.split(" ")[0]}`}>
                  <Bar share={probability} />
                  {card} <span class="number">{percent(probability)}</span>
                </span>
              ))}
              {rest > 0.005 && <span class="quiet">others {percent(rest)}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function FactLine(props: { fact: Fact; called: (place: string) => string }): VNode {
  const { shown, rest } = likeliest(props.fact, 6);
  return (
    <div class="fact">
      <p>{props.called(props.fact.fact)}</p>
      <ul>
        {shown.map(([answer, probability]) => (
          <li key={answer}>
            <Bar share={probability} />
            {answer} <span class="number">{percent(probability)}</span>
          </li>
        ))}
        {rest > 0.005 && <li class="quiet">others {percent(rest)}</li>}
      </ul>
    </div>
  );
}

/** A bar whose length is a share; words beside it say the same. */
export function Bar(props: { share: number }): VNode {
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" width="100" height="6" />
      <rect class="bar-fill" width={100 * Math.max(0, Math.min(1, props.share))} height="6" />
    </svg>
  );
}

/** Beliefs over types by turn. */
export interface TypeMoment {
  readonly turn: number;
  readonly types: readonly TypeBelief[];
}

export function TypeBeliefs(props: {
  moments: readonly TypeMoment[];
  seatName: (seat: number) => string;
}): VNode | null {
  const last = props.moments.at(-1);
  if (!last || last.types.length === 0) return null;
  const seats = [...typesBySeat(last.types)];
  // Who is taken for one type from the first to the last turn is no belief that could change.
  const fixed = seats.filter(([, types]) => types.length === 1);
  const open = seats.filter(([, types]) => types.length > 1);
  return (
    <div class="types">
      {fixed.length > 0 && <p>Takes {fixed.map(([seat, [only]]) => `${props.seatName(seat)} for ${only!.type}`).join(", ")}.</p>}
      {open.map(([seat, types]) => (
        <div key={seat} class="fact">
          <p>Takes {props.seatName(seat)} for</p>
          <ul>
            {types.map((belief, place) => (
              <li key={belief.type}>
                <span class={`swatch line-${place % 6}`} aria-hidden="true" />
                <Bar share={belief.probability} />
                {belief.type} <span class="number">{percent(belief.probability)}</span>
              </li>
            ))}
          </ul>
          {props.moments.length > 1 && <OverTime seat={seat} order={types.map((belief) => belief.type)} moments={props.moments} />}
        </div>
      ))}
    </div>
  );
}

function OverTime(props: { seat: number; order: readonly string[]; moments: readonly TypeMoment[] }): VNode {
  const first = props.moments[0]!.turn;
  const width = Math.max(1, props.moments.at(-1)!.turn - first);
  const line = (type: string): string =>
    props.moments
      .flatMap((moment) => {
        const belief = moment.types.find((each) => each.seat === props.seat && each.type === type);
        return belief ? `${(200 * (moment.turn - first)) / width},${50 - 48 * belief.probability}` : [];
      })
      .join(" ");
  return (
    <svg class="over-time" viewBox="0 0 200 52" preserveAspectRatio="none" role="img" aria-label={`Over the turns ${first} to ${first + width}`}>
      <path class="axis" d="M0 51H200M0 2H200" />
      {props.order.map((type, place) => (
        <polyline key={type} class={`line-${place % 6}`} points={line(type)} />
      ))}
    </svg>
  );
}
