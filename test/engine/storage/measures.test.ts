/** The metrics of a storage in a folder. */
import { expect, test, vi } from "vitest";
import { product, put } from "./support/documents.js";
import { faultyFiles } from "./support/faulty-files.js";
import { open } from "./support/folders.js";
import { measure } from "./support/measure.js";
import { closedAtEnd, temporaryFolder } from "../../support/closed.js";

test("reports the size of journals, free space and the results of checkpoints", async () => {
  const failing = { isOn: false };
  const files = faultyFiles((step, path) => {
    if (failing.isOn && step === "rename" && path.endsWith("db.json")) throw new Error("no");
  });
  const storage = closedAtEnd(await open(await temporaryFolder(), { files, journalBytes: 2000 }));
  const before = (await measure(storage, "store_journal_bytes")) as number;
  await put(storage, product(1));
  expect(await measure(storage, "store_journal_bytes")).toBeGreaterThan(before);
  const size = (await measure(storage, "store_disk_size_bytes")) as number;
  expect(size).toBeGreaterThan(1e6);
  expect(await measure(storage, "store_disk_free_bytes")).toBeLessThanOrEqual(size);

  const checkpoints = (outcome: string) => measure(storage, "store_checkpoints_total", { outcome });
  expect(await checkpoints("done")).toBe(0);
  for (let id = 2; id < 60; id += 1) await put(storage, product(id));
  await vi.waitFor(async () => expect(await checkpoints("done")).toBeGreaterThan(0), 100_000);
  expect(await checkpoints("failed")).toBe(0);
  expect(await measure(storage, "store_checkpoint_duration_seconds_sum")).toBeGreaterThan(0);

  failing.isOn = true;
  for (let id = 60; id < 120; id += 1) await put(storage, product(id));
  await vi.waitFor(async () => expect(await checkpoints("failed")).toBe(1), 100_000);
  const [done = 0, failed = 0] = [await checkpoints("done"), await checkpoints("failed")];
  expect(await measure(storage, "store_checkpoint_duration_seconds_count")).toBe(done + failed);
});
