/** Each call to the disk fails in turn: for good as a broken disk does, or until there is room again. */
import { FOLDER, History, live, openLife, textOf } from "./life.js";
import { withDeadLock } from "./power-loss.js";
import { type Image, SimulatedDisk } from "./simulated-disk.js";
import { newTally, randomFrom, type Tally } from "./tally.js";

type Failure = "EIO once" | "EIO from then on" | "no room" | "EMFILE once";
const failures: readonly Failure[] = ["EIO once", "EIO from then on", "no room", "EMFILE once"];

export interface FailingCallsOptions {
  readonly seed: number;
  readonly writes: number;
  /** Every so many calls one is made to fail. */
  readonly oneIn?: number;
}

export async function failCalls({ seed, writes, oneIn = 1 }: FailingCallsOptions): Promise<Tally> {
  const tally = newTally("failing calls to the disk");
  const start = await usedFolder(seed);
  for (const failure of failures) {
    for (let fatal = 1; ; fatal += oneIn) {
      const calls = await oneFailure({ start, fatal, failure, seed, writes }, tally);
      if (calls < fatal) break;
    }
  }
  return tally;
}

/** A folder with a JSON file and a journal that holds writes. */
async function usedFolder(seed: number): Promise<{ image: Image; text: string }> {
  const disk = new SimulatedDisk();
  const random = randomFrom(seed);
  const storage = await openLife(disk);
  await live(storage, { files: disk, random, history: new History(), writes: 8 });
  const [image, text] = [withDeadLock(disk.image("kept")), await textOf(storage)];
  disk.turnOff();
  await storage.close().catch(() => {});
  return { image, text };
}

interface Trial {
  readonly start: { readonly image: Image; readonly text: string };
  readonly fatal: number;
  readonly failure: Failure;
  readonly seed: number;
  readonly writes: number;
}

/** Answers how many calls there were. */
async function oneFailure(trial: Trial, tally: Tally): Promise<number> {
  const { start, fatal, failure, seed, writes } = trial;
  let calls = 0;
  let mended = false;
  const where: string[] = [];
  const fault = (step: string, path: string) => {
    calls += 1;
    if (mended || !isHit(failure, calls, fatal, step)) return;
    where.push(`${step} ${path}`);
    const code = failure === "no room" ? "ENOSPC" : (failure.split(" ")[0] as string);
    throw Object.assign(new Error(`${code}: made to fail`), { code });
  };
  const disk = SimulatedDisk.from(start.image, { before: fault });
  const history = new History(start.text);
  const random = randomFrom(seed + fatal);
  const name = () => `${failure}, call ${fatal} (${where[0] ?? "none"})`;
  tally.rounds += 1;
  const storage = await openLife(disk).catch((error: unknown) => error as Error);
  if (storage instanceof Error) {
    requireUntouched(disk, start.image, name(), tally);
  } else {
    await live(storage, { files: disk, random, history, writes });
    mended = true;
    await storage.close().catch(() => {});
  }
  mended = true;
  if (where.length > 0) tally.faults += 1;
  await check(disk, history, name(), tally);
  return calls;
}

function isHit(failure: Failure, call: number, fatal: number, step: string): boolean {
  if (failure === "no room") return call >= fatal && /^(write$|open w)/.test(step);
  return failure === "EIO from then on" ? call >= fatal : call === fatal;
}

/** A start that was refused has lost nothing: all that was there is still there, byte for byte. */
function requireUntouched(disk: SimulatedDisk, before: Image, name: string, tally: Tally): void {
  const after = disk.image("kept");
  for (const [path, bytes] of before) {
    if (path.startsWith(`${FOLDER}/lock`)) continue;
    if (!after.get(path)?.equals(bytes)) tally.violations.push(`${name}: a refused start changed ${path}`);
  }
}

async function check(disk: SimulatedDisk, history: History, name: string, tally: Tally): Promise<void> {
  for (const fate of ["kept", "dropped"] as const) {
    const image = withDeadLock(disk.image(fate));
    try {
      const storage = await openLife(SimulatedDisk.from(image));
      const problem = history.problemWith(await textOf(storage));
      if (problem !== undefined) tally.violations.push(`${name}, then ${fate}: ${problem}`);
      await storage.close();
    } catch (error) {
      tally.violations.push(`${name}, then ${fate}: no start: ${String(error)}`);
    }
  }
}
