/** Draws the state diagram of an order from the transitions of the service. */
import { html, type Html } from "../../src/addons/pages/html.js";

export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/** The position of each state: the normal course from left to right, other states above and below. */
const places: Readonly<Record<string, readonly [x: number, y: number]>> = {
  "[*]": [30, 215],
  new: [150, 215],
  pending_payment: [230, 60],
  payment_review: [270, 385],
  processing: [430, 215],
  holded: [470, 45],
  canceled: [520, 390],
  complete: [690, 120],
  closed: [690, 310],
};

const [width, height] = [136, 44];

/** Parses lines of the form `a --> b: c, d` in a mermaid state diagram. */
export function transitionsOf(markdown: string): readonly Transition[] {
  return [...markdown.matchAll(/^ {2}(\S+) --> (\S+): (.+)$/gm)].map(([, from = "", to = "", by = ""]) => ({
    from,
    to,
    by,
  }));
}

/** The operations are only in tooltips and in the table, because labels would cover the picture. */
export function orderPicture(transitions: readonly Transition[]): Html {
  const known = transitions.filter(({ from, to }) => places[from] && places[to]);
  return html`<figure class="picture">
    <svg
      viewBox="0 0 770 430"
      role="img"
      aria-label="States of an order and the ways between them; the table below says the same"
    >
      <defs>
        <marker
          id="tip"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8z" class="tip" />
        </marker>
      </defs>
      ${known.map((transition, index) => arrow(transition, index))}
      ${Object.entries(places).map(([state, [x, y]]) => box(state, x, y))}
    </svg>
    <figcaption>
      From left to right the way of an order; point at an arrow to see what leads along it.
    </figcaption>
  </figure>`;
}

function box(state: string, x: number, y: number): Html {
  if (state === "[*]") return html`<circle cx="${String(x)}" cy="${String(y)}" r="9" class="start" />`;
  return html`<g class="state">
    <rect
      x="${String(x - width / 2)}"
      y="${String(y - height / 2)}"
      width="${String(width)}"
      height="${String(height)}"
      rx="8"
    />
    <text x="${String(x)}" y="${String(y + 5)}" text-anchor="middle">${state}</text>
  </g>`;
}

/** A curve from border to border; opposite transitions bend to different sides. */
function arrow({ from, to, by }: Transition, index: number): Html {
  const [[x1, y1], [x2, y2]] = [places[from] ?? [0, 0], places[to] ?? [0, 0]];
  const length = Math.hypot(x2 - x1, y2 - y1);
  const bend = length * (0.16 + (index % 3) * 0.02);
  const middle: [number, number] = [
    (x1 + x2) / 2 - ((y2 - y1) / length) * bend,
    (y1 + y2) / 2 + ((x2 - x1) / length) * bend,
  ];
  const [a, b] = [border([x1, y1], middle), border([x2, y2], middle)];
  const path = `M${a.map(Math.round).join(" ")} Q${middle.map(Math.round).join(" ")} ${b.map(Math.round).join(" ")}`;
  return html`<path d="${path}" class="way" marker-end="url(#tip)"
    ><title>${from === "[*]" ? "start" : from} to ${to}: ${by}</title></path
  >`;
}

/** The intersection of a box's border with the line from its centre to a point. */
function border([x, y]: readonly [number, number], [px, py]: readonly [number, number]): [number, number] {
  const [dx, dy] = [px - x, py - y];
  const isStart = x === places["[*]"]?.[0];
  const scale = isStart
    ? 11 / Math.hypot(dx, dy)
    : Math.min((width / 2 + 3) / Math.abs(dx || 1e-9), (height / 2 + 3) / Math.abs(dy || 1e-9));
  return [x + dx * scale, y + dy * scale];
}
