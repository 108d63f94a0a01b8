/** Every command against a real server (docs/commands.md). */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { createProgram, runCommand } from "../../src/cli/program.js";
import { basic, startShop } from "../support/shop.js";
import { differsHere } from "../support/storages.js";

const shop = await startShop({ dataset: "sample" });
beforeEach(() => shop.reset());

const folder = await temporaryFolder();

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

async function run(...argv: string[]): Promise<Ended> {
  let [out, error] = ["", ""];
  const write = (text: string) => void (out += text);
  const fail = (text: string) => void (error += text);
  const code = await runCommand([...argv, "--url", shop.url], { write, fail });
  return { code, out, error };
}

async function json(...argv: string[]): Promise<unknown> {
  const { code, out, error } = await run(...argv, "--json");
  expect([code, error]).toEqual([0, ""]);
  return JSON.parse(out) as unknown;
}

const nameOf = async () => ((await json("call", "catalog_product.info", "[1]")) as { name: string }).name;
const rename = (name: string) => json("call", "catalog_product.update", JSON.stringify([1, { name }]));

test("reset", async () => {
  const before = await nameOf();
  await rename("Changed");
  expect((await run("reset")).out).toContain("reset to its initial state");
  expect(await nameOf()).toBe(before);
  await run("reset", "minimal");
  expect(await json("call", "catalog_product.list")).toEqual([]);
});

test("reset: a misspelt dataset is answered with the datasets and changes nothing", async () => {
  await rename("Changed");
  expect(await run("reset", "smaple")).toEqual({
    code: 2,
    out: "",
    error:
      "store-api: smaple is neither a dataset (there are sample and minimal) nor a file in this folder\n",
  });
  expect(await nameOf()).toBe("Changed");
  expect((await run("reset", join(folder, "none.yaml"))).error).toContain("none.yaml cannot be read");
});

test.each([
  ["snapshot", ".", "--delete"],
  ["restore", ".."],
  ["sandbox", "..", "--delete"],
  ["users", ".", "--delete"],
])("%s %s: a name that no address can carry is a wrong use", async (...argv) => {
  expect(await run(...argv)).toMatchObject({
    code: 2,
    error: expect.stringContaining("cannot be a name") as unknown,
  });
});

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "snapshot and restore",
  async () => {
    await rename("Kept");
    await run("snapshot", "point");
    await rename("Lost");
    expect((await run("snapshot", "--list")).out).toMatch(/^name +created_at\npoint +2025-/);
    await run("restore", "point");
    expect(await nameOf()).toBe("Kept");
    await run("snapshot", "point", "--delete");
    expect(await run("restore", "point")).toMatchObject({
      code: 1,
      error: 'store-api: There is no snapshot "point"; there are: none.\n',
    });
  },
);

test("reset to a file that is larger than the limit of a reset body", async () => {
  const file = join(folder, "large.json");
  const padding = " ".repeat(2 * 1024 * 1024);
  const mug = {
    type: "simple",
    set: 4,
    sku: "mug",
    productData: {
      name: "M",
      description: "M",
      short_description: "M",
      weight: 1,
      status: "1",
      visibility: "4",
    },
  };
  const text = JSON.stringify({
    extends: "minimal",
    calls: [{ call: "catalog_product.create", params: mug }],
  });
  await writeFile(file, `${text.slice(0, -1)}${padding},"colour":1}`);
  await run("fault", "catalog_product.info", "product_not_exists");
  expect(await run("reset", file)).toMatchObject({
    code: 1,
    error: expect.stringContaining("colour: is unknown") as unknown,
  });

  await writeFile(file, text.replace("[", `[${padding}`));
  expect(await run("reset", file)).toMatchObject({ code: 0 });
  expect((await run("fault", "list")).out).toContain("There are no rules");
  expect((await run("call", "catalog_product.list", "--json")).out).toContain('"sku": "mug"');
  expect(await run("reset", file, "--keep-sessions")).toMatchObject({ code: 2 });
});

test("export and import", async () => {
  const file = join(folder, "shop.jsonl");
  // Some characters of two and three bytes lie on the boundaries of chunks.
  for (const id of [2, 3, 4, 5, 6, 7, 8, 9])
    await json("call", "catalog_product.update", JSON.stringify([id, { description: "ö花".repeat(10_000) }]));
  await rename("Exported");
  await run("export", file);
  const products = (await readFile(file, "utf8")).match(/^\{"collection":"products"/gm)?.length;
  expect(await json("export", file)).toMatchObject({ file, documents: { products } });
  expect((await run("export", file)).out).toMatch(
    /^The shop was exported to .*: \d+ documents, [\d.]+ MB\.\ncollection +documents\n/,
  );
  expect(await readdir(folder)).not.toContain("shop.jsonl.part");
  expect((await run("export", "-")).out).toBe(await readFile(file, "utf8"));
  await run("reset", "minimal");
  await run("import", file);
  expect(await nameOf()).toBe("Exported");
  const changed = join(folder, "changed.json");
  await writeFile(changed, (await readFile(file, "utf8")).replace("Exported", "Expurged"));
  expect(await run("import", changed)).toMatchObject({
    code: 1,
    error: expect.stringMatching(
      /changed\.json: line \d+: the SHA-256 of the lines before does not match/,
    ) as unknown,
  });
  expect(await nameOf()).toBe("Exported");
  const yaml = join(folder, "small.yaml");
  await writeFile(yaml, "extends: minimal\nclock: '2026-01-02 03:04:05'\n");
  await run("import", yaml);
  expect(await json("clock")).toEqual({ now: "2026-01-02 03:04:05", frozen: true });
  const wrong = join(folder, "wrong.json");
  await writeFile(wrong, '{"colour":1}');
  expect(await run("import", wrong)).toMatchObject({
    code: 1,
    error: `store-api: ${wrong}: colour: is unknown\n`,
  });
});

test("import of compressed and of unreadable files", async () => {
  const path = (name: string) => join(folder, name);
  const compressed = gzipSync('{"extends":"minimal","clock":"2026-01-02 03:04:05"}');
  await writeFile(path("small.json.gz"), compressed);
  await run("import", path("small.json.gz"));
  expect(await json("clock")).toEqual({ now: "2026-01-02 03:04:05", frozen: true });
  await writeFile(path("short.json.gz"), compressed.subarray(0, 30));
  expect(await run("import", path("short.json.gz"))).toMatchObject({
    code: 2,
    error: `store-api: ${path("short.json.gz")} cannot be read (unexpected end of file)\n`,
  });
  await writeFile(path("picture.yaml"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]));
  expect(await run("import", path("picture.yaml"))).toMatchObject({
    code: 1,
    error: `store-api: ${path("picture.yaml")}: is not UTF-8\n`,
  });
});

test("data of a shop cannot send control codes to the terminal", async () => {
  await rename("Mug\u202e");
  expect((await run("call", "catalog_product.info", "[1]")).out).toContain('"Mug\\u202e"');
  const { error } = await run("call", "catalog_product.nope\u001b[2J");
  expect(error).not.toContain("\u001b");
  expect(error).toContain("\\u001b[2J");
});

test("order, mail", async () => {
  const order = { customer_id: 1, items: [{ sku: "mug-01", qty: 1 }], notify: true };
  const placed = await run("order", JSON.stringify(order));
  const number = /^Order (\d+) was placed\.\n$/.exec(placed.out)?.[1] ?? "";
  expect((await run("mail", "--order", number)).out).toContain("order_new");
  expect(await json("mail", "--order", number)).toMatchObject([{ increment_id: number }]);
  await run("mail", "--clear");
  expect((await run("mail")).out).toBe("No mail.\n");
  expect(await run("order", '{"items":[]}')).toMatchObject({ code: 1 });
});

test("users, call", async () => {
  await run("users", "reader", "--key", "reader123", "--roles", "catalog/product/info");
  expect((await run("users")).out).toContain("reader");
  const as = ["--user", "reader", "--key", "reader123"];
  expect(await json("call", "catalog_product.info", '{"productId":1}', ...as)).toMatchObject({
    product_id: 1,
  });
  expect(await run("call", "catalog_product.delete", "[1]", ...as)).toMatchObject({
    code: 1,
    error: expect.stringContaining("access_denied (2)") as unknown,
  });
  expect((await run("users", "reader", "--delete")).code).toBe(0);
});

test("clock", async () => {
  expect((await run("clock", "2026-12-24 18:00:00")).out).toBe("2026-12-24 18:00:00 UTC, frozen\n");
  expect((await run("clock", "+3600")).out).toBe("2026-12-24 19:00:00 UTC, frozen\n");
  expect(await json("clock", "real")).toMatchObject({ frozen: false });
  expect(await run("clock", "tomorrow")).toMatchObject({ code: 2 });
});

test("fault", async () => {
  await run(
    "fault",
    "catalog_product.info",
    "product_not_exists",
    "--times",
    "0",
    "--match",
    '{"productId":1}',
  );
  expect(await run("call", "catalog_product.info", "[1]")).toMatchObject({
    code: 1,
    error: expect.stringContaining("product_not_exists (101)") as unknown,
  });
  expect(await json("call", "catalog_product.info", "[2]")).toBeDefined();
  expect((await run("fault", "list")).out).toContain("product_not_exists");
  await run("fault", "clear");
  expect((await run("fault", "list")).out).toBe("There are no rules.\n");
  expect(await run("fault", "catalog_product.info", "no_such")).toMatchObject({ code: 1 });
  expect(await run("fault", "catalog_product.info")).toMatchObject({ code: 2 });
});

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "calls, once and followed",
  async () => {
    await run("calls", "--clear");
    await nameOf();
    expect((await run("calls", "--operation", "catalog_product.info")).out).toMatch(
      /catalog_product\.info +admin/,
    );
    let seen = "";
    const following = runCommand(["calls", "--follow", "--url", shop.url], {
      write: (text) => void (seen += text),
      fail: () => {},
    });
    await expect.poll(async () => (await nameOf(), seen)).toContain("catalog_product.info  ok");
    // The end of the stream ends the command.
    shop.server.http.closeAllConnections();
    expect(await following).toBe(3);
  },
);

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))(
  "calls: the exchange, as curl, and calls that reached no operation",
  async () => {
    await shop.http("POST", "/api/rpc/catalog_product.infos", { body: { productId: 1 }, headers: basic() });
    expect((await run("calls", "--door", "plain", "--limit", "1")).out).toMatch(
      /nearest is catalog_product\.info/,
    );
    await shop.http("POST", "/api/rpc/catalog_product.info", { body: { productId: 1 }, headers: basic() });
    const full = (await run("calls", "--full", "--limit", "1", "--door", "plain")).out;
    expect(full).toMatch(/^#\d+ .*catalog_product\.info {2}ok/);
    expect(full).toContain("> POST /api/rpc/catalog_product.info\n");
    expect(full).toContain('> {"productId":1}\n< HTTP 200\n');
    const curl = (await run("calls", "--curl", "--limit", "1", "--operation", "catalog_product.info")).out;
    expect(curl).toContain(`curl -s -X POST '${shop.url}/api/rpc/catalog_product.info'`);
    expect(curl).toContain('-u "$STORE_API_USER:$STORE_API_KEY"');
    expect(curl).toContain(`--data-raw '{"productId":1}'`);
    expect(await run("calls", "--operation", "catalog_product.infos")).toMatchObject({ code: 1 });
  },
);

test.skipIf(differsHere("each process has its own journal, metrics and load limits"))("verify", async () => {
  await rename("Cup");
  expect(await run("verify", "catalog_product.update", '{"productId":1}', "--times", "1")).toMatchObject({
    code: 0,
    out: "catalog_product.update was called as expected.\n",
  });
  const missed = await run("verify", "catalog_product.update", '{"productId":2}');
  expect(missed.code).toBe(1);
  expect(missed.error).toMatch(
    /^store-api: .* called 0 times in this way, expected at least 1\.\nstore-api: The nearest/,
  );
  expect(missed.error).toContain("arguments.productId is 1, expected 2");
  expect((await run("verify", "catalog_product.udpate")).error).toContain("catalog_product.update");
  expect(await run("verify", "catalog_product.update", "--times", "some")).toMatchObject({ code: 2 });
});

test.each([
  [["catalog_category.level", "--result", "[]"], { result: [] }],
  [["catalog_product.update", "--after", "--drop"], { when: "after", drop: true }],
  [["*", "--nth", "3", "--status", "502", "--body", "html"], { nth: 3, http: { status: 502 }, body: "html" }],
  [["*", "--times", "0", "--probability", "0.1", "--seed", "42", "--drop"], { probability: 0.1, seed: 42 }],
  [
    ["a.b", "--undeclared", "--code", "7", "--message", "No."],
    { fault: "undeclared", code: 7, message: "No." },
  ],
])("fault %j", async (argv, rule) => {
  expect(await json("fault", ...argv)).toMatchObject({ hits: 0, ...rule });
});

test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
  "sandbox",
  async () => {
    const before = await nameOf();
    expect((await run("sandbox", "box", "--from", "current", "--expires", "60")).out).toContain(
      "/sandbox/box/",
    );
    await json("call", "catalog_product.update", '[1,{"name":"Inside"}]', "--sandbox", "box");
    expect(await nameOf()).toBe(before);
    expect((await run("sandbox", "--list")).out).toContain("box");
    expect(await json("sandbox")).toEqual([expect.objectContaining({ name: "box" })]);
    const { name } = (await json("sandbox", "--from", "minimal")) as { name: string };
    expect((await run("sandbox")).out).toContain(name);
    await run("sandbox", name, "--delete");
    expect(await run("sandbox", "box")).toMatchObject({ code: 1 });
    expect(await run("sandbox", "other", "--expires", "1h")).toMatchObject({
      code: 2,
      error: expect.stringContaining("--expires must be a whole number from 0 on, not 1h") as unknown,
    });
    expect((await run("sandbox", "box", "--delete")).code).toBe(0);
  },
);

test("open prints the address", async () => {
  process.env.BROWSER = "true";
  expect((await run("open")).out).toBe(`${shop.url}/\n`);
  delete process.env.BROWSER;
});

describe("exit codes", () => {
  const quiet = { write: () => {}, fail: () => {} };

  test("2 for usage errors, 3 if the server is unreachable", async () => {
    expect(await runCommand(["clock", "--colour"], quiet)).toBe(2);
    expect(await runCommand(["restore"], quiet)).toBe(2);
    expect(await runCommand(["import", join(folder, "none.json"), "--url", shop.url], quiet)).toBe(2);
    expect(await runCommand(["exec", "--dataset", "minimal"], quiet)).toBe(2);
    expect(await runCommand(["clock", "--url", "http://127.0.0.1:9"], quiet)).toBe(3);
  });

  test("with --json, errors are JSON too", async () => {
    for (const [code, message, ...argv] of [
      [2, "unknown option '--colour'", "clock", "--colour", "--json"],
      [2, "missing required argument 'name'", "restore", "--json"],
      [1, 'There is no snapshot "none"; there are: none.', "snapshot", "none", "--delete", "--json"],
      [2, "smaple is neither a dataset", "reset", "smaple", "--json"],
    ] as const) {
      const ended = await run(...argv);
      expect(ended).toMatchObject({ code, out: "" });
      const { errors } = JSON.parse(ended.error) as { errors: { message: string }[] };
      expect(errors).toEqual([{ message: expect.stringContaining(message) as unknown }]);
    }
  });

  test("0 for help, which has examples for every command", async () => {
    for (const command of (await createProgram(quiet)).commands) {
      let help = "";
      const code = await runCommand([command.name(), "--help"], {
        ...quiet,
        write: (text) => void (help += text),
      });
      expect([command.name(), code]).toEqual([command.name(), 0]);
      expect(help).toContain("Examples:\n  ");
    }
  });
});

test.each([
  ["verfy", "there is no command verfy; did you mean verify?"],
  [
    "nosuch-at-all",
    "there is no command nosuch-at-all; store-api help lists the commands, store-api --help the settings",
  ],
])("help %s says that there is no such command", async (name, message) => {
  const ended = await run("help", name);
  expect([ended.code, ended.out, ended.error]).toEqual([2, "", `store-api: ${message}\n`]);
});

test("fault takes a range as delay, headers, a body and a reset", async () => {
  expect((await run("fault", "catalog_product.*", "--times", "0", "--delay", "5-9:3")).code).toBe(0);
  const answer = ["--status", "429", "--header", "X-Limit: 0", "--text", "slow down", "--chunk", "5"];
  expect((await run("fault", "catalog_product.list", ...answer)).code).toBe(0);
  expect((await run("fault", "*", "--reset")).code).toBe(0);
  expect((await shop.http("GET", "/control/faults")).json).toMatchObject([
    { operation: "catalog_product.*", delay_ms: { min: 5, max: 9, seed: 3 } },
    { http: { status: 429, headers: { "X-Limit": "0" }, body: "slow down", chunk_ms: 5 } },
    { http: { reset: true } },
  ]);
  const list = (await run("fault", "list")).out;
  expect(list.split("\n")[0]).toMatch(/^id +operation +fault +times +hits +delay_ms +http$/);
  expect(await run("fault", "*", "--text", "a")).toMatchObject({ code: 2 });
  expect(await run("fault", "*", "--delay", "5-")).toMatchObject({ code: 2 });
});

/** Wrong usage: the message alone says what is wrong, with the value and the nearest name or the form. */
test.each([
  [["faults"], "there is no command faults; did you mean fault?"],
  [
    ["fault", "catalog_product.inf", "x"],
    /^operation: there is no operation "catalog_product\.inf"; the nearest is/,
  ],
  [["fault", "*", "--drop", "--times", "-1"], "--times must be a whole number from 0 on, not -1"],
  [
    ["fault", "*", "--delay", "fast"],
    /^--delay must be milliseconds \(500\), a range \(100-900\) or .*, not fast$/,
  ],
  [["fault", "delete"], "the ID of the rule to delete must be a whole number from 0 on, not "],
  [["fault", "delete", "99"], /no rule 99/],
  [["clock", "tomorrow"], /^the time must be .*, \+seconds or real, not tomorrow$/],
  [["coverage", "--min", "101"], "--min must be at most 100, not 101"],
  [
    ["call", "catalog_product.inof"],
    /There is no operation "catalog_product\.inof"; the nearest is catalog_product\.info\./,
  ],
  [
    ["export", "/nosuch/folder/shop.json"],
    "/nosuch/folder/shop.json cannot be written (there is no folder /nosuch/folder)",
  ],
] as const)("%j fails with a message that says what is wrong", async (argv, says) => {
  const { code, out, error } = await run(...argv);
  expect([code === 1 || code === 2, out]).toEqual([true, ""]);
  const message = error.replace(/^store-api: /, "").trimEnd();
  if (typeof says === "string") expect(message).toBe(says.trimEnd());
  else expect(message).toMatch(says);
});

test("fault delete removes one rule", async () => {
  await run("fault", "*", "--drop");
  const { id } = (await json("fault", "*", "--reset")) as { id: number };
  expect(await run("fault", "delete", String(id))).toMatchObject({
    code: 0,
    out: `Rule ${id} was deleted.\n`,
  });
  expect(await json("fault", "list")).toMatchObject([{ drop: true }]);
});
