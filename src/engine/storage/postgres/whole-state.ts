/** The state as a whole: read at one moment, and put in place of another. */
import type { DatabaseError } from "pg";
import { type Collections, namesOf } from "../collections.js";
import { UniqueError, type CollectionName, type StateRecord, type StateRecords } from "../storage.js";
import { beginAlone } from "./alone.js";
import { Changes } from "./changes.js";
import { storageFailure } from "./failures.js";
import type { Connections } from "./connections.js";
import { Link } from "./link.js";
import { tableOf, uniqueFailure } from "./schema.js";
import type { Versions } from "./versions.js";

/** Documents sent in one statement. */
const docsPerStatement = 500;

export interface Replacement {
  readonly schema: string;
  readonly guard: number;
  readonly collections: Collections;
  readonly versions: Versions;
  /** Collections that stay as they are. */
  readonly keep: readonly CollectionName[];
}

/** In one transaction, while nobody else writes; readers see the state before until its end. */
export async function replaceState(
  connections: Connections,
  { schema, guard, collections, versions, keep }: Replacement,
  content: StateRecords,
): Promise<void> {
  const link = await Link.take(connections);
  let isDone = false;
  try {
    await beginAlone(link, guard);
    const replaced = namesOf(collections).filter((name) => !keep.includes(name));
    await Promise.all(replaced.map((name) => link.run(`delete from ${tableOf(schema, name)}`)));
    await link.run(`delete from ${schema}.sequences`);
    await insertAll(link, new Changes(schema, collections), { schema, keep }, content);
    await link.run(versions.bumpSql(versions.columns));
    await link.run("commit", [], { isCommit: true });
    isDone = true;
  } catch (error) {
    const failure = uniqueFailure(schema, collections, error);
    if (failure === "primary") throw duplicateId(error as DatabaseError);
    throw failure ?? storageFailure(error);
  } finally {
    if (isDone) link.giveBack();
    else link.discard();
  }
}

/** Two documents of a collection with the same ID. */
function duplicateId({ table = "", detail = "" }: DatabaseError): UniqueError {
  return new UniqueError(table as CollectionName, "id", [/=\((.*)\) already/.exec(detail)?.[1] ?? ""]);
}

async function insertAll(
  link: Link,
  changes: Changes,
  { schema, keep }: Pick<Replacement, "schema" | "keep">,
  content: StateRecords,
): Promise<void> {
  const sequences: [string, number][] = [];
  let count = 0;
  for await (const record of content) {
    if ("sequence" in record) sequences.push([record.sequence, record.value]);
    else if (!keep.includes(record.collection)) {
      changes.put(record.collection, record.doc, "absent");
      if ((count += 1) % docsPerStatement === 0) await Promise.all(changes.send(link));
    }
  }
  await Promise.all(changes.send(link));
  const used = sequences.filter(([, value]) => value > 0);
  await link.run(
    `insert into ${schema}.sequences (name, value) select * from unnest($1::text[], $2::bigint[])
       on conflict (name) do update set value = excluded.value`,
    [used.map(([name]) => name), used.map(([, value]) => value)],
  );
}

export async function isEmptyState(link: Link, schema: string, collections: Collections): Promise<boolean> {
  const some = namesOf(collections).map((name) => `exists (select from ${tableOf(schema, name)})`);
  const { rows } = await link.run(`select not (${some.join(" or ")})`);
  return rows[0]?.[0] as boolean;
}

/** Every document, then every sequence, in the order of a version; each batch is asked for when it is wanted. */
export async function* readRecords(
  names: readonly CollectionName[],
  scan: (collection: CollectionName) => AsyncIterable<readonly unknown[]>,
  sequences: () => Promise<readonly (readonly [string, number])[]>,
): AsyncGenerator<StateRecord> {
  for (const collection of names) {
    for await (const batch of scan(collection)) {
      for (const doc of batch) yield { collection, doc } as StateRecord;
    }
  }
  for (const [sequence, value] of await sequences()) yield { sequence, value };
}
