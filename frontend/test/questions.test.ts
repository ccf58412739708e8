import assert from "node:assert/strict";
import { test } from "node:test";
import type { Question } from "../src/messages";
import { answersOf } from "../src/questions";

const question = (id: string, kind: Question["kind"]): Question => ({
  id, kind, text: id, choices: [], least: null, most: null, least_label: "", most_label: "", required: false,
});

test("answers have the type of their question; what was passed over is not there", () => {
  const questions = [question("age", "number"), question("liked", "scale"), question("why", "text"), question("played", "choices"), question("first", "choice"), question("more", "text")];
  const given = new FormData();
  for (const [name, value] of [["age", "41"], ["liked", "5"], ["why", "It was close."], ["played", "Catan"], ["played", "Hanabi"], ["first", "yes"], ["more", " "]]) {
    given.append(name!, value!);
  }
  assert.deepEqual(answersOf(questions, given), { age: 41, liked: 5, why: "It was close.", played: ["Catan", "Hanabi"], first: "yes" });
});
