/** Values of moves and seats as numbers, shares and colours that people read. */

export interface Candidate {
  readonly action: number;
  readonly text: string;
  readonly visits?: number | null;
  readonly probability?: number | null;
  readonly value?: number | null;
  readonly interval?: readonly [number, number] | null;
}

export interface Judged {
  /** How much worse than the best move that was tried enough, as a share of the range of returns. */
  readonly loss: number;
  /** From 0 (nothing is known) to 1: how much of the range the interval leaves out. */
  readonly certainty: number;
  /** How much of the visits or of the probability it had. */
  readonly share: number;
}

/** Each candidate against the best of them, by the id of its action. */
export function judged(moves: readonly Candidate[], range: readonly [number, number]): Map<number, Judged> {
  const width = range[1] - range[0] || 1;
  const total = moves.reduce((sum, move) => sum + (move.visits ?? move.probability ?? 0), 0) || 1;
  const most = Math.max(0, ...moves.map((move) => move.visits ?? 0));
  const trusted = moves.filter((move) => move.value != null && (move.visits == null || move.visits >= most / 10));
  const best = Math.max(...trusted.map((move) => move.value ?? -Infinity));
  const found = new Map<number, Judged>();
  for (const move of moves) {
    const loss = move.value == null || !Number.isFinite(best) ? 0 : Math.max(0, best - move.value) / width;
    found.set(move.action, {
      loss,
      certainty: certainty(move, width),
      share: (move.visits ?? move.probability ?? 0) / total,
    });
  }
  return found;
}

function certainty(move: Candidate, width: number): number {
  if (move.visits == null) return move.probability == null ? 1 : Math.min(1, 0.25 + move.probability);
  if (!move.interval) return move.value == null ? 0 : 1;
  return Math.max(0, Math.min(1, 1 - (move.interval[1] - move.interval[0]) / width));
}

/** The step of a scale of five, from 0 (as good as the best) to 4 (a blunder). */
export function lossStep(loss: number): number {
  const limits = [0.01, 0.03, 0.08, 0.18];
  const step = limits.findIndex((limit) => loss < limit);
  return step < 0 ? limits.length : step;
}

/** Where a value lies in a range, from 0 to 1. */
export function within(value: number, range: readonly [number, number]): number {
  const width = range[1] - range[0];
  return width > 0 ? Math.max(0, Math.min(1, (value - range[0]) / width)) : 0.5;
}

/** A value with as many digits as its range deserves. */
export function valueWords(value: number, range: readonly [number, number]): string {
  const width = range[1] - range[0];
  const text = value.toFixed(width >= 50 ? 0 : width >= 10 ? 1 : 2);
  return range[0] < 0 && Number(text) > 0 ? `+${text}` : text.replace(/^-(0(\.0+)?)$/, "$1").replace("-", "−");
}

export function percent(share: number): string {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  return `${Math.min(99, Math.max(1, Math.round(100 * share)))} %`;
}

export function many(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Seconds as m:ss. */
export function clockWords(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
