/** A form for options, made from their declarations. */

import type { InputHTMLAttributes, VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { Option } from "./messages";
import { defaultText, fieldOf, fill } from "./options";
import type { Filled } from "./options";

interface OptionsFormProps {
  readonly options: readonly Option[];
  readonly filled: Filled;
  /** Told what becomes of the form as it is then: two changes may come before it is shown anew. */
  readonly onChange: (change: (filled: Filled) => Filled) => void;
}

export function OptionsForm(props: OptionsFormProps): VNode {
  return (
    <div class="options">
      {props.options.map((option) => (
        <OptionField key={option.name} option={option} {...props} />
      ))}
    </div>
  );
}

function OptionField(props: OptionsFormProps & { option: Option }): VNode {
  const { option, filled } = props;
  const text = filled[option.name] ?? defaultText(option);
  const change = (value: string): void => props.onChange((current) => fill(current, option, value));
  const words = option.name.replaceAll("_", " ");
  const changed = option.name in filled;
  const names = option.free && option.choices.length > 0 ? `Names: ${option.choices.join(", ")}.` : "";
  const note = (option.summary || names) && <small class="quiet">{`${option.summary} ${names}`.trim()}</small>;
  if (fieldOf(option) === "check") {
    return (
      <label class={changed ? "field check changed" : "field check"}>
        <input type="checkbox" name={option.name} checked={text === "true"} onChange={(event) => change(String(event.currentTarget.checked))} />
        <span>{words}</span>
        {note}
      </label>
    );
  }
  return (
    <label class={changed ? "field changed" : "field"}>
      <span>{words}</span>
      {control(option, text, change)}
      {note}
    </label>
  );
}

function control(option: Option, text: string, change: (text: string) => void): VNode {
  switch (fieldOf(option)) {
    case "choice":
      return (
        <select name={option.name} value={text} onChange={(event) => change(event.currentTarget.value)}>
          {!option.choices.includes(text) && <option value={text}>{text || "none"}</option>}
          {option.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      );
    case "number":
      return (
        <Typed
          type="number"
          name={option.name}
          value={text}
          step={option.kind === "whole number" ? 1 : "any"}
          placeholder={defaultText(option) || "none"}
          {...(option.least === null ? {} : { min: option.least })}
          {...(option.most === null ? {} : { max: option.most })}
          onTyped={change}
        />
      );
    default:
      return <FreeText option={option} text={text} change={change} />;
  }
}

/** A text of any form, beside which there may be names to choose from. */
function FreeText({ option, text, change }: { readonly option: Option; readonly text: string; readonly change: (text: string) => void }): VNode {
  const names = useId();
  return (
    <>
      <Typed
        name={option.name}
        value={text}
        maxLength={2000}
        placeholder={defaultText(option) || option.kind}
        {...(option.choices.length === 0 ? {} : { type: "text" as const, list: names })}
        onTyped={change}
      />
      {option.choices.length > 0 && (
        <datalist id={names}>
          {option.choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** A field whose text counts when it is left. Until then it stays as typed, whatever makes the form be drawn anew. */
function Typed({ value, onTyped, ...field }: InputHTMLAttributes<HTMLInputElement> & { value: string; onTyped: (text: string) => void }): VNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...field}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        setTyped(null);
        onTyped(event.currentTarget.value);
      }}
    />
  );
}
