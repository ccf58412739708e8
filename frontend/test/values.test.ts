import assert from "node:assert/strict";
import { test } from "node:test";
import { clockWords, judged, lossStep, many, percent, valueWords, within } from "../src/values";

test("moves lose against the best that was tried enough", () => {
  const found = judged(
    [
      { action: 1, text: "a", visits: 100, value: 0.5, interval: [0.4, 0.6] },
      { action: 2, text: "b", visits: 50, value: 0.3, interval: [0.1, 0.5] },
      { action: 3, text: "c", visits: 1, value: 1, interval: [0, 1] },
      { action: 4, text: "d", visits: 0 },
    ],
    [0, 1],
  );
  assert.ok(Math.abs(found.get(2)!.loss - 0.2) < 1e-9);
  assert.equal(found.get(1)!.loss, 0);
  assert.equal(found.get(3)!.loss, 0);
  assert.ok(found.get(1)!.certainty > found.get(2)!.certainty);
  assert.equal(found.get(3)!.certainty, 0);
  assert.equal(found.get(4)!.certainty, 0);
  assert.ok(Math.abs(found.get(1)!.share - 100 / 151) < 1e-9);
});

test("policies have probabilities and no loss", () => {
  const found = judged([{ action: 1, text: "a", probability: 0.75 }, { action: 2, text: "b", probability: 0.25 }], [0, 25]);
  assert.deepEqual([...found.values()].map((each) => [each.loss, each.share]), [[0, 0.75], [0, 0.25]]);
});

test("losses have five steps", () => {
  assert.deepEqual([0, 0.02, 0.05, 0.1, 0.5].map(lossStep), [0, 1, 2, 3, 4]);
});

test("numbers read well", () => {
  assert.equal(valueWords(0.256, [0, 1]), "0.26");
  assert.equal(valueWords(0.256, [-1, 1]), "+0.26");
  assert.equal(valueWords(-0.256, [-1, 1]), "−0.26");
  assert.equal(valueWords(-0.001, [-1, 1]), "0.00");
  assert.equal(valueWords(14.26, [0, 25]), "14.3");
  assert.equal(percent(0.999), "99 %");
  assert.equal(percent(0.0001), "1 %");
  assert.equal(within(12.5, [0, 25]), 0.5);
  assert.equal(many(1, "visit"), "1 visit");
  assert.equal(many(1200, "visit"), "1,200 visits");
  assert.equal(clockWords(61.2), "1:02");
});
