/** What a page knows of its table: everything that was heard, folded into one value. */

import type { TypeMoment } from "./beliefs-view";
import type { Joined, MoveSeen, OwnMind, Reply, Review, StateUpdate, Thought, TurnSummary } from "./messages";

export interface SeenThought {
  readonly turn: number;
  readonly seat: number;
  readonly thought: Thought;
}

export interface TableState {
  readonly joined: Joined | null;
  readonly state: StateUpdate | null;
  /** Every move so far as this seat saw it. */
  readonly moves: readonly MoveSeen[];
  /** The newest thought of each seat. */
  readonly thoughts: ReadonlyMap<number, SeenThought>;
  /** Who each seat took the others for, by turn. */
  readonly types: ReadonlyMap<number, readonly TypeMoment[]>;
  readonly own: OwnMind | null;
  /** What the seats of agents could know, at a table with open minds. */
  readonly known: ReadonlyMap<number, OwnMind>;
  readonly history: readonly TurnSummary[];
  readonly review: Review | null;
  /** A sentence of the server that no request waits for. */
  readonly notice: string;
  /** Why the table cannot be shown. */
  readonly closed: string;
}

export const EMPTY: TableState = {
  joined: null,
  state: null,
  moves: [],
  thoughts: new Map(),
  types: new Map(),
  own: null,
  known: new Map(),
  history: [],
  review: null,
  notice: "",
  closed: "",
};

export type Heard = Reply | { readonly type: "dismiss" };

export function hear(table: TableState, heard: Heard): TableState {
  switch (heard.type) {
    case "joined": {
      const same = table.joined?.number === heard.number;
      return same ? { ...table, joined: heard, closed: "" } : { ...EMPTY, joined: heard };
    }
    case "state":
      return update(table, heard);
    case "thought":
      return think(table, { turn: heard.turn, seat: heard.seat, thought: heard.thought });
    case "own_mind":
      if (heard.seat === table.joined?.you) return { ...table, own: heard };
      return { ...table, known: new Map(table.known).set(heard.seat, heard) };
    case "history":
      return { ...table, history: heard.turns, types: typesOf(heard.turns) };
    case "review":
      return { ...table, review: heard };
    case "refused":
      return table.joined ? { ...table, notice: heard.sentence } : { ...table, closed: heard.sentence };
    case "closing":
      return { ...table, notice: heard.sentence };
    case "dismiss":
      return { ...table, notice: "" };
    default:
      return table;
  }
}

function update(table: TableState, state: StateUpdate): TableState {
  const earlier = table.moves.filter((move) => move.turn < state.since);
  const turn = state.position.turn;
  const types = new Map([...table.types].map(([seat, moments]) => [seat, moments.filter((moment) => moment.turn <= turn)]));
  const thoughts = new Map([...table.thoughts].filter(([, seen]) => seen.turn <= turn));
  const own = table.own && table.own.turn <= turn ? table.own : null;
  const known = new Map([...table.known].filter(([, each]) => each.turn <= turn));
  return { ...table, state, moves: [...earlier, ...state.moves], types, thoughts, own, known, closed: "" };
}

function think(table: TableState, seen: SeenThought): TableState {
  const thoughts = new Map(table.thoughts).set(seen.seat, seen);
  if (!seen.thought.types?.length) return { ...table, thoughts };
  const before = (table.types.get(seen.seat) ?? []).filter((moment) => moment.turn < seen.turn);
  const types = new Map(table.types).set(seen.seat, [...before, { turn: seen.turn, types: seen.thought.types }]);
  return { ...table, thoughts, types };
}

function typesOf(turns: readonly TurnSummary[]): Map<number, TypeMoment[]> {
  const found = new Map<number, TypeMoment[]>();
  for (const { seat, turn, types } of turns) {
    if (types.length) found.set(seat, [...(found.get(seat) ?? []), { turn, types }]);
  }
  return found;
}

/** What a seat is called at this table. */
export function seatName(joined: Joined | null, seat: number): string {
  const info = joined?.seats[seat];
  if (!info) return `seat ${seat}`;
  if (joined?.you === seat) return info.seat_name ? `you (${info.seat_name})` : "you";
  return info.seat_name || `seat ${seat}`;
}

/** Who acts, as a sentence. */
export function turnWords(joined: Joined, state: StateUpdate): string {
  const actor = state.position.actor;
  if (state.over) return state.ending || "The game is over.";
  if (actor < 0) return "Chance acts.";
  const info = joined.seats[actor];
  if (actor === joined.you) return "It is your turn.";
  const name = seatName(joined, actor);
  if (info?.kind === "agent") return state.thinking ? `${capital(name)} is thinking.` : `${capital(name)} is to move.`;
  return info?.present === false ? `Waiting for ${name} to come.` : `Waiting for ${name}.`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Values by seat over time: as a seat thought at its turns, or as judged afterwards. */
export interface Series {
  readonly seat: number;
  readonly points: readonly (readonly [turn: number, value: number])[];
}

export function thoughtSeries(history: readonly TurnSummary[], teller: number): Series[] {
  const told = history.filter((each) => each.seat === teller && each.values.length > 0);
  const seats = told[0]?.values.length ?? 0;
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    points: told.map((each) => [each.turn, each.values[seat] ?? 0] as const),
  }));
}

export function reviewSeries(review: Review | null, seats: number): Series[] {
  const judged = review?.judged ?? [];
  const points = (seat: number) =>
    judged.flatMap((each) => (each.seat === seat && each.value !== null ? [[each.turn, each.value] as const] : []));
  return Array.from({ length: seats }, (_, seat) => ({ seat, points: points(seat) })).filter((each) => each.points.length > 0);
}
