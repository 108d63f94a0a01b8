/**
 * A whole state that is never in memory: its bytes are kept elsewhere, read once to be checked and once more to be
 * stored. For storages that do not hold the state in memory either.
 */
import { AdjustableClock, realTime } from "../../engine/clock.js";
import type { ReadBytes, ShopVersion } from "../control/controlled-shop.js";
import { DatasetProblems } from "./document.js";
import { JsonParts, type JsonPart } from "./json-parts.js";
import { partsOf, valueOf } from "./reader.js";
import type { CustomAttribute } from "../../shop/data/entities/customer.js";
import { BytesContent, noFiles, type Content, type FilesVersion } from "../../shop/media/versioned-files.js";
import type { StateRecord } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { customAttributesOf } from "./dataset-attributes.js";
import { collectionOf, StateCheck, type CheckedState } from "./state-check.js";

/**
 * The state in these bytes; undefined where they hold something else, such as calls, or data of an earlier version, for
 * which the state has to be made. Throws DatasetProblems.
 * @param known customer attributes that the server has anyway
 */
export async function streamedVersion(
  read: ReadBytes,
  known: readonly CustomAttribute[],
): Promise<ShopVersion | undefined> {
  const check = await StateCheck.begin();
  const parts = new JsonParts();
  for await (const part of partsOf(read(), parts)) {
    if (part.list === "calls") return undefined;
    check.add(part);
  }
  const checked = check.finish(parts);
  if (!checked) return undefined;
  customAttributesOf(checked.shop, known);
  if (checked.missing.size > 0) throw new DatasetProblems(await missingProblems(read, checked));
  return {
    state: { records: () => recordsIn(read, checked), isEmpty: () => false },
    files: filesIn(read, checked),
    clock: checked.clock === undefined ? realTime : frozenAt(checked.clock),
  };
}

async function* recordsIn(read: ReadBytes, { sequences }: CheckedState): AsyncGenerator<StateRecord> {
  for await (const part of partsOf(read(), new JsonParts())) {
    const collection = collectionOf(part);
    if (collection === undefined || collection === "sessions") continue;
    const doc = valueOf(part) as Record<string, unknown>;
    if (collection === "images") delete doc.content;
    yield { collection, doc } as unknown as StateRecord;
  }
  for (const [sequence, value] of sequences) yield { sequence, value };
}

/** The bytes of an image are read out of its document whenever they are wanted. */
function filesIn(read: ReadBytes, { images }: CheckedState): FilesVersion {
  const contents = noFiles.contents.clone();
  for (const [name, { from, to }] of images) contents.set(name, contentAt(read, from, to));
  return { contents };
}

function contentAt(read: ReadBytes, from: number, to: number): Content {
  return {
    async open() {
      const pieces: Uint8Array[] = [];
      for await (const piece of read(from, to)) pieces.push(piece);
      const { content } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as { content: string };
      return new BytesContent(() => Buffer.from(content, "base64")).open();
    },
  };
}

const maxProblems = 100;

/** Where the references stand that lead to nothing: only then the bytes are read once more. */
async function missingProblems(read: ReadBytes, { missing }: CheckedState) {
  const problems: { place: string; message: string }[] = [];
  for await (const part of partsOf(read(), new JsonParts())) {
    const doc: unknown = valueOf(part);
    for (const [{ from, path, to }, ids] of missing) {
      if (collectionOf(part) !== from || !isObject(doc) || !ids.has(Number(doc[path]))) continue;
      const message = `names ${JSON.stringify(doc[path])}, which is not among ${to}`;
      problems.push({ place: `${placeOf(part)}.${path}`, message });
      if (problems.length === maxProblems) return problems;
    }
  }
  return problems;
}

function placeOf({ list, index }: JsonPart): string {
  return `${list}[${index}]`;
}

function frozenAt(time: string) {
  const clock = new AdjustableClock();
  clock.freeze(time);
  return clock.state;
}
