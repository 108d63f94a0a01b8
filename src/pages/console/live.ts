/** The journal as it goes on, for all views: one connection, which comes back when the server does. */
import { useEffect, useState } from "preact/hooks";
import type { RecordedCall } from "../../../generated/clients/typescript/control.js";
import { control, saying } from "./shop.js";

/** So many are kept in the page; the server keeps its own number. */
const mostKept = 500;

/** Milliseconds between two attempts to reach the server. */
const pause = 1000;

interface Live {
  readonly state: "connecting" | "connected" | "lost";
  /** Why there is no connection. */
  readonly problem: string | undefined;
  /** Newest first. */
  readonly calls: readonly RecordedCall[];
  /** Rises with every change of the shop, at most once in a while. */
  readonly changes: number;
}

let live: Live = { state: "connecting", problem: undefined, calls: [], changes: 0 };
const listeners = new Set<() => void>();

function become(more: Partial<Live>): void {
  live = { ...live, ...more };
  for (const listener of listeners) listener();
}

/** What is known now; the view is drawn again when it changes. */
function useLive<Value>(choose: (live: Live) => Value): Value {
  const [value, setValue] = useState(() => choose(live));
  useEffect(() => {
    const listener = () => setValue(() => choose(live));
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return value;
}

export const useConnection = () => useLive(({ state }) => state);
export const useConnectionProblem = () => useLive(({ problem }) => problem);
export const useCalls = () => useLive(({ calls }) => calls);
export const useChanges = () => useLive(({ changes }) => changes);

/** All views load anew. */
export function refreshViews(): void {
  become({ changes: live.changes + 1 });
}

export function forgetCalls(): void {
  become({ calls: [] });
}

/** Follows for as long as the page is open. */
export async function followJournal(): Promise<never> {
  for (;;) {
    await follow().then(
      () => become({ state: "lost", problem: "The server has ended the connection." }),
      (error: unknown) => become({ state: "lost", problem: saying(error) }),
    );
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Until the connection ends. */
async function follow(): Promise<void> {
  const known = await control.listCalls({ limit: 200 });
  const isAnother = isAnotherJournal(known);
  const later = isAnother ? known : known.filter(({ number }) => number > newestNumber(live.calls));
  const calls = isAnother ? known : [...later, ...live.calls].slice(0, mostKept);
  // Whatever happened in between, and perhaps it is another shop.
  become({ state: "connected", problem: undefined, calls, changes: live.changes + 1 });
  for await (const call of control.streamCalls({ after: newestNumber(known) })) arrive(call);
}

function newestNumber(calls: readonly RecordedCall[]): number {
  return calls[0]?.number ?? 0;
}

/** A restarted server counts from the beginning. */
function isAnotherJournal(known: readonly RecordedCall[]): boolean {
  const [newest] = live.calls;
  if (!newest) return true;
  const same = known.find(({ number }) => number === newest.number);
  return same === undefined ? newestNumber(known) < newest.number : same.time !== newest.time;
}

let arrived: RecordedCall[] = [];
let changedAt = 0;

/** Those that arrive between two pictures of the screen come together. */
function arrive(call: RecordedCall): void {
  if (arrived.push(call) > 1) return;
  setTimeout(() => {
    const more = arrived.reverse();
    arrived = [];
    become({ calls: [...more, ...live.calls].slice(0, mostKept) });
    if (more.some(mayChange)) announce();
  }, 100);
}

/** Names of what only reads. */
const reading =
  /\.(info|list|items|tree|level|types|options|currentStore|get[A-Z]\w*|assignedProducts|linkedProducts)$|^(get|list|wait|verify|export)[A-Z]/;

function mayChange({ operation }: RecordedCall): boolean {
  return operation !== null && !reading.test(operation);
}

let announcing: ReturnType<typeof setTimeout> | undefined;

/** Views load anew, once a second at most: a shop under load is not loaded more by looking at it. */
function announce(): void {
  announcing ??= setTimeout(
    () => {
      announcing = undefined;
      changedAt = Date.now();
      become({ changes: live.changes + 1 });
    },
    Math.max(0, changedAt + 1000 - Date.now()),
  );
}
