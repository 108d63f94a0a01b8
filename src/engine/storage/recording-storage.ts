/** Records what transactions change, for those who ask (`changed` of the options of a write). */
import type { CollectionName, Doc, DocDifference, DocOf, Key } from "./documents.js";
import type { Query } from "../filters/query.js";
import type { UniqueName } from "./collections.js";
import { StorageLayer } from "./storage-layer.js";
import type { ReadTx, Tx, WriteOptions } from "./storage.js";

/** Collections of the server itself: their keys are secrets, and calls change them without being about them. */
const ownCollections: ReadonlySet<CollectionName> = new Set([
  "sessions",
  "idempotency_keys",
  "oauth_consumers",
  "oauth_tokens",
  "oauth_nonces",
] satisfies CollectionName[]);

export function isRecorded(collection: CollectionName): boolean {
  return !ownCollections.has(collection);
}

export class RecordingStorage extends StorageLayer {
  override async write<R>(work: (tx: Tx) => Promise<R>, options?: WriteOptions): Promise<R> {
    if (!options?.changed) return this.storage.write(work, options);
    let recording: RecordingTx | undefined;
    const result = await this.storage.write((tx) => work((recording = new RecordingTx(tx))), options);
    if (recording) options.changed(recording.changes);
    return result;
  }
}

class RecordingTx implements Tx {
  /** Documents before the transaction, of those that it has read by their key or written. */
  private readonly before = new Map<CollectionName, Map<Key, Promise<Doc | undefined>>>();
  private readonly changed = new Map<string, DocDifference>();

  constructor(private readonly tx: Tx) {}

  get changes(): readonly DocDifference[] {
    return [...this.changed.values()];
  }

  get isInMemory(): ReadTx["isInMemory"] {
    return this.tx.isInMemory;
  }

  get<C extends CollectionName>(collection: C, id: Key): Promise<DocOf<C> | undefined> {
    const doc = this.tx.get(collection, id);
    this.noteRead(collection, id, doc);
    return doc;
  }

  async by<C extends CollectionName>(
    collection: C,
    unique: UniqueName<C>,
    values: readonly Key[],
  ): Promise<DocOf<C> | undefined> {
    const doc = await this.tx.by(collection, unique, values);
    if (doc) this.noteRead(collection, doc.id, Promise.resolve(doc));
    return doc;
  }

  find<C extends CollectionName>(collection: C, query?: Query): Promise<DocOf<C>[]> {
    return this.tx.find(collection, query);
  }

  count(collection: CollectionName, query?: Query): Promise<number> {
    return this.tx.count(collection, query);
  }

  async put<C extends CollectionName>(collection: C, doc: DocOf<C>): Promise<void> {
    if (isRecorded(collection)) this.note(collection, doc.id, doc, await this.beforeOf(collection, doc.id));
    return this.tx.put(collection, doc);
  }

  async del(collection: CollectionName, id: Key): Promise<boolean> {
    if (isRecorded(collection)) this.note(collection, id, undefined, await this.beforeOf(collection, id));
    return this.tx.del(collection, id);
  }

  next(sequence: string, numbering?: "gapless"): Promise<number> {
    return this.tx.next(sequence, numbering);
  }

  claim(name: string): Promise<void> {
    return this.tx.claim(name);
  }

  /** The first known content of a document is that before the transaction. */
  private noteRead(collection: CollectionName, id: Key, doc: Promise<Doc | undefined>): void {
    if (!isRecorded(collection)) return;
    const docs = this.before.get(collection) ?? new Map<Key, Promise<Doc | undefined>>();
    if (docs.size === 0) this.before.set(collection, docs);
    if (!docs.has(id)) docs.set(id, doc);
  }

  private beforeOf(collection: CollectionName, id: Key): Promise<Doc | undefined> {
    return this.before.get(collection)?.get(id) ?? this.get(collection, id);
  }

  private note(collection: CollectionName, id: Key, after: Doc | undefined, before: Doc | undefined): void {
    this.changed.set(`${collection} ${id}`, { collection, id, before, after });
  }
}
