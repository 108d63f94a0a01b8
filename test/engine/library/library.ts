/** A complete lending library: a contract of three operations and one fault, its handlers and its rows. */
import type { Application } from "../../../src/engine/application.js";
import type { AnyHandler, HandlerCall } from "../../../src/engine/calls/handler.js";
import { plainInputs } from "../../../src/engine/calls/handler-input.js";
import { realTime } from "../../../src/engine/clock.js";
import { Contract } from "../../../src/engine/contract/contract.js";
import { noFiles } from "../../../src/engine/files/versioned-files.js";
import type { InstanceVersion } from "../../../src/engine/states/version.js";
import { engineCollections, textIndex } from "../../../src/engine/storage/collections.js";
import { parseFilters } from "../../../src/engine/filters/filters.js";
import type { DataObject } from "../../../src/engine/values/coercion.js";
import { State } from "../../../src/engine/storage/state.js";
import type { Tx } from "../../../src/engine/storage/storage.js";
import type { OperationRow, ParamRow } from "../../../generated/tables.js";
import type { SoapType } from "../../../generated/doors/soap-v2.js";

export interface Book {
  readonly id: number;
  readonly title: string;
  readonly lent_to: string | null;
}

declare module "../../../src/engine/storage/documents.js" {
  interface Documents {
    library_books: Book;
  }
}

export const collections = {
  ...engineCollections,
  library_books: { key: "int", index: [textIndex("title")] },
} as const;

const books: readonly Book[] = [
  { id: 1, title: "Emma", lent_to: null },
  { id: 2, title: "Ulysses", lent_to: "Ann" },
];

const bookId: ParamRow = { name: "bookId", required: true, kind: "int" };
const reader: ParamRow = { name: "reader", required: true, kind: "text" };
const operation = (name: string, effect: "read" | "write", params: readonly ParamRow[]): OperationRow => ({
  ...{ namespace: "book", name, title: name, effect, params, acl: `library/${name}` },
  ...{ aliases: [], checks: [], faults: ["not_available"] },
});
const soapBook: SoapType = {
  members: [
    { name: "id", type: "int", required: true },
    { name: "title", type: "string", required: true },
    { name: "lent_to", type: "string" },
  ],
};

const document = {
  openrpc: "1.2.6",
  info: { title: "Lending library", version: "1" },
  methods: ["book.list", "book.lend", "book.bringBack"].map((name) => ({
    name,
    params: [],
    result: { name: "result", schema: {} },
  })),
};

const bookListForm = { parts: [], answers: { name: "result", type: "bookArray" } };
const bookLendForm = {
  parts: [
    { name: "bookId", type: "int", param: "bookId" },
    { name: "reader", type: "string", param: "reader" },
  ],
  answers: { name: "result", type: "boolean" },
};
const soapTypes = { book: soapBook, bookArray: { list: "book" } };

const contract = new Contract({
  methods: document,
  operations: {
    "book.list": operation("list", "read", [{ name: "filters", required: false, kind: "filters" }]),
    "book.lend": operation("lend", "write", [bookId, reader]),
    "book.bringBack": operation("bringBack", "write", [bookId]),
  },
  namespaces: {
    book: {
      ...{ title: "Books", acl: "library", aliases: [] },
      faults: { not_available: { code: 101, status: 409, message: "The book is not available." } },
      operations: ["book.list", "book.lend", "book.bringBack"],
    },
  },
  aclNodes: ["all", "library", "library/list", "library/lend", "library/bringBack"],
  ...{ restOperations: {}, argumentChecks: {}, resultChecks: () => Promise.resolve({}), base64Members: {} },
  shapes: { "book.list": { list: { members: { id: "int", title: "text", lent_to: "text" } } } },
  soapFunctions: {
    bookList: { operation: "book.list", ...{ rpc: bookListForm, wsi: bookListForm } },
    bookLend: { operation: "book.lend", ...{ rpc: bookLendForm, wsi: bookLendForm } },
  },
  soapTypes: { rpc: soapTypes, wsi: soapTypes },
});

interface BookCall<Args extends object, Effect extends "read" | "write" = "write"> {
  readonly args: Args;
  readonly checked: object;
  readonly fault: "not_available";
  readonly effect: Effect;
}

async function list({ args, tx, fault }: HandlerCall<BookCall<{ filters?: DataObject }, "read">>) {
  const fields = new Map([["title", { path: "title", type: "text" } as const]]);
  const asked = parseFilters(args.filters ?? {}, fields);
  if ("problem" in asked) throw fault("not_available", asked.problem);
  return tx.find("library_books", asked.query);
}

async function lend({ args, tx, fault }: HandlerCall<BookCall<{ bookId: number; reader: string }>>) {
  const book = await tx.get("library_books", args.bookId);
  if (!book || book.lent_to !== null) throw fault("not_available");
  return put(tx, { ...book, lent_to: args.reader });
}

async function bringBack({ args, tx, fault }: HandlerCall<BookCall<{ bookId: number }>>) {
  const book = await tx.get("library_books", args.bookId);
  if (!book) throw fault("not_available", `There is no book ${args.bookId}.`);
  return put(tx, { ...book, lent_to: null });
}

async function put(tx: Tx, book: Book): Promise<true> {
  await tx.put("library_books", book);
  return true;
}

const handlers = new Map<string, AnyHandler>([
  ["book.list", list],
  ["book.lend", lend],
  ["book.bringBack", bringBack],
]);

const records = async function* () {
  for (const doc of books) yield { collection: "library_books" as const, doc };
};
const version = async (): Promise<InstanceVersion> => ({
  ...{ state: await State.of(collections, records()), files: noFiles, clock: realTime },
});

export const library: Application = {
  contract,
  handlers,
  published: {
    documents: [{ address: "/openrpc.json", type: "application/json", text: () => JSON.stringify(document) }],
  },
  data: { records, version, named: version },
  open: ({ clock }) => ({ inputs: plainInputs(clock) }),
};
