/** Every k-th byte of every file flipped, or the file cut there: named, never silent. */
import { StorageDamagedError } from "../../../../src/engine/storage/storage.js";
import { FOLDER, History, live, openLife, textOf } from "./life.js";
import { withDeadLock } from "./power-loss.js";
import { type Image, SimulatedDisk } from "./simulated-disk.js";
import { newTally, randomFrom, type Tally } from "./tally.js";

const changes: { readonly [name: string]: (bytes: Buffer, at: number, random: () => number) => Buffer } = {
  "a bit flipped": (bytes, at, random) =>
    withByte(bytes, at, (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))),
  "a byte inverted": (bytes, at) => withByte(bytes, at, (bytes[at] ?? 0) ^ 0xff),
  "a zero": (bytes, at) => withByte(bytes, at, 0),
  "cut off": (bytes, at) => bytes.subarray(0, at),
  "a byte taken out": (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
};

export interface DamageOptions {
  readonly seed: number;
  readonly everyBytes: number;
}

export async function damageFiles({ seed, everyBytes }: DamageOptions): Promise<Tally> {
  const tally = newTally("damaged files");
  const random = randomFrom(seed);
  const { image, text } = await folderOfDeadProcess(random);
  for (const [path, bytes] of image) {
    if (!/db\.json$|journal-\d+\.log$|lock$/.test(path)) continue;
    for (const [name, change] of Object.entries(changes)) {
      for (let at = Math.floor(random() * everyBytes); at < bytes.length; at += everyBytes) {
        const damaged = new Map([...image, [path, change(bytes, at, random)]]);
        await judge(
          { image: damaged, text, path, name: `${path}, byte ${at} of ${bytes.length}: ${name}` },
          tally,
        );
      }
    }
    for (const at of linesOf(bytes)) {
      const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(bytes.indexOf(0x0a, at) + 1)]);
      const damaged = new Map([...image, [path, without]]);
      await judge({ image: damaged, text, path, name: `${path}: the line at byte ${at} removed` }, tally);
    }
  }
  return tally;
}

/** With a JSON file and a journal of several records, and a lock that has told how far the journal goes. */
async function folderOfDeadProcess(random: () => number): Promise<{ image: Image; text: string }> {
  const disk = new SimulatedDisk();
  const storage = await openLife(disk);
  for (let records = 0; records < 3;) {
    await live(storage, { files: disk, random, history: new History(), writes: 3 });
    const journals = [...disk.image("kept")].filter(([path]) => path.includes("journal"));
    records = Math.min(...journals.map(([, bytes]) => linesOf(bytes).length));
  }
  await new Promise((resolve) => setTimeout(resolve, 120));
  const [image, text] = [withDeadLock(disk.image("kept")), await textOf(storage)];
  disk.turnOff();
  await storage.close().catch(() => {});
  return { image, text };
}

interface Case {
  readonly image: Image;
  /** The state before the damage. */
  readonly text: string;
  readonly path: string;
  readonly name: string;
}

async function judge({ image, text, path, name }: Case, tally: Tally): Promise<void> {
  tally.rounds += 1;
  tally.faults += 1;
  const reports: string[] = [];
  const disk = SimulatedDisk.from(image);
  try {
    const storage = await openLife(disk, (message) => reports.push(message));
    const isWhole = (await textOf(storage)) === text;
    if (!isWhole && !reports.some((one) => one.includes(path))) tally.violations.push(`${name}: silent`);
    await storage.close();
  } catch (error) {
    const isNamed = error instanceof StorageDamagedError || String(error).includes(FOLDER);
    if (!isNamed) tally.violations.push(`${name}: ${String(error)}`);
    for (const [file, bytes] of image) {
      if (disk.image("kept").get(file)?.equals(bytes)) continue;
      tally.violations.push(`${name}: the refused start changed ${file}`);
    }
  }
}

function linesOf(bytes: Buffer): number[] {
  const starts = [];
  for (let at = 0; at < bytes.length; at = bytes.indexOf(0x0a, at) + 1) {
    starts.push(at);
    if (bytes.indexOf(0x0a, at) < 0) break;
  }
  return starts;
}

function withByte(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}
