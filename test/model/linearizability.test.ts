/** The checker itself, with histories of a register whose verdict is known. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linearize, type HistoryEntry, type Specification } from "./linearizability.js";

type Call = { readonly write: number } | "read";
type Entry = HistoryEntry<Call, number>;

const register: Specification<number, Call, number> = {
  step: (state, call) =>
    call === "read" ? { state, outcome: state } : { state: call.write, outcome: call.write },
  keyOf: String,
  isSame: (seen, wanted) => seen === wanted,
};

const write = (client: number, value: number, invoked: number, answered: number): Entry => ({
  ...{
    client,
    call: { write: value },
    outcome: answered === Infinity ? undefined : value,
    invoked,
    answered,
  },
});
const read = (client: number, outcome: number, invoked: number, answered: number): Entry => ({
  ...{ client, call: "read", outcome, invoked, answered },
});

const isLinearizable = (history: readonly Entry[]) => linearize(history, 0, register).isLinearizable;

describe("good histories", () => {
  test.each<{ title: string; history: Entry[] }>([
    { title: "nothing", history: [] },
    { title: "one after the other", history: [write(1, 5, 0, 1), read(2, 5, 2, 3)] },
    {
      title: "a read concurrent with a write returns the old value",
      history: [write(1, 5, 0, 9), read(2, 0, 1, 2)],
    },
    {
      title: "a read concurrent with a write returns the new value",
      history: [write(1, 5, 0, 9), read(2, 5, 1, 2)],
    },
    {
      title: "two reads concurrent with a write return the old, then the new value",
      history: [write(1, 5, 0, 9), read(2, 0, 1, 2), read(2, 5, 3, 4)],
    },
    {
      title: "concurrent writes in either order",
      history: [write(1, 5, 0, 9), write(2, 6, 0, 9), read(3, 5, 10, 11)],
    },
    {
      title: "a write without an answer that was executed",
      history: [write(1, 5, 0, Infinity), read(2, 5, 3, 4)],
    },
    {
      title: "a write without an answer that was not executed",
      history: [write(1, 5, 0, Infinity), read(2, 0, 3, 4)],
    },
    {
      title: "a write without an answer that is executed late",
      history: [write(1, 5, 0, Infinity), read(2, 0, 3, 4), read(2, 5, 5, 6)],
    },
  ])("$title", ({ history }) => expect(isLinearizable(history)).toBe(true));
});

describe("bad histories", () => {
  test.each<{ title: string; history: Entry[] }>([
    { title: "a read of a value that nobody wrote", history: [read(1, 7, 0, 1)] },
    { title: "a stale read", history: [write(1, 5, 0, 1), read(2, 0, 2, 3)] },
    {
      title: "the new value, then the old one",
      history: [write(1, 5, 0, 9), read(2, 5, 1, 2), read(3, 0, 3, 4)],
    },
    {
      title: "two readers that see two writes in different orders",
      history: [
        ...[write(1, 5, 0, 3), write(2, 6, 0, 3)],
        ...[read(3, 5, 4, 5), read(3, 6, 6, 7), read(4, 6, 4, 5), read(4, 5, 6, 7)],
      ],
    },
    {
      title: "a write without an answer whose value appears and disappears",
      history: [write(1, 5, 0, Infinity), read(2, 5, 3, 4), read(2, 0, 5, 6)],
    },
  ])("$title", ({ history }) => expect(isLinearizable(history)).toBe(false));
});

/** Calls that take effect at one moment between their beginning and their answer. */
const atOneMoment = fc
  .array(
    fc.record({ value: fc.option(fc.integer({ min: 1, max: 3 })), before: fc.nat(9), after: fc.nat(9) }),
    {
      maxLength: 12,
    },
  )
  .map((steps) => {
    let state = 0;
    return steps.map(({ value, before, after }, at): Entry => {
      if (value !== null) state = value;
      const times = [at * 5 - before, at * 5 + 1 + after] as const;
      return value === null ? read(at, state, ...times) : write(at, value, ...times);
    });
  });

test("every history of calls with such a moment is linearizable", () => {
  fc.assert(fc.property(atOneMoment, (history) => isLinearizable(history)));
});

test("an answer that no moment explains is found among many", () => {
  fc.assert(
    fc.property(atOneMoment, fc.nat(), (history, at) => {
      fc.pre(history.length > 0);
      const index = at % history.length;
      const wrong = history.map((entry, place) =>
        place === index ? { ...entry, call: "read", outcome: 9 } : entry,
      );
      return !isLinearizable(wrong as Entry[]);
    }),
  );
});
