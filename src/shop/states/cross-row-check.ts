/** Checks that concern several rows of a state, in any order of rows. */
import type { CollectionName, Doc } from "../../engine/storage/storage.js";
import type { StateProblem } from "../../engine/states/problem.js";

/** The index of a row in the state; undefined for rows of the base state. */
export type RowIndex = number | undefined;

export type PlaceOf = (collection: CollectionName, at: RowIndex) => string;

export interface CrossRowCheck {
  /** @param isValid whether the row itself is valid */
  note(collection: CollectionName, doc: Doc, at: RowIndex, isValid: boolean): void;
  problems(placeOf: PlaceOf): Iterable<StateProblem>;
}
