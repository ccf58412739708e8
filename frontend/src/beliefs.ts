/** What a seat believes, sorted into the tables that people know from the games. */

export interface Fact {
  readonly fact: string;
  readonly chances: readonly (readonly [string, number])[];
}

/** Rows and columns of chances or averages. */
export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (number | null)[] }[];
}

export interface SortedBeliefs {
  /** How many cards of a kind each seat holds, on average. */
  readonly counts: Grid | null;
  /** How likely each seat holds a card of a kind. */
  readonly holds: Grid | null;
  /** How likely each card is at each place. */
  readonly places: Grid | null;
  /** The cards of the own hand, each with what it may be. */
  readonly hand: readonly Fact[];
  readonly others: readonly Fact[];
}

const COUNT = /^(.+) of (seat \d+)$/;
const HOLDS = /^whether (seat \d+) holds an? (.+?)(?: card)?$/;
const PLACE = /^where (.+) is$/;
const SLOT = /^your slot \d+$/;

export function sortBeliefs(facts: readonly Fact[]): SortedBeliefs {
  const counts = new Cells();
  const holds = new Cells();
  const places = new Cells();
  const hand: Fact[] = [];
  const others: Fact[] = [];
  for (const fact of facts) {
    const count = COUNT.exec(fact.fact);
    const held = HOLDS.exec(fact.fact);
    const place = PLACE.exec(fact.fact);
    if (count && fact.chances.every(([answer]) => /^\d+$/.test(answer))) {
      const mean = fact.chances.reduce((sum, [answer, chance]) => sum + Number(answer) * chance, 0);
      counts.set(count[1]!, count[2]!, mean);
    } else if (held && fact.chances.every(([answer]) => answer === "yes" || answer === "no")) {
      holds.set(held[2]!, held[1]!, chanceOf(fact, "yes"));
    } else if (place) {
      for (const [where, chance] of fact.chances) places.set(place[1]!, where.replace(/^(in the|with|at) /, ""), chance);
    } else if (SLOT.test(fact.fact)) {
      hand.push(fact);
    } else {
      others.push(fact);
    }
  }
  return { counts: counts.grid(null), holds: holds.grid(null), places: places.grid(0), hand, others };
}

function chanceOf(fact: Fact, answer: string): number {
  return fact.chances.find(([given]) => given === answer)?.[1] ?? 0;
}

class Cells {
  readonly #rows = new Map<string, Map<string, number>>();
  readonly #columns = new Set<string>();

  set(row: string, column: string, value: number): void {
    this.#columns.add(column);
    const cells = this.#rows.get(row) ?? new Map<string, number>();
    this.#rows.set(row, cells.set(column, value));
  }

  /** Columns in the order of their names, the envelope first: it is what is looked for. */
  grid(missing: number | null): Grid | null {
    if (this.#rows.size === 0) return null;
    const rank = (name: string): string => (name === "envelope" ? "" : name);
    const columns = [...this.#columns].sort((one, other) => rank(one).localeCompare(rank(other), "en", { numeric: true }));
    const rows = [...this.#rows].map(([name, cells]) => ({ name, cells: columns.map((column) => cells.get(column) ?? missing) }));
    return { columns, rows };
  }
}

/** The likeliest answers of a fact and the chance of all others together. */
export function likeliest(fact: Fact, most: number): { shown: (readonly [string, number])[]; rest: number } {
  const ranked = [...fact.chances].sort((one, other) => other[1] - one[1]);
  const shown = ranked.slice(0, most);
  return { shown, rest: ranked.slice(most).reduce((sum, [, chance]) => sum + chance, 0) };
}

export interface TypeBelief {
  readonly seat: number;
  readonly type: string;
  readonly probability: number;
}

/** Beliefs over types by seat, from the likeliest type to the least. */
export function typesBySeat(types: readonly TypeBelief[]): Map<number, TypeBelief[]> {
  const found = new Map<number, TypeBelief[]>();
  for (const belief of types) found.set(belief.seat, [...(found.get(belief.seat) ?? []), belief]);
  for (const of of found.values()) of.sort((one, other) => other.probability - one.probability);
  return found;
}
