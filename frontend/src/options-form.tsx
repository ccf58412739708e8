/** A form for options, made from their declarations. */

import type { VNode } from "preact";
import type { Option } from "./messages";
import { defaultText, fieldOf, fill } from "./options";
import type { Filled } from "./options";

interface OptionsFormProps {
  readonly options: readonly Option[];
  readonly filled: Filled;
  readonly onChange: (filled: Filled) => void;
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
  const change = (value: string): void => props.onChange(fill(filled, option, value));
  const words = option.name.replaceAll("_", " ");
  const changed = option.name in filled;
  const note = option.summary && <small class="quiet">{option.summary}</small>;
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
        <input
          type="number"
          name={option.name}
          value={text}
          step={option.kind === "whole number" ? 1 : "any"}
          placeholder={defaultText(option) || "none"}
          {...(option.least === null ? {} : { min: option.least })}
          {...(option.most === null ? {} : { max: option.most })}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    default:
      return (
        <input
          name={option.name}
          value={text}
          maxLength={2000}
          placeholder={defaultText(option) || option.kind}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
  }
}
