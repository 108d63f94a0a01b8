/**
 * Reads that need one document which is not kept in memory, above all the session of a call: those of one moment share a
 * statement, which is a snapshot by itself and needs no transaction around it.
 */
import type { Key } from "../documents.js";
import { type Collections, collectionDef } from "../collections.js";
import type { CollectionName, Doc, DocOf } from "../storage.js";
import type { Connections } from "./connections.js";
import { StartOver } from "./failures.js";
import { Link } from "./link.js";
import { tableOf } from "./schema.js";
import { Reading } from "./reading.js";
import { fitsKey, type TransactionParts } from "./transaction.js";
import type { Numbers, Versions } from "./versions.js";

interface Answer {
  readonly numbers: Numbers;
  readonly docs: ReadonlyMap<Key, Doc>;
}

interface Question {
  readonly ids: Set<Key>;
  readonly answer: Promise<Answer>;
}

export class Lookups {
  private readonly questions = new Map<CollectionName, Question>();

  constructor(
    private readonly connections: Connections,
    private readonly schema: string,
    private readonly collections: Collections,
    private readonly versions: Versions,
  ) {}

  /** The document, and the numbers of the state that it is of. */
  async find(collection: CollectionName, id: Key): Promise<{ numbers: Numbers; doc: Doc | undefined }> {
    let question = this.questions.get(collection);
    if (!question) this.questions.set(collection, (question = this.prepare(collection)));
    question.ids.add(id);
    const { numbers, docs } = await question.answer;
    return { numbers, doc: docs.get(id) };
  }

  private prepare(collection: CollectionName): Question {
    const ids = new Set<Key>();
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.questions.delete(collection);
      return this.ask(collection, [...ids]);
    });
    return { ids, answer };
  }

  private async ask(collection: CollectionName, ids: readonly Key[]): Promise<Answer> {
    const { schema, versions } = this;
    const key = collectionDef(this.collections, collection).key === "int" ? "bigint" : "text";
    const text = `select ${versions.list}, t.id, t.d from ${schema}.versions
      left join (select id, d from ${tableOf(schema, collection)} where id = any($1::${key}[])) t on true`;
    const { rows } = await Link.use(this.connections, (link) => link.run(text, [ids]));
    const docs = rows.map((row) => row.slice(versions.columns.length) as [Key, Doc]);
    return { numbers: versions.of(rows[0]), docs: new Map(docs.filter(([id]) => id !== null)) };
  }
}

/** Throws StartOver when more than that one document is needed: then it takes a transaction. */
export class Lookup extends Reading {
  constructor(
    parts: TransactionParts,
    private readonly lookups: Lookups,
  ) {
    super(parts);
  }

  override async get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const table = await this.tableFor(collection, id);
    if (table) return table.docs.get(id) as DocOf<C> | undefined;
    if (!fitsKey(collectionDef(this.parts.collections, collection), id)) return undefined;
    if (this.hasBegun) return this.needMore();
    const { numbers, doc } = await this.lookups.find(collection, id);
    if (this.hasBegun) return this.needMore();
    await this.accept(numbers);
    return doc as DocOf<C> | undefined;
  }

  override async confirm(): Promise<void> {
    if (!this.hasBegun) await super.confirm();
  }

  protected override connect(): Promise<Link> {
    return this.needMore();
  }

  private needMore(): never {
    throw new StartOver("more than one document is needed");
  }
}
