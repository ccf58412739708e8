/** Looking at other positions than the present one: earlier turns, other viewpoints, what if. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Connection } from "./connection";
import type { PositionShown, Thought } from "./messages";

/** Milliseconds. */
const REST = 60;

export interface Cursor {
  readonly turn: number;
  readonly viewpoint: number | null;
  /** What-if moves after that turn. */
  readonly moves: readonly number[];
}

export interface Look {
  /** Where one looks; null for the present. */
  readonly cursor: Cursor | null;
  readonly shown: PositionShown | null;
  readonly problem: string;
  readonly analysis: Thought | null;
  readonly analysing: boolean;
  readonly go: (cursor: Cursor | null) => void;
  readonly analyse: () => void;
  readonly stop: () => void;
  /** Thoughts of an analysis arrive as news. */
  readonly hearAnalysis: (request: number | null, thought: Thought) => void;
}

export function useLook(connection: Connection | null): Look {
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const [shown, setShown] = useState<PositionShown | null>(null);
  const [problem, setProblem] = useState("");
  const [analysis, setAnalysis] = useState<Thought | null>(null);
  const [running, setRunning] = useState<number | null>(null);
  const runningNow = useRef<number | null>(null);
  runningNow.current = running;

  const stop = useCallback(() => {
    if (runningNow.current !== null) connection?.tell({ type: "stop", of: runningNow.current });
    runningNow.current = null;
    setRunning(null);
  }, [connection]);

  const go = useCallback(
    (next: Cursor | null) => {
      stop();
      setAnalysis(null);
      setProblem("");
      setCursor(next);
      if (!next) setShown(null);
    },
    [stop],
  );

  useEffect(() => {
    if (!cursor || !connection) return undefined;
    let current = true;
    // A dragged slider passes many turns: only those where it rests are asked for.
    const timer = setTimeout(() => {
      connection.ask({ type: "look_at", turn: cursor.turn, viewpoint: cursor.viewpoint, moves: [...cursor.moves] }).then(
        (reply) => {
          if (current && reply.type === "position") setShown(reply);
        },
        (error: Error) => {
          if (current) setProblem(error.message);
        },
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [cursor, connection]);

  const analyse = useCallback(() => {
    if (!cursor || !connection) return;
    stop();
    setAnalysis(null);
    setRunning(connection.tell({ type: "analyse", turn: cursor.turn, moves: [...cursor.moves] }));
  }, [cursor, connection, stop]);

  const hearAnalysis = useCallback((request: number | null, thought: Thought) => {
    if (request === null || request !== runningNow.current) return;
    setAnalysis(thought);
    if (thought.finished !== false) {
      runningNow.current = null;
      setRunning(null);
    }
  }, []);

  return { cursor, shown, problem, analysis, analysing: running !== null, go, analyse, stop, hearAnalysis };
}
