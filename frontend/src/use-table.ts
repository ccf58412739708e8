/** A table as the page uses it: what was heard, and everything one can do, each with its problem as a sentence. */

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import type { Connection, Message, Status } from "./connection";
import { LOST } from "./connection";
import { useLook } from "./look";
import type { Cursor, Look } from "./look";
import type { Advice, Joined, Reply } from "./messages";
import { kept } from "./preferences";
import { writeRoute } from "./route";
import { withSeatNames } from "./seat-names";
import { keepLinks } from "./share";
import { EMPTY, hear } from "./table-state";
import type { TableState } from "./table-state";
import { useConnection } from "./use-connection";

const MINDS = "otherminds.minds";

export interface Table {
  readonly table: TableState;
  readonly status: Status;
  readonly connection: Connection | null;
  readonly look: Look;
  /** Whether a move is on its way. */
  readonly acting: boolean;
  readonly advice: Advice | null;
  readonly problem: string;
  readonly minds: boolean;
  readonly reviewing: boolean;
  readonly act: (action: number) => void;
  readonly takeBack: () => void;
  readonly askAdvice: () => void;
  readonly resign: () => void;
  readonly rematch: (swap: boolean) => void;
  readonly setMinds: (on: boolean) => void;
  readonly setPace: (seconds: number | null) => void;
  readonly step: () => void;
  readonly startReview: () => void;
  readonly stopReview: () => void;
  readonly playFrom: (cursor: Cursor) => void;
  readonly why: (text: string) => Promise<string>;
  readonly dismiss: () => void;
}

export function useTable(token: string, onOver?: () => void): Table {
  const [table, dispatch] = useReducer(hear, EMPTY);
  const [acting, setActing] = useState(false);
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [problem, setProblem] = useState("");
  const [minds, setMindsShown] = useState(() => kept.get(MINDS) !== "off");
  const [reviewing, setReviewing] = useState<number | null>(null);
  const hearAnalysis = useRef<Look["hearAnalysis"]>(() => undefined);

  const onReply = (reply: Reply): void => {
    if (reply.type === "analysis") hearAnalysis.current(reply.request, reply.thought);
    if (reply.type === "review" && reply.finished) setReviewing(null);
    dispatch(reply);
  };
  const greet = (): Message[] => [
    { type: "join", token },
    { type: "set_minds", on: minds },
  ];
  const sitting = useRef<Joined | null>(null);
  const reword = (reply: Reply): Reply => {
    if (reply.type === "joined") sitting.current = reply;
    return sitting.current ? withSeatNames(reply, sitting.current.seats, sitting.current.you) : reply;
  };
  const { connection, status } = useConnection(token, greet, onReply, reword);
  const look = useLook(connection);
  hearAnalysis.current = look.hearAnalysis;

  const turn = table.state?.position.turn ?? 0;
  const over = table.state?.over ?? false;
  const number = table.joined?.number;

  useEffect(() => {
    setActing(false);
    setAdvice(null);
    setProblem("");
  }, [turn, number]);
  useEffect(() => {
    if (status === "lost") {
      setActing(false);
      setReviewing(null);
    }
  }, [status]);
  useEffect(() => {
    if (!over) return;
    connection?.tell({ type: "ask_history" });
    onOver?.();
  }, [over, connection, number]);
  useEffect(() => look.go(null), [number]);

  const ask = useCallback(
    async (message: Message): Promise<Reply | null> => {
      if (!connection) return null;
      setProblem("");
      try {
        return await connection.ask(message);
      } catch (error) {
        setProblem(error instanceof Error && error.message !== LOST ? error.message : "The connection was lost. What was done before it counts.");
        return null;
      }
    },
    [connection],
  );

  return useMemo(
    (): Table => ({
      table,
      status,
      connection,
      look,
      acting,
      advice,
      problem: problem || table.notice,
      minds,
      reviewing: reviewing !== null,
      act: (action) => {
        if (acting) return;
        setActing(true);
        void ask({ type: "act", turn, action }).then((reply) => {
          if (!reply) setActing(false);
        });
      },
      takeBack: () => void ask({ type: "take_back", turn }),
      askAdvice: () =>
        void ask({ type: "ask_advice" }).then((reply) => {
          if (reply?.type === "advice") setAdvice(reply);
        }),
      resign: () => void ask({ type: "resign" }),
      rematch: (swap) => void ask({ type: "rematch", swap }),
      setMinds: (on) => {
        setMindsShown(on);
        kept.set(MINDS, on ? "on" : "off");
        void ask({ type: "set_minds", on });
      },
      setPace: (seconds) => void ask({ type: "set_pace", seconds }),
      step: () => void ask({ type: "step" }),
      startReview: () => setReviewing(connection?.tell({ type: "ask_review" }) ?? null),
      stopReview: () => {
        if (reviewing !== null) connection?.tell({ type: "stop", of: reviewing });
        setReviewing(null);
      },
      playFrom: (cursor) =>
        void ask({ type: "play_from", turn: cursor.turn, moves: [...cursor.moves] }).then((reply) => {
          if (reply?.type !== "table_created") return;
          if (reply.mine) keepLinks(reply.mine, reply.others);
          location.hash = writeRoute({ page: "table", token: reply.mine ?? reply.watch, turn: null });
        }),
      why: async (text) => {
        const reply = await connection?.ask({ type: "ask_why", text });
        return reply?.type === "why" ? reply.text : "";
      },
      dismiss: () => {
        setProblem("");
        dispatch({ type: "dismiss" });
      },
    }),
    [table, status, connection, look, acting, advice, problem, minds, reviewing, ask, turn],
  );
}
