import assert from "node:assert/strict";
import { test } from "node:test";
import { likeliest, sortBeliefs, typesBySeat } from "../src/beliefs";

test("counts become averages by seat", () => {
  const { counts, others } = sortBeliefs([
    { fact: "ore of seat 2", chances: [["0", 0.5], ["2", 0.5]] },
    { fact: "ore of seat 1", chances: [["1", 1]] },
    { fact: "clay of seat 2", chances: [["0", 1]] },
    { fact: "card of seat 1", chances: [["king", 1]] },
  ]);
  assert.deepEqual(counts, {
    columns: ["seat 1", "seat 2"],
    rows: [{ name: "ore", cells: [1, 1] }, { name: "clay", cells: [null, 0] }],
  });
  assert.deepEqual(others.map((fact) => fact.fact), ["card of seat 1"]);
});

test("held kinds are chances of yes", () => {
  const { holds } = sortBeliefs([{ fact: "whether seat 3 holds a victory point card", chances: [["no", 0.75], ["yes", 0.25]] }]);
  assert.deepEqual(holds, { columns: ["seat 3"], rows: [{ name: "victory point", cells: [0.25] }] });
});

test("places become a sheet, the envelope first", () => {
  const { places } = sortBeliefs([
    { fact: "where rope is", chances: [["with seat 1 Plum", 0.75], ["in the envelope", 0.25]] },
    { fact: "where hall is", chances: [["with seat 1 Plum", 1]] },
  ]);
  assert.deepEqual(places, {
    columns: ["envelope", "seat 1 Plum"],
    rows: [{ name: "rope", cells: [0.25, 0.75] }, { name: "hall", cells: [0, 1] }],
  });
});

test("cards of the hand stay together", () => {
  const fact = { fact: "your slot 0", chances: [["red 1", 0.2], ["blue 2", 0.5], ["red 3", 0.2], ["red 4", 0.1]] as const };
  assert.deepEqual(sortBeliefs([fact]).hand, [fact]);
  const { shown, rest } = likeliest(fact, 2);
  assert.deepEqual(shown.map(([answer]) => answer), ["blue 2", "red 1"]);
  assert.ok(Math.abs(rest - 0.3) < 1e-9);
});

test("types are sorted by seat and chance", () => {
  const found = typesBySeat([{ seat: 1, type: "iggi", probability: 0.2 }, { seat: 1, type: "piers", probability: 0.8 }]);
  assert.deepEqual(found.get(1)!.map((belief) => belief.type), ["piers", "iggi"]);
});
