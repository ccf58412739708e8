/** Who shall sit where at a new table, as the lobby holds it. */

import type { GameDetails, SeatChoice } from "./messages";
import { agentText } from "./options";
import type { Filled } from "./options";

export interface SeatPlan {
  /** ``me``, ``person``, ``level 3``, ``agent best`` or ``text``. */
  readonly who: string;
  readonly filled: Filled;
  /** A player text, where the agent is given by one. */
  readonly text: string;
  readonly name: string;
}

const ME: SeatPlan = { who: "me", filled: {}, text: "", name: "" };
const USUAL_LEVEL = 3;

/** Who sits at a table at first: oneself, and opponents of a friendly strength. */
export function usualPlans(details: GameDetails, mine = 0): SeatPlan[] {
  const usual = details.levels.length ? `level ${Math.min(USUAL_LEVEL, details.levels.length)}` : `agent ${details.agents[0]?.name ?? "random"}`;
  return Array.from({ length: details.seats }, (_, seat) => (seat === mine ? ME : { ...ME, who: usual }));
}

/** The plans after a change of the game: who can still sit stays. */
export function keptPlans(before: readonly SeatPlan[], details: GameDetails): SeatPlan[] {
  const usual = usualPlans(details, before.findIndex((plan) => plan.who === "me"));
  return usual.map((plan, seat) => {
    const old = before[seat];
    return old && sits(old, details) ? old : plan;
  });
}

function sits(plan: SeatPlan, details: GameDetails): boolean {
  const [kind, name] = plan.who.split(" ");
  if (kind === "level") return details.levels.some((level) => String(level.number) === name);
  return kind !== "agent" || details.agents.some((agent) => agent.name === name);
}

/** The plans after somebody else was put on a seat; one person sits on one seat. */
export function seated(plans: readonly SeatPlan[], seat: number, plan: SeatPlan): SeatPlan[] {
  const before = plans[seat];
  return plans.map((each, place) => {
    if (place === seat) return plan;
    return plan.who === "me" && each.who === "me" && before ? { ...before } : each;
  });
}

export function seatChoice(plan: SeatPlan, details: GameDetails, me: string): SeatChoice {
  const [kind, name] = plan.who.split(" ");
  switch (kind) {
    case "me":
      return { kind: "me", name: me };
    case "person":
      return { kind: "person", name: plan.name };
    case "level":
      return { kind: "level", level: Number(name) };
    case "text":
      return { kind: "agent", player: plan.text };
    default: {
      const agent = details.agents.find((each) => each.name === name);
      return { kind: "agent", player: agentText(name ?? "", agent?.options ?? [], plan.filled) };
    }
  }
}
