/** What is judged about the rows of a state together, in whatever order they come. */
import type { CollectionName, Doc } from "../../../engine/storage/storage.js";
import type { StateProblem } from "../../../engine/states/problem.js";

/** Where a row stands in its state; one of the state below it has no place. */
export type At = number | undefined;

export type PlaceOf = (collection: CollectionName, at: At) => string;

export interface WholeCheck {
  /** @param isSound whether its members are of their types */
  note(collection: CollectionName, doc: Doc, at: At, isSound: boolean): void;
  problems(placeOf: PlaceOf): Iterable<StateProblem>;
}
