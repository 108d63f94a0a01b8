/**
 * The JSON documents that earlier versions exported, as JSON Lines: each row has a line of its own there, so that one of
 * any size is taken apart without being read whole.
 */
import { CommandError } from "./connection.js";

const beginning = /^\{(?:"clock":"([^"]+)",)?"collections":\{"(\w+)":\[$/;
const isBehindRows = (line: string) => line.startsWith('"checksums":') || line.startsWith('"sequences":{');

/** Throws CommandError for what is no export, or not all of one. */
export async function* linesOfExport(lines: AsyncIterable<string>, name: string): AsyncGenerator<Uint8Array> {
  let [collection, number] = ["", 0];
  let row: string | undefined;
  for await (const line of lines) {
    number += 1;
    if (number === 1) {
      const [, clock, first] = beginning.exec(line) ?? [];
      if (first === undefined)
        throw new CommandError(2, `${name} is larger than a document may be, and no export`);
      collection = first;
      yield bytesOf({ state: 1, ...(clock === undefined ? {} : { clock }) });
      continue;
    }
    if (row !== undefined) {
      // Only what follows tells the comma of a row from the end of the last one.
      const [, doc, next] =
        (isBehindRows(line) ? /^(\{.*\})\]\},$/ : /^(\{.*\})(?:,|\],"(\w+)":\[)$/).exec(row) ?? [];
      if (doc === undefined) throw new CommandError(2, `${name}: line ${number - 1}: is no row of an export`);
      yield Buffer.from(`{"collection":"${collection}","doc":${doc}}\n`);
      collection = next ?? collection;
    }
    row = isBehindRows(line) ? undefined : line;
    if (!line.startsWith('"sequences":{')) continue;
    const { sequences } = JSON.parse(`{${line}`) as { sequences: Record<string, number> };
    for (const [sequence, value] of Object.entries(sequences)) yield bytesOf({ sequence, value });
    yield bytesOf({ end: {} });
    return;
  }
  throw new CommandError(2, `${name} breaks off after ${number} lines`);
}

function bytesOf(value: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
