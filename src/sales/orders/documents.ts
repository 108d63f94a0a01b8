/** What shipments, invoices and credit memos do alike: being listed, being commented on. */
import { setImmediate } from "node:timers/promises";
import type { SalesComment } from "../../entities/sales.js";
import type { CallRaising, Check, HandlerSettings } from "../../rpc/namespace.js";
import type { DataObject } from "../../values/coercion.js";
import type { FilterField } from "../../filters/filter-field.js";
import { parseFilters } from "../../filters/filters.js";
import type { Condition } from "../../filters/query.js";
import type { DocOf, ReadTx, Tx } from "../../storage/storage.js";
import { updateTime } from "../../values/dates.js";
import { rowCapProblem, searchLimit } from "../../filters/row-cap.js";

export type SalesCollection = "orders" | "shipments" | "invoices" | "creditmemos";

/** A list operation. Its filters are its last check. */
export interface Listing extends CallRaising<"filters_invalid", ReadTx> {
  readonly check: Check<{ readonly filters: DataObject | undefined }>;
  readonly settings: Pick<HandlerSettings, "listMaxRows">;
}

/** Entries that are made between two turns of other work: a few milliseconds, as an order has over a hundred fields. */
const entriesPerTurn = 100;

/** The entries of the documents that the filters of a list operation find, by ID. Throws `filters_invalid`. */
export async function listEntries<C extends SalesCollection, Entry>(
  { check, tx, fault, settings }: Listing,
  collection: C,
  { fields, entryOf, restriction = [] }: ListForm<DocOf<C>, Entry>,
): Promise<Entry[]> {
  const { filters = {} } = check("filters");
  const parsed = parseFilters(filters, fields);
  if ("problem" in parsed) throw fault("filters_invalid", parsed.problem);

  const { where = [], any } = parsed.query;
  const { listMaxRows: maxRows } = settings;
  const found = await tx.find(collection, {
    where: [...where, ...restriction],
    any,
    limit: searchLimit(maxRows),
  });
  const problem = rowCapProblem(found.length, maxRows, collection);
  if (problem !== undefined) throw fault("filters_invalid", problem);

  const entries: Entry[] = [];
  for (const [index, document] of found.entries()) {
    if (index > 0 && index % entriesPerTurn === 0) await setImmediate();
    entries.push(entryOf(document));
  }
  return entries;
}

/** How a list operation reads its filters and shows what it finds. */
interface ListForm<Doc, Entry> {
  readonly fields: (key: string) => FilterField | undefined;
  readonly entryOf: (document: Doc) => Entry;
  /** Conditions besides the filters. */
  readonly restriction?: readonly Condition[];
}

/** An `addComment` of a document. */
interface Commenting {
  readonly check: Check<{
    readonly comment: string;
    readonly email: boolean;
    readonly includeInEmail: boolean;
  }>;
  readonly tx: Tx;
  readonly now: string;
}

interface Commented {
  readonly id: number;
  readonly comments: readonly SalesComment[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** A document with the comment that the caller gives, and what the mail about it says. */
export async function withComment<D extends Commented>(
  { check, tx, now }: Commenting,
  kind: DocumentKind,
  document: D,
): Promise<{ document: D; notify: boolean; comment: string }> {
  const { comment, email, includeInEmail } = check("comment", "email", "includeInEmail");
  const row = await commentRow(tx, kind, document.id, { comment, isCustomerNotified: email }, now);
  return {
    document: { ...document, comments: [...document.comments, row], updated_at: updateTime(document, now) },
    notify: email,
    comment: includeInEmail ? comment : "",
  };
}

type DocumentKind = "shipment" | "invoice" | "creditmemo";

/** A comment to a document of an order. */
export interface NewComment {
  readonly comment: string;
  readonly isCustomerNotified: boolean;
}

/** The comment as a row of the document `parentId`. */
async function commentRow(
  tx: Tx,
  kind: DocumentKind,
  parentId: number,
  { comment, isCustomerNotified }: NewComment,
  now: string,
): Promise<SalesComment> {
  return {
    comment_id: await tx.next(`${kind}_comment`),
    parent_id: parentId,
    created_at: now,
    comment,
    is_customer_notified: isCustomerNotified ? 1 : 0,
    is_visible_on_front: 0,
  };
}

/** New rows of the document `parentId`, each with an ID of its own. */
export async function numberRows<Row extends object>(
  tx: Tx,
  kind: DocumentKind,
  parent_id: number,
  rows: readonly Row[],
): Promise<(Row & { readonly item_id: number; readonly parent_id: number })[]> {
  const numbered: (Row & { readonly item_id: number; readonly parent_id: number })[] = [];
  for (const row of rows) numbered.push({ item_id: await tx.next(`${kind}_item`), parent_id, ...row });
  return numbered;
}

/** The first comments of a new document: the one that was given with it, if any. */
export async function firstComments(
  tx: Tx,
  kind: DocumentKind,
  parentId: number,
  note: NewComment,
  now: string,
): Promise<SalesComment[]> {
  return note.comment === "" ? [] : [await commentRow(tx, kind, parentId, note, now)];
}
