import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentInfo, GameDetails } from "../src/messages";
import { keptPlans, seatChoice, seated, usualPlans } from "../src/seat-setup";

const agent = (name: string): AgentInfo => ({ name, text: name, summary: "", source: "ours", honesty: "honest", cost: "", options: [] });
const details = (seats: number, levels: number, agents: string[]): GameDetails => ({
  type: "game", request: null, game: "g", seats, seat_names: [], goals: [], best: "best",
  agents: agents.map(agent),
  levels: Array.from({ length: levels }, (_, at) => ({ number: at + 1, player: "x", strength: 0, low: 0, high: 0 })),
});

test("at first one sits oneself, against level 3 or the first agent", () => {
  assert.deepEqual(usualPlans(details(3, 10, ["best"])).map((plan) => plan.who), ["me", "level 3", "level 3"]);
  assert.deepEqual(usualPlans(details(2, 0, ["best"])).map((plan) => plan.who), ["me", "agent best"]);
});

test("who can still sit stays when the rules change", () => {
  const plans = seated(usualPlans(details(4, 10, ["best"])), 1, { who: "agent best", filled: {}, text: "", name: "" });
  assert.deepEqual(keptPlans(plans, details(2, 10, ["best"])).map((plan) => plan.who), ["me", "agent best"]);
  assert.deepEqual(keptPlans(plans, details(2, 0, ["random"])).map((plan) => plan.who), ["me", "agent random"]);
});

test("who takes another seat leaves the old one", () => {
  const plans = usualPlans(details(2, 10, ["best"]));
  assert.deepEqual(seated(plans, 1, plans[0]!).map((plan) => plan.who), ["level 3", "me"]);
  assert.deepEqual(seated(plans, 0, { ...plans[1]! }).map((plan) => plan.who), ["level 3", "level 3"]);
});

test("nobody is put back on a seat by a change of rules who left it", () => {
  const watched = seated(usualPlans(details(2, 10, ["best"])), 0, { who: "level 2", filled: {}, text: "", name: "" });
  assert.deepEqual(keptPlans(watched, details(2, 10, ["best"])).map((plan) => plan.who), ["level 2", "level 3"]);
});

test("plans become what the server takes", () => {
  const game = details(2, 10, ["best"]);
  const plan = { filled: {}, text: "search(iterations=9)", name: "Ann" };
  assert.deepEqual(seatChoice({ ...plan, who: "me" }, game, "Eve"), { kind: "me", name: "Eve" });
  assert.deepEqual(seatChoice({ ...plan, who: "person" }, game, "Eve"), { kind: "person", name: "Ann" });
  assert.deepEqual(seatChoice({ ...plan, who: "level 7" }, game, "Eve"), { kind: "level", level: 7 });
  assert.deepEqual(seatChoice({ ...plan, who: "text" }, game, "Eve"), { kind: "agent", player: "search(iterations=9)" });
  assert.deepEqual(seatChoice({ ...plan, who: "agent best" }, game, "Eve"), { kind: "agent", player: "best" });
});
