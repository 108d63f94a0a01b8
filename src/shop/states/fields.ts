/** Validates the fields of a document against the types of entities/ (generated/documents.js). */
import { callbackForm, isCallback, type ConsumerEntry } from "../../engine/access/oauth/consumers.js";
import { quote } from "../../engine/values/messages.js";
import {
  fieldOf,
  problemPath,
  schemaWords,
  type SchemaProblem,
  type Words,
} from "../../engine/contract/schema-words.js";
import { rowRules } from "./row-rules.js";
import type { CollectionName } from "../../engine/storage/storage.js";
import type { StateProblem } from "../../engine/states/problem.js";

/** Maximum number of problems per document: further ones are mostly consequences. */
const maxPerDocument = 5;

export type FieldProblems = (collection: CollectionName, doc: object, place: string) => StateProblem[];

/** The checks are large and imported only when a dataset is loaded. */
export async function fieldChecks(): Promise<FieldProblems> {
  const { documentChecks } = await import("../../../generated/documents.js");
  return (collection, doc, place) => {
    const check = documentChecks[collection];
    if (check && !check(doc)) return problemsOf(check.errors ?? [], place);
    const broken = [...(rowRules[collection]?.(doc as never) ?? [])].slice(0, maxPerDocument);
    return broken.map(({ path, message }) => ({ place: `${place}.${path}`, message }));
  };
}

/** The problems of `consumers` of a dataset. */
export async function consumerProblems(consumers: readonly ConsumerEntry[]): Promise<StateProblem[]> {
  const { consumers: check } = (await import("../../../generated/documents.js")).documentChecks;
  if (check && !check(consumers)) return problemsOf(check.errors ?? [], "consumers");
  return consumers.flatMap(({ callback }, at) =>
    callback === undefined || isCallback(callback)
      ? []
      : [{ place: `consumers[${at}].callback`, message: `${callbackForm}, not ${quote(callback)}` }],
  );
}

function problemsOf(errors: readonly SchemaProblem[], place: string): StateProblem[] {
  // A failed `if` only says that its branch has problems.
  const found = errors.filter(({ keyword }) => keyword !== "if").map((error) => problemOf(error, place));
  // A failed `anyOf` is reported after the problems of its branches.
  const places = new Set<string>();
  return found.filter(({ place: at }) => !places.has(at) && places.add(at)).slice(0, maxPerDocument);
}

function problemOf(error: SchemaProblem, place: string): StateProblem {
  return { place: fieldOf(`/${place}${problemPath(error)}`), message: schemaWords(error, ownWords) };
}

const ownWords: Words = { required: () => "is missing" };
