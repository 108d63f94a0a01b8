/** Tables and indexes, derived from the descriptors of collections.ts. */
import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import {
  type CollectionDef,
  type Collections,
  collectionNamesOf,
  collectionDef,
} from "../../engine/storage/collections.js";
import { type CollectionName, UniqueError } from "../../engine/storage/storage.js";
import { expressionOf, indexedList, indexedWords, isOverMembers, uniqueExpressions } from "./conditions.js";

export function tableName(schema: string, collection: CollectionName): string {
  return `${schema}.${collection}`;
}

/** The type of the column `id`. */
export function keyType({ key }: CollectionDef): string {
  return key === "int" ? "bigint" : 'text collate "C"';
}

/** The 32-bit key of an advisory lock, from its name. */
export function lockNumber(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}

interface WantedRelation {
  readonly name: string;
  readonly sql: string;
}

interface SecondaryIndex {
  readonly name: string;
  /** Table and indexed expressions. */
  readonly on: string;
}

/** Named `products_unique_sku_1a2b3c4d`; the suffix depends on the expression, so a changed expression is a new index. */
function uniqueIndexes(
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
      sql: `create unique index ${name} on ${tableName(schema, collection)} (${expressions})`,
    };
  });
}

/** Indexes that only speed up queries. */
export function secondaryIndexes(schema: string, collections: Collections): SecondaryIndex[] {
  return collectionNamesOf(collections).flatMap((collection) => indexesOf(schema, collection, collections));
}

function indexesOf(schema: string, collection: CollectionName, collections: Collections): SecondaryIndex[] {
  const { index = [] }: CollectionDef = collectionDef(collections, collection);
  return index.map((def) => {
    const list = isOverMembers(def) ? indexedWords(schema, def) : indexedList(schema, def);
    const expression = list ?? expressionOf(schema, def);
    const path = def.path.replaceAll(".*.", "_").replaceAll(".", "_");
    const name = nameOf(`${collection}_${path}_${def.type}`, expression);
    // The id keeps rows with equal values in order.
    const columns = list ? `using gin ((${expression}))` : `((${expression}), id)`;
    return { name, on: `${tableName(schema, collection)} ${columns}` };
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
    const sql = `create table ${tableName(schema, collection)} (id ${keyType(def)} primary key, d json not null)`;
    return [{ name: collection, sql }, ...uniqueIndexes(schema, collection, def)];
  });
}

/** The violated unique key; "primary" for the ID. Undefined for any other error. */
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
