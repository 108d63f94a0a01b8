/** Tables and indexes, made from the descriptors of collections.ts. */
import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import {
  type CollectionDef,
  type Collections,
  collectionNamesOf,
  type UniquePart,
  collectionDef,
} from "../collections.js";
import { type CollectionName, UniqueError } from "../storage.js";
import { expressionOf, indexedList, indexedWords, isOverMembers } from "./conditions.js";

export function tableOf(schema: string, collection: CollectionName): string {
  return `${schema}.${collection}`;
}

/** A 32-bit number for a name, by which PostgreSQL knows an advisory lock. */
export function lockNumber(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}

/** The expressions of a unique key, one per part. */
export function uniqueExpressions(schema: string, parts: readonly UniquePart[]): string[] {
  return parts.map(({ path, folded }) => {
    const steps = path.split(".").map((name) => ` -> '${name}'`);
    return `(${schema}.${folded ? "folded" : "exact"}(d${steps.join("")}) collate "C")`;
  });
}

interface WantedRelation {
  readonly name: string;
  readonly sql: string;
}

export interface PlainIndex {
  readonly name: string;
  /** The table, and what of it is indexed. */
  readonly on: string;
}

/** `products_unique_sku_1a2b3c4d`: the end changes with the expression, so that another one is another index. */
export function uniqueIndexes(
  schema: string,
  collection: CollectionName,
  { unique = {} }: CollectionDef,
): (WantedRelation & { readonly key: string })[] {
  return Object.entries(unique).map(([key, parts]) => {
    const expressions = uniqueExpressions(schema, parts).join(", ");
    const name = nameOf(`${collection}_unique_${key}`, expressions);
    return {
      key,
      name,
      sql: `create unique index ${name} on ${tableOf(schema, collection)} (${expressions})`,
    };
  });
}

/** Those that only make queries quicker. */
export function plainIndexes(schema: string, collections: Collections): PlainIndex[] {
  return collectionNamesOf(collections).flatMap((collection) => indexesOf(schema, collection, collections));
}

function indexesOf(schema: string, collection: CollectionName, collections: Collections): PlainIndex[] {
  const { index = [] }: CollectionDef = collectionDef(collections, collection);
  return index.map((def) => {
    const list = isOverMembers(def) ? indexedWords(schema, def) : indexedList(schema, def);
    const expression = list ?? expressionOf(schema, def);
    const path = def.path.replaceAll(".*.", "_").replaceAll(".", "_");
    const name = nameOf(`${collection}_${path}_${def.type}`, expression);
    // Under one value the rows come in order of id.
    const columns = list ? `using gin ((${expression}))` : `((${expression}), id)`;
    return { name, on: `${tableOf(schema, collection)} ${columns}` };
  });
}

function nameOf(readable: string, expression: string): string {
  const mark = createHash("sha1").update(expression).digest("hex").slice(0, 8);
  return `${readable.slice(0, 50)}_${mark}`;
}

/** Tables and unique indexes. */
export function collectionsSql(schema: string, collections: Collections): WantedRelation[] {
  return collectionNamesOf(collections).flatMap((collection) => {
    const def: CollectionDef = collectionDef(collections, collection);
    const key = def.key === "int" ? "bigint" : 'text collate "C"';
    const sql = `create table ${tableOf(schema, collection)} (id ${key} primary key, d json not null)`;
    return [{ name: collection, sql }, ...uniqueIndexes(schema, collection, def)];
  });
}

/** What a unique index refused; "primary" = the ID itself. Undefined for any other error. */
export function uniqueFailure(
  schema: string,
  collections: Collections,
  error: unknown,
): UniqueError | "primary" | undefined {
  if (!(error instanceof DatabaseError) || error.code !== "23505") return undefined;
  const { table = "", constraint = "", detail = "" } = error;
  const collection = table as CollectionName;
  const index = Object.hasOwn(collections, collection)
    ? uniqueIndexes(schema, collection, collectionDef(collections, collection)).find(
        ({ name }) => name === constraint,
      )
    : undefined;
  if (!index) return "primary";
  const [, values = ""] = /=\((.*)\) already exists/.exec(detail) ?? [];
  return new UniqueError(collection, index.key, [values]);
}
