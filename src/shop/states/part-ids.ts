/** Checks that the IDs of parts of rows, such as custom options, are unique, and finds the highest of each sequence. */
import { numberedDocuments, partIds } from "./references.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import type { StateProblem } from "../../engine/states/problem.js";
import { finder } from "./reference-check.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";

interface Repeated {
  readonly from: CollectionName;
  readonly at: RowIndex;
  readonly path: string;
  readonly id: number;
}

export interface HighestId {
  readonly sequence: string;
  readonly collection: string;
  readonly highest: number;
  readonly isLenient?: boolean | undefined;
}

/** Further ones would not be reported. */
const maxRepeated = 1_000;

export class PartIds implements CrossRowCheck {
  private readonly kinds = partIds.map((row) => ({ ...row, find: finder(row.path), ids: new Set<number>() }));
  private readonly repeated: Repeated[] = [];
  private readonly highest = new Map<string, HighestId>();

  get highestIds(): Iterable<HighestId> {
    return this.highest.values();
  }

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (!isValid) return;
    for (const { from, find, ids, sequence, isLenient } of this.kinds) {
      if (from !== collection) continue;
      for (const { path, value } of find(doc)) {
        if (typeof value !== "number") continue;
        if (!isLenient) {
          if (ids.has(value) && this.repeated.length < maxRepeated)
            this.repeated.push({ from, at, path, id: value });
          ids.add(value);
        }
        this.atLeast(value, sequence, from, isLenient);
      }
    }
    this.noteIncrementId(collection, doc);
  }

  private noteIncrementId(collection: CollectionName, doc: Doc): void {
    const kind = numberedDocuments[collection];
    if (kind === undefined) return;
    const { increment_id, store_id } = doc as unknown as Readonly<Record<string, unknown>>;
    const [text, store] = [String(increment_id), String(store_id)];
    const tail = text.startsWith(store) ? text.slice(store.length) : "";
    if (/^\d{8}$/.test(tail))
      this.atLeast(Number(tail), `${kind}_number_of_store_${store}`, collection, true);
  }

  private atLeast(id: number, sequence: string, collection: CollectionName, isLenient?: true): void {
    if (id > (this.highest.get(sequence)?.highest ?? 0))
      this.highest.set(sequence, { sequence, collection, highest: id, isLenient });
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const { from, at, path, id } of this.repeated)
      yield { place: `${placeOf(from, at)}.${path}`, message: `is the ID of an earlier document: ${id}` };
  }
}
