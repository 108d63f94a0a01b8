/** Buffers the puts and deletions of a transaction, and sends them in as few statements as their order allows. */
import type { Key } from "../documents.js";
import { type CollectionDef, type Collections, collectionDef } from "../collections.js";
import { reach } from "../table.js";
import type { CollectionName, Doc } from "../storage.js";
import { RetryTransaction } from "./failures.js";
import type { PooledConnection } from "./pooled-connection.js";
import type { StatementResult } from "./statement.js";
import { tableName } from "./schema.js";
import { fitsKey, isText } from "./transaction.js";

/** What a transaction knows of a row: locked by itself, absent, or found without a lock in a row version (`xmin`). */
export type Seen = "locked" | "absent" | { readonly version: string };

interface Put {
  readonly kind: "set" | "insert" | "update";
  readonly collection: CollectionName;
  readonly id: Key;
  readonly doc: Doc;
  readonly text: string;
  readonly version?: string;
}

interface Deletion {
  readonly kind: "delete" | "deleteFound";
  readonly collection: CollectionName;
  readonly id: Key;
  readonly version?: string;
}

type Change = Put | Deletion;

function putOf(collection: CollectionName, def: CollectionDef, doc: Doc, seen: Seen | undefined): Put {
  if (!fitsKey(def, doc.id)) {
    throw new TypeError(`${collection}: the id ${JSON.stringify(doc.id)} is not of the kind "${def.key}"`);
  }
  requireSingleValues(def, doc);
  const text = JSON.stringify(doc);
  requireText(collection, doc, text);
  const change = { collection, id: doc.id, doc, text };
  if (seen === "absent") return { ...change, kind: "insert" };
  return typeof seen === "object"
    ? { ...change, kind: "update", version: seen.version }
    : { ...change, kind: "set" };
}

/** A document found without a lock is deleted only if it is unchanged; otherwise the transaction is retried. */
function deletionOf(collection: CollectionName, id: Key, seen: Seen | undefined): Deletion {
  return typeof seen === "object"
    ? { kind: "deleteFound", collection, id, version: seen.version }
    : { kind: "delete", collection, id };
}

function requireSingleValues({ index = [] }: CollectionDef, doc: Doc): void {
  for (const { path, list } of index) {
    if (!list && reach(doc, path.split(".")).length > 1) {
      throw new TypeError(`${path} holds a list: say so in the descriptor of its collection`);
    }
  }
}

const suspicious = /\\u(?:0000|d[89ab][0-9a-f]{2})/;

/** Throws TypeError for texts that PostgreSQL cannot store. The regular expression also matches escaped backslashes. */
function requireText(collection: CollectionName, doc: Doc, text: string): void {
  if (!suspicious.test(text)) return;
  JSON.parse(text, (key, value: unknown) => {
    for (const one of [key, value]) {
      if (typeof one !== "string" || isText(one)) continue;
      throw new TypeError(`${collection} ${doc.id}: a text holds NUL or half a surrogate pair at ${key}`);
    }
    return value;
  });
}

export class ChangeBuffer {
  private readonly waiting: Change[] = [];
  private readonly touched = new Set<string>();

  constructor(
    private readonly schema: string,
    private readonly collections: Collections,
  ) {}

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  concern(collection: CollectionName): boolean {
    return this.waiting.some((change) => change.collection === collection);
  }

  has(collection: CollectionName, id: Key): boolean {
    return this.touched.has(`${collection} ${id}`);
  }

  /** Throws TypeError for a document that cannot be stored. */
  put(collection: CollectionName, doc: Doc, seen: Seen | undefined): void {
    this.add(putOf(collection, collectionDef(this.collections, collection), doc, seen));
  }

  del(collection: CollectionName, id: Key, seen: Seen | undefined): void {
    this.add(deletionOf(collection, id, seen));
  }

  private add(change: Change): void {
    this.waiting.push(change);
    this.touched.add(`${change.collection} ${change.id}`);
  }

  /** Sends all changes without waiting. @returns a promise for each statement */
  send(connection: PooledConnection): Promise<unknown>[] {
    const groups: Change[][] = [];
    for (const change of this.waiting) {
      const last = groups.at(-1);
      const isSame = last?.[0]?.kind === change.kind && last[0].collection === change.collection;
      if (isSame) last?.push(change);
      else groups.push([change]);
    }
    this.waiting.length = 0;
    this.touched.clear();
    return groups.map((group) => this.sendGroup(connection, group));
  }

  private sendGroup(connection: PooledConnection, group: readonly Change[]): Promise<unknown> {
    const [{ kind, collection }] = group as [Change];
    const table = tableName(this.schema, collection);
    const key = collectionDef(this.collections, collection).key === "int" ? "bigint" : "text";
    const ids = group.map(({ id }) => id);
    if (kind === "delete") return connection.run(`delete from ${table} where id = any($1::${key}[])`, [ids]);
    if (kind === "deleteFound") {
      const text = `delete from ${table} t using unnest($1::${key}[], $2::text[]) as u(id, version)
        where t.id = u.id and t.xmin = u.version::xid`;
      const versions = group.map((change) => (change as Deletion).version);
      return connection.run(text, [ids, versions]).then((answer) => requireAll(answer, group.length));
    }
    const puts = group as readonly Put[];
    const texts = puts.map(({ text }) => text);
    if (kind === "update") {
      const versions = puts.map(({ version }) => version);
      const text = `update ${table} t set d = u.d::json
        from unnest($1::${key}[], $2::text[], $3::text[]) as u(id, d, version)
        where t.id = u.id and t.xmin = u.version::xid`;
      return connection.run(text, [ids, texts, versions]).then((answer) => requireAll(answer, puts.length));
    }
    const conflict = kind === "set" ? " on conflict (id) do update set d = excluded.d" : "";
    if (puts.length === 1) {
      return connection.run(`insert into ${table} (id, d) values ($1, $2)${conflict}`, [ids[0], texts[0]]);
    }
    const rows = `select id, d::json from unnest($1::${key}[], $2::text[]) as u(id, d)`;
    return connection.run(`insert into ${table} (id, d) ${rows}${conflict}`, [ids, texts]);
  }
}

/** Throws RetryTransaction if a document that was found without a lock has changed since. */
function requireAll({ count }: StatementResult, wanted: number): void {
  if (count !== wanted) throw new RetryTransaction("a document has changed since it was found");
}
