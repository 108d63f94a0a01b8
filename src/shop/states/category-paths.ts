/** Checks that the paths of categories consist of existing categories, each the parent of the next one. */
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import type { StateProblem } from "../../engine/states/problem.js";
import type { CategoryDoc } from "../data/entities/catalog.js";
import type { RowIndex, PlaceOf, CrossRowCheck } from "./cross-row-check.js";

/** The first row whose path contains a parent and a child. */
interface Claim {
  readonly at: RowIndex;
  readonly path: string;
}

export class CategoryPaths implements CrossRowCheck {
  private readonly parents = new Map<number, number | undefined>();
  /** The parents of categories according to paths: by category, then by parent. */
  private readonly claims = new Map<number, Map<number, Claim>>();

  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void {
    if (collection !== "categories") return;
    const { id, parent_id, path } = doc as CategoryDoc;
    this.parents.set(id, isValid ? parent_id : undefined);
    if (!isValid) return;
    let parent = 0;
    for (const step of path.split("/").map(Number)) {
      // A law of the row checks that the path ends with parent and category.
      if (step !== id) this.claim(step, parent, { at, path });
      parent = step;
    }
  }

  *problems(placeOf: PlaceOf): Generator<StateProblem> {
    for (const [category, claims] of this.claims) {
      for (const [parent, { at, path }] of claims) {
        const message = this.problemOf(category, parent);
        if (message === undefined) continue;
        yield { place: `${placeOf("categories", at)}.path`, message: `${path} ${message}` };
      }
    }
  }

  private claim(category: number, parent: number, claim: Claim): void {
    let claims = this.claims.get(category);
    if (!claims) this.claims.set(category, (claims = new Map<number, Claim>()));
    if (!claims.has(parent)) claims.set(parent, claim);
  }

  private problemOf(category: number, claimed: number): string | undefined {
    if (!this.parents.has(category)) return `contains ${category}, which is not in the collection categories`;
    const parent = this.parents.get(category);
    if (parent === undefined || parent === claimed) return undefined;
    const above = parent === 0 ? "has no parent" : `is below ${parent}`;
    return `contains ${claimed === 0 ? category : `${claimed}/${category}`}, but ${category} ${above}`;
  }
}
