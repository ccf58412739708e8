import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Connection, LOST } from "../src/connection";
import type { Socket, Status } from "../src/connection";
import type { Reply } from "../src/messages";

class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly sent: { type: string; request: number }[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.onclose?.();
  }
  say(reply: object): void {
    this.onmessage?.({ data: JSON.stringify(reply) });
  }
}

let connection: Connection | undefined;
afterEach(() => connection?.close());

function begin(options: { pingEvery?: number } = {}) {
  const sockets: FakeSocket[] = [];
  const statuses: Status[] = [];
  const heard: Reply[] = [];
  connection = new Connection({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    greet: () => [{ type: "join", token: "secret" }],
    hear: (reply) => heard.push(reply),
    onStatus: (status) => statuses.push(status),
    delay: 1,
    ...options,
  });
  return { sockets, statuses, heard, connection };
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.ok(holds());
}

test("it greets first, and answers find their requests", async () => {
  const { sockets, heard, connection } = begin();
  sockets[0]!.onopen!();
  const answer = connection.ask({ type: "act", turn: 3, action: 7 });
  assert.deepEqual(sockets[0]!.sent.map((message) => [message.type, message.request]), [["join", 1], ["act", 2]]);
  sockets[0]!.say({ type: "accepted", request: 2, turn: 4 });
  assert.equal((await answer).type, "accepted");
  assert.equal(heard.length, 1);
});

test("what is refused is an error with the server's sentence", async () => {
  const { sockets, heard, connection } = begin();
  sockets[0]!.onopen!();
  const answer = connection.ask({ type: "act", turn: 3, action: 7 });
  sockets[0]!.say({ type: "refused", request: 2, sentence: "It is not your turn." });
  await assert.rejects(answer, /It is not your turn/);
  assert.equal(heard.length, 0);
  sockets[0]!.say({ type: "refused", request: 1, sentence: "There is no such table." });
  assert.equal(heard.length, 1, "a refusal nobody waits for is news");
});

test("a lost connection ends what waits, comes back and greets again", async () => {
  const { sockets, statuses, connection } = begin();
  sockets[0]!.onopen!();
  const answer = connection.ask({ type: "step" });
  sockets[0]!.onclose!();
  await assert.rejects(answer, new RegExp(LOST));
  await assert.rejects(connection.ask({ type: "step" }), new RegExp(LOST));
  await until(() => sockets.length === 2);
  sockets[1]!.onclose!();
  await until(() => sockets.length === 3);
  sockets[2]!.onopen!();
  assert.deepEqual(sockets[2]!.sent.map((message) => message.type), ["join"]);
  assert.deepEqual(statuses.slice(0, 3), ["connecting", "open", "lost"]);
  assert.equal(statuses.at(-1), "open");
});

test("a server that says nothing any more is left", async () => {
  const { sockets } = begin({ pingEvery: 3 });
  sockets[0]!.onopen!();
  await until(() => sockets[0]!.sent.some((message) => message.type === "ping"));
  await until(() => sockets.length === 2);
});
