// What browser and server say to each other. Written by tools/generate_messages.py from the models
// in src/otherminds/web; do not edit. docs/table-protocol.md explains it.

/** A move was made, or something else was done that was asked for. */
export interface Accepted {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "accepted";
  turn: number;
}

/** Makes a move; the answer is `accepted` or `refused`. */
export interface Act {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "act";
  /** How many moves the sender has seen: a move that was meant for another position is refused. */
  turn: number;
  action: number;
}

/** A legal action. */
export interface Action {
  id: number;
  text: string;
  type: string;
  parts: Record<string, unknown>;
}

/** What the best agent would do in one's place, from what one knows. */
export interface Advice {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "advice";
  turn: number;
  action: number;
  sentence: string;
  thought: Thought | null;
}

/** An agent of a catalogue. */
export interface AgentInfo {
  name: string;
  text: string;
  summary: string;
  source: string;
  /** ``honest``, ``peeking``, or ``honest unless peek=true``. */
  honesty: string;
  /** What a move costs, in words; empty where that is not known. */
  cost: string;
  options: Option[];
}

/** Asks an agent for its thoughts about a position of a finished game, after what-if moves. */
export interface Analyse {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "analyse";
  turn: number;
  moves?: number[];
  /** Who thinks; by default the best agent that searches. */
  player?: string;
}

/** What an agent thinks about a position; the last one has ``finished`` set in the thought. */
export interface AnalysisUpdate {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "analysis";
  turn: number;
  moves: number[];
  thought: Thought;
}

/** Asks what the best agent would do in one's place; the answer is `advice`. */
export interface AskAdvice {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "ask_advice";
}

/** Asks what was expected and believed at each turn; the answer is `history`. */
export interface AskHistory {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "ask_history";
}

/** Asks for all decisions to be judged; `review` comes several times, with more each time. */
export interface AskReview {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "ask_review";
}

/** Asks for the reasons behind what is certain, of a card for example; the answer is `why`. */
export interface AskWhy {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "ask_why";
  text: string;
}

/** What a seat believes about one thing that is hidden from it. */
export interface BelievedFact {
  fact: string;
  chances: [string, number][];
}

/** A world that a seat holds possible. */
export interface BelievedWorld {
  probability: number;
  state: Record<string, unknown>;
}

/** Time for a whole game: who uses it up loses by forfeit. */
export interface Clock {
  seconds: number;
  /** Seconds that are added after each move. */
  increment?: number;
}

/** Why the server is about to close the connection. */
export interface Closing {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "closing";
  sentence: string;
}

/** What a participant agrees to; ``study_next`` with ``consented`` goes on. */
export interface ConsentPage {
  kind: "consent";
  text: string;
}

/** What an agent thinks of one legal action. */
export interface ConsideredMove {
  action: number;
  text: string;
  visits?: number | null;
  probability?: number | null;
  value?: number | null;
  values?: number[];
  interval?: [number, number] | null;
  prior?: number;
  line?: LineMove[];
}

/** Opens a table; the answer is `table_created`. Without people agents are watched. */
export interface CreateTable {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "create_table";
  game: string;
  options?: Record<string, boolean | number | string | (boolean | number | string)[] | null>;
  seats: SeatChoice[];
  /** Decides deal, chance and agents; None for a new deal. */
  seed?: number | null;
  clock?: Clock | null;
  minds?: "none" | "own" | "open";
  take_back?: boolean;
}

/** Asks for a file; the answer is `file`. Before the game ends only SVG of one's own view. */
export interface Download {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "download";
  format: "record" | "hanab_live" | "hanab_live_link" | "ggf" | "svg";
  turn?: number;
  viewpoint?: number | null;
}

/** Something hidden, with the chances of each answer. */
export interface Fact {
  fact: string;
  chances: [string, number][];
}

/** A file to keep, or a link. */
export interface File {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "file";
  name: string;
  media_type: string;
  content: string;
}

/** A game with its options: who can play it. */
export interface GameDetails {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "game";
  /** Its text with all options. */
  game: string;
  seats: number;
  seat_names: string[];
  goals: string[];
  best: string;
  agents: AgentInfo[];
  levels: LevelInfo[];
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  seats: number;
  /** Whether something is hidden from the seats. */
  hidden: boolean;
  /** Whether there is a drawing; otherwise the text is shown. */
  drawn: boolean;
  /** How many calibrated levels there are; 0 for none. */
  levels: number;
  options: Option[];
}

/** A game to play at a table; ``study_next`` goes on when it is over. */
export interface GamePage {
  kind: "game";
  title: string;
  text: string;
  number: number;
  of: number;
  /** Of the participant's seat. */
  token: string;
  finished: boolean;
}

/** What agents expected and believed at each turn where they told. */
export interface History {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "history";
  turns: TurnSummary[];
}

/** Sits down, comes back, or looks on, as the token says; `joined` and `state` answer. */
export interface Join {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "join";
  token: string;
}

/** The table where one sits; sent again when somebody comes or goes, or a game begins. */
export interface Joined {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "joined";
  /** Its text with all options. */
  game: string;
  /** The game's name. */
  name: string;
  /** What the game is called for people. */
  title: string;
  seats: SeatInfo[];
  /** One's seat; None for onlookers. */
  you: number | null;
  goal: string;
  /** The least and the most that a seat can get, in the game's units. */
  returns: [number, number];
  /** The token of onlookers: links to a turn carry it, so that they do not give the seat away. */
  watch: string;
  /** Of the game at this table, from 1. */
  number: number;
  minds: "none" | "own" | "open";
  take_back: boolean;
  clock: Clock | null;
  /** Whether `ask_why` has answers here. */
  explains: boolean;
  /** Whether nobody but agents play, so that `set_pace` and `step` work. */
  watched: boolean;
  pace: number | null;
  /** What there is to download when the game is over. */
  downloads: ("record" | "hanab_live" | "hanab_live_link" | "ggf" | "svg")[];
  /** Whether it is a game of a study: no rematch, no what-if. */
  study: boolean;
}

/** A decision of a finished game, judged from what the seat knew at that moment. */
export interface JudgedMove {
  turn: number;
  seat: number;
  played: string;
  value: number | null;
  better: string;
  better_value: number | null;
  /** What the move cost against the better one, in the game's units; 0 for the best. */
  cost: number;
  tries: number;
  /** How it would have gone on after the better move. */
  line: string[];
}

/** A level of strength. */
export interface LevelInfo {
  number: number;
  player: string;
  strength: number;
  low: number;
  high: number;
}

/** What the server allows. */
export interface Limits {
  tables: number;
  /** For one move of an agent, and one analysis. */
  seconds: number;
  /** Whether agents may be named by the path of their class. */
  allow_imports: boolean;
}

/** One move of a line. */
export interface LineMove {
  actor: number;
  action: number;
  text: string;
}

/** Asks for matches of a stored tournament; the answer is `stored_matches`. */
export interface ListMatches {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "list_matches";
  file: number;
  key: string;
  first?: number;
}

/** Asks for the stored tournaments that can be opened; the answer is `stored`. */
export interface ListStored {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "list_stored";
}

/** What there is. */
export interface Lobby {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "lobby";
  version: string;
  games: GameInfo[];
  /** The game that the server was started with. */
  opened: string | null;
  studies: StudyInfo[];
  /** How many results files can be opened. */
  stores: number;
  limits: Limits;
}

/** Asks for a position: one's own view of any turn, any view once the game is over. */
export interface LookAt {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "look_at";
  turn: number;
  /** A seat; None for the whole truth. */
  viewpoint?: number | null;
  moves?: number[];
}

/** Asks for the seats and agents of a game with these options; the answer is `game`. */
export interface LookUpGame {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "look_up_game";
  game: string;
  options?: Record<string, boolean | number | string | (boolean | number | string)[] | null>;
}

/** A move as a seat saw it. */
export interface MoveSeen {
  /** How many moves there were before it. */
  turn: number;
  actor: number;
  /** None where the seat did not see which. */
  action: number | null;
  /** A sentence. */
  text: string;
}

/** Asks for what there is; the answer is `lobby`. */
export interface OpenLobby {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "open_lobby";
}

/** Opens a stored match like a finished table; the answer is `table_created`. */
export interface OpenMatch {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "open_match";
  file: number;
  key: string;
  number: number;
}

/** Begins a study, or goes on with it by one's token; the answer is `study`. */
export interface OpenStudy {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "open_study";
  study: string;
  token?: string;
}

/** Something that can be set in a game or an agent, as a form shows it. */
export interface Option {
  name: string;
  kind: string;
  default: unknown;
  summary: string;
  choices: string[];
  /** Whether other texts than the choices are accepted. */
  free: boolean;
  least: number | null;
  most: number | null;
  above: boolean;
  below: boolean;
  optional: boolean;
}

/** What chance may do, in what-if. */
export interface Outcome {
  id: number;
  text: string;
  probability: number;
}

/** What a seat could know: one's own, or at a table with open minds that of an agent. */
export interface OwnMind {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "own_mind";
  seat: number;
  turn: number;
  facts: Fact[];
  /** How many worlds were counted; 0 for exact chances. */
  counted: number;
  /** What one would have written down, such as the sheet of Cluedo. */
  notes: string;
  /** Everything that is certain, in sentences. */
  certain: string[];
}

/** Asks whether anybody is there; the answer is `pong`. */
export interface Ping {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "ping";
}

/** Opens a new table that goes on from a turn of a finished game; answer `table_created`. */
export interface PlayFrom {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "play_from";
  turn: number;
  moves?: number[];
}

/** Somebody is there. */
export interface Pong {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "pong";
}

/** A position as one seat sees it, or with everything that is hidden. */
export interface Position {
  /** How many moves, those of chance included, have been made. */
  turn: number;
  /** The seat; None for the whole truth. */
  viewpoint: number | null;
  /** Who acts: a seat, -1 for chance, -2 for nobody. */
  actor: number;
  /** A drawing whose parts carry actions (``data-actions="3 17"``); None where there is none. */
  svg: string | null;
  text: string;
  /** By type, those actions that no part of the drawing stands for; all without a drawing. */
  listed: Record<string, number[]>;
  /** The legal actions of the viewpoint; empty unless it acts. */
  actions: Action[];
  /** In what-if, where chance acts. */
  outcomes: Outcome[];
  /** What each seat got, once the game is over. */
  returns: number[] | null;
}

/** A position that was asked for. */
export interface PositionShown {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "position";
  position: Position;
  /** The what-if moves as the viewpoint would see them. */
  moves: MoveSeen[];
  /** What the agent that moved next thought here, where that may be shown. */
  thought: Thought | null;
}

/** A question of a study. */
export interface Question {
  id: string;
  text: string;
  kind: "text" | "number" | "choice" | "choices" | "scale";
  choices: string[];
  least: number | null;
  most: number | null;
  least_label: string;
  most_label: string;
  required: boolean;
}

/** Questions; ``study_next`` with ``answers`` goes on. */
export interface QuestionsPage {
  kind: "questions";
  title: string;
  text: string;
  questions: Question[];
}

/** Something was not done; the sentence says why and what is accepted. */
export interface Refused {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "refused";
  sentence: string;
}

/** Another game with the same players, once this one is over. */
export interface Rematch {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "rematch";
  /** Everybody moves to the next seat. */
  swap?: boolean;
}

/** Changes the name that others see. */
export interface Rename {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "rename";
  name: string;
}

/** Gives the game up. */
export interface Resign {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "resign";
}

/** Decisions judged so far. */
export interface Review {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "review";
  done: number;
  of: number;
  /** Ascending by turn. */
  judged: JudgedMove[];
  /** Turns, the costliest first. */
  mistakes: number[];
  /** What could have been known and when, once all is judged. */
  lessons: string[];
  finished: boolean;
}

/** Who shall sit in a seat. */
export interface SeatChoice {
  kind: "me" | "person" | "agent" | "level";
  /** For an agent its text, such as ``tmcts(2000)``. */
  player?: string;
  level?: number;
  /** For a person: what the others see. */
  name?: string;
}

/** Who sits in a seat. */
export interface SeatInfo {
  seat: number;
  /** What the game calls it, such as Black. */
  seat_name: string;
  kind: "person" | "agent";
  name: string;
  /** The text of an agent; empty for people. */
  player: string;
  level: number;
  peeks: boolean;
  /** Whether a person is connected; agents always are. */
  present: boolean;
}

/** The way to a seat: who has the token, sits there. */
export interface SeatLink {
  seat: number;
  token: string;
  name: string;
}

/** What an agent thinks, at a table with open minds or when the game is over. */
export interface SeatedThought {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "thought";
  turn: number;
  seat: number;
  thought: Thought;
}

/** Whether this page wants to be sent thoughts, as far as the table allows them. */
export interface SetMinds {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "set_minds";
  on: boolean;
}

/** How fast agents are watched: seconds per move, 0 for no pause, None to go on by `step`. */
export interface SetPace {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "set_pace";
  seconds: number | null;
}

/** How the game stands, for one seat. */
export interface StateUpdate {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "state";
  position: Position;
  /** ``moves`` replace everything that was sent from this turn on. */
  since: number;
  moves: MoveSeen[];
  can_take_back: boolean;
  /** Whether an agent thinks. */
  thinking: boolean;
  /** Seconds that each seat has left; that of who acts runs. */
  clocks: number[] | null;
  over: boolean;
  /** How it ended, in a sentence. */
  ending: string;
  /** Told when the game is over: the deal follows from it. */
  seed: number | null;
}

/** Lets the watched agents make one move. */
export interface Step {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "step";
}

/** Ends an analysis or a review before it is done. */
export interface Stop {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "stop";
  /** The ``request`` of the message that started it. */
  of: number;
}

/** The stored tournaments. */
export interface Stored {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "stored";
  tournaments: StoredTournament[];
}

/** A match of a stored tournament. */
export interface StoredMatch {
  number: number;
  players: string[];
  returns: number[];
  moves: number;
}

/** Some matches of a tournament, at most a hundred. */
export interface StoredMatches {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "stored_matches";
  first: number;
  total: number;
  matches: StoredMatch[];
}

/** A tournament of a results file that the server was started with. */
export interface StoredTournament {
  /** The number of the file; browsers never send paths. */
  file: number;
  name: string;
  key: string;
  game: string;
  players: string[];
  matches: number;
}

/** A page of a study. */
export interface Study {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "study";
  /** Goes on with it later. */
  token: string;
  /** The anonymous code under which everything is kept. */
  code: string;
  title: string;
  step: number;
  of: number;
  page: ConsentPage | QuestionsPage | GamePage | ThanksPage;
}

/** A study that people can take part in. */
export interface StudyInfo {
  name: string;
  title: string;
  summary: string;
}

/** Goes on to the next page of a study, with what the page asked for; the answer is `study`. */
export interface StudyNext {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "study_next";
  token: string;
  consented?: boolean | null;
  answers?: Record<string, boolean | number | string | string[]>;
}

/** The ways to a new table: the first link of ``mine`` is that of who made it. */
export interface TableCreated {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "table_created";
  /** The token of one's own seat; None for who only looks on. */
  mine: string | null;
  /** For the other people. */
  others: SeatLink[];
  /** The token of onlookers. Where people play, they see the table when the game is over. */
  watch: string;
}

/** Takes back one's last choice, where the state says ``can_take_back``. */
export interface TakeBack {
  /** A number that comes back with the reply. */
  request?: number | null;
  type: "take_back";
  turn: number;
}

/** The end, or a polite end for who does not consent. */
export interface ThanksPage {
  kind: "thanks";
  text: string;
}

/** What an agent can tell about one decision. It holds nothing that its seat does not know. */
export interface Thought {
  game: string;
  seat: number;
  action: number;
  text: string;
  moves: ConsideredMove[];
  line?: LineMove[];
  values?: number[];
  types?: TypeBelief[];
  beliefs?: BelievedFact[];
  counted?: number;
  worlds?: BelievedWorld[];
  iterations?: number;
  nodes?: number;
  depth?: number;
  reused?: number;
  seconds?: number;
  finished?: boolean;
}

/** What a seat thought at a turn, in short: for graphs over time. */
export interface TurnSummary {
  turn: number;
  seat: number;
  /** What it expected every seat to get; empty where it does not tell. */
  values: number[];
  types: TypeShare[];
}

/** How likely the thinking seat holds another seat to be of a type. */
export interface TypeBelief {
  seat: number;
  type: string;
  probability: number;
}

/** How likely one seat takes another to be of a type. */
export interface TypeShare {
  seat: number;
  type: string;
  probability: number;
}

/** Reasons, in sentences. */
export interface Why {
  /** Of the message that this answers; None for news. */
  request: number | null;
  type: "why";
  text: string;
}

export type Minds = "none" | "own" | "open";

export type OptionValue = boolean | number | string | (boolean | number | string)[] | null;

export type Answer = boolean | number | string | string[];

/** Everything that a browser sends. */
export type Request =
  | OpenLobby
  | LookUpGame
  | CreateTable
  | ListStored
  | ListMatches
  | OpenMatch
  | Join
  | Act
  | TakeBack
  | Resign
  | Rematch
  | Rename
  | SetMinds
  | SetPace
  | Step
  | AskAdvice
  | AskWhy
  | AskHistory
  | LookAt
  | AskReview
  | Analyse
  | Stop
  | PlayFrom
  | Download
  | Ping
  | OpenStudy
  | StudyNext;

/** Everything that the server sends. */
export type Reply =
  | Lobby
  | GameDetails
  | TableCreated
  | Stored
  | StoredMatches
  | Joined
  | StateUpdate
  | SeatedThought
  | OwnMind
  | Accepted
  | Refused
  | Advice
  | Why
  | History
  | PositionShown
  | Review
  | AnalysisUpdate
  | File
  | Pong
  | Study
  | Closing;
