/** The states of an order, the current one highlighted, with arrows to those that it can reach. */
import { transitions } from "../../../shop/sales/orders/order-state.js";

type State = (typeof places)[number]["state"];

const [width, height] = [132, 40];

const places = [
  { state: "pending_payment", x: 10, y: 20 },
  { state: "new", x: 10, y: 100 },
  { state: "payment_review", x: 10, y: 180 },
  { state: "processing", x: 250, y: 100 },
  { state: "holded", x: 250, y: 20 },
  { state: "complete", x: 490, y: 60 },
  { state: "closed", x: 490, y: 140 },
  { state: "canceled", x: 250, y: 180 },
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
  // From border to border of the boxes, slightly curved so that opposite edges do not overlap.
  const [dx, dy] = [bx - ax, by - ay];
  const scale = Math.min(Math.abs(width / 2 / (dx || 1e-6)), Math.abs(height / 2 / (dy || 1e-6)));
  const [sx, sy, ex, ey] = [ax + dx * scale, ay + dy * scale, bx - dx * scale, by - dy * scale];
  const [mx, my] = [(sx + ex) / 2 - dy * 0.12, (sy + ey) / 2 + dx * 0.12];
  return `M${round(sx)} ${round(sy)}Q${round(mx)} ${round(my)} ${round(ex)} ${round(ey)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
