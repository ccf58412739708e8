import assert from "node:assert/strict";
import { test } from "node:test";
import { inSeatNames, seatClass, withSeatNames } from "../src/seat-names";

const CATAN = ["red", "blue", "green"].map((seat_name, seat) => ({ seat, seat_name }));
const CLUEDO = ["Scarlett", "Mustard"].map((seat_name, seat) => ({ seat, seat_name }));
const HANABI = [0, 1].map((seat) => ({ seat, seat_name: `seat ${seat}` }));

test("seats in sentences have the names of the game, and one's own is you", () => {
  assert.equal(inSeatNames("Seat 2 offers wheat to seat 1 for sheep.", CATAN, 0), "Green offers wheat to blue for sheep.");
  assert.equal(inSeatNames("offer ore to seat 0", CATAN, 0), "offer ore to you");
  assert.equal(inSeatNames("Seat 0 rejects.", CATAN, 0), "Red rejects.");
  assert.equal(inSeatNames("seat 1 Mustard", CLUEDO, 0), "Mustard");
  assert.equal(inSeatNames("hint 1 to seat 0; seat 1 waits", HANABI, 0), "hint 1 to you; seat 1 waits");
});

test("drawings, names and facts are left as they are", () => {
  const position = { turn: 0, svg: "<text>seat 1</text>", text: "seat 1 blue", actions: [{ text: "offer ore to seat 1", parts: { to: 1 } }] };
  const told = withSeatNames({ type: "state", position, beliefs: [{ fact: "ore of seat 1" }] }, CATAN, 0);
  assert.equal(told.position.svg, position.svg);
  assert.equal(told.position.text, position.text);
  assert.equal(told.position.actions[0]?.text, "offer ore to blue");
  assert.equal(told.position.actions[0]?.parts.to, 1);
  assert.equal(told.beliefs[0]?.fact, "ore of seat 1");
});

test("a seat has the colour of its pieces", () => {
  assert.equal(seatClass(0, "Black"), "seat-black");
  assert.equal(seatClass(1, "Mustard"), "seat-3");
  assert.equal(seatClass(7), "seat-1");
});
