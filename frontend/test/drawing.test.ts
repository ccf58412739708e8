import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour } from "../src/drawing";

test("arrow keys go to the nearest part in their direction", () => {
  const places = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 20, y: 1 }, { x: 0, y: 10 }, { x: 11, y: 12 }];
  assert.equal(neighbour(places, 0, "ArrowRight"), 1);
  assert.equal(neighbour(places, 1, "ArrowRight"), 2);
  assert.equal(neighbour(places, 0, "ArrowDown"), 3);
  assert.equal(neighbour(places, 1, "ArrowDown"), 4);
  assert.equal(neighbour(places, 0, "ArrowLeft"), -1);
  assert.equal(neighbour(places, 0, "Enter"), -1);
});
