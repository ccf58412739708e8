import assert from "node:assert/strict";
import { test } from "node:test";
import { agreeing, choicesOf, filtered, fits, grouped, needsForm, partsOf, pick, valueText } from "../src/moves";
import type { Move } from "../src/moves";

const trades: Move[] = [];
for (const give of ["clay", "ore", "wood"]) {
  for (const get of ["clay", "ore", "wood", "wheat"]) {
    for (const to of [1, 2, 3]) {
      if (give === get || (give === "wood" && to === 3)) continue;
      const parts = { type: "trade", give: { [give]: 1 }, get: { [get]: 1 }, to };
      trades.push({ id: trades.length, type: "trade", text: `offer 1 ${give} for 1 ${get} to seat ${to}`, parts });
    }
  }
}
const roll: Move = { id: 99, type: "roll", text: "roll", parts: { type: "roll" } };

test("moves are grouped by type in the order in which types come", () => {
  const groups = grouped([roll, ...trades, { ...roll, id: 100 }]);
  assert.deepEqual(groups.map((group) => [group.type, group.moves.length]), [["roll", 2], ["trade", trades.length]]);
});

test("words are found by their beginnings and in their order", () => {
  assert.ok(fits("offer 1 clay for 1 ore to seat 2", "of cl ore"));
  assert.ok(!fits("offer 1 clay for 1 ore to seat 2", "ore clay"));
  assert.equal(filtered(trades, "wood wheat seat 2").length, 1);
  assert.equal(filtered([roll, ...trades], "").length, trades.length + 1);
});

test("a form is offered where several parts differ and there are many moves", () => {
  assert.deepEqual(partsOf(trades), ["give", "get", "to"]);
  assert.ok(needsForm({ type: "trade", moves: trades }));
  assert.ok(!needsForm({ type: "trade", moves: trades.slice(0, 5) }));
});

test("what is chosen narrows the other choices", () => {
  const chosen = { give: '{"wood":1}' };
  const seats = choicesOf(trades, "to", chosen).map((choice) => [choice.value, choice.open]);
  assert.deepEqual(seats, [[1, true], [2, true], [3, false]]);
  const every = { give: '{"wood":1}', get: '{"ore":1}', to: "2" };
  assert.equal(agreeing(trades, every).length, 1);
});

test("a pick that contradicts earlier ones drops the oldest of them", () => {
  const before = { give: '{"wood":1}', get: '{"ore":1}' };
  assert.deepEqual(pick(trades, before, "to", "3"), { get: '{"ore":1}', to: "3" });
  assert.deepEqual(pick(trades, before, "get", '{"clay":1}'), { give: '{"wood":1}', get: '{"clay":1}' });
});

test("values read like text", () => {
  assert.equal(valueText({ clay: 1, ore: 2 }), "1 clay + 2 ore");
  assert.equal(valueText([3, 4]), "3–4");
  assert.equal(valueText(2, (seat) => `seat ${seat} (Green)`, "to"), "seat 2 (Green)");
  assert.equal(valueText(2, (seat) => `seat ${seat}`, "slot"), "2");
  assert.equal(valueText({}), "nothing");
});
