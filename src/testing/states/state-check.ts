/** Looks at the documents of a whole state one after the other, and remembers little more than their IDs. */
import { dataVersion } from "../../shop/data/migrations/migrations.js";
import { characterProblems, maySpoil } from "./characters.js";
import { references, sequenceOf, settingsNeeded, type Reference } from "./consistency.js";
import { checkedDataset, DatasetProblems, type DatasetProblem } from "./document.js";
import { fieldChecks, type FieldProblems } from "./fields.js";
import type { JsonPart, JsonParts } from "./json-parts.js";
import { frameOf, valueOf } from "./reader.js";
import { StateSums, sumProblems } from "./state-sums.js";
import type { ShopDoc } from "../../shop/data/entities/shop.js";
import { collectionNames, collections, isCollection } from "../../shop/data/collections.js";
import type { CollectionName } from "../../engine/storage/storage.js";
import { isObject } from "../../engine/values/coercion.js";
import { append } from "../../engine/values/lists.js";
import { IdSet } from "./id-set.js";

const maxProblems = 100;

export interface CheckedState {
  readonly clock: string | undefined;
  readonly shop: ShopDoc;
  readonly sequences: readonly (readonly [string, number])[];
  /** Where the document of an image stands, by the name that its bytes are stored under. */
  readonly images: ReadonlyMap<string, { readonly from: number; readonly to: number }>;
  /** IDs that documents name and that are not there. */
  readonly missing: ReadonlyMap<Reference, ReadonlySet<number>>;
}

export class StateCheck {
  private readonly problems: DatasetProblem[] = [];
  private readonly sums = new StateSums();
  private readonly ids = new Map<CollectionName, IdSet>();
  private readonly named = new Map(references.map((reference) => [reference, new IdSet()]));
  private readonly highest = new Map<CollectionName, number>();
  private readonly images = new Map<string, { from: number; to: number }>();
  /** Else something has to be made that the state does not hold. */
  private isComplete = true;
  private readonly settings = new Map<string, Record<string, unknown>>();

  private constructor(private readonly fieldProblems: FieldProblems) {}

  static async begin(): Promise<StateCheck> {
    return new StateCheck(await fieldChecks());
  }

  /** Throws DatasetProblems once there are many. */
  add(part: JsonPart): void {
    const value = valueOf(part);
    const { list, index, end, bytes } = part;
    const name = list.slice("collections.".length);
    this.sums.add(name, JSON.stringify(value));
    if (!isCollection(name) || name === "sessions") return;
    const place = `${list}[${index}]`;
    if (!isObject(value)) return this.note({ place, message: "must be an object" });
    const { content, ...doc } = value;
    if (!this.noteId(name, doc.id, place)) return;
    if (maySpoil(bytes)) append(this.problems, [...characterProblems(value, place)]);
    append(this.problems, this.fieldProblems(name, name === "images" ? doc : value, place));
    for (const [reference, ids] of this.named) {
      const id = reference.from === name ? doc[reference.path] : undefined;
      if (typeof id === "number" && id !== 0) ids.add(id);
    }
    if (name === "settings") this.settings.set(String(doc.id), doc);
    if (name === "images") {
      if (typeof content === "string")
        this.images.set(String(doc.stored_as), { from: end - bytes.length, to: end });
      else this.isComplete = false;
    }
    if (this.problems.length >= maxProblems && this.isOfThisVersion) this.refuse();
  }

  /** Undefined where it is no whole state of this version of the data. Throws DatasetProblems. */
  finish(parts: JsonParts): CheckedState | undefined {
    const frame = frameOf(parts);
    const isWhole =
      isObject(frame) && [frame.extends, frame.settings, frame.calls].every((one) => one === undefined);
    if (!isWhole || !this.isComplete || !this.isOfThisVersion || !this.ids.has("api_users")) return undefined;
    const { checksums, ...others } = frame;
    const { clock, sequences = {} } = checkedDataset(others);
    this.noteSettings();
    const numbers = this.sequencesFrom(sequences);
    if (checksums !== undefined && !Array.isArray(checksums))
      append(this.problems, [...sumProblems(this.sums.finish({ clock, sequences }), checksums)]);
    if (this.problems.length > 0) this.refuse();
    const shop = this.settings.get("shop") as unknown as ShopDoc;
    return { clock, shop, sequences: numbers, images: this.images, missing: this.missing() };
  }

  private get isOfThisVersion(): boolean {
    return this.settings.get("data_version")?.version === dataVersion;
  }

  /** False when it is no ID. */
  private noteId(name: keyof typeof collections, id: unknown, place: string): boolean {
    const { key } = collections[name];
    const isKey = key === "int" ? Number.isSafeInteger(id) : typeof id === "string" && id !== "";
    if (!isKey) {
      this.note({ place: `${place}.id`, message: `must be ${key === "int" ? "a number" : "text"}` });
      return false;
    }
    const ids = this.ids.get(name) ?? new IdSet();
    this.ids.set(name, ids);
    // Of two texts that are the same the storage takes the first one only.
    if (typeof id !== "number") return true;
    if (!ids.add(id)) this.note({ place: `${place}.id`, message: `is the ID of an earlier one: ${id}` });
    this.highest.set(name, Math.max(this.highest.get(name) ?? 0, id));
    return true;
  }

  private noteSettings(): void {
    for (const id of settingsNeeded) {
      if (this.settings.has(id)) continue;
      const message = `holds no document ${JSON.stringify(id)}, so this is no whole state: add extends`;
      this.note({ place: "collections.settings", message });
    }
  }

  /** A sequence that the state does not name goes on after its documents. */
  private sequencesFrom(given: Readonly<Record<string, number>>): [string, number][] {
    const numbers = new Map(Object.entries(given));
    for (const name of collectionNames) {
      const sequence = sequenceOf[name];
      const highest = this.highest.get(name) ?? 0;
      if (sequence === undefined) continue;
      const number = numbers.get(sequence) ?? highest;
      numbers.set(sequence, number);
      if (number >= highest) continue;
      const message = `is ${number}, below the ID ${highest} in ${name}`;
      this.note({ place: `sequences.${sequence}`, message });
    }
    return [...numbers];
  }

  private missing(): Map<Reference, Set<number>> {
    const missing = new Map<Reference, Set<number>>();
    for (const [reference, named] of this.named) {
      const ids = new Set<number>();
      for (const id of named.without(this.ids.get(reference.to) ?? new IdSet())) {
        if (ids.add(id).size === maxProblems) break;
      }
      if (ids.size > 0) missing.set(reference, ids);
    }
    return missing;
  }

  private note(problem: DatasetProblem): void {
    this.problems.push(problem);
  }

  private refuse(): never {
    throw new DatasetProblems(this.problems.slice(0, maxProblems));
  }
}

/** The collection of a part; undefined for one that is not known. */
export function collectionOf({ list }: JsonPart): CollectionName | undefined {
  const name = list.slice("collections.".length);
  return isCollection(name) ? name : undefined;
}
