import { readingArguments } from "../../contract/arguments.js";
import { effectProblems, ignoredTexts, membersFault, unlistedMembers } from "../../contract/members.js";
import { Call, type HandledCall } from "../call.js";
import { noEffects, noHashes } from "../transactions.js";
import { Fault } from "../../contract/faults.js";
import { isRefusal } from "../outcome.js";
import type { Step } from "./step.js";

/**
 * Refuses members that the operation would not write, for callers who ask for it (`Prefer: handling=strict`). Those of other
 * callers are noted for the journal.
 */
export const refuseWithoutEffect: Step<HandledCall> = async (call, next) => {
  const { isStrict, ignore, operation, arguments: args } = call;
  if (isStrict || ignore) {
    const unlisted = unlistedMembers(operation.row, (param) => args.asSent(param));
    if (unlisted.length > 0) await judge(call, unlisted);
  }
  return next(call);
};

async function judge(call: HandledCall, unlisted: ReturnType<typeof unlistedMembers>): Promise<void> {
  const { isStrict, ignore, operation, service, tx } = call;
  const { name, row, raise } = operation;
  const found = await effectProblems(unlisted, {
    operation: name,
    attributes: () => service.inputs.additionalMembers(row.namespace, tx),
    stored: (reading) => storedRecords(call, reading),
  });
  const [first] = found;
  if (!first) return;
  if (isStrict)
    throw row.strictFault === undefined
      ? membersFault(first.name, first.problems)
      : raise(row.strictFault, first.problems);
  for (const text of ignoredTexts(found)) ignore?.(text);
}

/** The results of a reading operation for the records that a call changes; none for records that it does not find. */
async function storedRecords(
  { service, context, principal, tx, arguments: sent }: HandledCall,
  path: string,
): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  const operation = service.methods.operation(path);
  if (!operation?.handler) return records;
  for (const values of readingArguments(operation.row, (param) => sent.asSent(param))) {
    const args = { form: "positional", values } as const;
    const reading = new Call(
      service,
      { path, args },
      { ...context, prefer: { fault: undefined, handling: "lenient" } },
    );
    try {
      const read = { operation, name: path, principal, arguments: operation.readArguments(values) };
      const inSnapshot = { tx, effects: noEffects, hashOf: noHashes };
      const outcome = await service.methods.call(Object.assign(reading, read, inSnapshot));
      if (isRefusal(outcome)) return [];
      records.push(outcome.result);
    } catch (error) {
      // The operation itself reports an argument that names no record.
      if (error instanceof Fault) return [];
      throw error;
    }
  }
  return records;
}
