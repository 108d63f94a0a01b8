/**
 * Converts the JSON documents that earlier versions exported to JSON Lines. In these documents each row has its own line,
 * so a document of any size can be converted as a stream.
 */
import { CommandError } from "./connection.js";

const beginning = /^\{(?:"clock":"([^"]+)",)?"collections":\{"(\w+)":\[$/;
const isBehindRows = (line: string) => line.startsWith('"checksums":') || line.startsWith('"sequences":{');

/** Throws a `CommandError` if the text is not an export or is incomplete. */
export async function* linesOfExport(lines: AsyncIterable<string>, name: string): AsyncGenerator<Uint8Array> {
  let [collection, number] = ["", 0];
  let row: string | undefined;
  for await (const line of lines) {
    number += 1;
    if (number === 1) {
      const [, clock, first] = beginning.exec(line) ?? [];
      if (first === undefined)
        throw new CommandError(2, `${name} is too large for a document and is not an export`);
      collection = first;
      yield bytesOf({ state: 1, ...(clock === undefined ? {} : { clock }) });
      continue;
    }
    if (row !== undefined) {
      // Whether a row is the last one is only known from the next line.
      const [, doc, next] =
        (isBehindRows(line) ? /^(\{.*\})\]\},$/ : /^(\{.*\})(?:,|\],"(\w+)":\[)$/).exec(row) ?? [];
      if (doc === undefined)
        throw new CommandError(2, `${name}: line ${number - 1}: is not a row of an export`);
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
