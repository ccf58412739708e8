/** What a person prefers on this device: kept by the browser, applied to the whole page. */

import { useLayoutEffect, useState } from "preact/hooks";

export interface Preferences {
  readonly theme: "system" | "light" | "dark";
  readonly colours: "usual" | "safe";
  readonly motion: "system" | "reduced";
  readonly confirm: boolean;
  readonly announce: "all" | "mine";
}

const USUAL: Preferences = { theme: "system", colours: "usual", motion: "system", confirm: false, announce: "all" };
const KEY = "otherminds.preferences";

/** Preferences from their stored text; what cannot be read is as usual. */
export function readPreferences(stored: string | null): Preferences {
  let given: Record<string, unknown> = {};
  try {
    const read: unknown = JSON.parse(stored ?? "{}");
    if (typeof read === "object" && read !== null) given = read as Record<string, unknown>;
  } catch {
    // Another program may have written it: everything is as usual then.
  }
  const one = <T extends string>(name: keyof Preferences, known: readonly T[], usual: T): T =>
    known.find((value) => value === given[name]) ?? usual;
  return {
    theme: one("theme", ["system", "light", "dark"], USUAL.theme),
    colours: one("colours", ["usual", "safe"], USUAL.colours),
    motion: one("motion", ["system", "reduced"], USUAL.motion),
    confirm: given.confirm === true,
    announce: one("announce", ["all", "mine"], USUAL.announce),
  };
}

/** Values that outlive the page, where the browser lets us keep them. */
export const kept = {
  get(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Private windows may refuse: the value holds until the page is closed.
    }
  },
};

export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, setPreferences] = useState(() => readPreferences(kept.get(KEY)));
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = preferences.theme;
    root.dataset.colours = preferences.colours;
    root.dataset.motion = preferences.motion;
  }, [preferences]);
  // Kept at once: effects come after the page has been drawn, and it may be left before.
  const change = (changed: Partial<Preferences>): void =>
    setPreferences((before) => {
      const after = { ...before, ...changed };
      kept.set(KEY, JSON.stringify(after));
      return after;
    });
  return [preferences, change];
}
