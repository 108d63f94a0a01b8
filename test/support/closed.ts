/** Closes what tests open: a shop, a storage, a server. */
import { afterAll, onTestFinished, TestRunner } from "vitest";

/** What a test opens is closed after that test; what a file opens outside of its tests, after the last one. */
export function closedAtEnd<Opened extends { close(): Promise<unknown> }>(opened: Opened): Opened {
  const after = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  after(async () => void (await opened.close()));
  return opened;
}
