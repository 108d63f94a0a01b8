/** Changes to the data folder by other programs: locks, removals, links, permissions. */
import { execFile, spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { openFileStorage } from "../../../src/engine/storage/file.js";
import { nodeFiles } from "../../../src/engine/storage/files.js";
import { StorageInUseError, StorageReadOnlyError } from "../../../src/engine/storage/storage.js";
import { bundleOf } from "../../support/programs.js";
import { ids, product, put } from "./support/documents.js";
import { faultyFiles } from "./support/faulty-files.js";
import { afterCrash, journalFiles, lockOfDead, open } from "./support/folders.js";
import { collections } from "../../../src/shop/data/collections.js";

/** The lock of a process in another container, which cannot be seen from here. */
function foreignLock(beat: number, record = 0): string {
  const home = { host: "elsewhere", boot: "b", namespace: "pid:[1]" };
  const holder = { pid: 1, started: "5", home, token: "t", beat, record };
  return `${JSON.stringify(holder).padEnd(511)}\n`;
}

/** Name and content of every file. */
async function contentOf(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).sort();
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [
        name,
        await readFile(join(folder, name), "latin1"),
      ]),
    ),
  );
}

/** The folder of a killed process. */
async function killedFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const storage = await open(folder);
  await put(storage, product(1), product(2));
  await setTimeout(120);
  const files = await contentOf(folder);
  await storage.close();
  await rm(folder, { recursive: true });
  await mkdir(folder);
  for (const [name, text] of files) {
    const gone = name === "lock" ? lockOfDead(text) : text;
    await writeFile(join(folder, name), gone, "latin1");
  }
  return folder;
}

/** Generous: the heartbeat comes twice a second, but the machine may be busy. */
const within = { timeout: 100_000, interval: 20 };

describe("the lock", () => {
  test("of another container is respected while its heartbeat continues", async () => {
    const folder = await temporaryFolder();
    const path = join(folder, "lock");
    let beat = 0;
    await writeFile(path, foreignLock(beat));
    const beating = setInterval(() => void writeFile(path, foreignLock((beat += 1))), 100);
    try {
      const refusal = await open(folder, { lockStale_ms: 5_000 }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StorageInUseError);
      expect(String(refusal)).toContain("process 1 on elsewhere");
      expect(await readdir(folder)).toEqual(["lock"]);
    } finally {
      clearInterval(beating);
    }
  });

  test("without a heartbeat is taken over, and its journal is not written to", async () => {
    const folder = await killedFolder();
    await writeFile(join(folder, "lock"), foreignLock(9, 1));
    const before = await readFile((await journalFiles(folder))[0] as string);
    const storage = await open(folder, { lockStale_ms: 300 });
    await put(storage, product(3));
    expect(await ids(storage)).toEqual([1, 2, 3]);
    const [first, second] = await journalFiles(folder);
    expect(await readFile(first as string)).toEqual(before);
    expect((await stat(second as string)).size).toBeGreaterThan(0);
  });

  test("that is stale is taken over by one of several starting processes", async () => {
    for (let round = 0; round < 5; round += 1) {
      const folder = await killedFolder();
      const starts = await Promise.allSettled(
        Array.from({ length: 3 }, () => openFileStorage({ collections, folder })),
      );
      const [storage, ...others] = starts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(others).toEqual([]);
      expect(
        starts.filter((one) => one.status === "rejected" && one.reason instanceof StorageInUseError),
      ).toHaveLength(2);
      await storage?.close();
      expect((await readdir(folder)).filter((name) => name.startsWith("lock"))).toEqual([]);
    }
  });

  test("taken by another process makes the storage read-only, and is not removed by the former holder", async () => {
    const folder = await temporaryFolder();
    const storage = await open(folder);
    await put(storage, product(1));
    await rm(join(folder, "lock"));
    await writeFile(join(folder, "lock"), foreignLock(1));
    await vi.waitFor(() => expect(storage.health()).toMatchObject({ writable: false }), within);
    await expect(put(storage, product(2))).rejects.toMatchObject({ refusal: { outcome: "not_stored" } });
    expect(await ids(storage)).toEqual([1]);
    await storage.close();
    expect(await readFile(join(folder, "lock"), "utf8")).toBe(foreignLock(1));
  });

  test("copied with the folder of a live process is not trusted", async () => {
    const folder = await temporaryFolder();
    const storage = await open(folder);
    await put(storage, product(1));
    await setTimeout(120);
    const copy = join(await temporaryFolder(), "copy");
    await cp(folder, copy, { recursive: true });
    const reports: string[] = [];
    const other = await open(copy, { lockStale_ms: 100, report: (message) => reports.push(message) });
    expect(await ids(other)).toEqual([1]);
    expect(reports[0]).toContain("was copied from a folder that is in use");
    await expect(open(folder, { lockStale_ms: 100 })).rejects.toThrow(StorageInUseError);
  });

  test("with any byte changed does not prevent a start", async () => {
    const folder = await killedFolder();
    const files = await contentOf(folder);
    const lock = files.get("lock") as string;
    const length = lock.trimEnd().length;
    for (let at = 0; at < length; at += 23) {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      for (const [name, text] of files) await writeFile(join(folder, name), text, "latin1");
      const changed = `${lock.slice(0, at)}${String.fromCharCode(lock.charCodeAt(at) ^ 1)}${lock.slice(at + 1)}`;
      await writeFile(join(folder, "lock"), changed);
      const reports: string[] = [];
      const storage = await open(folder, { lockStale_ms: 1, report: (message) => reports.push(message) });
      expect(await ids(storage)).toEqual([1, 2]);
      expect(reports.join("\n")).toContain("cannot be read");
      await storage.close();
    }
  });

  test.skipIf(process.platform === "win32").each([
    ["a link that leads nowhere", (path: string) => symlink("nowhere", path), "symbolic"],
    ["a pipe", async (path: string) => void spawnSync("mkfifo", [path]), "not a regular file"],
    ["a folder", (path: string) => mkdir(path), "not a regular file"],
  ])("that is %s stops the start at once, by name", async (_title, make, says) => {
    const folder = await temporaryFolder();
    await make(join(folder, "lock"));
    const refusal = await open(folder).catch((error: unknown) => String(error));
    expect(refusal).toContain(join(folder, "lock"));
    expect(refusal).toContain(says);
  });

  const unshare = ["--pid", "--fork", "--mount-proc"];
  const hasNamespaces = spawnSync("unshare", [...unshare, "true"]).status === 0;
  test.skipIf(!hasNamespaces)("holds across PID namespaces, where every process is number 1", async () => {
    const folder = await temporaryFolder();
    await open(folder);
    const args = [
      ...unshare,
      process.execPath,
      bundleOf("test/engine/storage/support/open-and-close.ts"),
      folder,
    ];
    const { stdout } = await promisify(execFile)("unshare", args);
    expect(stdout).toContain(`StorageInUseError: ${folder} is in use by process ${process.pid}`);
  });
});

describe("while the storage is open", () => {
  test.each([
    ["the folder renamed", (folder: string) => rename(folder, `${folder}-moved`)],
    ["the folder removed", (folder: string) => rm(folder, { recursive: true })],
    ["the lock removed", (folder: string) => rm(join(folder, "lock"))],
    [
      "the lock of another process in its place",
      async (folder: string) => {
        await writeFile(join(folder, "copy"), foreignLock(1));
        await rename(join(folder, "copy"), join(folder, "lock"));
      },
    ],
  ])("%s is noticed, and nothing is written any more", async (_title, change) => {
    const folder = join(await temporaryFolder(), "data");
    const reports: string[] = [];
    const storage = await open(folder, { report: (message) => reports.push(message) });
    await put(storage, product(1));
    await change(folder);
    await vi.waitFor(() => expect(storage.health().writable).toBe(false), within);
    await expect(put(storage, product(2))).rejects.toThrow(StorageReadOnlyError);
    expect(await ids(storage)).toEqual([1]);
    expect(reports).toEqual([expect.stringContaining("writing has stopped")]);
  });

  test("an inaccessible folder takes no writes until it is accessible again", async () => {
    const folder = await temporaryFolder();
    let isHidden = false;
    const hide = <Answer>(look: (path: string) => Promise<Answer>) => {
      return (path: string) =>
        isHidden ? Promise.reject(new Error("EACCES: permission denied, lstat")) : look(path);
    };
    const files = { ...nodeFiles, identify: hide((path) => nodeFiles.identify(path)) };
    const storage = await open(folder, { files });
    await put(storage, product(1));
    isHidden = true;
    await vi.waitFor(() => expect(storage.health().writable).toBe(false), within);
    await expect(put(storage, product(2))).rejects.toMatchObject({ refusal: { outcome: "not_stored" } });
    expect(await ids(storage)).toEqual([1]);
    isHidden = false;
    await vi.waitFor(() => expect(storage.health().writable).toBe(true), within);
    await put(storage, product(3));
    await afterCrash(folder);
    expect(await ids(await open(folder))).toEqual([1, 3]);
  });
});

describe("a start that is refused", () => {
  test.each([
    ["a damaged JSON file", "db.json", (text: string) => text.replace('"format"', '"farmat"')],
    ["a damaged journal", "journal-000001.log", (text: string) => text.replace("sku", "sKu")],
    ["a journal that was cut off at a record", "journal-000001.log", () => ""],
  ])("changes nothing on disk: %s", async (_title, name, change) => {
    const folder = await killedFolder();
    await writeFile(join(folder, "journal-000000.log"), "an old one");
    await writeFile(join(folder, "db.json.tmp"), "left over");
    const path = join(folder, name);
    await writeFile(path, change(await readFile(path, "latin1")), "latin1");
    const before = await contentOf(folder);
    await expect(open(folder)).rejects.toThrow(name);
    expect(await contentOf(folder)).toEqual(before);
  });

  test("a start that succeeds removes what is left over", async () => {
    const folder = await killedFolder();
    // Release 1.0 left "reserve".
    const leftOver = ["db.json.tmp", "journal-000000.log", "reserve"];
    for (const name of leftOver) await writeFile(join(folder, name), "left over");
    expect(await ids(await open(folder))).toEqual([1, 2]);
    const names = await readdir(folder);
    expect(names.filter((name) => leftOver.includes(name))).toEqual([]);
  });
});

// Windows has no such links and rights.
describe.skipIf(process.platform === "win32")("links and rights", () => {
  test("a journal that is a symbolic link is not written through", async () => {
    const folder = await killedFolder();
    const [journal] = await journalFiles(folder);
    const elsewhere = join(await temporaryFolder(), "elsewhere");
    await rename(journal as string, elsewhere);
    await symlink(elsewhere, journal as string);
    const before = await readFile(elsewhere);
    await expect(open(folder)).rejects.toThrow(`${journal} is a symbolic link`);
    expect(await readFile(elsewhere)).toEqual(before);
  });

  test.each(["as a link", "as a file"])("no message quotes what stands in db.json %s", async (kind) => {
    const folder = await killedFolder();
    const secret = join(await temporaryFolder(), "secret");
    await writeFile(secret, "root:secret-word:0\n");
    await rm(join(folder, "db.json"));
    if (kind === "as a link") await symlink(secret, join(folder, "db.json"));
    else await writeFile(join(folder, "db.json"), await readFile(secret));
    const failure = (await open(folder).catch((error: unknown) => error)) as Error;
    expect(failure.message).toContain("db.json");
    expect(`${failure.message} ${String(failure.cause)}`).not.toContain("secret-word");
  });

  test("a folder that others can write to causes a warning at the start", async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o777);
    const reports: string[] = [];
    await open(folder, { report: (message) => reports.push(message) });
    expect(reports).toEqual([`${folder} can be written by other users (mode 777): chmod go-w ${folder}`]);
  });

  test("the folders around a new data folder are synced, so that its name is durable", async () => {
    const outer = await temporaryFolder();
    const synced: string[] = [];
    const files = faultyFiles((step, path) => {
      if (step === "syncFolder") synced.push(path);
    });
    await open(join(outer, "shop", "data"), { files });
    expect(synced.slice(0, 2).map((path) => basename(path))).toEqual(["shop", basename(outer)]);
  });
});
