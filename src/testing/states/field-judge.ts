/** Judges the fields of the documents that a dataset brings. */
import { fieldChecks } from "./fields.js";
import type { DatasetDocument, DatasetProblem } from "./document.js";
import { dataVersion } from "../../shop/data/migrations/migrations.js";
import type { CollectionName, Doc } from "../../engine/storage/storage.js";

export type FieldJudge = (collection: CollectionName, doc: Doc, place: string) => readonly DatasetProblem[];

/** Fields of earlier versions of the data are brought along once they are loaded, and not judged before. */
export async function fieldJudge(document: DatasetDocument): Promise<FieldJudge> {
  if (document.collections === undefined || !isOfThisVersion(document)) return () => [];
  const fieldProblems = await fieldChecks();
  return (collection, doc, place) => fieldProblems(collection, withoutContent(doc), place);
}

function isOfThisVersion({ collections = {}, extends: base }: DatasetDocument): boolean {
  if (base !== undefined || collections.settings === undefined) return true;
  const found = collections.settings.find(({ id }) => id === "data_version") as
    { version?: number } | undefined;
  return found?.version === dataVersion;
}

/** Images bring their bytes along. */
function withoutContent(doc: Doc & { readonly content?: unknown }): object {
  if (doc.content === undefined) return doc;
  const { content: _, ...record } = doc;
  return record;
}
