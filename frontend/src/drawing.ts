/**
 * Drawings as parts of the page. A drawing is made of elements and attributes that are listed here, anything else is left
 * out; its rules of style become a style sheet of their own, because the page allows no inline ones.
 */

const SVG = "http://www.w3.org/2000/svg";
const ELEMENTS = new Set(
  "svg g title desc rect circle ellipse line polyline polygon path text tspan defs clipPath linearGradient radialGradient stop use symbol".split(" "),
);
const ATTRIBUTES = new Set(
  (
    "viewBox width height x y x1 x2 y1 y2 cx cy r rx ry dx dy d points transform class id role fill fill-opacity fill-rule stroke " +
    "stroke-width stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity opacity font-size font-family font-weight " +
    "font-style text-anchor dominant-baseline letter-spacing textLength lengthAdjust offset stop-color stop-opacity " +
    "gradientUnits gradientTransform clip-path clipPathUnits preserveAspectRatio data-actions vector-effect paint-order"
  ).split(" "),
);

/** A drawing, ready to be put into the page, or null where the text is none. */
export function readDrawing(source: string): SVGSVGElement | null {
  const bare = source.replace(/^(<svg\b[^>]*?) style="[^"]*"/, "$1").replace(/<style>([^<]*)<\/style>/g, (_, rules: string) => {
    adopt(rules);
    return "";
  });
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") return null;
  return copied(parsed) as SVGSVGElement;
}

function copied(from: Element): Element {
  const made = document.createElementNS(SVG, from.localName);
  for (const { name, value } of from.attributes) {
    if (ATTRIBUTES.has(name) && !/url\((?!#)/.test(value)) made.setAttribute(name, value);
  }
  for (const child of from.childNodes) {
    if (child instanceof Element) {
      if (ELEMENTS.has(child.localName)) made.append(copied(child));
    } else if (child.nodeType === Node.TEXT_NODE) {
      made.append(child.textContent ?? "");
    }
  }
  return made;
}

const adopted = new Set<string>();

/** Make the rules of a drawing hold in the page; all drawings agree on what a class means. */
function adopt(rules: string): void {
  for (const rule of rules.split(/(?<=\})/)) {
    if (!/^\.om-[\w-]+\{(fill|stroke):light-dark\([#\w]+,[#\w]+\)\}$/.test(rule) || adopted.has(rule)) continue;
    adopted.add(rule);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets.push(sheet);
  }
}

/** The actions that a part stands for. */
export function actionsOf(part: Element): number[] {
  return (part.getAttribute("data-actions") ?? "").split(" ").filter(Boolean).map(Number);
}

export function partsIn(drawing: Element): SVGGElement[] {
  return [...drawing.querySelectorAll<SVGGElement>("[data-actions]")];
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The place to go to from one of several by an arrow key: the nearest in that direction, or -1. */
export function neighbour(places: readonly Place[], from: number, key: string): number {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  const start = places[from];
  if (!step || !start) return -1;
  let best = -1;
  let least = Infinity;
  places.forEach((place, index) => {
    const [across, down] = [place.x - start.x, place.y - start.y];
    const ahead = across * step[0]! + down * step[1]!;
    const aside = Math.abs(across * step[1]! + down * step[0]!);
    const far = ahead + 2.5 * aside;
    if (index !== from && ahead > 0.5 && aside <= 3 * ahead && far < least) {
      best = index;
      least = far;
    }
  });
  return best;
}
