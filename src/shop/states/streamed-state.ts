/**
 * Streams a state: reads its lines once to check them and again to store them, without holding the state in memory. For
 * storages that do not hold it in memory either.
 */
import { AdjustableClock, realTime, type ClockState } from "../../engine/clock.js";
import type { InstanceVersion } from "../../engine/states/version.js";
import {
  BytesContent,
  noFiles,
  type FileContent,
  type FilesVersion,
} from "../../engine/files/versioned-files.js";
import { checkedDataset, isCollection } from "./document.js";
import { hasFiles } from "../data/collections.js";
import type { CollectionName, StateRecord } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { datasetAttributes } from "./dataset-attributes.js";
import { rowsOf, type StateLine } from "./lines.js";
import type { ReadBytes } from "../../engine/states/spool.js";
import { isOfThisVersion, StateCheck } from "./state-check.js";

/**
 * The version with the state in these lines. Undefined for data of an earlier version, and for a state
 * without API users or without the bytes of a file: these must be built in memory. Throws StateProblems.
 * @param known the custom attributes of the server
 * @param aclNodes the access nodes of its contract
 */
export async function streamedVersion(
  read: ReadBytes,
  known: Parameters<typeof datasetAttributes>[1],
  aclNodes: readonly string[],
): Promise<InstanceVersion | undefined> {
  const check = await StateCheck.begin((_collection, line) => `line ${line}: doc`, aclNodes);
  const settings: Record<string, unknown>[] = [];
  const files = new Map<string, StateLine>();
  const given: Record<string, unknown> = {};
  let [clock, isComplete]: [unknown, boolean] = [undefined, true];
  for await (const line of rowsOf(read())) {
    const { value, number } = line;
    if ("state" in value) clock = value.clock;
    else if ("sequence" in value) given[String(value.sequence)] = value.value;
    const name = collectionOf(line);
    if (name === undefined || !check.add(name, value.doc, number)) continue;
    const doc = value.doc as object as Record<string, unknown>;
    if (name === "settings") settings.push(doc);
    if (name === "settings" && doc.id === "data_version" && !isOfThisVersion(settings)) return undefined;
    if (!hasFiles(name)) continue;
    if (typeof doc.content === "string") files.set(String(doc.stored_as), { ...line, value: {} });
    else isComplete = false;
  }
  if (!isComplete || !isOfThisVersion(settings) || !check.hasAny("api_users")) return undefined;
  const frame = checkedDataset({ sequences: given, ...(clock === undefined ? {} : { clock }) });
  check.requireSettings();
  const sequences = check.finish(frame.sequences ?? {});
  const shop = settings.find(({ id }) => id === "shop");
  datasetAttributes(shop, known);
  return {
    state: { records: () => recordsIn(read, sequences), isEmpty: () => false },
    files: filesIn(read, files),
    clock: frame.clock === undefined ? realTime : frozenAt(frame.clock),
  };
}

/** The collection of a row; undefined for other lines, and for sessions, which are not restored. */
function collectionOf({ value }: StateLine): CollectionName | undefined {
  const name = String(value.collection);
  return isCollection(name) && name !== "sessions" ? name : undefined;
}

async function* recordsIn(
  read: ReadBytes,
  sequences: ReadonlyMap<string, number>,
): AsyncGenerator<StateRecord> {
  for await (const line of rowsOf(read())) {
    const collection = collectionOf(line);
    if (collection === undefined) continue;
    const { doc } = line.value;
    if (hasFiles(collection) && isObject(doc)) delete doc.content;
    yield { collection, doc } as unknown as StateRecord;
  }
  for (const [sequence, value] of sequences) yield { sequence, value };
}

/** Reads the bytes of a file from its line on demand. */
function filesIn(read: ReadBytes, files: ReadonlyMap<string, StateLine>): FilesVersion {
  const contents = noFiles.contents.clone();
  for (const [name, { from, to }] of files) contents.set(name, contentAt(read, from, to));
  return { contents };
}

function contentAt(read: ReadBytes, from: number, to: number): FileContent {
  return {
    async open() {
      const pieces: Uint8Array[] = [];
      for await (const piece of read(from, to)) pieces.push(piece);
      const { doc } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as { doc: { content: string } };
      return new BytesContent(() => Buffer.from(doc.content, "base64")).open();
    },
  };
}

export function frozenAt(time: string): ClockState {
  const clock = new AdjustableClock();
  clock.freeze(time);
  return clock.state;
}
