/** States as JSON Lines: header, rows, end; everything or nothing (docs/testing.md). */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { startShop } from "../../support/shop.js";

const shop = await startShop({ dataset: "sample" });
const other = await startShop();
beforeEach(() => shop.reset());

const jsonl = "application/jsonl";
const get = (headers: Record<string, string> = {}) =>
  shop.http("GET", "/control/state", { headers: { Accept: jsonl, ...headers } });
const put = (body: string, to = shop, type = jsonl) =>
  to.http("PUT", "/control/state", { body, headers: { "Content-Type": type } });
const linesOf = (text: string) => text.split("\n").slice(0, -1);
const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

/** The same lines with a matching end. */
function ended(lines: readonly string[]): string {
  const sha256 = createHash("sha256").update(textOf(lines)).digest("hex");
  return textOf([...lines, JSON.stringify({ end: { rows: lines.length - 1, sha256 } })]);
}

test("the file of the sample shop is a dataset, and an export of it has the same lines (D-411)", async () => {
  const file = readFileSync(new URL("../../../spec/sample.jsonl", import.meta.url), "utf8");
  expect((await put(file, other)).status).toBe(204);
  const { text } = await other.http("GET", "/control/state", { headers: { Accept: jsonl } });
  // The bytes of pictures, which the file leaves out.
  const exported = new Set(linesOf(text).map((line) => line.replace(/,"content":"[^"]*"/, "")));
  expect(linesOf(file).filter((line) => !exported.has(line))).toEqual([]);
});

describe("an export", () => {
  test("has the content of the document, one row per line, with count and checksum", async () => {
    await shop.http("PUT", "/control/clock", { body: { now: "2026-03-04 05:06:07" } });
    const answer = await get();
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("accept-ranges")]).toEqual([
      200,
      "application/jsonl; charset=utf-8",
      "lines",
    ]);
    const lines = linesOf(answer.text);
    expect(lines[0]).toBe('{"state":1,"clock":"2026-03-04 05:06:07"}');
    expect(ended(lines.slice(0, -1))).toBe(answer.text);

    const whole = (await shop.http("GET", "/control/state")).json as {
      collections: Record<string, unknown[]>;
      sequences: Record<string, number>;
    };
    const rows = lines.slice(1, -1).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.filter((row) => "doc" in row)).toEqual(
      Object.entries(whole.collections).flatMap(([collection, docs]) =>
        docs.map((doc) => ({ collection, doc })),
      ),
    );
    expect(rows.filter((row) => "sequence" in row)).toEqual(
      Object.entries(whole.sequences).map(([sequence, value]) => ({ sequence, value })),
    );
  });

  test("is the document by default", async () => {
    const { headers, json } = await shop.http("GET", "/control/state");
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(Object.keys(json as object).filter((name) => name !== "clock")).toEqual([
      "collections",
      "sequences",
    ]);
  });

  test("continues from any line: the parts together are the whole", async () => {
    const { text } = await get();
    const lines = linesOf(text);
    for (const first of [1, 7, lines.length - 1]) {
      const rest = await get({ Range: `lines=${first}-` });
      expect([rest.status, rest.headers.get("content-range")]).toEqual([206, `lines ${first}-/*`]);
      expect(textOf(lines.slice(0, first)) + rest.text).toBe(text);
    }
    expect((await get({ Range: `lines=${lines.length}-` })).status).toBe(416);
    for (const Range of ["bytes=0-5", "lines=-5", "lines=a-"])
      expect(await get({ Range })).toMatchObject({ status: 200, text });
  });

  test("a parameter of the address is 400", async () => {
    const { status, json } = await shop.http("GET", "/control/state?checksums=true");
    expect([status, json]).toMatchObject([400, { errors: [{ field: "checksums" }] }]);
  });
});

describe("an import", () => {
  test("creates the same shop elsewhere, whose export is equal", async () => {
    const { text } = await get();
    expect((await put(text, other)).status).toBe(204);
    const again = await other.http("GET", "/control/state", { headers: { Accept: jsonl } });
    expect(again.text).toBe(text);
  });

  test("accepts lines without header and end, as people write them", async () => {
    const lines = linesOf((await get()).text).slice(1, -1);
    expect((await put(textOf(lines))).status).toBe(204);
  });

  test("accepts a deliberate change: an end without count and checksum", async () => {
    const lines = linesOf((await get()).text).slice(0, -1);
    expect((await put(textOf([...lines, '{"end":{}}']))).status).toBe(204);
  });

  type Change = (lines: string[]) => readonly string[] | string;
  test.each<[string, Change, string | undefined, RegExp]>([
    ["that broke off", (lines) => lines.slice(0, 40), undefined, /^breaks off after 39 rows/],
    ["whose last line broke off", (lines) => textOf(lines).slice(0, -9), "line N", /^is not valid JSON/],
    [
      "with a missing row",
      (lines) => lines.toSpliced(9, 1),
      "line N",
      /^there are \d+ rows, \d+ were written/,
    ],
    ["with a changed row", (lines) => lines.with(9, `${lines[9]} `), "line N", /SHA-256/],
    ["with two ends", (lines) => [...lines, lines.at(-1) ?? ""], "line N", /^comes after the end/],
    ["with two headers", (lines) => lines.toSpliced(3, 0, '{"state":1}'), "line 4", /^is a header/],
    ["of a later form", (lines) => lines.with(0, '{"state":2}'), "line 1: state", /^must be 1/],
    ["with a line of nothing", (lines) => lines.with(2, "{}"), "line 3", /^must have a collection/],
    [
      "of no collection",
      (lines) => lines.with(2, '{"collection":"goods"}'),
      "line 3: collection",
      /^does not exist/,
    ],
    ["with a list as a line", (lines) => lines.with(2, "[]"), "line 3", /^is not an object/],
    ["that is empty", () => "", undefined, /^contains no state/],
    ["that is not valid JSON", () => "hello\n", "line 1", /^is not valid JSON/],
  ])("refuses a state %s, and changes nothing", async (_title, change, field, message) => {
    const { text } = await get();
    const changed = change(linesOf(text));
    const body = typeof changed === "string" ? changed : textOf(changed);
    const { status, json } = await put(body);
    const last = body.split("\n").length - (body.endsWith("\n") ? 1 : 0);
    const [error] = (json as { errors: { field?: string; message: string }[] }).errors;
    expect([status, error?.field]).toEqual([422, field?.replace("N", String(last))]);
    expect(error?.message).toMatch(message);
    expect((await get()).text).toBe(text);
  });

  test.each<[string, (doc: Record<string, unknown>) => unknown, string]>([
    ["a field of another type", (doc) => ({ ...doc, group_id: "one" }), "group_id"],
    ["an unknown member", (doc) => ({ ...doc, colour: "red" }), "colour"],
    ["no ID", ({ id: _, ...doc }) => doc, "id"],
    ["a character that not every storage keeps", (doc) => ({ ...doc, firstname: "\0" }), "firstname"],
    ["a group that is not there", (doc) => ({ ...doc, group_id: 999 }), "group_id"],
  ])("names line and place of %s", async (_title, change, member) => {
    const lines = linesOf((await get()).text).slice(0, -1);
    const at = lines.findIndex((line) => line.startsWith('{"collection":"customers"'));
    const { doc } = JSON.parse(lines[at] ?? "") as { doc: Record<string, unknown> };
    const answer = await put(
      ended(lines.with(at, JSON.stringify({ collection: "customers", doc: change(doc) }))),
    );
    const { errors } = answer.json as { errors: { field: string }[] };
    expect([answer.status, errors.map(({ field }) => field)]).toEqual([
      422,
      expect.arrayContaining([`line ${at + 1}: doc.${member}`]),
    ]);
  });

  test("a long row that is not an image is refused before it is parsed", async () => {
    const row = JSON.stringify({ collection: "products", doc: { id: 1, list: "[],".repeat(3_000_000) } });
    const { status, json } = await put(`{"state":1}\n${row}\n`);
    expect([status, json]).toMatchObject([422, { errors: [{ field: "line 2" }] }]);
  });
});
