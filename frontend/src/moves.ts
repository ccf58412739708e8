/** Legal moves as people pick them: by type, by words, or part by part in a form. */

/** A value of a part of an action, as `action_parts` gives it. */
export type PartValue = string | number | boolean | null | PartValue[] | { [name: string]: PartValue };

export interface Move {
  readonly id: number;
  readonly type: string;
  readonly text: string;
  readonly parts: { readonly [name: string]: PartValue };
}

export interface MoveGroup {
  readonly type: string;
  readonly moves: readonly Move[];
}

/** What is chosen in a form: for each part the text of its value. */
export type Chosen = { readonly [part: string]: string };

/** Moves by type, in the order in which the types come first. */
export function grouped(moves: readonly Move[]): MoveGroup[] {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const group = groups.get(move.type);
    if (group) group.push(move);
    else groups.set(move.type, [move]);
  }
  return [...groups].map(([type, of]) => ({ type, moves: of }));
}

/** Whether each wanted word begins a word of the text, in their order: as people type moves. */
export function fits(text: string, wanted: string): boolean {
  const words = text.toLowerCase().split(/[\s,]+/);
  let place = 0;
  for (const begin of wanted.toLowerCase().split(/[\s,]+/).filter(Boolean)) {
    while (place < words.length && !words[place]!.startsWith(begin)) place += 1;
    if (place === words.length) return false;
    place += 1;
  }
  return true;
}

export function filtered(moves: readonly Move[], wanted: string): Move[] {
  return moves.filter((move) => fits(move.text, wanted) || fits(`${move.type} ${move.text}`, wanted));
}

/** The names of the parts in which the moves of a type differ. */
export function partsOf(moves: readonly Move[]): string[] {
  const names = new Map<string, Set<string>>();
  for (const move of moves) {
    for (const [name, value] of Object.entries(move.parts)) {
      if (name === "type") continue;
      const values = names.get(name) ?? new Set<string>();
      names.set(name, values.add(keyOf(value)));
    }
  }
  return [...names].filter(([, values]) => values.size > 1).map(([name]) => name);
}

/** Whether a form is easier than a list: several parts to choose and more moves than one reads. */
export function needsForm(group: MoveGroup, most = 12): boolean {
  const parts = partsOf(group.moves);
  return group.moves.length > most && parts.length > 1 && group.moves.every((move) => parts.every((part) => part in move.parts));
}

/** A value as one text by which forms tell values apart. */
export function keyOf(value: PartValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function agrees(move: Move, chosen: Chosen): boolean {
  return Object.entries(chosen).every(([part, key]) => {
    const value = move.parts[part];
    return value !== undefined && keyOf(value) === key;
  });
}

/** The moves that agree with what is chosen. */
export function agreeing(moves: readonly Move[], chosen: Chosen): Move[] {
  return moves.filter((move) => agrees(move, chosen));
}

/** The values of a part, in their order, each with whether it agrees with the rest of the choice. */
export function choicesOf(
  moves: readonly Move[],
  part: string,
  chosen: Chosen,
): { key: string; value: PartValue; open: boolean }[] {
  const { [part]: _, ...others } = chosen;
  const found = new Map<string, { key: string; value: PartValue; open: boolean }>();
  for (const move of moves) {
    const value = move.parts[part];
    if (value === undefined) continue;
    const key = keyOf(value);
    const open = agrees(move, others);
    const known = found.get(key);
    if (known) known.open ||= open;
    else found.set(key, { key, value, open });
  }
  return [...found.values()];
}

/** The choice after a value was picked: earlier picks that no move has together with it are dropped, the oldest first. */
export function pick(moves: readonly Move[], chosen: Chosen, part: string, key: string): Chosen {
  const { [part]: _, ...others } = chosen;
  const kept = Object.entries(others);
  for (;;) {
    const next = { ...Object.fromEntries(kept), [part]: key };
    if (kept.length === 0 || agreeing(moves, next).length > 0) return next;
    kept.shift();
  }
}

/** A value as a person reads it; seats by the name they have at the table. */
export function valueText(value: PartValue, seatName?: (seat: number) => string, part = ""): string {
  if (typeof value === "number") return seatName && SEAT_PARTS.has(part) ? seatName(value) : String(value);
  if (typeof value === "string") return value;
  if (value === null) return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((item) => valueText(item)).join("–");
  const amounts = Object.entries(value).map(([name, amount]) => `${valueText(amount)} ${name}`);
  return amounts.length ? amounts.join(" + ") : "nothing";
}

const SEAT_PARTS = new Set(["to", "from", "with", "seat", "victim", "steal from"]);
