/** The states of an order, the current one highlighted, with arrows to those that it can reach. */
import { transitions } from "../../../shop/sales/orders/order-state.js";

type State = (typeof places)[number]["state"];

const [width, height] = [132, 40];

// Placed so that no arrow need cross a box.
const places = [
  { state: "new", x: 10, y: 35 },
  { state: "canceled", x: 10, y: 115 },
  { state: "pending_payment", x: 10, y: 185 },
  { state: "complete", x: 250, y: 15 },
  { state: "processing", x: 250, y: 115 },
  { state: "holded", x: 250, y: 185 },
  { state: "payment_review", x: 490, y: 5 },
  { state: "closed", x: 490, y: 155 },
] as const;

/** One edge per pair of states, with the operations that lead from one to the other. */
const edges = [
  ...transitions
    .flatMap(({ trigger, from, to }) =>
      to === "same"
        ? []
        : from.filter((state) => state !== "none" && state !== to).map((state) => ({ state, to, trigger })),
    )
    .reduce((found, { state, to, trigger }) => {
      const key = `${state} ${to}`;
      const triggers = found.get(key) ?? new Set<string>();
      return found.set(key, triggers.add(trigger));
    }, new Map<string, Set<string>>()),
].map(([key, triggers]) => {
  const [from = "", to = ""] = key.split(" ");
  return { from, to, triggers: [...triggers] };
});

export function OrderStates({ state }: { readonly state: string }) {
  const leading = edges.filter(({ from }) => from === state);
  return (
    <figure class="states">
      <div class="scroll" tabIndex={0} role="region" aria-label="States of an order">
        <svg viewBox="0 0 640 240" role="img" aria-label={`The order is in state ${state}`}>
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0 8 4 0 8z" />
            </marker>
          </defs>
          {leading.map(({ to }) => (
            <path
              key={to}
              class="edge"
              d={pathBetween(state as State, to as State)}
              marker-end="url(#arrow)"
            />
          ))}
          {places.map((place) => (
            <g key={place.state} class={place.state === state ? "state here" : "state"}>
              <rect x={place.x} y={place.y} width={width} height={height} rx="8" />
              <text x={place.x + width / 2} y={place.y + height / 2 + 5}>
                {place.state}
              </text>
            </g>
          ))}
        </svg>
      </div>
      <figcaption>
        {leading.length === 0
          ? "This is a final state."
          : leading.map(({ to, triggers }) => `${to}: ${triggers.map(nameOf).join(", ")}`).join(" · ")}
      </figcaption>
    </figure>
  );
}

function nameOf(trigger: string): string {
  return trigger === "save" ? "automatically, when everything is done" : trigger;
}

function pathBetween(from: State, to: State): string {
  const [a, b] = [from, to].map((state) => places.find((place) => place.state === state));
  if (!a || !b) return "";
  const [ax, ay, bx, by] = [a.x + width / 2, a.y + height / 2, b.x + width / 2, b.y + height / 2];
  // From border to border of the boxes, curved so that opposite edges do not overlap.
  const [dx, dy] = [bx - ax, by - ay];
  const scale = Math.min(Math.abs(width / 2 / (dx || 1e-6)), Math.abs(height / 2 / (dy || 1e-6)));
  const [sx, sy, ex, ey] = [ax + dx * scale, ay + dy * scale, bx - dx * scale, by - dy * scale];
  const line = (bend: number): Line => [
    [sx, sy],
    [(sx + ex) / 2 - dy * bend, (sy + ey) / 2 + dx * bend],
    [ex, ey],
  ];
  const others = places.filter((place) => place !== a && place !== b);
  const bend = bends.find((one) => !others.some((place) => meets(line(one), place))) ?? bends[0];
  const [start, middle, end] = line(bend).map((point) => point.map(round).join(" "));
  return `M${start}Q${middle} ${end}`;
}

type Point = readonly [x: number, y: number];

/** Start, control point and end of a quadratic curve. */
type Line = readonly [Point, Point, Point];

/** How far a line leaves the straight one, as a share of its length; the first is taken that meets no other box. */
const bends = [0.12, -0.12, 0.2, -0.2, 0.28, -0.28] as const;

const steps = Array.from({ length: 31 }, (_, index) => index / 30);

function meets([start, middle, end]: Line, { x, y }: (typeof places)[number]): boolean {
  const margin = 4;
  const at = (axis: 0 | 1, t: number) =>
    (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * middle[axis] + t ** 2 * end[axis];
  return steps.some(
    (t) =>
      Math.abs(at(0, t) - x - width / 2) < width / 2 + margin &&
      Math.abs(at(1, t) - y - height / 2) < height / 2 + margin,
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
