import { readingArguments } from "../../contract/arguments.js";
import { ignoredMembers, unwrittenMembersFault } from "../../contract/members.js";
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
  const { isStrict, ignore, operation } = call;
  if (isStrict) {
    const fault = await unwrittenMembersFault(judged(call), operation.raise);
    if (fault) throw fault;
  } else if (ignore) for (const text of await ignoredMembers(judged(call))) ignore(text);
  return next(call);
};

function judged(call: HandledCall): Parameters<typeof ignoredMembers>[0] {
  const { operation, service, tx, arguments: args } = call;
  const { name, row } = operation;
  const argument = (param: string) => args.asSent(param);
  return {
    operation: name,
    row,
    argument,
    attributes: () => service.inputs.additionalMembers(row.namespace, tx),
    stored: (reading) => storedRecords(call, reading, argument),
  };
}

/** The results of a reading operation for the records that a call changes; none for records that it does not find. */
async function storedRecords(
  { service, context, principal, tx }: HandledCall,
  path: string,
  argument: (name: string) => unknown,
): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  const operation = service.methods.operation(path);
  if (!operation?.handler) return records;
  for (const values of readingArguments(operation.row, argument)) {
    const args = { form: "positional", values } as const;
    const reading = new Call(
      service,
      { path, args },
      { ...context, prefer: { fault: undefined, handling: "lenient" } },
    );
    try {
      const read = { operation, name: path, principal, arguments: operation.readArguments(values) };
      const inSnapshot = { tx, effects: noEffects, hashOf: noHashes };
      const outcome = await service.methods.callOperation(Object.assign(reading, read, inSnapshot));
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
