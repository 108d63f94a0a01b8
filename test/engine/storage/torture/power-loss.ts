/** Loss of power: every prefix of a recorded run, with what was not synced dropped, cut, zeroed or reordered. */
import { holderText, parseHolder } from "../../../../src/engine/storage/holder.js";
import { FOLDER, History, live, openLife, textOf } from "./life.js";
import { fates, type Image, SimulatedDisk } from "./simulated-disk.js";
import { newTally, randomFrom, type Tally } from "./tally.js";

interface Moment {
  readonly fate: string;
  readonly image: Image;
  readonly acknowledged: number;
  readonly begun: number;
  readonly step: string;
}

export interface PowerLossOptions {
  readonly seed: number;
  readonly writes: number;
  /** How many of the recorded states are booted: all, or one in so many. */
  readonly oneIn?: number;
  readonly ignoresSyncs?: boolean;
}

/** One run over two lives of a process, and a boot of each state that a loss of power could have left. */
export async function losePower(options: PowerLossOptions): Promise<Tally> {
  const tally = newTally(options.ignoresSyncs ? "control: a disk that ignores syncs" : "loss of power");
  const random = randomFrom(options.seed);
  const history = new History();
  const moments: Moment[] = [];
  let count = 0;
  const record = (disk: () => SimulatedDisk) => (step: string, path: string) => {
    if (!/^(write|sync|truncate|rename|remove|open w)/.test(step)) return;
    for (const fate of fates) {
      if ((count += 1) % (options.oneIn ?? 1) > 0) continue;
      const image = disk().image(fate, random);
      const { acknowledged, begun } = history;
      moments.push({ fate, image, acknowledged, begun, step: `${step} ${path}` });
    }
  };
  let disk = recordingDisk(new Map(), options, record);
  for (let life = 0; life < 2; life += 1) {
    const storage = await openLife(disk);
    await live(storage, { files: disk, random, history, writes: options.writes });
    // The second life begins as after kill -9: with all that the system knew, synced or not.
    const image = withDeadLock(disk.image("kept"));
    if (life === 1) await storage.close();
    disk.turnOff();
    await storage.close().catch(() => {});
    disk = recordingDisk(image, options, record);
  }
  for (const moment of moments) await boot(moment, history, tally);
  return tally;
}

function recordingDisk(
  image: Image,
  { ignoresSyncs = false }: PowerLossOptions,
  record: (disk: () => SimulatedDisk) => (step: string, path: string) => void,
): SimulatedDisk {
  const disk: SimulatedDisk = SimulatedDisk.from(image, { ignoresSyncs, before: record(() => disk) });
  return disk;
}

async function boot(moment: Moment, history: History, tally: Tally): Promise<void> {
  tally.rounds += 1;
  tally.faults += 1;
  const disk = SimulatedDisk.from(withDeadLock(moment.image));
  try {
    const storage = await openLife(disk);
    const found = await textOf(storage);
    const problem = history.problemWith(found, moment.acknowledged, moment.begun);
    if (problem !== undefined) tally.violations.push(`${moment.fate} before ${moment.step}: ${problem}`);
    await storage.close();
    // A folder that was mended is whole: the next start finds the same.
    const again = await openLife(disk);
    if ((await textOf(again)) !== found)
      tally.violations.push(`${moment.step}: the second start finds another state`);
    await again.close();
  } catch (error) {
    tally.violations.push(`${moment.fate} before ${moment.step}: no start: ${String(error)}`);
  }
}

/** The process that held the lock is gone; in truth it is this one. */
export function withDeadLock(image: Image): Image {
  const path = `${FOLDER}/lock`;
  const lock = image.get(path);
  if (!lock) return image;
  const holder = parseHolder(lock.toString());
  // One that the loss of power has cut or zeroed stays as it is.
  if (!holder) return image;
  return new Map([...image, [path, Buffer.from(holderText({ ...holder, started: "0" }))]]);
}
