/** The board: a drawing whose parts are clicked, reached by arrow keys, and marked with what a mind thinks of them. */

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { actionsOf, neighbour, partsIn, readDrawing } from "./drawing";
import type { Move } from "./moves";
import { lossStep, percent } from "./values";
import type { Judged } from "./values";

interface BoardProps {
  readonly svg: string;
  /** What the board shows, for who cannot see it. */
  readonly label: string;
  /** The moves that parts may stand for, by id. */
  readonly moves: ReadonlyMap<number, Move>;
  readonly onAct?: ((action: number) => void) | undefined;
  readonly judged?: ReadonlyMap<number, Judged> | undefined;
  readonly onPoint?: ((action: number | null) => void) | undefined;
  /** An action that is pointed at elsewhere. */
  readonly pointed?: number | null | undefined;
}

interface Choice {
  readonly actions: readonly number[];
  readonly x: number;
  readonly y: number;
}

const MARKED = 8;

export function Board(props: BoardProps): VNode {
  const { svg, moves, onAct, judged, onPoint, pointed } = props;
  const holder = useRef<HTMLDivElement>(null);
  const focused = useRef<string | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const acting = useRef(onAct);
  acting.current = onAct;

  useLayoutEffect(() => {
    setChoice(null);
    const drawing = readDrawing(svg);
    if (!holder.current || !drawing) return;
    const hadFocus = holder.current.contains(document.activeElement);
    const { width, height } = drawing.viewBox.baseVal;
    drawing.removeAttribute("width");
    drawing.removeAttribute("height");
    if (width && height) drawing.style.setProperty("--ratio", String(width / height));
    holder.current.replaceChildren(drawing);
    if (hadFocus) firstPart(drawing, focused.current)?.focus({ preventScroll: true });
  }, [svg]);

  useLayoutEffect(() => {
    const drawing = holder.current?.querySelector("svg");
    if (!drawing) return;
    const playable = onAct !== undefined;
    drawing.setAttribute("role", playable ? "group" : "img");
    drawing.setAttribute("aria-label", props.label);
    drawing.classList.toggle("playable", playable);
    const parts = partsIn(drawing).filter((part) => actionsOf(part).some((action) => moves.has(action)));
    drawing.querySelectorAll(".hit").forEach((shape) => shape.remove());
    parts.forEach((part, place) => {
      if (playable) widen(part);
      const texts = actionsOf(part).flatMap((action) => moves.get(action)?.text ?? []);
      part.querySelector(":scope > title")?.remove();
      const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
      title.textContent = texts.join("; ");
      part.prepend(title);
      if (playable) {
        part.setAttribute("role", "button");
        part.setAttribute("aria-label", texts.join(", or "));
        part.setAttribute("tabindex", place === 0 ? "0" : "-1");
        if (texts.length > 1) part.setAttribute("aria-haspopup", "menu");
      } else {
        for (const name of ["role", "aria-label", "tabindex", "aria-haspopup"]) part.removeAttribute(name);
      }
    });
  }, [svg, moves, onAct !== undefined, props.label]);

  useLayoutEffect(() => {
    const drawing = holder.current?.querySelector("svg");
    if (drawing) mark(drawing, judged);
  }, [svg, judged]);

  useEffect(() => {
    const drawing = holder.current?.querySelector("svg");
    if (!drawing) return;
    for (const part of partsIn(drawing)) {
      part.classList.toggle("pointed", pointed != null && actionsOf(part).includes(pointed));
    }
  }, [svg, pointed]);

  const partOf = (target: EventTarget | null): SVGGElement | null =>
    target instanceof Element ? target.closest<SVGGElement>("[data-actions]") : null;

  const choose = (part: SVGGElement): void => {
    const actions = actionsOf(part).filter((action) => moves.has(action));
    const [only] = actions;
    if (only === undefined || !acting.current) return;
    focused.current = part.getAttribute("data-actions");
    if (actions.length === 1) {
      acting.current(only);
      return;
    }
    const frame = holder.current!.getBoundingClientRect();
    const at = part.getBoundingClientRect();
    setChoice({ actions, x: at.left + at.width / 2 - frame.left, y: at.bottom - frame.top });
  };

  const onKey = (event: KeyboardEvent): void => {
    const part = partOf(event.target);
    if (!part) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(part);
      return;
    }
    if (!event.key.startsWith("Arrow")) return;
    const parts = [...holder.current!.querySelectorAll<SVGGElement>("[data-actions][tabindex]")];
    const places = parts.map((each) => {
      const box = each.getBoundingClientRect();
      return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    });
    const next = parts[neighbour(places, parts.indexOf(part), event.key)];
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    part.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  };

  return (
    <div class="board">
      <div
        ref={holder}
        class="board-drawing"
        onClick={(event) => {
          const part = partOf(event.target);
          if (part) choose(part);
          else setChoice(null);
        }}
        onKeyDown={onKey}
        onPointerOver={(event) => {
          const part = partOf(event.target);
          onPoint?.(part ? (actionsOf(part)[0] ?? null) : null);
        }}
        onPointerLeave={() => onPoint?.(null)}
      />
      {choice && onAct && (
        <PartMenu
          choice={choice}
          moves={moves}
          onClose={() => {
            setChoice(null);
            const drawing = holder.current?.querySelector("svg");
            if (drawing) firstPart(drawing, focused.current)?.focus();
          }}
          onAct={(action) => {
            setChoice(null);
            onAct(action);
          }}
        />
      )}
    </div>
  );
}

const FINGER = 26;

/** Small parts can be hit beside their lines, too: fingers are thick. */
function widen(part: SVGGElement): void {
  const box = part.getBBox();
  if (Math.min(box.width, box.height) >= FINGER) return;
  for (const shape of part.querySelectorAll("line, path, circle, rect, polygon")) {
    const wide = shape.cloneNode() as SVGElement;
    for (const name of ["class", "opacity", "stroke-dasharray"]) wide.removeAttribute(name);
    wide.setAttribute("class", "hit");
    shape.parentNode?.insertBefore(wide, shape);
  }
}

/** The part for the same actions as before, or the first one. */
function firstPart(drawing: Element, actions: string | null): SVGGElement | undefined {
  const parts = partsIn(drawing);
  return parts.find((part) => part.getAttribute("data-actions") === actions) ?? parts[0];
}

function PartMenu(props: {
  choice: Choice;
  moves: ReadonlyMap<number, Move>;
  onAct: (action: number) => void;
  onClose: () => void;
}): VNode {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = menu.current!;
    const room = (box.parentElement?.clientWidth ?? 0) - box.offsetWidth - 4;
    box.style.left = `${Math.max(4, Math.min(room, props.choice.x - box.offsetWidth / 2))}px`;
    box.style.top = `${props.choice.y + 4}px`;
    box.querySelector("button")?.focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
  }, [props.choice]);
  return (
    <div
      ref={menu}
      class="part-menu"
      role="menu"
      aria-label="What to do here"
      onKeyDown={(event) => {
        const items = [...menu.current!.querySelectorAll("button")];
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (event.key === "Escape" || event.key === "Tab") {
          event.preventDefault();
          event.stopPropagation();
          props.onClose();
        } else if (step) {
          event.preventDefault();
          const place = items.indexOf(document.activeElement as HTMLButtonElement);
          items[(place + step + items.length) % items.length]?.focus();
        }
      }}
    >
      {props.choice.actions.map((action) => (
        <button key={action} type="button" role="menuitem" onClick={() => props.onAct(action)}>
          {props.moves.get(action)?.text}
        </button>
      ))}
    </div>
  );
}

/** Put a badge on each part of a candidate: coloured by its loss, faint where it is uncertain. */
function mark(drawing: SVGSVGElement, judged: ReadonlyMap<number, Judged> | undefined): void {
  drawing.querySelector(".candidates")?.remove();
  if (!judged) return;
  const shares = [...judged.entries()].sort(([, one], [, other]) => other.share - one.share);
  const shown = new Map(shares.slice(0, MARKED));
  const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
  layer.setAttribute("class", "candidates");
  layer.setAttribute("aria-hidden", "true");
  const toDrawing = drawing.getScreenCTM()?.inverse();
  if (!toDrawing) return;
  const unit = Math.max(9, drawing.viewBox.baseVal.width / 42);
  for (const part of partsIn(drawing)) {
    const found = actionsOf(part).flatMap((action) => shown.get(action) ?? []);
    const best = found.sort((one, other) => other.share - one.share)[0];
    if (!best || best.share <= 0) continue;
    const box = part.getBoundingClientRect();
    const corners = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((point) => point.matrixTransform(toDrawing));
    const [low, high] = corners as [DOMPoint, DOMPoint];
    const wide = high.x - low.x > 3.4 * unit && high.y - low.y > 2.4 * unit;
    layer.append(badge(best, wide ? high.x - 1.2 * unit : (low.x + high.x) / 2, wide ? low.y + 1.1 * unit : (low.y + high.y) / 2, unit));
  }
  drawing.append(layer);
}

function badge(judged: Judged, x: number, y: number, unit: number): SVGElement {
  const made = (tag: string, attributes: Record<string, string | number>, words = ""): SVGElement => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.textContent = words;
    return element;
  };
  const group = made("g", { class: `candidate loss-${lossStep(judged.loss)}`, opacity: 0.45 + 0.55 * judged.certainty });
  const size = 0.75 * unit + 0.45 * unit * Math.sqrt(judged.share);
  group.append(made("circle", { cx: x, cy: y, r: size }));
  const words = percent(judged.share).replace(" %", "");
  group.append(made("text", { x, y, dy: ".35em", "text-anchor": "middle", "font-size": 0.85 * unit }, words));
  return group;
}
