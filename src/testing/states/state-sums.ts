/**
 * Checksums that an export carries about itself: of each thousand documents, and of all. They are over what the documents
 * say, as compact JSON with a line break after each, so that another layout of the file is no other state.
 */
import { createHash, type Hash } from "node:crypto";
import { isObject } from "../../engine/values/coercion.js";
import type { DatasetProblem } from "./problem.js";

/** Of one collection. */
export interface CollectionSums {
  readonly documents: number;
  /** SHA-256 in hexadecimal of each 1,000 documents, the last chunk perhaps smaller. */
  readonly chunks: readonly string[];
}

export interface WrittenSums {
  readonly collections: Readonly<Record<string, CollectionSums>>;
  /** SHA-256 of the compact JSON of `[clock or null, collections, sequences]`, collections as they stand here. */
  readonly sha256: string;
}

export const docsPerChunk = 1000;

/** What is around the documents. */
export interface StateFrame {
  readonly clock: string | undefined;
  readonly sequences: Readonly<Record<string, number>>;
}

/** Made document by document, each collection in one piece. */
export class StateSums {
  private readonly collections: Record<string, { documents: number; chunks: string[] }> = {};
  private readonly open = new Map<string, Hash>();

  /** @param text the document as JSON.stringify() writes it */
  add(collection: string, text: string): void {
    const sums = (this.collections[collection] ??= { documents: 0, chunks: [] });
    const hash = this.open.get(collection) ?? createHash("sha256");
    hash.update(text).update("\n");
    sums.documents += 1;
    if (sums.documents % docsPerChunk > 0) this.open.set(collection, hash);
    else this.end(collection, hash);
  }

  finish({ clock, sequences }: StateFrame): WrittenSums {
    for (const [collection, hash] of this.open) this.end(collection, hash);
    const { collections } = this;
    const whole = JSON.stringify([clock ?? null, collections, sequences]);
    return { collections, sha256: createHash("sha256").update(whole).digest("hex") };
  }

  private end(collection: string, hash: Hash): void {
    this.collections[collection]?.chunks.push(hash.digest("hex"));
    this.open.delete(collection);
  }
}

const onPurpose = '; if that was on purpose, take the line "checksums" out of the file';

/** How what was found differs from what the file says of itself. */
export function* sumProblems(found: WrittenSums, told: unknown): Generator<DatasetProblem> {
  if (!isWrittenSums(told)) {
    yield { place: "checksums", message: "must hold collections and sha256, as an export writes them" };
    return;
  }
  let isSame = true;
  for (const name of new Set([...Object.keys(told.collections), ...Object.keys(found.collections)])) {
    for (const problem of collectionProblems(name, found.collections[name], told.collections[name])) {
      isSame = false;
      yield problem;
    }
  }
  if (isSame && found.sha256 !== told.sha256) {
    const message = `clock, sequences or the checksums themselves are not as they were exported${onPurpose}`;
    yield { place: "checksums.sha256", message };
  }
}

const none: CollectionSums = { documents: 0, chunks: [] };

function* collectionProblems(name: string, found = none, told = none): Generator<DatasetProblem> {
  const place = `collections.${name}`;
  const wrong = told.chunks.findIndex((sum, at) => found.chunks[at] !== sum);
  if (found.documents !== told.documents) {
    const message = `holds ${found.documents} documents, ${told.documents} were exported${onPurpose}`;
    yield { place, message };
  } else if (wrong >= 0) {
    const [first, end] = [wrong * docsPerChunk, Math.min((wrong + 1) * docsPerChunk, told.documents)];
    const which = `the documents ${first} to ${end - 1} are not as they were exported`;
    yield { place: `${place}[${first}]`, message: `${which}: their checksum is another one${onPurpose}` };
  }
}

function isWrittenSums(value: unknown): value is WrittenSums {
  if (!isObject(value) || typeof value.sha256 !== "string" || !isObject(value.collections)) return false;
  return Object.values(value.collections).every(
    (one) => isObject(one) && Number.isSafeInteger(one.documents) && Array.isArray(one.chunks),
  );
}
