/** Questions of a study as a form. */

import type { VNode } from "preact";
import type { Answer, Question } from "./messages";

export function Questions(props: { questions: readonly Question[]; onAnswer: (answers: Record<string, Answer>) => void }): VNode {
  return (
    <form
      class="questions"
      onSubmit={(event) => {
        event.preventDefault();
        props.onAnswer(answersOf(props.questions, new FormData(event.currentTarget)));
      }}
    >
      {props.questions.map((question) => (
        <QuestionField key={question.id} question={question} />
      ))}
      <button type="submit" class="main">
        Go on
      </button>
    </form>
  );
}

/** What was answered; questions that were passed over are not there. */
export function answersOf(questions: readonly Question[], given: FormData): Record<string, Answer> {
  const answers: Record<string, Answer> = {};
  for (const question of questions) {
    const values = given.getAll(question.id).map(String);
    const [first = ""] = values;
    if (question.kind === "choices") answers[question.id] = values;
    else if (first.trim() === "") continue;
    else if (question.kind === "number" || question.kind === "scale") answers[question.id] = Number(first);
    else answers[question.id] = first;
  }
  return answers;
}

function QuestionField(props: { question: Question }): VNode {
  const { question } = props;
  const { id, required } = question;
  switch (question.kind) {
    case "text":
      return (
        <label class="field wide">
          <span>{question.text}</span>
          <textarea name={id} required={required} rows={3} maxLength={2000} />
        </label>
      );
    case "number":
      return (
        <label class="field wide">
          <span>{question.text}</span>
          <input
            type="number"
            name={id}
            required={required}
            {...(question.least === null ? {} : { min: question.least })}
            {...(question.most === null ? {} : { max: question.most })}
          />
        </label>
      );
    case "scale":
      return <Scale question={question} />;
    default:
      return (
        <fieldset>
          <legend>{question.text}</legend>
          {question.choices.map((choice) => (
            <label key={choice} class="check">
              <input
                type={question.kind === "choices" ? "checkbox" : "radio"}
                name={id}
                value={choice}
                required={required && question.kind === "choice"}
              />
              <span>{choice}</span>
            </label>
          ))}
        </fieldset>
      );
  }
}

function Scale(props: { question: Question }): VNode {
  const { question } = props;
  const least = question.least ?? 1;
  const most = question.most ?? 7;
  return (
    <fieldset>
      <legend>{question.text}</legend>
      <div class="scale">
        <span>{question.least_label}</span>
        {Array.from({ length: most - least + 1 }, (_, step) => (
          <label key={step}>
            <input type="radio" name={question.id} value={least + step} required={question.required} />
            <span>{least + step}</span>
          </label>
        ))}
        <span>{question.most_label}</span>
      </div>
    </fieldset>
  );
}
