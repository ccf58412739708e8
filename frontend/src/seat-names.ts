/** What seats are called where the game has names for them, and in which colour they are shown. */

import type { SeatInfo } from "./messages";

type Named = Pick<SeatInfo, "seat" | "seat_name">;

/** Colours of pieces by the names that games give to seats; the others go by their number. */
const COLOURS: { readonly [name: string]: string } = {
  black: "black",
  white: "white",
  scarlett: "0",
  mustard: "3",
  green: "2",
  peacock: "1",
  plum: "4",
};

/** The class that gives something the colour of a seat. */
export function seatClass(seat: number, name = ""): string {
  return `seat-${COLOURS[name.toLowerCase()] ?? seat % 6}`;
}

/** The same, by the seats of a table. */
export function seatClassAt(seats: readonly Named[] | undefined, seat: number): string {
  return seatClass(seat, seats?.find((each) => each.seat === seat)?.seat_name);
}

/** A text of the game, in which seats are numbers, with the names that people see: ``you``, ``blue``, ``Mustard``. */
export function inSeatNames(text: string, seats: readonly Named[], you: number | null): string {
  return text.replace(/\b([Ss])eat (\d+)( [A-Z]\w*)?\b/g, (whole, letter: string, number: string, after = "") => {
    const seat = Number(number);
    const name = seats.find((each) => each.seat === seat)?.seat_name ?? "";
    const rest = after.trim() === name ? "" : after;
    if (letter === "s" && seat === you) return `you${rest}`;
    if (!name || /\d/.test(name)) return whole;
    return (letter === "S" ? name.charAt(0).toUpperCase() + name.slice(1) : name) + rest;
  });
}

/** What is no sentence, or is read by programs. */
const KEPT = new Set(["svg", "name", "seat_name", "player", "game", "watch", "beliefs", "facts", "content", "token"]);

/** A whole message with these names in its texts. */
export function withSeatNames<T>(message: T, seats: readonly Named[], you: number | null): T {
  if (typeof message === "string") return inSeatNames(message, seats, you) as T;
  if (Array.isArray(message)) return message.map((each: unknown) => withSeatNames(each, seats, you)) as T;
  if (typeof message !== "object" || message === null) return message;
  const isPosition = "svg" in message;
  const entries = Object.entries(message).map(([key, value]: [string, unknown]) => {
    const kept = KEPT.has(key) || (isPosition && key === "text");
    return [key, kept ? value : withSeatNames(value, seats, you)];
  });
  return Object.fromEntries(entries) as T;
}
