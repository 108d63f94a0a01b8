import { expect, onTestFinished, test, vi } from "vitest";
import type { OpenFile } from "../../../src/engine/storage/files.js";
import { WriteAheadLog, type LogOwner } from "../../../src/engine/storage/write-ahead-log.js";

const alone: LogOwner = { ensureLock: async () => {}, grown: () => {} };

/** A stub file that counts calls. */
function countingFile() {
  const counts = { writes: 0, syncs: 0 };
  const file: OpenFile = {
    write: async () => void (counts.writes += 1),
    sync: async () => {
      counts.syncs += 1;
      await new Promise((resolve) => setImmediate(resolve));
    },
    read: async () => Buffer.alloc(0),
    size: async () => 0,
    writeAt: async () => {},
    identify: async () => "1:1",
    truncate: async () => {},
    close: async () => {},
  };
  return { file, counts };
}

test("commits that arrive during a sync share the next one, and keep their order", async () => {
  const { file, counts } = countingFile();
  const journal = new WriteAheadLog(file, 0, "00000000", 0, alone);
  const landed: number[] = [];
  await Promise.all(Array.from({ length: 100 }, (_, at) => journal.append("{}", () => landed.push(at))));
  expect(landed).toEqual(Array.from({ length: 100 }, (_, at) => at));
  expect(counts.syncs).toBeLessThanOrEqual(2);
  expect(counts.writes).toBe(counts.syncs);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  "a commit %i steps after the end of another one is not forgotten",
  async (steps) => {
    const journal = new WriteAheadLog(countingFile().file, 0, "00000000", 0, alone);
    await journal.append("{}", () => {});
    for (let step = 0; step < steps; step += 1) await Promise.resolve();
    await journal.append("{}", () => {});
    await journal.flush();
  },
);

test("a switch to another file happens between groups, however many commits wait", async () => {
  const [old, next] = [countingFile(), countingFile()];
  const journal = new WriteAheadLog(old.file, 0, "00000000", 0, alone);
  let landed = 0;
  const commits = Array.from({ length: 10 }, () => journal.append("{}", () => (landed += 1)));
  let landedAtTurn = -1;
  await journal.switchTo(
    async () => next.file,
    () => (landedAtTurn = landed),
  );
  await Promise.all(commits);
  expect([landedAtTurn, landed]).toEqual([1, 10]);
  expect([old.counts.writes, next.counts.writes]).toEqual([1, 1]);
});

test("while a disk does not answer, no further commits are accepted", async () => {
  const { file } = countingFile();
  let answer = () => {};
  const hanging = { ...file, sync: () => new Promise<void>((resolve) => (answer = resolve)) };
  const journal = new WriteAheadLog(hanging, 0, "00000000", 0, alone);
  const first = journal.append("{}", () => {});
  await new Promise((resolve) => setImmediate(resolve));
  expect(journal.obstacle).toBeUndefined();

  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 11_000);
  onTestFinished(() => clock.mockRestore());
  expect(journal.obstacle).toMatch(/has not completed a write for 11 s.*continues automatically/);
  await expect(journal.append("{}", () => {})).rejects.toMatchObject({ refusal: { outcome: "not_stored" } });
  answer();
  await first;
  expect([journal.obstacle, journal.record]).toEqual([undefined, 1]);
});
