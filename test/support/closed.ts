/** Closes and removes what tests open and make: shops, storages, servers, folders. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

/** After the test that runs; outside of tests, after the last one of the file. Hooks and concurrent tests name their own. */
function atEnd(end: () => Promise<unknown>): void {
  const after = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  after(async () => void (await end()));
}

/** What a test opens is closed after that test; what a file opens outside of its tests, after the last one. */
export function closedAtEnd<Opened extends { close(): Promise<unknown> }>(opened: Opened): Opened {
  atEnd(() => opened.close());
  return opened;
}

/** A folder that is removed at the end. */
export async function temporaryFolder(after: (end: () => Promise<void>) => void = atEnd): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "store-api-"));
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
