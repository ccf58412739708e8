import assert from "node:assert/strict";
import { test } from "node:test";
import type { Option } from "../src/messages";
import { agentText, defaultText, fieldOf, fill, optionValues } from "../src/options";

const option = (name: string, kind: string, value: unknown, more: Partial<Option> = {}): Option => ({
  name, kind, default: value, summary: "", choices: [], free: false, least: null, most: null, above: false, below: false, optional: false, ...more,
});
const players = option("players", "whole number", 4, { least: 2, most: 4 });
const rules = option("rules", "text", "official", { choices: ["official", "ledford"] });
const cards = option("cards", "text", "uk", { choices: ["uk", "us"], free: true });
const open = option("open_hand", "true or false", false);
const kinds = option("cards", "texts", ["a", "b"]);

test("each kind has its field", () => {
  assert.deepEqual([players, rules, cards, open, kinds, option("model", "player", null)].map(fieldOf), ["number", "choice", "text", "check", "text", "text"]);
});

test("what is as by default is left out", () => {
  const filled = fill(fill({}, players, "3"), rules, "official");
  assert.deepEqual(filled, { players: "3" });
  assert.deepEqual(fill(filled, players, "4"), {});
  assert.deepEqual(fill(filled, players, ""), {});
  assert.equal(defaultText(kinds), "a, b");
});

test("values have the type that the option declares", () => {
  const filled = { players: "3", rules: "ledford", open_hand: "true", cards: "x, y" };
  assert.deepEqual(optionValues([players, rules, open, kinds], filled), { players: 3, rules: "ledford", open_hand: true, cards: ["x", "y"] });
  assert.deepEqual(optionValues([players], { players: "many" }), { players: "many" }, "the server says what is wrong with it");
});

test("agents are written as player texts", () => {
  const options = [option("iterations", "whole number", 500), option("model", "text", ""), option("others", "player", null), option("names", "texts", [])];
  assert.equal(agentText("best", options, {}), "best");
  const filled = { iterations: "20", model: "my model.json", others: "iggi", names: "a, b c" };
  assert.equal(agentText("mcts", options, filled), 'mcts(iterations=20, model="my model.json", others=iggi, names=[a, "b c"])');
});
