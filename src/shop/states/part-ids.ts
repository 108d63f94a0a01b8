/** Checks that the IDs of parts of rows, such as custom options, are unique. */
import { partIds } from "./references.js";
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

/** Further ones would not be reported. */
const maxRepeated = 1_000;

export class PartIds implements CrossRowCheck {
  private readonly kinds = partIds.map((row) => ({ ...row, find: finder(row.path), ids: new Set<number>() }));
  private readonly repeated: Repeated[] = [];
  /** The highest ID by sequence. */
  readonly highest = new Map<string, number>();

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (!isValid) return;
    for (const { from, find, ids, sequence, isLenient } of this.kinds) {
      if (from !== collection) continue;
      for (const { path, value } of find(doc)) {
        const id = value as number;
        const isRepeated = !isLenient && ids.has(id);
        ids.add(id);
        if (isRepeated && this.repeated.length < maxRepeated) this.repeated.push({ from, at, path, id });
        this.highest.set(sequence, Math.max(this.highest.get(sequence) ?? 0, id));
      }
    }
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const { from, at, path, id } of this.repeated)
      yield { place: `${placeOf(from, at)}.${path}`, message: `is the ID of an earlier document: ${id}` };
  }
}
