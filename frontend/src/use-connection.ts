/** A page's connection: opened with it, closed with it, awake when the page is. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Connection, openSocket } from "./connection";
import type { Message, Status } from "./connection";
import type { Reply } from "./messages";

/** Greets again when ``subject`` changes: another table, another study. */
export function useConnection(
  subject: string,
  greet: () => Message[],
  hear: (reply: Reply) => void,
  reword?: (reply: Reply) => Reply,
): { connection: Connection | null; status: Status } {
  const [connection, setConnection] = useState<Connection | null>(null);
  const [status, setStatus] = useState<Status>("connecting");
  const current = useRef({ greet, hear, reword });
  current.current = { greet, hear, reword };
  useEffect(() => {
    const opened = new Connection({
      open: openSocket,
      greet: () => current.current.greet(),
      hear: (reply) => current.current.hear(reply),
      reword: (reply) => current.current.reword?.(reply) ?? reply,
      onStatus: setStatus,
    });
    const wake = (): void => {
      if (!document.hidden) opened.wake();
    };
    setConnection(opened);
    window.addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      window.removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      opened.close();
    };
  }, [subject]);
  return { connection, status };
}
