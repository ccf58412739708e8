/** A study: consent, questions and games in a fixed order, under an anonymous code. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Connection } from "./connection";
import { Frame } from "./frame";
import type { Answer, GamePage, Study, StudyNext } from "./messages";
import { Questions } from "./questions";
import { kept } from "./preferences";
import { writeRoute } from "./route";
import { TablePage } from "./table";
import { useConnection } from "./use-connection";

const TOKEN = "otherminds.study.";

export function StudyPage(props: { study: string; token: string }): VNode {
  const [study, setStudy] = useState<Study | null>(null);
  const [problem, setProblem] = useState("");
  const [token] = useState(() => props.token || kept.get(TOKEN + props.study) || "");
  const known = study?.token ?? token;
  const { connection, status } = useConnection(
    `study ${props.study}`,
    () => [{ type: "open_study", study: props.study, token: known }],
    (reply) => {
      if (reply.type === "study") {
        kept.set(TOKEN + props.study, reply.token);
        setStudy(reply);
        setProblem("");
      } else if (reply.type === "refused") {
        setProblem(reply.sentence);
      }
    },
  );
  useEffect(() => {
    document.title = `${study?.title ?? "Study"} · Otherminds`;
    if (study) history.replaceState(null, "", writeRoute({ page: "study", study: props.study, token: study.token }));
  }, [study?.title, study?.token]);
  useEffect(() => document.getElementById("main")?.focus(), [study?.step]);

  const next = (given: Partial<StudyNext>): void => {
    if (study) ask(connection, { type: "study_next", token: study.token, ...given }, setProblem);
  };
  if (study?.page.kind === "game") {
    const { page } = study;
    return (
      <TablePage
        key={page.token}
        token={page.token}
        turn={null}
        banner={<GameBanner study={study} page={page} problem={problem} onNext={() => next({})} />}
        onOver={() => ask(connection, { type: "open_study", study: props.study, token: study.token }, setProblem)}
      />
    );
  }
  return (
    <Frame title={study?.title ?? "Study"} keys={[]} status={status} said="">
      {!study && !problem && <p class="quiet loading">Opening the study …</p>}
      {!study && problem && <p class="problem">{problem}</p>}
      {study && (
        <section class="study card">
          <Progress study={study} />
          <StudyText study={study} problem={problem} onNext={next} />
        </section>
      )}
    </Frame>
  );
}

function ask(connection: Connection | null, message: Parameters<Connection["ask"]>[0], onProblem: (sentence: string) => void): void {
  connection?.ask(message).catch((error: Error) => onProblem(error.message));
}

function Progress(props: { study: Study }): VNode {
  const { study } = props;
  return (
    <p class="row quiet">
      <progress max={study.of} value={study.step} aria-label="Progress" />
      <span>
        Step {study.step} of {study.of}. Your code: <code>{study.code}</code>
      </span>
    </p>
  );
}

function StudyText(props: { study: Study; problem: string; onNext: (given: Partial<StudyNext>) => void }): VNode {
  const { study, onNext } = props;
  const { page } = study;
  const problem = props.problem && (
    <p class="problem" role="alert">
      {props.problem}
    </p>
  );
  switch (page.kind) {
    case "consent":
      return (
        <>
          <Paragraphs text={page.text} />
          {problem}
          <div class="buttons">
            <button type="button" class="main" onClick={() => onNext({ consented: true })}>
              I agree
            </button>
            <button type="button" onClick={() => onNext({ consented: false })}>
              I do not agree
            </button>
          </div>
        </>
      );
    case "questions":
      return (
        <>
          <h2>{page.title}</h2>
          <Paragraphs text={page.text} />
          {problem}
          <Questions key={study.step} questions={page.questions} onAnswer={(answers: Record<string, Answer>) => onNext({ answers })} />
        </>
      );
    default:
      return <Paragraphs text={page.kind === "thanks" ? page.text : ""} />;
  }
}

function GameBanner(props: { study: Study; page: GamePage; problem: string; onNext: () => void }): VNode {
  const { page, study } = props;
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    if (page.finished) banner.current?.scrollIntoView({ block: "nearest" });
  }, [page.finished]);
  return (
    <section ref={banner} class="study card banner">
      <Progress study={study} />
      <h2>
        {page.title} <span class="quiet">game {page.number} of {page.of}</span>
      </h2>
      <Paragraphs text={page.text} />
      {props.problem && (
        <p class="problem" role="alert">
          {props.problem}
        </p>
      )}
      <button type="button" class="main" disabled={!page.finished} onClick={props.onNext}>
        {page.finished ? "Go on" : "Go on when the game is over"}
      </button>
    </section>
  );
}

export function Paragraphs(props: { text: string }): VNode {
  return (
    <>
      {props.text
        .split(/\n\s*\n/)
        .filter((words) => words.trim())
        .map((words, place) => (
          <p key={place}>{words}</p>
        ))}
    </>
  );
}
