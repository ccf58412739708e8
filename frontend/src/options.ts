/** Options of games and agents: what a form asks for, and what is made of its answers. */

import type { Option, OptionValue } from "./messages";

/** What was put into a form, as text, by the name of the option; what is left as it is by default is not there. */
export type Filled = Readonly<Record<string, string>>;

export type Field = "check" | "number" | "choice" | "text";

export function fieldOf(option: Option): Field {
  if (option.kind === "true or false") return "check";
  if (option.choices.length > 0 && option.kind !== "texts" && !option.free) return "choice";
  return option.kind === "whole number" || option.kind === "number" ? "number" : "text";
}

/** The text of a default, as a form shows it. */
export function defaultText(option: Option): string {
  const value = option.default;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The filled form with one field changed; a field that is as by default is left out. */
export function fill(filled: Filled, option: Option, text: string): Filled {
  const { [option.name]: _, ...others } = filled;
  return text === "" || text === defaultText(option) ? others : { ...others, [option.name]: text };
}

/** Values of a game's options as the server takes them. */
export function optionValues(options: readonly Option[], filled: Filled): Record<string, OptionValue> {
  const values: Record<string, OptionValue> = {};
  for (const option of options) {
    const text = filled[option.name];
    if (text !== undefined) values[option.name] = valueOf(option, text);
  }
  return values;
}

function valueOf(option: Option, text: string): OptionValue {
  const number = Number(text);
  switch (option.kind) {
    case "true or false":
      return text === "true";
    case "whole number":
    case "number":
      return text.trim() !== "" && Number.isFinite(number) ? number : text;
    case "texts":
      return text.split(",").map((word) => word.trim());
    default:
      return text;
  }
}

/** An agent with options as the text that names it: ``tmcts(2000, peek=true)``. */
export function agentText(name: string, options: readonly Option[], filled: Filled): string {
  const written = options.flatMap((option) => {
    const text = filled[option.name];
    return text === undefined ? [] : [`${option.name}=${textOf(option, text)}`];
  });
  return written.length ? `${name}(${written.join(", ")})` : name;
}

function textOf(option: Option, text: string): string {
  if (option.kind !== "text" && option.kind !== "texts") return text;
  const word = (given: string): string => (/^[A-Za-z_]\w*$/.test(given) ? given : JSON.stringify(given));
  return option.kind === "text" ? word(text) : `[${text.split(",").map((each) => word(each.trim())).join(", ")}]`;
}
