/**
 * `store-api backup` and `restore --storage`: next to a running server, and into storages that are empty or
 * not.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, onTestFinished } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { createDatabase } from "../support/postgres.js";
import { inPlace as test } from "../support/place.js";
import { callBy, type Place, workingPlace } from "../support/process.js";

type Ending = { readonly code: unknown; readonly stdout: string; readonly stderr: string };

async function run(place: Place, ...args: string[]): Promise<Ending> {
  const program = place.start(args);
  const code = await program.ended;
  return { code, stdout: program.stdout, stderr: program.stderr };
}

const nameOf = async (url: string) =>
  ((await callBy(url, "catalog_product.info", [1])).result as { name: string }).name;
const rename = (url: string, name: string) => callBy(url, "catalog_product.update", [1, { name }]);

const storages = [
  { kind: "a folder", make: async (place: Place) => `file:${place.folder}/shop` },
  {
    kind: "PostgreSQL",
    make: async (_place: Place, end: (drop: () => Promise<void>) => void) => {
      const database = await createDatabase();
      end(() => database.drop());
      return database.url;
    },
  },
];

test.each(storages)(
  "a night on $kind: backups of a running server, deletion of the oldest, a drill, the loss, the restore",
  { timeout: 600_000 },
  async ({ make }) => {
    const place = await workingPlace({ onTestFinished });
    const to = await temporaryFolder();
    const storage = await make(place, onTestFinished);
    const server = place.start(["--port", "0", "--storage", storage, "--log-level", "fatal"]);
    const url = await server.address();
    for (const name of ["One", "Two", "Three"]) {
      await rename(url, name);
      const { code, stdout, stderr } = await run(
        place,
        "backup",
        to,
        "--storage",
        storage,
        "--keep",
        "2",
        "--json",
      );
      expect([code, stderr]).toEqual([0, ""]);
      expect(JSON.parse(stdout)).toMatchObject({
        images_without_file: 0,
        deleted: name === "Three" ? [expect.any(String)] : [],
      });
    }
    expect((await readdir(to)).filter((name) => name.endsWith(".jsonl.gz"))).toHaveLength(2);
    expect(await readdir(to)).toHaveLength(2);

    const drill = await run(place, "restore", to, "--drill");
    expect([drill.code, drill.stderr]).toEqual([0, ""]);
    expect(drill.stdout).toMatch(/was restored in memory and can be used[^]*products +\d/);

    await rename(url, "Wrong");
    server.kill("SIGTERM");
    await server.ended;
    const refused = await run(place, "restore", to, "--storage", storage);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      "store-api: there is a shop in this storage; add --yes to replace all of it\n",
    ]);
    // As in docs/operations.md: the environment contains the address with its password.
    const restore = place.start(["restore", to, "--yes"], { STORE_API_STORAGE: storage });
    expect([await restore.ended, restore.stderr]).toEqual([0, ""]);
    const again = await place.start(["--port", "0", "--storage", storage, "--log-level", "fatal"]).address();
    expect(await nameOf(again)).toBe("Three");
    const { url: image = "" } =
      ((await callBy(again, "catalog_product_attribute_media.list", [1])).result as { url: string }[])[0] ??
      {};
    expect((await fetch(image)).status).toBe(200);
  },
);

test("a folder of backups may be named without a slash, as that of a snapshot could be", async ({
  place,
}) => {
  const storage = { STORE_API_STORAGE: `file:${place.folder}/shop` };
  const server = place.start(["--port", "0", "--dataset", "minimal", "--log-level", "fatal"], storage);
  await server.address();
  server.kill("SIGTERM");
  await server.ended;
  for (const args of [
    ["backup", "copies"],
    ["restore", "copies", "--yes"],
  ]) {
    const program = place.start(args, storage);
    expect([await program.ended, program.stderr]).toEqual([0, ""]);
  }
  await rm(join(place.folder, "shop"), { recursive: true });
  const restore = place.start(["restore", "copies"], storage);
  expect([await restore.ended, restore.stderr]).toEqual([0, ""]);
  const none = place.start(["restore", "copy", "--yes"], storage);
  expect(await none.ended).toBe(2);
  expect(none.stderr).toContain("copy");
});

test("an invalid or incomplete backup changes nothing", { timeout: 600_000 }, async ({ place }) => {
  const to = await temporaryFolder();
  const storage = `file:${place.folder}/shop`;
  const server = place.start([
    "--port",
    "0",
    "--storage",
    storage,
    "--dataset",
    "minimal",
    "--log-level",
    "fatal",
  ]);
  await server.address();
  expect((await run(place, "backup", to, "--storage", storage)).code).toBe(0);
  const [name = ""] = await readdir(to);
  const whole = gunzipSync(await readFile(join(to, name))).toString();

  const inUse = await run(place, "restore", join(to, name), "--storage", storage, "--yes");
  expect(inUse.code).toBe(1);
  expect(inUse.stderr).toContain("is in use by process");

  const broken = join(to, "broken.jsonl.gz");
  for (const text of [whole.slice(0, -200), whole.replace("Default Category", "Default Kategory")]) {
    await writeFile(broken, gzipSync(text));
    const { code, stderr } = await run(place, "restore", broken, "--storage", `file:${place.folder}/new`);
    expect(code).toBe(1);
    expect(stderr).toContain(`${broken} is incomplete or damaged`);
  }
  expect(existsSync(join(place.folder, "new"))).toBe(false);
});

test(
  "a backup beyond STATE_MAX_BYTES and its default is restored: the limit is one for callers of a server",
  { timeout: 600_000 },
  async ({ place }) => {
    const to = await temporaryFolder();
    const storage = `file:${place.folder}/shop`;
    const limit = { STORE_API_STATE_MAX_BYTES: "1024" };
    const start = () => place.start(["--port", "0", "--storage", storage, "--log-level", "fatal"], limit);
    const server = start();
    await rename(await server.address(), "Large");
    server.kill("SIGTERM");
    await server.ended;
    const backup = place.start(["backup", to, "--storage", storage], limit);
    expect(await backup.ended, backup.stderr).toBe(0);

    // Empty lines behind the end count as bytes, and neither as rows nor for the checksum.
    const [name = ""] = await readdir(to);
    const file = join(to, name);
    const blank = `${" ".repeat(4 * 1024 * 1024 - 1)}\n`;
    const blanks = gzipSync(blank.repeat(16));
    const parts = Array.from({ length: 17 }, () => blanks);
    await writeFile(file, Buffer.concat([await readFile(file), ...parts]));

    await rm(join(place.folder, "shop"), { recursive: true });
    const restore = place.start(["restore", to, "--storage", storage], limit);
    expect(await restore.ended, restore.stderr).toBe(0);
    expect(await nameOf(await start().address())).toBe("Large");
  },
);

test.each([
  { args: ["--storage", "memory:"], code: 2, says: "memory: has no data to back up" },
  { args: ["--storage", "file:./none"], code: 1, says: "contains no shop" },
  { args: ["--storage", "ftp://x"], code: 2, says: "storage" },
  { args: ["--keep", "0"], code: 2, says: "whole number" },
])("backup $args: $says", async ({ args, code, says }) => {
  const place = await workingPlace({ onTestFinished });
  const to = await temporaryFolder();
  const ending = await run(place, "backup", to, ...args);
  expect(ending.code).toBe(code);
  expect(ending.stderr.toLowerCase()).toContain(says);
  expect(await readdir(to)).toEqual([]);
});

/** A user without rights, which every system has. */
const nobody = 65_534;

test.runIf(process.getuid?.() === 0).each([
  { state: "with a shop", isEmpty: false },
  { state: "that is empty", isEmpty: true },
])(
  "a restore by root into a folder of the service $state leaves files that the service owns",
  { timeout: 600_000 },
  async ({ isEmpty }) => {
    const place = await workingPlace({ onTestFinished });
    const to = await temporaryFolder();
    const folder = join(await temporaryFolder(), "shop");
    await chmod(dirname(folder), 0o755);
    const storage = ["--storage", `file:${folder}`];
    const server = place.start(["--port", "0", ...storage, "--log-level", "fatal"]);
    await rename(await server.address(), "Kept");
    server.kill("SIGTERM");
    await server.ended;
    expect((await run(place, "backup", to, ...storage)).code).toBe(0);

    if (isEmpty) await rm(folder, { recursive: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    execFileSync("chown", ["-R", `${nobody}:${nobody}`, folder]);
    expect(await run(place, "restore", to, ...storage, "--yes")).toMatchObject({ code: 0, stderr: "" });
    const found = await readdir(folder, { recursive: true });
    expect(found).toEqual(expect.arrayContaining(["db.json", "media"]));
    for (const name of found) expect([name, (await stat(join(folder, name))).uid]).toEqual([name, nobody]);
  },
);

test(
  "servers that run on a database serve what is restored into it, also what they had cached",
  { timeout: 600_000 },
  async ({ place }) => {
    const to = await temporaryFolder();
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const storage = ["--storage", database.url];
    const start = () => place.start(["--port", "0", ...storage, "--log-level", "fatal"]).address();
    const urls = [await start(), await start()] as const;
    const categories = async (url: string) =>
      JSON.stringify((await callBy(url, "catalog_category.tree", [])).result);
    const before = await categories(urls[0]);
    expect((await run(place, "backup", to, ...storage)).code).toBe(0);
    const data = {
      name: "Gone",
      is_active: 1,
      available_sort_by: ["name"],
      default_sort_by: "name",
      include_in_menu: 1,
    };
    const created = await callBy(urls[0], "catalog_category.create", [2, data]);
    expect(created.result).toBeTypeOf("number");
    for (const url of urls) expect(await categories(url)).toContain("Gone");

    const { code, stdout } = await run(place, "restore", to, ...storage, "--yes");
    expect(code).toBe(0);
    expect(stdout).toContain("Servers that run on this database now serve the restored shop");
    for (const url of urls) expect(await categories(url)).toBe(before);
  },
);
