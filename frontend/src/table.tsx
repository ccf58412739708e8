/** A table: the board, one's moves, what happened, minds, and looking back. */

import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board } from "./board";
import { Dialog } from "./dialog";
import { Frame, useHeldPreferences } from "./frame";
import type { Key } from "./keys";
import type { Action, Joined, Position, Thought } from "./messages";
import { Minds } from "./minds";
import { MoveList } from "./move-list";
import type { Move } from "./moves";
import { ReviewPanel } from "./review";
import { Seats } from "./seats";
import { SaveDialog, ShareDialog } from "./share";
import { capital, seatName, turnWords } from "./table-state";
import { GameActions, Log, PaceControl, Status } from "./table-side";
import { useTable } from "./use-table";
import type { Table } from "./use-table";
import { judged, percent } from "./values";

interface TablePageProps {
  readonly token: string;
  /** A turn to look at first, from a shared link. */
  readonly turn: number | null;
  /** Stands above the table: the page of a study. */
  readonly banner?: VNode;
  readonly onOver?: () => void;
}

type Open = { readonly what: "save" | "share" | "resign" } | { readonly what: "confirm"; readonly action: number };

export function TablePage(props: TablePageProps): VNode {
  const at = useTable(props.token, props.onOver);
  const { table, look } = at;
  const { joined, state } = table;
  const [open, setOpen] = useState<Open | null>(null);
  const over = state?.over ?? false;
  const present = state?.position.turn ?? 0;

  useEffect(() => {
    if (joined && state && props.turn !== null) look.go({ turn: Math.min(props.turn, present), viewpoint: joined.you, moves: [] });
  }, [joined?.number, state !== null, props.turn]);

  const goTo = useCallback(
    (turn: number) => {
      const bounded = Math.max(0, Math.min(present, turn));
      const viewpoint = look.cursor ? look.cursor.viewpoint : (joined?.you ?? null);
      look.go(!over && bounded === present ? null : { turn: bounded, viewpoint, moves: [] });
    },
    [look.cursor, look.go, joined?.you, present, over],
  );

  const filter = useRef<HTMLInputElement>(null);
  const keys = useTableKeys(at, filter, goTo, setOpen);
  const said = useSaid(at);
  const title = joined?.title ?? "Table";
  useEffect(() => {
    const mine = joined && state && !over && state.position.actor === joined.you;
    document.title = `${mine ? "● " : ""}${title} · Otherminds`;
  }, [title, joined, state, over]);

  return (
    <Frame
      title={title}
      keys={keys}
      status={at.status}
      said={said}
      tools={
        joined &&
        minded(joined, over) && (
          <button type="button" class={at.minds ? "toggle on" : "toggle"} aria-pressed={at.minds} onClick={() => at.setMinds(!at.minds)} title="Minds (m)">
            Minds
          </button>
        )
      }
    >
      {props.banner}
      {at.problem && (
        <p class="problem notice" role="alert">
          {at.problem}
          <button type="button" class="icon" aria-label="Dismiss" onClick={at.dismiss}>
            ×
          </button>
        </p>
      )}
      {table.closed && (
        <section class="card">
          <p>{table.closed}</p>
          <a href="#/">To the lobby</a>
        </section>
      )}
      {!table.closed && !(joined && state) && <p class="quiet loading">Coming to the table …</p>}
      {joined && state && <Sheet at={at} filter={filter} goTo={goTo} setOpen={setOpen} />}
      {joined && open?.what === "save" && at.connection && (
        <SaveDialog
          connection={at.connection}
          joined={joined}
          over={over}
          turn={look.cursor?.turn ?? present}
          viewpoint={look.cursor ? look.cursor.viewpoint : joined.you}
          onClose={() => setOpen(null)}
        />
      )}
      {joined && open?.what === "share" && (
        <ShareDialog joined={joined} token={props.token} turn={look.cursor?.turn ?? present} onClose={() => setOpen(null)} />
      )}
      {open?.what === "resign" && (
        <Ask
          title="Resign"
          question="Give this game up?"
          yes="Resign"
          onYes={at.resign}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === "confirm" && (
        <Ask
          title="Move"
          question={`${capital(state?.position.actions.find((action) => action.id === open.action)?.text ?? "this move")}?`}
          yes="Do it"
          onYes={() => at.act(open.action)}
          onClose={() => setOpen(null)}
        />
      )}
    </Frame>
  );
}

/** Whether minds may be seen, now or at all. */
function minded(joined: Joined, over: boolean): boolean {
  return joined.minds !== "none" || (over && !joined.study);
}

function Ask(props: { title: string; question: string; yes: string; onYes: () => void; onClose: () => void }): VNode {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.question}</p>
      <div class="buttons">
        <button
          type="button"
          class="main"
          onClick={() => {
            props.onClose();
            props.onYes();
          }}
        >
          {props.yes}
        </button>
        <button type="button" onClick={props.onClose}>
          No
        </button>
      </div>
    </Dialog>
  );
}

interface SheetProps {
  readonly at: Table;
  readonly filter: { current: HTMLInputElement | null };
  readonly goTo: (turn: number) => void;
  readonly setOpen: (open: Open) => void;
}

function Sheet({ at, filter, goTo, setOpen }: SheetProps): VNode {
  const [preferences] = useHeldPreferences();
  const [pointed, setPointed] = useState<number | null>(null);
  const { table, look, act } = at;
  const joined = table.joined!;
  const state = table.state!;
  const present = state.position.turn;
  const position = look.cursor && look.shown ? look.shown.position : state.position;
  const live = look.cursor === null;
  const whatIf = state.over && !live && !joined.study;
  const mine = live && !state.over && position.actor === joined.you && !at.acting;
  const moves = useMemo(() => position.actions.map(moveOf), [position]);
  const byId = useMemo(() => new Map(moves.map((move) => [move.id, move])), [moves]);
  const drawn = useMemo(() => drawnOf(position), [position]);

  const choose = useCallback(
    (action: number) => {
      if (whatIf && look.cursor) look.go({ ...look.cursor, moves: [...look.cursor.moves, action] });
      else if (preferences.confirm) setOpen({ what: "confirm", action });
      else act(action);
    },
    [whatIf, look.cursor, look.go, preferences.confirm, setOpen, act],
  );

  const shown = thoughtShown(at);
  const marks = useMemo(
    () => (at.minds && shown && shown.turn === position.turn ? judged(shown.thought.moves, joined.returns) : undefined),
    [at.minds, shown?.thought, shown?.turn, position.turn, joined.returns],
  );
  const values = at.minds ? expected(at, shown) : { values: [], by: "" };
  const minds = at.minds && minded(joined, state.over);
  return (
    <div class={`sheet ${minds ? "with-minds" : ""}`}>
      <div class="board-column">
        {!live && (
          <p class="looking">
            {`Turn ${look.cursor!.turn} of ${present}, seen by ${look.cursor!.viewpoint === null ? "all" : seatName(joined, look.cursor!.viewpoint)}`}
            <button type="button" onClick={() => look.go(null)}>
              {state.over ? "To the end" : "To the present"}
            </button>
          </p>
        )}
        {position.svg ? (
          <Board
            svg={position.svg}
            label={`Board of ${joined.title}, turn ${position.turn}. ${live ? turnWords(joined, state) : ""}`}
            moves={byId}
            onAct={mine || whatIf ? choose : undefined}
            judged={marks}
            onPoint={setPointed}
            pointed={pointed}
          />
        ) : (
          <pre class="board-text" tabIndex={0} aria-label="The position">
            {position.text}
          </pre>
        )}
        {position.svg && (
          <details class="as-text">
            <summary>The position as text</summary>
            <pre tabIndex={0}>{position.text}</pre>
          </details>
        )}
      </div>
      <div class="side-column">
        <Status joined={joined} state={state} moves={table.moves} />
        {joined.watched && <PaceControl pace={joined.pace} over={state.over} onPace={at.setPace} onStep={at.step} />}
        {at.advice && <p class="advice">{at.advice.sentence}</p>}
        {(mine || (whatIf && moves.length > 0)) && (
          <MoveList
            key={whatIf ? "what-if" : "mine"}
            moves={moves}
            onAct={choose}
            onPoint={setPointed}
            seatName={(seat) => seatName(joined, seat)}
            filter={filter}
            drawn={drawn}
          />
        )}
        {whatIf && position.actor >= 0 && moves.length === 0 && look.shown && (
          <p class="quiet">
            To try other moves,{" "}
            <button type="button" onClick={() => look.go({ ...look.cursor!, viewpoint: position.actor })}>
              look as {seatName(joined, position.actor)}
            </button>
          </p>
        )}
        {whatIf && position.outcomes.length > 0 && <Outcomes position={position} onPick={choose} />}
        <Seats joined={joined} state={state} values={values.values} by={values.by} />
        <GameActions
          joined={joined}
          state={state}
          onTakeBack={at.takeBack}
          onAdvice={at.askAdvice}
          onResign={() => setOpen({ what: "resign" })}
          onRematch={at.rematch}
          onSave={() => setOpen({ what: "save" })}
          onShare={() => setOpen({ what: "share" })}
        />
        {state.over && (
          <ReviewPanel
            table={table}
            look={look}
            turns={present}
            reviewing={at.reviewing}
            onReview={at.startReview}
            onStopReview={at.stopReview}
            onPlayFrom={at.playFrom}
          />
        )}
        <Log seats={joined.seats} moves={table.moves} turn={look.cursor?.turn ?? present} present={present} onTurn={goTo} />
      </div>
      {minds && (
        <div class="minds-column">
          <Minds
            table={table}
            live={live}
            shown={shownApart(at, shown)}
            pointed={pointed}
            onPoint={setPointed}
            onWhy={joined.explains && !state.over ? at.why : undefined}
          />
        </div>
      )}
    </div>
  );
}

function Outcomes(props: { position: Position; onPick: (outcome: number) => void }): VNode {
  return (
    <section class="moves" aria-label="What chance may do">
      <h2>Chance</h2>
      <div class="buttons">
        {props.position.outcomes.map((outcome) => (
          <button key={outcome.id} type="button" class="move" onClick={() => props.onPick(outcome.id)}>
            {outcome.text} <span class="quiet">{percent(outcome.probability)}</span>
          </button>
        ))}
      </div>
    </section>
  );
}

function moveOf(action: Action): Move {
  return { id: action.id, type: action.type, text: action.text, parts: action.parts as Move["parts"] };
}

/** The actions that parts of the drawing stand for. */
function drawnOf(position: Position): ReadonlySet<number> {
  if (!position.svg) return new Set();
  const listed = new Set(Object.values(position.listed).flat());
  return new Set(position.actions.map((action) => action.id).filter((id) => !listed.has(id)));
}

interface Shown {
  readonly thought: Thought;
  readonly turn: number;
  readonly title: string;
}

/** The thought about the position on the board: an analysis, what was thought there, advice, or what the actor thinks now. */
function thoughtShown(at: Table): Shown | null {
  const { look, table, advice } = at;
  const name = (seat: number): string => seatName(table.joined, seat);
  if (look.cursor) {
    if (!look.shown) return null;
    const turn = look.shown.position.turn;
    if (look.analysis) return { thought: look.analysis, turn, title: "Analysis of this position" };
    const { thought } = look.shown;
    return thought && { thought, turn, title: `What ${name(thought.seat)} thought here` };
  }
  if (advice?.thought) return { thought: advice.thought, turn: advice.turn, title: "Advice: what the best agent would do" };
  const actor = table.state?.position.actor ?? -2;
  const seen = table.thoughts.get(actor);
  return seen ? { thought: seen.thought, turn: seen.turn, title: `The mind of ${name(actor)}` } : null;
}

/** The same, unless it is among the minds that are listed anyway. */
function shownApart(at: Table, shown: Shown | null): Shown | null {
  return at.look.cursor || at.advice?.thought ? shown : null;
}

/** What each seat is expected to get by the thought that is shown, or else by the newest that tells. */
function expected(at: Table, shown: Shown | null): { values: readonly number[]; by: string } {
  const newest = at.look.cursor ? [] : [...at.table.thoughts.values()].sort((one, other) => other.turn - one.turn);
  const found = [...(shown ? [shown.thought] : []), ...newest.map((seen) => seen.thought)].find((thought) => thought.values?.length);
  return found ? { values: found.values ?? [], by: `as ${seatName(at.table.joined, found.seat)} sees it` } : { values: [], by: "" };
}

function useTableKeys(
  at: Table,
  filter: { current: HTMLInputElement | null },
  goTo: (turn: number) => void,
  setOpen: (open: Open) => void,
): Key[] {
  const { table, look } = at;
  const { joined, state } = table;
  if (!joined || !state) return [];
  const present = state.position.turn;
  const turn = look.cursor?.turn ?? present;
  const playing = joined.you !== null && !state.over;
  const keys: Key[] = [
    { key: "b", does: "go to the board", run: () => document.querySelector<SVGElement>(".board [data-actions][tabindex='0']")?.focus() },
    {
      key: "/",
      does: "find a move by its words",
      run: () => (filter.current ?? document.querySelector<HTMLElement>(".moves .move, .moves select"))?.focus(),
    },
    ...(minded(joined, state.over) ? [{ key: "m", does: at.minds ? "close the minds" : "open the minds", run: () => at.setMinds(!at.minds) }] : []),
    { key: "ArrowLeft", does: "look at the turn before", run: () => goTo(turn - 1) },
    { key: "ArrowRight", does: "look at the turn after", run: () => goTo(turn + 1) },
    { key: "Home", does: "look at the first turn", run: () => goTo(0) },
    { key: "End", does: "back to the last turn", run: () => goTo(present) },
  ];
  if (playing) {
    if (joined.take_back) keys.push({ key: "u", does: "take back my last move", run: () => state.can_take_back && at.takeBack() });
    if (joined.minds !== "none") keys.push({ key: "a", does: "ask for advice", run: at.askAdvice });
    keys.push({ key: "R", does: "resign", run: () => setOpen({ what: "resign" }) });
  }
  if (joined.watched && !state.over) {
    keys.push({ key: "s", does: "one move", run: at.step });
    keys.push({ key: " ", does: joined.pace === null ? "let them play" : "stop them", run: () => at.setPace(joined.pace === null ? 1 : null) });
  }
  if (state.over) {
    keys.push({ key: "n", does: "go to the next of the biggest mistakes", run: () => goTo(nextMistake(at, turn)) });
    if (joined.you !== null && !joined.study) keys.push({ key: "r", does: "rematch", run: () => at.rematch(false) });
  }
  keys.push({ key: "w", does: "save", run: () => setOpen({ what: "save" }) });
  return keys;
}

/** Mistakes in the order of the game, beginning again after the last. */
function nextMistake(at: Table, turn: number): number {
  const turns = [...(at.table.review?.mistakes ?? [])].sort((one, other) => one - other);
  return turns.find((each) => each > turn) ?? turns[0] ?? turn;
}

/** What a screen reader says: moves as they come, whose turn it is, the end. */
function useSaid(at: Table): string {
  const [preferences] = useHeldPreferences();
  const { joined, state, moves } = at.table;
  const heard = useRef(0);
  return useMemo(() => {
    if (!joined || !state) return "";
    const news = moves.filter((move) => move.turn >= heard.current && move.actor !== joined.you).map((move) => move.text);
    heard.current = state.position.turn;
    const mine = state.position.actor === joined.you || state.over;
    const words = preferences.announce === "all" ? news.slice(-6) : [];
    return [...words, ...(mine ? [turnWords(joined, state)] : [])].filter(Boolean).join(" ");
  }, [state?.position.turn, state?.over, joined?.number]);
}
