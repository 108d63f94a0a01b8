/** Requests with several records (beyond 22.7): each is executed separately and has its own outcome. */
import { RestError, type RestProblem } from "../../../engine/doors/rest/rest-error.js";
import { isObject, type DataObject } from "../../../engine/values/coercion.js";
import { quote } from "../../../engine/values/messages.js";
import { textOrJson } from "../../../engine/values/text.js";
import { refused } from "../forms/refusal.js";
import type { SeveralOf } from "../forms/rest-operations.js";
import { closing } from "../forms/problems.js";

/** The operations that take several records. */
type Several = "updateStockItems" | "assignProductWebsite";

/** What became of one record, besides the keys that identify it. */
interface RecordOutcome {
  readonly message: string;
  readonly field?: string;
  readonly code: number;
}

/** The keys that identify the record of an outcome. */
type Keys<Id extends Several> =
  SeveralOf<Id> extends { readonly success?: readonly (infer Row)[] }
    ? Omit<Row, keyof RecordOutcome>
    : never;

const maxItems = 1000;

/** Runs `execute` for each record. Throws `RestError` 400 for an empty or too long list, and unexpected errors. */
export async function runSeveral<Id extends Several>(
  items: readonly unknown[],
  keysOf: (item: DataObject) => Keys<Id>,
  execute: (item: DataObject) => Promise<unknown>,
): Promise<{ readonly status: 207; readonly result: SeveralOf<Id> }> {
  if (items.length === 0) throw refused(400, "The list is empty.");
  if (items.length > maxItems) throw refused(400, `The list has more than ${maxItems} entries.`);
  const success: (Keys<Id> & RecordOutcome)[] = [];
  const error: (Keys<Id> & RecordOutcome)[] = [];
  for (const [index, item] of items.entries()) {
    const keys = keysOf(isObject(item) ? item : {});
    try {
      if (!isObject(item)) throw refused(400, noRecord(item, index));
      await execute(item);
      success.push({ ...keys, message: "Resource updated successful.", code: 200 });
    } catch (problem) {
      if (!(problem instanceof RestError)) throw problem;
      const problems = problem.problems.filter(({ message }) => message !== closing);
      for (const one of problems) error.push({ ...keys, ...one, code: problem.status });
    }
  }
  return {
    status: 207,
    result: { ...(success.length > 0 && { success }), ...(error.length > 0 && { error }) } as SeveralOf<Id>,
  };
}

function noRecord(item: unknown, index: number): RestProblem {
  const message = `Each entry of the list must be an object with members, not ${quote(item)}.`;
  return { field: `[${index}]`, message };
}

/** A key as sent, as text. */
export function sentKey(value: unknown): string | null {
  return value === undefined || value === null ? null : textOrJson(value).slice(0, 255);
}
