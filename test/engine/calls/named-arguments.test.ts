/**
 * Every fault that follows from one argument or member names it and shows its value (conventions 5.5). For every operation:
 * the call of its first example, which succeeds, with one wrong value after the other in every place.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { operations, type OperationRow } from "../../../generated/tables.js";
import type { Fault } from "../../../src/engine/contract/faults.js";
import { exampleState } from "../../support/example-state.js";
import { trialShop, type TrialShop } from "../../support/trial-shop.js";
import { isWanted } from "../../support/wanted.js";
import { soundArguments } from "./argument-cases.js";
import { wrongCalls, type WrongCall } from "./wrong-values.js";

const rows = Object.entries<OperationRow>(operations).filter(([name]) => isWanted(name));

/** Their values may not appear anywhere. */
const isSecret = (name: string) =>
  name !== "url_key" && /password|^cc_|token|session|(^|_)key$|confirmation/i.test(name);

interface Told {
  readonly parameter?: string;
  readonly errors?: readonly { readonly field: string }[];
}

/** Arguments whose wrong value lets another argument not fit. */
const another: Readonly<Record<string, RegExp>> = {
  // It decides how the product is named.
  identifierType: /^product(Id)?$/,
  // There must be as many data as products.
  productIds: /^productData$/,
  // Whatever is not "url" is a file, which then lacks its content.
  type: /^(sample\.)?file\.(name|base64_content)$/,
};

/** Whether a fault names the member, the argument or object that it lies in, or a member of it. */
function names(fault: Fault, { place, name, wrong }: WrongCall): boolean {
  const { parameter, errors = [] } = fault.data as Told;
  const path = place.split(".");
  return [parameter, ...errors.map(({ field }) => field)].some((field) => {
    const parts = field?.replaceAll(/\[\d+\]/g, "").split(".") ?? [];
    const last = parts.at(-1);
    if (last === undefined) return false;
    // Members have no argument in front: what an object lacks may be any of them.
    const isInside = typeof wrong.value === "object" && path.length === 1;
    return (
      path.includes(last) || parts.includes(name) || isInside || another[name]?.test(parts.join(".")) === true
    );
  });
}

/** Whether a message shows a value, or of a list or an object what is wrong in it. */
function shows(fault: Fault, { name, wrong: { value, shown } }: WrongCall): boolean {
  const { message } = fault;
  const { errors = [], parameter = "" } = fault.data as Told;
  if (message.includes(shown) || another[name]?.test(parameter) === true) return true;
  if (another[name]?.test(errors[0]?.field ?? "") === true) return true;
  if (typeof value === "object" && value !== null)
    return (
      !Array.isArray(value) ||
      value.length === 0 ||
      value.some((one) => message.includes(JSON.stringify(one))) ||
      errors.some(({ field }) => field.includes("."))
    );
  // Numbers in texts are read as numbers.
  if (typeof value === "string" && /^-?\d+$/.test(value)) return message.includes(value);
  return typeof value === "string" && value.trim() === "" && /empty|blank|required|must have/.test(message);
}

/** What is wrong with the fault of a call, if anything. */
function complaint(call: WrongCall, fault: Fault): string | undefined {
  const { value, shown } = call.wrong;
  if (fault.fault === "internal") return "is an error of the program";
  if (!names(fault, call)) return "does not name it";
  if (!isSecret(call.name)) return shows(fault, call) ? undefined : `does not show ${shown.slice(0, 80)}`;
  const isShown = typeof value === "string" && value.length > 2 && fault.message.includes(value);
  return isShown ? "shows a secret" : undefined;
}

/** One shop serves all operations whose examples need the same state. */
const states = [...new Set(rows.map(([name]) => exampleState(name)))];

describe.each(states.map((state, index) => ({ state, title: `state ${index + 1}` })))(
  "$title",
  ({ state }) => {
    let shop: TrialShop;
    beforeAll(async () => {
      shop = await trialShop(state === "sample" ? { extends: "sample" } : state);
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
