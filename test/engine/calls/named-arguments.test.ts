/**
 * Every fault that follows from one argument or member names it and shows its value (conventions 5.5). For every operation:
 * the call of its first example, which succeeds, with one wrong value after the other in every place.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { operations, type OperationRow } from "../../../generated/tables.js";
import type { Fault } from "../../../src/engine/calls/faults.js";
import { exampleState } from "../../support/example-state.js";
import { trialShop, type TrialShop } from "../../support/trial-shop.js";
import { isWanted } from "../../support/wanted.js";
import { soundArguments } from "./argument-cases.js";
import { wrongCalls, type WrongCall } from "./wrong-values.js";

const rows = Object.entries<OperationRow>(operations).filter(([name]) => isWanted(name));

/** Their values may not appear anywhere. */
const isSecret = (name: string) => /password|^cc_|token|session|(^|_)key$|confirmation/i.test(name);

/** Whether a fault names the member, or the argument or object that it lies in. */
function names(fault: Fault, place: string): boolean {
  const { parameter, errors = [] } = fault.data as {
    readonly parameter?: string;
    readonly errors?: readonly { readonly field: string }[];
  };
  const path = place.split(".");
  return [parameter, ...errors.map(({ field }) => field)].some((field) => {
    const named = field
      ?.replaceAll(/\[\d+\]/g, "")
      .split(".")
      .at(-1);
    return named !== undefined && path.includes(named);
  });
}

/** What is wrong with the fault of a call, if anything. */
function complaint({ name, place, wrong }: WrongCall, fault: Fault): string | undefined {
  const { message } = fault;
  if (fault.fault === "internal") return "is an error of the program";
  if (!names(fault, place)) return "does not name it";
  if (isSecret(name))
    return typeof wrong.value === "string" && wrong.value.length > 2 && message.includes(wrong.value)
      ? "shows a secret"
      : undefined;
  return message.includes(wrong.shown) ? undefined : `does not show ${wrong.shown.slice(0, 80)}`;
}

/** One shop serves all operations whose examples need the same state. */
const states = [...new Set(rows.map(([name]) => exampleState(name)))];

describe.each(states.map((state, index) => ({ state, title: `state ${index + 1}` })))(
  "$title",
  ({ state }) => {
    let shop: TrialShop;
    beforeAll(async () => {
      shop = await trialShop(state === "sample" ? { extends: "sample" } : (state as object));
    });

    const served = rows.filter(([name]) => exampleState(name) === state);
    test.each(served)("%s", async (operation, row) => {
      const sound = soundArguments(operation);
      expect(await shop.tryCall(operation, sound)).toBeUndefined();

      const complaints = new Map<string, string[]>();
      for (const call of wrongCalls(operation, row, sound)) {
        const fault = await shop.tryCall(operation, call.args);
        const said = fault && complaint(call, fault);
        if (said === undefined) continue;
        const line = `${said}: ${fault?.fault} ${JSON.stringify(fault?.message.slice(0, 300))}`;
        complaints.set(call.place, [...(complaints.get(call.place) ?? []), line]);
      }

      expect(Object.fromEntries(complaints)).toEqual({});
      expect(shop.failures).toEqual([]);
    });
  },
);
