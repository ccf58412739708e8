/** The connection to the server: answers to requests, news, and coming back after a loss. */

import type { Reply, Request } from "./messages";

type Unnumbered<T> = T extends unknown ? Omit<T, "request"> : never;

/** A message without its number, which the connection gives it. */
export type Message = Unnumbered<Request>;

export type Status = "connecting" | "open" | "lost" | "closed";

/** What the connection needs of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

interface Waiting {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

export interface ConnectionOptions {
  /** Opens a socket. */
  readonly open: () => Socket;
  /** What is said first, each time that a socket opens. */
  readonly greet: () => Message[];
  /** Everything that arrives, answers included. */
  readonly hear: (reply: Reply) => void;
  readonly onStatus: (status: Status) => void;
  /** Puts a message into the words of the page before anybody gets it. */
  readonly reword?: (reply: Reply) => Reply;
  /** Milliseconds before the first attempt to come back; each attempt doubles it. */
  readonly delay?: number;
  /** Milliseconds between questions whether the server is still there. */
  readonly pingEvery?: number;
}

const LONGEST_DELAY = 5_000;
/** Why a request has no answer. */
export const LOST = "The connection was lost before the server answered.";

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #waiting = new Map<number, Waiting>();
  #socket: Socket | null = null;
  #number = 0;
  #attempts = 0;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #heard = true;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Sends a message and gives its first answer; what the server refuses is an error with its sentence. */
  ask(message: Message): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const number = this.#send(message);
      if (number === null) reject(new Error(LOST));
      else this.#waiting.set(number, { resolve, reject });
    });
  }

  /** Sends a message whose answers arrive as news; gives its number, or null where nobody hears it. */
  tell(message: Message): number | null {
    return this.#send(message);
  }

  /** Tries at once to come back, if the connection is lost: the network or the screen is on again. */
  wake(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#lose();
    socket?.close();
    this.#options.onStatus("closed");
  }

  #send(message: Message): number | null {
    if (!this.#socket) return null;
    this.#number += 1;
    this.#socket.send(JSON.stringify({ ...message, request: this.#number }));
    return this.#number;
  }

  #connect(): void {
    this.#options.onStatus(this.#attempts ? "lost" : "connecting");
    const socket = this.#options.open();
    socket.onopen = () => {
      this.#socket = socket;
      this.#attempts = 0;
      this.#heard = true;
      this.#options.onStatus("open");
      for (const message of this.#options.greet()) this.#send(message);
      this.#ping = setInterval(() => this.#check(), this.#options.pingEvery ?? 20_000);
    };
    socket.onmessage = (event) => this.#hear(String(event.data));
    socket.onclose = () => {
      if (this.#closed) return;
      this.#lose();
      this.#options.onStatus("lost");
      const delay = Math.min(LONGEST_DELAY, (this.#options.delay ?? 250) * 2 ** this.#attempts);
      this.#attempts += 1;
      this.#retry = setTimeout(() => this.#connect(), delay);
    };
  }

  /** A server that has not said anything since the last check is gone: a sleeping machine does not notice. */
  #check(): void {
    if (!this.#heard) {
      this.#socket?.close();
      return;
    }
    this.#heard = false;
    this.#send({ type: "ping" });
  }

  #lose(): void {
    clearInterval(this.#ping);
    this.#socket = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const each of waiting) each.reject(new Error(LOST));
  }

  #hear(text: string): void {
    const sent = JSON.parse(text) as Reply;
    const reply = this.#options.reword?.(sent) ?? sent;
    this.#heard = true;
    const number = reply.request;
    const waiting = number == null ? undefined : this.#waiting.get(number);
    if (number != null) this.#waiting.delete(number);
    if (waiting && reply.type === "refused") waiting.reject(new Error(reply.sentence));
    else waiting?.resolve(reply);
    if (reply.type !== "pong" && !(waiting && reply.type === "refused")) this.#options.hear(reply);
  }
}

/** A socket to the server that the page came from. */
export function openSocket(): Socket {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`) as Socket;
}
