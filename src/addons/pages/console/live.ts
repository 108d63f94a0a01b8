/** Follows the journal for all views by one connection, which reconnects after an interruption. */
import { useEffect, useState } from "preact/hooks";
import type { RecordedCall } from "../../../../generated/clients/typescript/control.js";
import { control, errorText } from "./shop.js";

/** How many calls the page keeps; the server has its own limit. */
const maxCalls = 500;

/** Between two attempts to connect. */
const retryDelayMs = 1000;

interface Live {
  readonly state: "connecting" | "connected" | "lost";
  /** Why there is no connection. */
  readonly problem: string | undefined;
  /** Newest first. */
  readonly calls: readonly RecordedCall[];
  /** Increases when the shop changes, at most once per second. */
  readonly changes: number;
}

let live: Live = { state: "connecting", problem: undefined, calls: [], changes: 0 };
const listeners = new Set<() => void>();

function update(more: Partial<Live>): void {
  live = { ...live, ...more };
  for (const listener of listeners) listener();
}

/** A part of the live state; the component is rendered again when it changes. */
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
export const useJournal = () => useLive(({ calls }) => calls);
export const useChanges = () => useLive(({ changes }) => changes);

/** Makes all views reload. */
export function refreshViews(): void {
  update({ changes: live.changes + 1 });
}

export function forgetCalls(): void {
  update({ calls: [] });
}

/** Follows the journal until the page is closed. */
export async function followJournal(): Promise<never> {
  for (;;) {
    await follow().then(
      () => update({ state: "lost", problem: "The server has ended the connection." }),
      (error: unknown) => update({ state: "lost", problem: errorText(error) }),
    );
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}

/** Resolves when the connection ends. */
async function follow(): Promise<void> {
  const known = await control.listCalls({ limit: 200 });
  const isAnother = isAnotherJournal(known);
  const later = isAnother ? known : known.filter(({ number }) => number > newestNumber(live.calls));
  const calls = isAnother ? known : [...later, ...live.calls].slice(0, maxCalls);
  // The shop may have changed since the connection was lost.
  update({ state: "connected", problem: undefined, calls, changes: live.changes + 1 });
  for await (const call of control.streamCalls({ after: newestNumber(known) })) arrive(call);
}

function newestNumber(calls: readonly RecordedCall[]): number {
  return calls[0]?.number ?? 0;
}

/** Whether the server was restarted: a new journal counts from the beginning. */
function isAnotherJournal(known: readonly RecordedCall[]): boolean {
  const [newest] = live.calls;
  if (!newest) return true;
  const same = known.find(({ number }) => number === newest.number);
  return same === undefined ? newestNumber(known) < newest.number : same.time !== newest.time;
}

let arrived: RecordedCall[] = [];
let changedAt = 0;

/** Collects calls for 100 ms, so that a burst is rendered once. */
function arrive(call: RecordedCall): void {
  if (arrived.push(call) > 1) return;
  setTimeout(() => {
    const more = arrived.reverse();
    arrived = [];
    update({ calls: [...more, ...live.calls].slice(0, maxCalls) });
    if (more.some(mayChange)) scheduleRefresh();
  }, 100);
}

/** Names of operations that only read. */
const readOperations =
  /\.(info|list|items|tree|level|types|options|currentStore|get[A-Z]\w*|assignedProducts|linkedProducts)$|^(get|list|wait|verify|export)[A-Z]/;

function mayChange({ operation }: RecordedCall): boolean {
  return operation !== null && !readOperations.test(operation);
}

let announcing: ReturnType<typeof setTimeout> | undefined;

/** Makes views reload, at most once per second, so that the console adds little load. */
function scheduleRefresh(): void {
  announcing ??= setTimeout(
    () => {
      announcing = undefined;
      changedAt = Date.now();
      update({ changes: live.changes + 1 });
    },
    Math.max(0, changedAt + 1000 - Date.now()),
  );
}
