/** Matches of stored tournaments, opened like finished tables. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Connection } from "./connection";
import { Frame } from "./frame";
import type { StoredMatches, StoredTournament } from "./messages";
import { writeRoute } from "./route";
import { useConnection } from "./use-connection";

export function StoredPage(): VNode {
  const [tournaments, setTournaments] = useState<readonly StoredTournament[] | null>(null);
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState<StoredTournament | null>(null);
  const { connection, status } = useConnection(
    "stored",
    () => [{ type: "list_stored" }],
    (reply) => {
      if (reply.type === "stored") setTournaments(reply.tournaments);
      else if (reply.type === "refused") setProblem(reply.sentence);
    },
  );
  useEffect(() => {
    document.title = "Stored matches · Otherminds";
  }, []);
  return (
    <Frame title="Stored matches" keys={[]} status={status} said="">
      <div class="stored">
        {problem && <p class="problem">{problem}</p>}
        {tournaments?.length === 0 && (
          <p class="card">
            There are no stored tournaments. Start the server with a results file: <code>otherminds table --results results.db</code>
          </p>
        )}
        <ul class="tournaments">
          {tournaments?.map((tournament) => (
            <li key={`${tournament.file} ${tournament.key}`}>
              <button type="button" class="game" aria-pressed={tournament === chosen} onClick={() => setChosen(tournament)}>
                <strong>
                  {tournament.name} <span class="quiet">{tournament.matches} matches</span>
                </strong>
                <span>{tournament.game}</span>
                <span class="quiet">{tournament.players.join(", ")}</span>
              </button>
            </li>
          ))}
        </ul>
        {chosen && connection && <Matches key={`${chosen.file} ${chosen.key}`} tournament={chosen} connection={connection} />}
      </div>
    </Frame>
  );
}

function Matches(props: { tournament: StoredTournament; connection: Connection }): VNode {
  const { tournament, connection } = props;
  const [first, setFirst] = useState(0);
  const [page, setPage] = useState<StoredMatches | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    connection.ask({ type: "list_matches", file: tournament.file, key: tournament.key, first }).then(
      (reply) => {
        if (reply.type === "stored_matches") setPage(reply);
      },
      (error: Error) => setProblem(error.message),
    );
  }, [first, connection]);
  const open = (number: number): void => {
    connection.ask({ type: "open_match", file: tournament.file, key: tournament.key, number }).then(
      (reply) => {
        if (reply.type === "table_created") location.hash = writeRoute({ page: "table", token: reply.mine ?? reply.watch, turn: null });
      },
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <section class="card" aria-label={`Matches of ${tournament.name}`}>
      {problem && <p class="problem">{problem}</p>}
      <div class="scroll" tabIndex={0} role="region" aria-label="Matches">
        <table>
          <thead>
            <tr>
              <th scope="col">match</th>
              <th scope="col">players</th>
              <th scope="col">results</th>
              <th scope="col">moves</th>
              <th scope="col">open</th>
            </tr>
          </thead>
          <tbody>
            {page?.matches.map((match) => (
              <tr key={match.number}>
                <td class="number">{match.number}</td>
                <td>{match.players.join(", ")}</td>
                <td class="number">{match.returns.join(" · ")}</td>
                <td class="number">{match.moves}</td>
                <td>
                  <button type="button" aria-label={`Open match ${match.number}`} onClick={() => open(match.number)}>
                    Open
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {page && page.total > page.matches.length && (
        <div class="row">
          <button type="button" disabled={first === 0} onClick={() => setFirst(Math.max(0, first - 100))}>
            Earlier
          </button>
          <span class="quiet">
            {page.first + 1} to {page.first + page.matches.length} of {page.total}
          </span>
          <button type="button" disabled={first + page.matches.length >= page.total} onClick={() => setFirst(first + 100)}>
            Later
          </button>
        </div>
      )}
    </section>
  );
}
