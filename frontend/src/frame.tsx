/** What every page has: the head with the way home, the connection, preferences, keys, and a voice for screen readers. */

import type { ComponentChildren, VNode } from "preact";
import { createContext } from "preact";
import { useContext, useState } from "preact/hooks";
import type { Status } from "./connection";
import { Dialog } from "./dialog";
import { KeyHelp, useKeys } from "./keys";
import type { Key } from "./keys";
import type { Preferences } from "./preferences";

type Held = readonly [Preferences, (change: Partial<Preferences>) => void];

export const PreferencesContext = createContext<Held | null>(null);

export function useHeldPreferences(): Held {
  const held = useContext(PreferencesContext);
  if (!held) throw new Error("A page needs preferences around it.");
  return held;
}

interface FrameProps {
  readonly title: string;
  readonly keys: readonly Key[];
  readonly status: Status;
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
  /** What is said to who cannot see the page. */
  readonly said: string;
}

export function Frame(props: FrameProps): VNode {
  const [open, setOpen] = useState<"keys" | "preferences" | null>(null);
  const keys: Key[] = [...props.keys, { key: "?", does: "list the keys", run: () => setOpen("keys") }];
  useKeys(keys);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}>
        Skip to the content
      </a>
      <header class="head">
        <a class="home" href="#/">
          <Eyes /> Otherminds
        </a>
        <h1>{props.title}</h1>
        <div class="tools">
          {props.tools}
          <button type="button" class="icon" aria-label="Preferences" title="Preferences" onClick={() => setOpen("preferences")}>
            ◐
          </button>
          <button type="button" class="icon" aria-label="Keys" title="Keys (?)" onClick={() => setOpen("keys")}>
            ?
          </button>
        </div>
      </header>
      {props.status === "lost" && (
        <p class="lost" role="alert">
          The connection to the server is lost. Trying to come back …
        </p>
      )}
      <main id="main" tabIndex={-1}>
        {props.children}
      </main>
      <p class="sr" role="status" aria-live="polite">
        {props.said}
      </p>
      {open === "keys" && <KeyHelp keys={keys} onClose={() => setOpen(null)} />}
      {open === "preferences" && <PreferencesDialog onClose={() => setOpen(null)} />}
    </>
  );
}

function Eyes(): VNode {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <circle cx="12" cy="16" r="9" class="eye-one" />
      <circle cx="20" cy="16" r="9" class="eye-two" />
      <circle cx="16" cy="16" r="3.4" class="eye-dark" />
    </svg>
  );
}

function PreferencesDialog(props: { onClose: () => void }): VNode {
  const [preferences, change] = useHeldPreferences();
  const choice = <K extends "theme" | "colours" | "motion" | "announce">(
    name: K,
    label: string,
    values: readonly (readonly [Preferences[K], string])[],
  ): VNode => (
    <label class="field">
      <span>{label}</span>
      <select value={preferences[name]} onChange={(event) => change({ [name]: event.currentTarget.value } as Partial<Preferences>)}>
        {values.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Dialog title="Preferences" onClose={props.onClose}>
      {choice("theme", "Light or dark", [
        ["system", "as the system has it"],
        ["light", "light"],
        ["dark", "dark"],
      ])}
      {choice("colours", "Colours of candidates", [
        ["usual", "green to red"],
        ["safe", "colour-blind safe: blue to orange"],
      ])}
      {choice("motion", "Motion", [
        ["system", "as the system has it"],
        ["reduced", "none"],
      ])}
      {choice("announce", "Screen reader", [
        ["all", "announces every move"],
        ["mine", "announces only my turns and the end"],
      ])}
      <label class="field check">
        <input type="checkbox" checked={preferences.confirm} onChange={(event) => change({ confirm: event.currentTarget.checked })} />
        <span>Ask before a move is made</span>
      </label>
    </Dialog>
  );
}
