/** Downloads a shop to a file of JSON Lines; after an interruption it resumes at the next line. */
import { createReadStream } from "node:fs";
import { dirname } from "node:path";
import { open, rename, rm, stat, truncate } from "node:fs/promises";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError, type Connection } from "./connection.js";
import { countText, type Progress, sizeText } from "./progress.js";
import { stateFile, type StateFile } from "./state-file.js";
import { linesType } from "../engine/states/forms.js";
import { StateProblems } from "../engine/states/problem.js";

/** How long the server may be unreachable without any progress. */
const maxOutage_ms = 60_000;

/** Downloads to `<file>.part` and renames it when it is complete. */
export async function downloadState(
  server: Connection,
  file: string,
  progress: Progress,
): Promise<StateFile | undefined> {
  const found = await stat(file).catch(() => undefined);
  // Anything but a regular file, such as /dev/null, is written directly.
  if (found && !found.isFile()) {
    await write(await requestState(server, 0), { path: file, lines: 0, server, progress });
    return undefined;
  }
  const state = await new Download(server, `${file}.part`, progress).run();
  await rename(`${file}.part`, file);
  progress.end();
  return state;
}

class Download {
  private movedAt = performance.now();
  private hasBegun = false;

  constructor(
    private readonly server: Connection,
    private readonly part: string,
    private readonly progress: Progress,
  ) {}

  async run(): Promise<StateFile> {
    for (;;) {
      const state = await this.attempt().catch((error: unknown) => this.waitAfter(error));
      if (state) return state;
    }
  }

  /** Resolves to undefined if the download has to start again. */
  private async attempt(): Promise<StateFile | undefined> {
    const lines = await wholeLines(this.part);
    const response = await requestState(this.server, lines);
    const begun = () => ([this.hasBegun, this.movedAt] = [true, performance.now()]);
    if (response.status !== 416) {
      const { server, progress, part: path } = this;
      await write(response, { path, lines: response.status === 206 ? lines : 0, server, progress, begun });
      try {
        return await stateFile(this.part);
      } catch (error) {
        // The earlier lines belong to a different state than the new ones.
        if (!(error instanceof StateProblems)) throw error;
        if (response.status !== 206) throw new CommandError(1, `the export is incomplete: ${error.message}`);
      }
    } else await response.body?.cancel();
    await rm(this.part);
    this.showProgress(
      "the shop has changed since the export was interrupted: it starts again from the beginning",
    );
    return undefined;
  }

  /** Waits before a retry. Rethrows an error that a retry cannot fix, or that has lasted too long. */
  private async waitAfter(error: unknown): Promise<undefined> {
    if (!(error instanceof CommandError))
      throw new CommandError(2, unwritable(this.part, error as NodeJS.ErrnoException));
    if (error.exitCode !== 3 || !this.hasBegun) throw error;
    if (performance.now() - this.movedAt > maxOutage_ms)
      throw new CommandError(3, `${error.message}\nRun the same command again to continue (${this.part})`);
    this.showProgress(`${error.message.split(";")[0]}; trying again`);
    await pause(1000);
  }

  private showProgress(text: string): void {
    this.progress.show(() => text, { isDue: true });
  }
}

/** Requests the state, starting at a line. */
export async function requestState(server: Connection, line: number): Promise<Response> {
  const range = line === 0 ? {} : { Range: `lines=${line}-` };
  const response = await server.send("/control/state", { headers: { Accept: linesType, ...range } });
  if (response.ok || response.status === 416) return response;
  // The server is up, but its database is not.
  const isAway = [502, 503, 504].includes(response.status);
  throw new CommandError(isAway ? 3 : 1, `HTTP ${response.status} ${await response.text()}`);
}

interface WriteTarget {
  readonly path: string;
  /** Lines that are already in the file. */
  readonly lines: number;
  readonly server: Connection;
  readonly progress: Progress;
  readonly begun?: () => void;
}

async function write(
  response: Response,
  { path, lines, server, progress, begun }: WriteTarget,
): Promise<void> {
  const file = await open(path, lines > 0 ? "a" : "w", 0o600);
  try {
    let count = lines;
    let size = lines > 0 ? (await file.stat()).size : 0;
    for await (const chunk of chunksOf(response, server)) {
      await file.writeFile(chunk);
      begun?.();
      count += lineEndsIn(chunk).count;
      size += chunk.length;
      progress.show(() => `${path}: ${countText(count)} rows, ${sizeText(size)}`);
    }
  } finally {
    await file.close();
  }
}

/** Rejects with exit code 3 if the connection is lost. */
export async function* chunksOf(response: Response, server: Connection): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    yield* Readable.fromWeb(response.body as never) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : String(error);
    throw new CommandError(3, `${server.url} stopped responding during the export (${reason})`);
  }
}

/** Counts the complete lines and cuts off an incomplete one. */
async function wholeLines(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 0;
  let [lines, end, at] = [0, 0, 0];
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    const { count, last } = lineEndsIn(chunk);
    lines += count;
    if (count > 0) end = at + last + 1;
    at += chunk.length;
  }
  await truncate(path, end);
  return lines;
}

const lineFeed = 0x0a;

function lineEndsIn(chunk: Uint8Array): { readonly count: number; readonly last: number } {
  let [count, last] = [0, -1];
  for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1))
    [count, last] = [count + 1, at];
  return { count, last };
}

function unwritable(part: string, { code, message }: NodeJS.ErrnoException): string {
  const folder = dirname(part);
  const reason = code === "ENOENT" ? `there is no folder ${folder}` : message;
  return `${part.replace(/\.part$/, "")} cannot be written (${reason})`;
}
