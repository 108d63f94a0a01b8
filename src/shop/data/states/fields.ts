/** What is wrong with a stored document, field by field, by the types of entities/ (generated/documents.js). */
import type { SchemaProblem } from "../../../../generated/validators.js";
import { rowLaws } from "../row-laws.js";
import type { CollectionName } from "../../../engine/storage/storage.js";
import type { StateProblem } from "../../../engine/states/problem.js";

/** Of one document: what follows from the first ones is of no use. */
const maxPerDocument = 5;

export type FieldProblems = (collection: CollectionName, doc: object, place: string) => StateProblem[];

/** The checks are long, and read only by those who take a dataset in. */
export async function fieldChecks(): Promise<FieldProblems> {
  const { documentChecks } = await import("../../../../generated/documents.js");
  return (collection, doc, place) => {
    const check = documentChecks[collection];
    if (check && !check(doc)) return problemsOf(check.errors ?? [], place);
    const broken = [...(rowLaws[collection]?.(doc as never) ?? [])].slice(0, maxPerDocument);
    return broken.map(({ path, message }) => ({ place: `${place}.${path}`, message }));
  };
}

function problemsOf(errors: readonly SchemaProblem[], place: string): StateProblem[] {
  const found = errors.map((error) => problemOf(error, place));
  // A choice that nothing fits says so after each of its branches has said why.
  const places = new Set<string>();
  return found.filter(({ place: at }) => !places.has(at) && places.add(at)).slice(0, maxPerDocument);
}

function problemOf(
  { instancePath, message = "does not fit", params }: SchemaProblem,
  place: string,
): StateProblem {
  const at = `${place}${instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".")}`;
  const { additionalProperty, missingProperty } = params as Readonly<Record<string, string | undefined>>;
  if (additionalProperty !== undefined)
    return { place: `${at}.${additionalProperty}`, message: "is not known here" };
  if (missingProperty !== undefined) return { place: `${at}.${missingProperty}`, message: "is missing" };
  return { place: at, message };
}
