/**
 * A whole state that is never in memory: its lines are read once to be checked and once more to be stored. For storages
 * that do not hold the state in memory either.
 */
import { AdjustableClock, realTime, type ClockState } from "../../../engine/clock.js";
import type { ShopVersion } from "../../../engine/states/version.js";
import {
  BytesContent,
  noFiles,
  type FileContent,
  type FilesVersion,
} from "../../../engine/files/versioned-files.js";
import { checkedDataset, isCollection } from "./document.js";
import { hasFiles } from "../collections.js";
import type { CollectionName, StateRecord } from "../../../engine/storage/storage.js";
import { isObject } from "../../../engine/values/coercion.js";
import { customAttributesOf } from "./dataset-attributes.js";
import { rowsOf, type Line } from "./lines.js";
import type { ReadBytes } from "../../../engine/states/spool.js";
import { isOfThisVersion, StateCheck } from "./state-check.js";

/**
 * The state in these lines; undefined for data of an earlier version, and for a state that lacks API users or the bytes
 * of a file, for which the state has to be made. Throws StateProblems.
 * @param known customer attributes that the server has anyway
 * @param aclNodes those of its contract
 */
export async function streamedVersion(
  read: ReadBytes,
  known: Parameters<typeof customAttributesOf>[1],
  aclNodes: readonly string[],
): Promise<ShopVersion | undefined> {
  const check = await StateCheck.begin((_collection, line) => `line ${line}: doc`, aclNodes);
  const settings: Record<string, unknown>[] = [];
  const files = new Map<string, Line>();
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
  customAttributesOf(shop, known);
  return {
    state: { records: () => recordsIn(read, sequences), isEmpty: () => false },
    files: filesIn(read, files),
    clock: frame.clock === undefined ? realTime : frozenAt(frame.clock),
  };
}

/** Undefined for other lines, and for sessions, which are of the past. */
function collectionOf({ value }: Line): CollectionName | undefined {
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

/** The bytes of a file are read out of its line whenever they are wanted. */
function filesIn(read: ReadBytes, files: ReadonlyMap<string, Line>): FilesVersion {
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
