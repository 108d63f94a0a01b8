/** Checks the rows of a state one by one. Keeps little more than their IDs in memory. */
import { dataVersion } from "./migrations/migrations.js";
import { settingsNeeded } from "./references.js";
import { collections, hasFiles } from "../data/collections.js";
import type { Collections } from "../../engine/storage/collections.js";
import type { CollectionName, Doc, Key } from "../../engine/storage/documents.js";
import { isObject } from "../../engine/values/coercion.js";
import { append } from "../../engine/values/lists.js";
import { fieldChecks, type FieldProblems } from "./fields.js";
import {
  characterProblems,
  StateProblems,
  maxProblems,
  type StateProblem,
} from "../../engine/states/problem.js";
import { AttributeValues } from "./attribute-values.js";
import { CategoryPaths } from "./category-paths.js";
import { PartIds, type HighestId } from "./part-ids.js";
import { ReferenceCheck } from "./reference-check.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";
import { createHash } from "node:crypto";
import { pictureHeader } from "../catalog/images/image-content.js";

const definitions: Collections = collections;

export class StateCheck {
  private readonly problems: StateProblem[] = [];
  private readonly ids = new Map<CollectionName, Set<Key>>();
  private readonly highest = new Map<CollectionName, number>();
  private readonly partIds = new PartIds();
  private readonly crossRowChecks: readonly CrossRowCheck[];

  private constructor(
    private readonly placeOf: (collection: CollectionName, at: number) => string,
    private readonly fieldProblems: FieldProblems,
    aclNodes: readonly string[],
  ) {
    this.crossRowChecks = [
      this.partIds,
      new ReferenceCheck(aclNodes),
      new CategoryPaths(),
      new AttributeValues(),
    ];
  }

  /**
   * @param placeOf the place of a row, by the arguments of add()
   * @param aclNodes the access nodes that roles can contain
   */
  static async begin(placeOf: StateCheck["placeOf"], aclNodes: readonly string[]): Promise<StateCheck> {
    return new StateCheck(placeOf, await fieldChecks(), aclNodes);
  }

  /**
   * False if the value cannot be a row of the collection. Throws StateProblems once there are many.
   * @param isChecked false for data of an earlier version, whose fields are checked after the migration
   */
  add(collection: CollectionName, row: unknown, at: number, isChecked = true): row is Doc {
    const place = this.placeOf(collection, at);
    if (!isObject(row)) {
      this.note({ place, message: "must be an object" });
      return false;
    }
    const key = definitions[collection]?.key;
    const { id } = row;
    const isKey = key === "int" ? Number.isSafeInteger(id) : typeof id === "string" && id !== "";
    if (!isKey) {
      this.note({ place: `${place}.id`, message: `must be ${key === "int" ? "a number" : "text"}` });
      return false;
    }
    const doc = row as object as Doc;
    if (!this.isFirst(collection, doc))
      this.note({ place: `${place}.id`, message: `is the ID of an earlier document: ${doc.id}` });
    const problems = [...characterProblems(row, place)];
    if (isChecked || hasFiles(collection))
      append(problems, this.fieldProblems(collection, recordOf(collection, row), place));
    if (hasFiles(collection)) append(problems, contentProblems(row, place));
    this.noteAll(problems);
    this.addToCrossRowChecks(collection, doc, at, isChecked && problems.length === 0);
    return true;
  }

  /** Adds a row of the base state, which is valid, unless it was replaced. */
  addBaseRow(collection: CollectionName, doc: Doc): void {
    if (this.isFirst(collection, doc)) this.addToCrossRowChecks(collection, doc, undefined, true);
  }

  hasAny(collection: CollectionName): boolean {
    return this.ids.has(collection);
  }

  note(problem: StateProblem): void {
    this.problems.push(problem);
    if (this.problems.length >= maxProblems) this.refuse();
  }

  /**
   * Runs the checks on all rows together. Returns the sequences; those that are not given continue after the
   * highest ID. Throws StateProblems.
   * @param base sequences of the base state
   */
  finish(
    given: Readonly<Record<string, number>>,
    base: Iterable<readonly [string, number]> = [],
  ): Map<string, number> {
    const sequences = new Map([...base, ...Object.entries(given)]);
    for (const { sequence, collection, highest, isLenient } of this.highestIds()) {
      const number = sequences.get(sequence) ?? 0;
      if (number >= highest) continue;
      sequences.set(sequence, highest);
      if (isLenient || !Object.hasOwn(given, sequence)) continue;
      const message = `is ${number}, below the ID ${highest} in ${collection}`;
      this.note({ place: `sequences.${sequence}`, message });
    }
    const placeOf: PlaceOf = (collection, at) =>
      at === undefined ? `collections.${collection}` : this.placeOf(collection, at);
    for (const check of this.crossRowChecks)
      for (const problem of check.problems(placeOf)) this.note(problem);
    if (this.problems.length > 0) this.refuse();
    return sequences;
  }

  /** The highest ID of each sequence, and its collection. */
  private *highestIds(): Generator<HighestId> {
    for (const [collection, highest] of this.highest) {
      const sequence = definitions[collection]?.sequence;
      if (sequence !== undefined) yield { sequence, collection, highest };
    }
    yield* this.partIds.highestIds;
  }

  /** Notes the settings that are missing in a state without a base. */
  requireSettings(): void {
    for (const id of settingsNeeded) {
      if (this.ids.get("settings")?.has(id)) continue;
      const message = `has no document ${JSON.stringify(id)}, so this is not a complete state: add extends`;
      this.note({ place: "collections.settings", message });
    }
  }

  private addToCrossRowChecks(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (typeof doc.id === "number")
      this.highest.set(collection, Math.max(this.highest.get(collection) ?? 0, doc.id));
    for (const check of this.crossRowChecks) check.note(collection, doc, at, isValid);
  }

  private isFirst(collection: CollectionName, { id }: Doc): boolean {
    let ids = this.ids.get(collection);
    if (!ids) this.ids.set(collection, (ids = new Set<Key>()));
    const isFirst = !ids.has(id);
    ids.add(id);
    return isFirst;
  }

  private noteAll(problems: readonly StateProblem[]): void {
    append(this.problems, problems);
    if (this.problems.length >= maxProblems) this.refuse();
  }

  private refuse(): never {
    throw new StateProblems(this.problems.slice(0, maxProblems));
  }
}

/** Whether the data have the version that this program writes. */
export function isOfThisVersion(settings: readonly unknown[]): boolean {
  const found = settings.find((row) => isObject(row) && row.id === "data_version");
  return isObject(found) && found.version === dataVersion;
}

/** The row without the bytes of its file. */
function recordOf(collection: CollectionName, row: object): object {
  if (!hasFiles(collection)) return row;
  const { content: _, ...record } = row as { content?: unknown };
  return record;
}

/** Whether the bytes of a file match its record. @param row record with the bytes or base64 in `content`; without these, there is nothing to check */
function* contentProblems(row: object, place: string): Generator<StateProblem> {
  const { content, type, size, etag } = row as Readonly<Record<string, unknown>>;
  const bytes = typeof content === "string" ? Buffer.from(content, "base64") : content;
  if (!(bytes instanceof Uint8Array)) return;
  const found =
    type === undefined
      ? undefined
      : pictureHeader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))?.type;
  if (found !== type) {
    const what = found === undefined ? "not an image" : `an image of the type ${found}`;
    yield { place: `${place}.type`, message: `is ${String(type)}, but content is ${what}` };
  }
  if (bytes.length !== size)
    yield { place: `${place}.size`, message: `is ${String(size)}, but content has ${bytes.length} bytes` };
  else if (createHash("sha256").update(bytes).digest("base64url") !== etag)
    yield { place: `${place}.etag`, message: "is not the SHA-256 of content" };
}
