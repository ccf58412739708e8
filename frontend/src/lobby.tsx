/** The lobby: a game, its rules, who sits where, and the table is open. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Message } from "./connection";
import { Frame } from "./frame";
import type { CreateTable, GameDetails, GameInfo, Lobby, TableCreated } from "./messages";
import { OptionsForm } from "./options-form";
import { optionValues } from "./options";
import type { Filled } from "./options";
import { kept } from "./preferences";
import { linkTo, writeRoute } from "./route";
import { SeatsForm } from "./seats-form";
import { keptPlans, seatChoice, usualPlans } from "./seat-setup";
import type { SeatPlan } from "./seat-setup";
import { LinkField, keepLinks } from "./share";
import { useConnection } from "./use-connection";

const NAME = "otherminds.name";
const GREET: Message[] = [{ type: "open_lobby" }];
const FIRST = ["catan", "hanabi", "cluedo", "othello", "tiny_coop"];

export function LobbyPage(): VNode {
  const [lobby, setLobby] = useState<Lobby | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [created, setCreated] = useState<TableCreated | null>(null);
  const { connection, status } = useConnection(
    "lobby",
    () => GREET,
    (reply) => {
      if (reply.type === "lobby") setLobby(reply);
    },
  );
  useEffect(() => {
    document.title = "Otherminds";
  }, []);
  const games = inOrder(lobby?.games ?? []);
  const game = games.find((each) => each.name === (chosen ?? lobby?.opened ?? games[0]?.name));
  const opened = (table: TableCreated): void => {
    if (table.mine) keepLinks(table.mine, table.others);
    if (table.others.length) setCreated(table);
    else location.hash = writeRoute({ page: "table", token: table.mine ?? table.watch, turn: null });
  };
  return (
    <Frame title="Lobby" keys={[]} status={status} said={created ? "The table is open." : ""}>
      {created && <Invitations created={created} onBack={() => setCreated(null)} />}
      {!created && lobby && (
        <div class="lobby">
          <section class="games" aria-label="Games">
            <h2>Play a game</h2>
            <ul>
              {games.map((each) => (
                <li key={each.name}>
                  <button
                    type="button"
                    class="game"
                    aria-pressed={each.name === game?.name}
                    onClick={() => {
                      setChosen(each.name);
                      requestAnimationFrame(showSetup);
                    }}
                  >
                    <strong>{each.title}</strong>
                    <span>{each.summary}</span>
                  </button>
                </li>
              ))}
            </ul>
            <Others lobby={lobby} />
          </section>
          {game && (
            <Setup
              key={game.name}
              game={game}
              lobby={lobby}
              online={status === "open"}
              lookUp={async (options) => {
                const reply = await connection!.ask({ type: "look_up_game", game: game.name, options });
                if (reply.type !== "game") throw new Error("The server answered something else.");
                return reply;
              }}
              open={async (message) => {
                const reply = await connection!.ask(message);
                if (reply.type === "table_created") opened(reply);
              }}
            />
          )}
        </div>
      )}
      {!lobby && <p class="quiet loading">Opening the lobby …</p>}
    </Frame>
  );
}

/** The large games first, the others by name. */
function inOrder(games: readonly GameInfo[]): GameInfo[] {
  const rank = (game: GameInfo): number => (FIRST.includes(game.name) ? FIRST.indexOf(game.name) : FIRST.length);
  return [...games].sort((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title));
}

/** On a phone the seats stand below all games, where one would not see that they have changed. */
function showSetup(): void {
  const setup = document.querySelector(".setup");
  const top = setup?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > innerHeight / 2) setup?.scrollIntoView({ block: "start" });
}

function Others(props: { lobby: Lobby }): VNode {
  return (
    <>
      {props.lobby.stores > 0 && (
        <p>
          <a href="#/stored">Open a match of a stored tournament</a>
        </p>
      )}
      {props.lobby.studies.length > 0 && (
        <>
          <h2>Take part in a study</h2>
          <ul>
            {props.lobby.studies.map((study) => (
              <li key={study.name}>
                <a class="game" href={writeRoute({ page: "study", study: study.name, token: "" })}>
                  <strong>{study.title}</strong>
                  <span>{study.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Invitations(props: { created: TableCreated; onBack: () => void }): VNode {
  const { created } = props;
  return (
    <section class="card">
      <h2>The table is open</h2>
      <p>Send each of the others the link to their seat. Whoever has a link plays there.</p>
      {created.others.map((link) => (
        <LinkField
          key={link.seat}
          label={`Seat of ${link.name || `seat ${link.seat}`}`}
          link={linkTo({ page: "table", token: link.token, turn: null })}
        />
      ))}
      <div class="buttons">
        <a class="button main" href={writeRoute({ page: "table", token: created.mine ?? created.watch, turn: null })}>
          {created.mine ? "Sit down" : "Look on"}
        </a>
        <button type="button" onClick={props.onBack}>
          Back
        </button>
      </div>
    </section>
  );
}

interface SetupProps {
  readonly game: GameInfo;
  readonly lobby: Lobby;
  readonly online: boolean;
  readonly lookUp: (options: ReturnType<typeof optionValues>) => Promise<GameDetails>;
  readonly open: (message: Omit<CreateTable, "request">) => Promise<void>;
}

const CLOCKS: readonly (readonly [string, string])[] = [
  ["", "no clock"],
  ["180+2", "3 minutes + 2 s per move"],
  ["600+5", "10 minutes + 5 s per move"],
  ["1800+0", "30 minutes"],
];

function Setup(props: SetupProps): VNode {
  const { game, online } = props;
  const [filled, setFilled] = useState<Filled>({});
  const [details, setDetails] = useState<GameDetails | null>(null);
  const [plans, setPlans] = useState<readonly SeatPlan[]>([]);
  const [name, setName] = useState(() => kept.get(NAME) ?? "");
  const [seed, setSeed] = useState("");
  const [clock, setClock] = useState("");
  const [minds, setMinds] = useState<"none" | "own" | "open">("own");
  const [takeBack, setTakeBack] = useState(true);
  const [refused, setRefused] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  /** Whether the seats are those of the rules that are filled in. */
  const [answered, setAnswered] = useState(false);

  // Asked again after a loss of the connection: what it cut short was no refusal.
  useEffect(() => {
    setAnswered(false);
    if (!online) return;
    let current = true;
    props.lookUp(optionValues(game.options, filled)).then(
      (found) => {
        if (!current) return;
        setDetails(found);
        setAnswered(true);
        setRefused("");
        setPlans((before) => (before.length ? keptPlans(before, found) : usualPlans(found)));
      },
      (error: Error) => {
        if (current) setRefused(error.message);
      },
    );
    return () => {
      current = false;
    };
  }, [game, filled, online]);

  // Agents that play among themselves have nothing to hide from who watches them.
  const watched = plans.length > 0 && plans.every((plan) => plan.who !== "me" && plan.who !== "person");
  const shownMinds = watched && minds === "own" ? "open" : minds;

  const submit = (event: Event): void => {
    event.preventDefault();
    if (!details || busy || !answered) return;
    kept.set(NAME, name);
    setBusy(true);
    setProblem("");
    const [seconds, increment] = clock.split("+").map(Number);
    props
      .open({
        type: "create_table",
        game: game.name,
        options: optionValues(game.options, filled),
        seats: plans.map((plan) => seatChoice(plan, details, name.trim())),
        seed: seed.trim() === "" ? null : Number(seed),
        clock: clock ? { seconds: seconds!, increment: increment! } : null,
        minds: shownMinds,
        take_back: takeBack,
      })
      .catch((error: Error) => setProblem(error.message))
      .finally(() => setBusy(false));
  };
  const changed = Object.keys(filled).length;
  return (
    <form class="setup card" onSubmit={submit} aria-label={`A table of ${game.title}`}>
      <h2>{game.title}</h2>
      {details && <p class="quiet">{details.goals[0]}</p>}
      {details && <SeatsForm details={details} plans={plans} onChange={(change) => {
            setPlans(change);
            setProblem("");
          }} limits={props.lobby.limits} />}
      {game.options.length > 0 && (
        <details class="rules">
          <summary>
            Rules <span class="quiet">{changed ? `${changed} changed` : "as usual"}</span>
          </summary>
          <OptionsForm options={game.options} filled={filled} onChange={setFilled} />
        </details>
      )}
      <details class="rules">
        <summary>
          Table <span class="quiet">{tableWords(clock, shownMinds, takeBack)}</span>
        </summary>
        <div class="options">
          <label class="field">
            <span>Your name</span>
            <input name="name" value={name} maxLength={40} autocomplete="nickname" onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <label class="field">
            <span>Clock</span>
            <select name="clock" value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
              {CLOCKS.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            <span>Minds</span>
            <select name="minds" value={shownMinds} onChange={(event) => setMinds(event.currentTarget.value as typeof minds)}>
              {!watched && <option value="own">what I could know myself</option>}
              <option value="open">open: everybody sees what agents think</option>
              <option value="none">closed until the game is over</option>
            </select>
          </label>
          <label class="field">
            <span>Seed</span>
            <input
              name="seed"
              value={seed}
              inputMode="numeric"
              pattern="[0-9]{1,15}"
              placeholder="a new deal"
              title="A whole number: the same number gives the same deal"
              onInput={(event) => setSeed(event.currentTarget.value)}
            />
          </label>
          <label class="field check">
            <input type="checkbox" name="take_back" checked={takeBack} onChange={(event) => setTakeBack(event.currentTarget.checked)} />
            <span>Moves may be taken back</span>
          </label>
        </div>
      </details>
      {(refused || problem) && (
        <p class="problem" role="alert">
          {refused || problem}
        </p>
      )}
      <button type="submit" class="main large" disabled={!details || busy || !answered || refused !== ""}>
        {watched ? "Watch" : "Play"}
      </button>
    </form>
  );
}

function tableWords(clock: string, minds: string, takeBack: boolean): string {
  const words = [CLOCKS.find(([value]) => value === clock)?.[1] ?? ""];
  words.push({ own: "my own mind", open: "open minds", none: "closed minds" }[minds] ?? "");
  if (!takeBack) words.push("no taking back");
  return words.join(", ");
}
