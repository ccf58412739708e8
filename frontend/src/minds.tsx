/** Looking into minds: what agents consider, expect and believe, and what one could know oneself. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Beliefs, TypeBeliefs } from "./beliefs-view";
import { Candidates } from "./candidates";
import type { OwnMind, Thought } from "./messages";
import { inSeatNames, seatClassAt } from "./seat-names";
import { seatName } from "./table-state";
import type { SeenThought, TableState } from "./table-state";
import { judged, many } from "./values";

interface MindsProps {
  readonly table: TableState;
  /** A thought about the position that is shown, where it is not the newest of a seat. */
  readonly shown?: { readonly thought: Thought; readonly title: string } | null;
  /** Whether the newest thoughts are about what is shown. */
  readonly live: boolean;
  readonly pointed: number | null;
  readonly onPoint: (action: number | null) => void;
  readonly onWhy?: ((text: string) => Promise<string>) | undefined;
}

export function Minds(props: MindsProps): VNode {
  const { table, shown, live } = props;
  const name = (seat: number): string => seatName(table.joined, seat);
  const called = callerAt(table);
  const seats = live ? [...table.thoughts.values()].sort((one, other) => one.seat - other.seat) : [];
  const own = live && !table.state?.over && knows(table.own) ? table.own : null;
  return (
    <section class="minds" aria-label="Minds">
      {shown && (
        <article>
          <h2>{shown.title}</h2>
          <Mind thought={shown.thought} {...props} owner={name(shown.thought.seat)} />
        </article>
      )}
      {own && table.joined?.you !== null && (
        <article class="own">
          <h2>What you could know</h2>
          <Beliefs facts={own.facts} counted={own.counted} owner="you" called={called} reasons={own.certain} />
          {props.onWhy && <Why ask={props.onWhy} />}
        </article>
      )}
      {seats.map((seen) => (
        <article key={seen.seat}>
          <details open>
            <summary>
              <h2>
                <span class={`disc ${seatClassAt(table.joined?.seats, seen.seat)}`} aria-hidden="true">
                  {seen.seat}
                </span>{" "}
                The mind of {name(seen.seat)}
                {seen.thought.finished === false && <span class="live">thinking</span>}
              </h2>
            </summary>
            <Mind thought={seen.thought} {...props} owner={name(seen.seat)} />
            <CouldKnow table={table} seen={seen} owner={name(seen.seat)} />
            <TypeBeliefs moments={table.types.get(seen.seat) ?? []} seatName={name} />
          </details>
        </article>
      ))}
      {!shown && !own && seats.length === 0 && <p class="quiet">{nothing(table)}</p>}
    </section>
  );
}

/** What the seat of an agent could know, where the agent itself tells nothing of what it believes. */
function CouldKnow(props: { table: TableState; seen: SeenThought; owner: string }): VNode | null {
  const { table, seen, owner } = props;
  const known = table.known.get(seen.seat) ?? null;
  if (!knows(known) || table.state?.over) return null;
  const told = seen.thought.beliefs?.length;
  return (
    <>
      {!told && known.facts.length > 0 && <p class="quiet">What {owner} could know, by the rules alone:</p>}
      <Beliefs facts={told ? [] : known.facts} counted={told ? 0 : known.counted} owner={owner} called={callerAt(table)} reasons={known.certain} />
    </>
  );
}

/** What places are called at a table. */
function callerAt(table: TableState): (place: string) => string {
  const { joined } = table;
  return (place) => (joined ? inSeatNames(place, joined.seats, joined.you) : place);
}

function knows(own: OwnMind | null): own is OwnMind {
  return own !== null && (own.facts.length > 0 || own.certain.length > 0);
}

function nothing(table: TableState): string {
  const minds = table.joined?.minds;
  if (minds === "none" && !table.state?.over) return "At this table minds are closed until the game is over.";
  if (minds === "own" && !table.state?.over) return "At this table the minds of others are closed until the game is over.";
  return "No agent has told anything about this position.";
}

function Mind(props: MindsProps & { thought: Thought; owner: string }): VNode {
  const { thought, table } = props;
  const range = table.joined?.returns ?? [0, 1];
  const effort = [
    thought.iterations && many(thought.iterations, "iteration"),
    thought.nodes && many(thought.nodes, "node"),
    thought.depth && `${many(thought.depth, "move")} deep`,
  ].filter(Boolean);
  return (
    <>
      {effort.length > 0 && <p class="quiet">{effort.join(", ")}</p>}
      <Candidates
        moves={thought.moves}
        judged={judged(thought.moves, range)}
        range={range}
        seatName={(seat) => seatName(table.joined, seat)}
        pointed={props.pointed}
        onPoint={props.onPoint}
      />
      {thought.beliefs && <Beliefs facts={thought.beliefs} counted={thought.counted ?? 0} owner={props.owner} called={callerAt(table)} />}
    </>
  );
}

/** Asks for the reasons behind what is certain. */
function Why(props: { ask: (text: string) => Promise<string> }): VNode {
  const [answer, setAnswer] = useState("");
  return (
    <form
      class="why"
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get("text") ?? "").trim();
        props.ask(text).then(setAnswer, (error: Error) => setAnswer(error.message));
      }}
    >
      <label>
        <span class="sr">Why is it certain? Name a card</span>
        <input name="text" placeholder="Why? Name a card" maxLength={80} />
      </label>
      <button type="submit">Why?</button>
      <p class="reasons" aria-live="polite">
        {answer}
      </p>
    </form>
  );
}
