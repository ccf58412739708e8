/** Keys: what each does on the page that is open, and the list of them. */

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "./dialog";

export interface Key {
  readonly key: string;
  readonly does: string;
  readonly run: () => void;
}

/** Whether a key is meant for a field in which one types. */
export function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function useKeys(keys: readonly Key[]): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
      if (document.querySelector("dialog[open]")) return;
      if (event.key === " " && event.target instanceof HTMLElement && event.target.closest("button, a, summary")) return;
      const found = current.current.find((each) => each.key === event.key);
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const NAMES: { readonly [key: string]: string } = { " ": "space", ArrowLeft: "←", ArrowRight: "→", Home: "Home", End: "End" };

export function KeyHelp(props: { keys: readonly Key[]; onClose: () => void }): VNode {
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <dl class="keys">
        {props.keys.map((each) => (
          <div key={each.key}>
            <dt>
              <kbd>{NAMES[each.key] ?? each.key}</kbd>
            </dt>
            <dd>{each.does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Tab</kbd>
          </dt>
          <dd>next control; on the board the arrows go from part to part and Enter picks one</dd>
        </div>
        <div>
          <dt>
            <kbd>Esc</kbd>
          </dt>
          <dd>close what is open</dd>
        </div>
      </dl>
    </Dialog>
  );
}
