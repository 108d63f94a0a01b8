/** Checks that the paths of categories consist of existing categories, each the parent of the next one. */
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import type { StateProblem } from "../../engine/states/problem.js";
import type { CategoryDoc } from "../data/entities/catalog.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";

interface Placed {
  /** Undefined for an invalid row, whose place is unknown. */
  readonly parent: number | undefined;
  readonly path: string;
  readonly at: RowIndex;
}

export class CategoryPaths implements CrossRowCheck {
  private readonly placed = new Map<number, Placed>();

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (collection !== "categories") return;
    const { id, parent_id, path } = doc as CategoryDoc;
    this.placed.set(id, { parent: isValid ? parent_id : undefined, path, at });
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    // A wrong step is in the paths of all categories below it, and reported once.
    const reported = new Set<string>();
    for (const { parent, path, at } of this.placed.values()) {
      const steps = parent === undefined ? [] : path.split("/").map(Number);
      for (const [level, category] of steps.entries()) {
        const claimed = steps[level - 1] ?? 0;
        const message = this.problemOf(category, claimed);
        if (message === undefined || reported.has(message)) continue;
        reported.add(message);
        yield { place: `${placeOf("categories", at)}.path`, message: `${path} ${message}` };
      }
    }
  }

  private problemOf(category: number, claimed: number): string | undefined {
    const found = this.placed.get(category);
    if (!found) return `contains ${category}, which is not in the collection categories`;
    const { parent } = found;
    if (parent === undefined || parent === claimed) return undefined;
    const above = parent === 0 ? "has no parent" : `is below ${parent}`;
    return `contains ${claimed === 0 ? category : `${claimed}/${category}`}, but ${category} ${above}`;
  }
}
