/** Tables and indexes, made from the descriptors of collections.ts. */
import { createHash } from "node:crypto";
import { DatabaseError } from "pg";
import { type CollectionDef, type Collections, namesOf, type UniquePart, defOf } from "../collections.js";
import { type CollectionName, UniqueError } from "../storage.js";
import { expressionOf, indexedList } from "./conditions.js";

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

interface WantedIndex {
  readonly name: string;
  readonly sql: string;
}

/** `products_unique_sku_1a2b3c4d`: the end changes with the expression, so that another one is another index. */
export function uniqueIndexes(
  schema: string,
  collection: CollectionName,
  { unique = {} }: CollectionDef,
): (WantedIndex & { readonly key: string })[] {
  return Object.entries(unique).map(([key, parts]) => {
    const expressions = uniqueExpressions(schema, parts).join(", ");
    const name = nameOf(`${collection}_unique_${key}`, expressions);
    return {
      key,
      name,
      sql: `create unique index if not exists ${name} on ${tableOf(schema, collection)} (${expressions})`,
    };
  });
}

function plainIndexes(
  schema: string,
  collection: CollectionName,
  { index = [] }: CollectionDef,
): WantedIndex[] {
  return index.map((def) => {
    const list = indexedList(schema, def);
    const expression = list ?? expressionOf(schema, def);
    const name = nameOf(`${collection}_${def.path.replaceAll(".", "_")}_${def.type}`, expression);
    // Under one value the rows come in order of id.
    const columns = list ? `using gin ((${expression}))` : `((${expression}), id)`;
    return { name, sql: `create index if not exists ${name} on ${tableOf(schema, collection)} ${columns}` };
  });
}

function nameOf(readable: string, expression: string): string {
  const mark = createHash("sha1").update(expression).digest("hex").slice(0, 8);
  return `${readable.slice(0, 50)}_${mark}`;
}

/** Every statement does nothing where its table or index is there. */
export function collectionsSql(schema: string, collections: Collections): string[] {
  return namesOf(collections).flatMap((collection) => {
    const def: CollectionDef = defOf(collections, collection);
    const key = def.key === "int" ? "bigint" : 'text collate "C"';
    return [
      `create table if not exists ${tableOf(schema, collection)} (id ${key} primary key, d json not null)`,
      ...[...uniqueIndexes(schema, collection, def), ...plainIndexes(schema, collection, def)].map(
        ({ sql }) => sql,
      ),
    ];
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
    ? uniqueIndexes(schema, collection, defOf(collections, collection)).find(
        ({ name }) => name === constraint,
      )
    : undefined;
  if (!index) return "primary";
  const [, values = ""] = /=\((.*)\) already exists/.exec(detail) ?? [];
  return new UniqueError(collection, index.key, [values]);
}
