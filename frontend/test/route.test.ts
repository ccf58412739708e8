import assert from "node:assert/strict";
import { test } from "node:test";
import { readRoute, writeRoute } from "../src/route";
import type { Route } from "../src/route";

test("addresses are read as they are written", () => {
  const routes: Route[] = [
    { page: "lobby" },
    { page: "stored" },
    { page: "table", token: "a-b_c", turn: null },
    { page: "table", token: "a/b", turn: 12 },
    { page: "study", study: "ledford", token: "" },
    { page: "study", study: "ledford", token: "xyz" },
  ];
  for (const route of routes) assert.deepEqual(readRoute(writeRoute(route)), route);
});

test("anything else is the lobby", () => {
  for (const hash of ["", "#", "#/", "#/nothing/here", "#/table", "#/%"]) assert.deepEqual(readRoute(hash), { page: "lobby" });
  assert.deepEqual(readRoute("#/table/x/turn/99999999"), { page: "table", token: "x", turn: null });
});
