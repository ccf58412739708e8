import assert from "node:assert/strict";
import { test } from "node:test";
import type { Joined, MoveSeen, Review, StateUpdate, Thought } from "../src/messages";
import { EMPTY, hear, reviewSeries, seatName, thoughtSeries, turnWords } from "../src/table-state";
import type { TableState } from "../src/table-state";

const seat = (number: number, more: object = {}) => ({
  seat: number, seat_name: ["Black", "White"][number]!, kind: "agent" as const, name: "best", player: "best", level: 0, peeks: false, present: true, ...more,
});
const joined = { type: "joined", number: 1, you: 0, seats: [seat(0, { kind: "person" }), seat(1)] } as unknown as Joined;
const move = (turn: number, text: string): MoveSeen => ({ turn, actor: turn % 2, action: turn, text });
const state = (turn: number, since: number, moves: MoveSeen[], more: object = {}): StateUpdate =>
  ({ type: "state", position: { turn, actor: turn % 2 }, since, moves, over: false, thinking: false, ...more }) as unknown as StateUpdate;
const thought = (types: object[] = []): Thought => ({ game: "othello", seat: 1, action: 3, text: "c4", moves: [], types }) as unknown as Thought;

function after(...heard: Parameters<typeof hear>[1][]): TableState {
  return heard.reduce(hear, EMPTY);
}

test("moves are appended, and replaced from the turn that was taken back to", () => {
  const table = after(joined, state(2, 0, [move(0, "a"), move(1, "b")]), state(3, 2, [move(2, "c")]), state(2, 1, [move(1, "d")]));
  assert.deepEqual(table.moves.map((each) => each.text), ["a", "d"]);
});

test("what was thought about later turns is forgotten when moves are taken back", () => {
  const types = [{ seat: 0, type: "iggi", probability: 1 }];
  const table = after(
    joined,
    { type: "thought", request: null, turn: 1, seat: 1, thought: thought(types) },
    { type: "thought", request: null, turn: 3, seat: 1, thought: thought(types) },
  );
  assert.deepEqual(table.types.get(1)!.map((moment) => moment.turn), [1, 3]);
  const back = hear(table, state(2, 2, []));
  assert.deepEqual(back.types.get(1)!.map((moment) => moment.turn), [1]);
  assert.equal(back.thoughts.size, 0);
});

test("several thoughts of one turn count once in the course of types", () => {
  const update = { type: "thought", request: null, turn: 1, seat: 1, thought: thought([{ seat: 0, type: "iggi", probability: 0.5 }]) } as const;
  assert.equal(after(joined, update, update).types.get(1)!.length, 1);
});

test("another game at the table begins anew; a rejoin does not", () => {
  const table = after(joined, state(1, 0, [move(0, "a")]));
  assert.equal(hear(table, joined).moves.length, 1);
  assert.equal(hear(table, { ...joined, number: 2 }).moves.length, 0);
});

test("who acts is said in a sentence", () => {
  assert.equal(turnWords(joined, state(0, 0, [])), "It is your turn.");
  assert.equal(turnWords(joined, state(1, 0, [], { thinking: true })), "White is thinking.");
  assert.equal(turnWords(joined, state(1, 0, [], { over: true, ending: "You win 40 to 24." })), "You win 40 to 24.");
  assert.equal(seatName(joined, 0), "you (Black)");
  assert.equal(seatName(joined, 5), "seat 5");
});

test("refusals before a table is joined say why there is none", () => {
  assert.equal(after({ type: "refused", request: 1, sentence: "No such table." }).closed, "No such table.");
  assert.equal(after(joined, { type: "refused", request: 1, sentence: "Not now." }).notice, "Not now.");
});

test("values over time come from who told them", () => {
  const history = [
    { turn: 0, seat: 0, values: [0.5, 0.5], types: [] },
    { turn: 1, seat: 1, values: [0.2, 0.8], types: [] },
    { turn: 2, seat: 0, values: [0.6, 0.4], types: [] },
  ];
  assert.deepEqual(thoughtSeries(history, 0), [
    { seat: 0, points: [[0, 0.5], [2, 0.6]] },
    { seat: 1, points: [[0, 0.5], [2, 0.4]] },
  ]);
  const review = { judged: [{ turn: 0, seat: 0, value: 0.5 }, { turn: 1, seat: 1, value: null }] } as unknown as Review;
  assert.deepEqual(reviewSeries(review, 2), [{ seat: 0, points: [[0, 0.5]] }]);
});
