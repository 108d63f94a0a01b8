/**
 * Is there an order of the calls of a history in which a sequential model gives every observed answer, and in
 * which an answered call precedes every call that began later? This is the search of Wing and Gong with
 * Lowe's cache: a combination of executed calls and reached state is never searched twice.
 */

export interface HistoryEntry<Call, Outcome> {
  readonly client: number;
  readonly call: Call;
  /**
   * Undefined if the client did not get the answer: the call may have been executed at any later time, or not
   * at all.
   */
  readonly outcome: Outcome | undefined;
  /** Times of one clock. */
  readonly invoked: number;
  /** Infinite without an outcome. */
  readonly answered: number;
}

export interface Specification<State, Call, Outcome> {
  /** The state after a call, as a new object, and the answer. */
  readonly step: (state: State, call: Call) => { readonly state: State; readonly outcome: Outcome };
  /** Equal for equal states. */
  readonly keyOf: (state: State) => string;
  readonly isSame: (seen: Outcome, wanted: Outcome) => boolean;
}

export type Verdict<Entry, State> =
  | { readonly isLinearizable: true; readonly order: readonly Entry[]; readonly state: State }
  /** The longest order that was found, and the calls that could not follow it. */
  | { readonly isLinearizable: false; readonly longest: readonly Entry[]; readonly left: readonly Entry[] };

export function linearize<State, Call, Outcome>(
  history: readonly HistoryEntry<Call, Outcome>[],
  start: State,
  { step, keyOf, isSame }: Specification<State, Call, Outcome>,
): Verdict<HistoryEntry<Call, Outcome>, State> {
  type Entry = HistoryEntry<Call, Outcome>;
  const entries = [...history].sort((a, b) => a.invoked - b.invoked);
  const tried = new Set<string>();
  let longest: readonly Entry[] = [];

  const search = (
    done: ReadonlySet<Entry>,
    order: readonly Entry[],
    state: State,
  ): Verdict<Entry, State> | undefined => {
    if (order.length > longest.length) longest = order;
    const open = entries.filter((entry) => !done.has(entry));
    if (open.every(({ outcome }) => outcome === undefined)) return { isLinearizable: true, order, state };
    const key = `${entries.map((entry) => (done.has(entry) ? 1 : 0)).join("")} ${keyOf(state)}`;
    if (tried.has(key)) return undefined;
    tried.add(key);
    const firstAnswer = Math.min(...open.map(({ answered }) => answered));
    for (const entry of open) {
      // Another call had been answered before this one began.
      if (entry.invoked > firstAnswer) break;
      const next = step(state, entry.call);
      if (entry.outcome !== undefined && !isSame(entry.outcome, next.outcome)) continue;
      const found = search(new Set([...done, entry]), [...order, entry], next.state);
      if (found) return found;
    }
    return undefined;
  };
  const found = search(new Set(), [], start);
  return (
    found ?? { isLinearizable: false, longest, left: entries.filter((entry) => !longest.includes(entry)) }
  );
}

/** If all independent parts of a history are linearizable, so is the whole. */
export function partsOf<Entry>(
  history: readonly Entry[],
  partOf: (entry: Entry) => string,
): Map<string, Entry[]> {
  const parts = new Map<string, Entry[]>();
  for (const entry of history) {
    const part = partOf(entry);
    parts.set(part, [...(parts.get(part) ?? []), entry]);
  }
  return parts;
}
