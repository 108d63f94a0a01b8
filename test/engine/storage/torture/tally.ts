/** What a torture found. Printed by scripts/torture.ts, expected to be without violations by the tests. */
export interface Tally {
  readonly scenario: string;
  /** Runs, boots or deaths, whatever the scenario counts. */
  rounds: number;
  faults: number;
  readonly violations: string[];
}

export function newTally(scenario: string): Tally {
  return { scenario, rounds: 0, faults: 0, violations: [] };
}

/** Adds what another run of the same scenario found. */
export function addTally(totals: Map<string, Tally>, { scenario, rounds, faults, violations }: Tally): void {
  const total = totals.get(scenario) ?? newTally(scenario);
  totals.set(scenario, total);
  total.rounds += rounds;
  total.faults += faults;
  total.violations.push(...violations);
}

/** Numbers from 0 to below 1, the same for the same seed, so that a run can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
