/** A large shop on its way into a file: what breaks off goes on where it stopped, by itself or with the next command. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError, type Connection } from "./connection.js";
import { countText, type Progress, sizeText } from "./progress.js";

/** For so long without any progress a server may be away. */
const patience_ms = 60_000;

/** Under its name the file is whole: until then it is beside it, as `….part`. */
export async function downloadState(server: Connection, file: string, progress: Progress): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  // What is no file, such as /dev/null, is written to as it is.
  const isPlain = !found || found.isFile();
  await new Download(server, file, isPlain ? `${file}.part` : undefined, progress).run();
  progress.end();
}

/** What is there of the file. */
interface Known {
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

const nothing: Known = { bytes: 0, lines: 0, sha256: "" };

class Download {
  private movedAt = performance.now();
  private hasBegun = false;

  constructor(
    private readonly server: Connection,
    private readonly file: string,
    /** Undefined = what comes cannot be kept. */
    private readonly part: string | undefined,
    private readonly progress: Progress,
  ) {}

  async run(): Promise<void> {
    try {
      while (!(await this.attempt().catch((error: unknown) => this.waitAfter(error))));
      if (this.part !== undefined) await rename(this.part, this.file);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(2, `${this.file} cannot be written (${(error as Error).message})`);
    }
  }

  /** True when the file is whole. */
  private async attempt(): Promise<boolean> {
    const known = this.part === undefined ? nothing : await knownOf(this.part);
    const rest = known.bytes === 0 ? "" : `&offset=${known.bytes}&sha256=${known.sha256}`;
    const response = await this.server.send(`/control/state?checksums=true${rest}`);
    if (known.bytes > 0 && beginAnew.includes(response.status)) {
      await response.body?.cancel();
      await rm(this.part as string);
      this.say("the shop has changed since the export broke off: it begins anew");
      return false;
    }
    if (!response.ok || !response.body) {
      throw new CommandError(isAway(response) ? 3 : 1, `HTTP ${response.status} ${await response.text()}`);
    }
    await this.write(Readable.fromWeb(response.body as never) as AsyncIterable<Uint8Array>, known);
    return true;
  }

  private async write(body: AsyncIterable<Uint8Array>, known: Known): Promise<void> {
    const file = await open(this.part ?? this.file, known.bytes > 0 ? "a" : "w");
    try {
      let { bytes, lines } = known;
      for await (const chunk of unbroken(body, this.server)) {
        await file.writeFile(chunk);
        [this.hasBegun, this.movedAt] = [true, performance.now()];
        bytes += chunk.length;
        lines += linesIn(chunk);
        this.progress.show(() => `${this.file}: about ${countText(lines)} documents, ${sizeText(bytes)}`);
      }
    } finally {
      await file.close();
    }
  }

  /** Rethrows what waiting does not mend, and what has lasted too long. */
  private async waitAfter(error: unknown): Promise<false> {
    const isAway = error instanceof CommandError && error.exitCode === 3;
    if (!isAway || !this.hasBegun || this.part === undefined) throw error;
    if (performance.now() - this.movedAt > patience_ms) {
      throw new CommandError(3, `${error.message}\nThe same command goes on where it stopped (${this.part})`);
    }
    this.say(`${error.message.split(";")[0]}; trying again`);
    await pause(1000);
    return false;
  }

  private say(text: string): void {
    this.progress.show(() => `${this.file}: ${text}`, { isDue: true });
  }
}

/** The state is another one now; a server of an earlier version knows no rest. */
const beginAnew: readonly number[] = [409, 400];

/** The server is there, its database is not. */
function isAway({ status }: Response): boolean {
  return status === 503 || status === 502 || status === 504;
}

const lineBreak = 0x0a;

/** Each document has a line of its own. */
function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) lines += 1;
  return lines;
}

async function knownOf(path: string): Promise<Known> {
  const hash = createHash("sha256");
  let [bytes, lines] = [0, 0];
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      bytes += chunk.length;
      lines += linesIn(chunk);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothing;
    throw error;
  }
  return { bytes, lines, sha256: hash.digest("hex") };
}

/** Rejects with exit code 3 when the server goes away. */
export async function* unbroken(
  body: AsyncIterable<Uint8Array>,
  server: Connection,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    const reason =
      (error as Error).cause instanceof Error ? (error as { cause: Error }).cause.message : String(error);
    throw new CommandError(3, `${server.url} went away in the middle of the export (${reason})`);
  }
}
