/** Checks the rows of a state one by one; keeps little more than their IDs in memory. */
import { dataVersion } from "../migrations/migrations.js";
import { partIds, sequenceOf, settingsNeeded } from "../references.js";
import { collections, hasFiles } from "../collections.js";
import type { CollectionName, Doc } from "../../../engine/storage/storage.js";
import { isObject } from "../../../engine/values/coercion.js";
import { append } from "../../../engine/values/lists.js";
import { fieldChecks, type FieldProblems } from "./fields.js";
import { KeySet } from "./key-set.js";
import {
  characterProblems,
  StateProblems,
  maxProblems,
  type StateProblem,
} from "../../../engine/states/problem.js";
import { AttributeValues } from "./attribute-values.js";
import { CategoryPaths } from "./category-paths.js";
import { DefaultAddresses } from "./default-addresses.js";
import { contentProblems } from "./file-contents.js";
import { PartIds } from "./part-ids.js";
import { ReferenceCheck } from "./reference-check.js";
import type { At, PlaceOf, WholeCheck } from "./whole-check.js";

export class StateCheck {
  private readonly problems: StateProblem[] = [];
  private readonly ids = new Map<CollectionName, KeySet>();
  private readonly highest = new Map<CollectionName, number>();
  private readonly partIds = new PartIds();
  private readonly together: readonly WholeCheck[];

  private constructor(
    private readonly placeOf: (collection: CollectionName, at: number) => string,
    private readonly fieldProblems: FieldProblems,
    aclNodes: readonly string[],
  ) {
    this.together = [
      this.partIds,
      new ReferenceCheck(aclNodes),
      new DefaultAddresses(),
      new CategoryPaths(),
      new AttributeValues(),
    ];
  }

  /** @param placeOf where a row stands, by what add() is told @param aclNodes those that roles can hold */
  static async begin(placeOf: StateCheck["placeOf"], aclNodes: readonly string[]): Promise<StateCheck> {
    return new StateCheck(placeOf, await fieldChecks(), aclNodes);
  }

  /**
   * False when the row cannot be one of the collection. Throws StateProblems once there are many.
   * @param isJudged false for data of an earlier version, whose fields are brought along first
   */
  add(collection: CollectionName, row: unknown, at: number, isJudged = true): row is Doc {
    const place = this.placeOf(collection, at);
    if (!isObject(row)) {
      this.note({ place, message: "must be an object" });
      return false;
    }
    const { key } = collections[collection as keyof typeof collections];
    const { id } = row;
    const isKey = key === "int" ? Number.isSafeInteger(id) : typeof id === "string" && id !== "";
    if (!isKey) {
      this.note({ place: `${place}.id`, message: `must be ${key === "int" ? "a number" : "text"}` });
      return false;
    }
    const doc = row as object as Doc;
    const ids = this.idsOf(collection);
    if (!ids.add(doc.id))
      this.note({ place: `${place}.id`, message: `is the ID of an earlier one: ${doc.id}` });
    const problems = [...characterProblems(row, place)];
    if (isJudged || hasFiles(collection))
      append(problems, this.fieldProblems(collection, recordOf(collection, row), place));
    if (hasFiles(collection)) append(problems, contentProblems(row, place));
    this.noteAll(problems);
    this.remember(collection, doc, at, isJudged && problems.length === 0);
    return true;
  }

  /** A row of the state below, which has been judged before, unless another one took its place. */
  addBelow(collection: CollectionName, doc: Doc): void {
    if (this.idsOf(collection).add(doc.id)) this.remember(collection, doc, undefined, true);
  }

  hasAny(collection: CollectionName): boolean {
    return this.ids.has(collection);
  }

  note(problem: StateProblem): void {
    this.problems.push(problem);
    if (this.problems.length >= maxProblems) this.refuse();
  }

  /**
   * What holds for all rows together. Answers the sequences; one that is not given goes on after the rows. Throws
   * StateProblems.
   * @param below those of the state below
   */
  finish(
    given: Readonly<Record<string, number>>,
    below: ReadonlyMap<string, number> = new Map(),
  ): Map<string, number> {
    const sequences = new Map([...below, ...Object.entries(given)]);
    for (const [sequence, collection, highest] of this.highestIds()) {
      const number = sequences.get(sequence) ?? 0;
      if (number >= highest) continue;
      sequences.set(sequence, highest);
      if (!Object.hasOwn(given, sequence)) continue;
      const message = `is ${number}, below the ID ${highest} in ${collection}`;
      this.note({ place: `sequences.${sequence}`, message });
    }
    const placeOf: PlaceOf = (collection, at) =>
      at === undefined ? `collections.${collection}` : this.placeOf(collection, at);
    for (const check of this.together) for (const problem of check.problems(placeOf)) this.note(problem);
    if (this.problems.length > 0) this.refuse();
    return sequences;
  }

  /** The highest ID from each sequence, and where it stands. */
  private *highestIds(): Generator<[sequence: string, collection: string, highest: number]> {
    for (const [collection, highest] of this.highest) {
      const sequence = sequenceOf[collection];
      if (sequence !== undefined) yield [sequence, collection, highest];
    }
    for (const { from, sequence } of partIds) yield [sequence, from, this.partIds.highest.get(sequence) ?? 0];
  }

  /** What a state lacks that builds on no other one. */
  requireSettings(): void {
    for (const id of settingsNeeded) {
      if (this.ids.get("settings")?.has(id)) continue;
      const message = `holds no document ${JSON.stringify(id)}, so this is no whole state: add extends`;
      this.note({ place: "collections.settings", message });
    }
  }

  private remember(collection: CollectionName, doc: Doc, at: At, isSound: boolean): void {
    if (typeof doc.id === "number")
      this.highest.set(collection, Math.max(this.highest.get(collection) ?? 0, doc.id));
    for (const check of this.together) check.note(collection, doc, at, isSound);
  }

  private idsOf(collection: CollectionName): KeySet {
    let ids = this.ids.get(collection);
    if (!ids) this.ids.set(collection, (ids = new KeySet()));
    return ids;
  }

  private noteAll(problems: readonly StateProblem[]): void {
    append(this.problems, problems);
    if (this.problems.length >= maxProblems) this.refuse();
  }

  private refuse(): never {
    throw new StateProblems(this.problems.slice(0, maxProblems));
  }
}

/** Whether a row says that the data are of the version that this program writes. */
export function isOfThisVersion(settings: readonly unknown[]): boolean {
  const found = settings.find((row) => isObject(row) && row.id === "data_version");
  return isObject(found) && found.version === dataVersion;
}

/** Files bring their bytes along. */
function recordOf(collection: CollectionName, row: object): object {
  if (!hasFiles(collection)) return row;
  const { content: _, ...record } = row as { content?: unknown };
  return record;
}
