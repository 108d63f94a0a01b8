/** The data functions of chapters. */
import { beforeEach, expect, test } from "vitest";
import { HandlerRun } from "../../../src/engine/extension/handler-runs.js";
import { chapterTransaction, type ChapterTx } from "../../../src/engine/extension/transaction.js";
import { MemoryStorage } from "../../../src/engine/storage/memory.js";
import { collections, type Book } from "../library/library.js";

let storage: MemoryStorage;
beforeEach(async () => {
  storage = new MemoryStorage({ collections });
  await storage.write(async (tx) => tx.put("library_books", { id: 1, title: "Emma", lent_to: null }));
});

const reading = <R>(work: (tx: ChapterTx) => Promise<R>) =>
  storage.read((tx) => work(chapterTransaction(tx, "read", new HandlerRun("books", ""))));
const writing = <R>(work: (tx: ChapterTx) => Promise<R>) =>
  storage.write((tx) => work(chapterTransaction(tx, "write", new HandlerRun("books", ""))));

const titles = () =>
  reading(async (tx) => (await tx.find("library_books")).map((doc) => (doc as Book).title));

test("documents are copies: a change is stored only by put", async () => {
  await writing(async (tx) => {
    const book = (await tx.get("library_books", 1)) as { id: number; title: string };
    book.title = "Changed";
  });
  expect(await titles()).toEqual(["Emma"]);
  await writing(async (tx) => {
    const book = (await tx.get("library_books", 1)) as { id: number; title: string };
    book.title = "Put";
    await tx.put("library_books", book);
    // Later changes affect only the copy of the function.
    book.title = "After";
  });
  expect(await titles()).toEqual(["Put"]);
});

test("its own rows: any JSON value by a key, separate for each table", async () => {
  await writing(async (tx) => {
    await tx.rows("one").put("b", { when: new Date(0), none: undefined });
    await tx.rows("one").put(1, [1, null]);
    await tx.rows("two").put("b", "text");
  });
  expect(await reading((tx) => tx.rows("one").all())).toEqual([
    { key: "1", value: [1, null] },
    { key: "b", value: { when: "1970-01-01T00:00:00.000Z" } },
  ]);
  expect(await reading((tx) => tx.rows("two").get("b"))).toBe("text");
  expect(await reading((tx) => tx.rows("two").get("c"))).toBeUndefined();
  expect(await writing((tx) => tx.rows("two").del("b"))).toBe(true);
  expect(await reading((tx) => tx.rows("two").all())).toEqual([]);
});

test.each<[what: string, work: (tx: ChapterTx) => Promise<unknown>, message: RegExp]>([
  ["rows of the engine", (tx) => tx.find("sessions"), /sessions cannot be used by handlers of chapters/],
  ["its own collection", (tx) => tx.del("own_rows", "a/b"), /tx\.rows/],
  ["an unknown collection", (tx) => tx.get("shelves", 1), /there is no collection shelves: there are/],
  ["a table without a name", async (tx) => tx.rows("").all(), /"" is not a table name/],
  ["a row without a key", (tx) => tx.rows("a").put("", 1), /1 to 200 characters/],
  ["a row of nothing", (tx) => tx.rows("a").put("b", undefined), /must be a JSON value/],
  ["a row with NUL", (tx) => tx.rows("a").put("b", "\0"), /NUL/],
])("refused: %s", async (_what, work, message) => {
  await expect(writing(work)).rejects.toThrow(message);
});

test("an operation that reads gets an error with the reason when it writes", async () => {
  const message = "only operations with x-effect: write can change data; set it in the chapter";
  for (const write of [
    (tx: ChapterTx) => tx.put("library_books", { id: 1 }),
    (tx: ChapterTx) => tx.rows("one").put("a", 1),
    (tx: ChapterTx) => tx.next("books"),
  ])
    await expect(reading(async (tx) => write(tx))).rejects.toThrow(message);
});
