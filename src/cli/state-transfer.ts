/** Moves whole shops between servers and files of JSON Lines. */
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError, type Connection } from "./connection.js";
import { datasetBody } from "./dataset-files.js";
import { type Progress, sizeText } from "./progress.js";
import { stateFile, type StateFile } from "./state-file.js";
import { linesType } from "../engine/states/forms.js";
import { StateProblems } from "../engine/states/problem.js";

/** Downloads to `<file>.part` and renames it when it is complete. */
export async function downloadState(
  server: Connection,
  file: string,
  progress: Progress,
): Promise<StateFile | undefined> {
  const found = await stat(file).catch(() => undefined);
  // Anything but a regular file, such as /dev/null, is written directly.
  const isDevice = found !== undefined && !found.isFile();
  const part = isDevice ? file : `${file}.part`;
  const chunks = withProgress(await requestState(server), progress, `${file}: `);
  try {
    await pipeline(chunks, createWriteStream(part, { mode: 0o600 }));
    if (isDevice) return undefined;
    const state = await stateFile(part);
    await rename(part, file);
    return state;
  } catch (error) {
    if (!isDevice) await rm(part, { force: true });
    if (error instanceof StateProblems)
      throw new CommandError(1, `the export is incomplete: ${error.message}`);
    if (error instanceof CommandError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? `there is no folder ${dirname(file)}` : message;
    throw new CommandError(2, `${file} cannot be written (${reason})`);
  } finally {
    progress.end();
  }
}

/** Requests the state. Reading it rejects with exit code 3 if the connection is lost. */
export async function requestState(server: Connection): Promise<AsyncIterable<Uint8Array>> {
  const response = await server.send("/control/state", { headers: { Accept: linesType } });
  if (response.ok) return chunksOf(response, server);
  // The server is up, but its database is not.
  const isAway = [502, 503, 504].includes(response.status);
  throw new CommandError(isAway ? 3 : 1, `HTTP ${response.status} ${await response.text()}`);
}

async function* chunksOf(response: Response, server: Connection): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  try {
    yield* Readable.fromWeb(response.body as never) as AsyncIterable<Uint8Array>;
  } catch (error) {
    const { cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : String(error);
    throw new CommandError(3, `${server.url} stopped responding during the export (${reason})`);
  }
}

/** Passes chunks on and shows how much was read. */
export async function* withProgress(chunks: AsyncIterable<Uint8Array>, progress: Progress, label = "") {
  let size = 0;
  for await (const chunk of chunks) {
    yield chunk;
    size += chunk.length;
    progress.show(() => `${label}${sizeText(size)} read`);
  }
}

/** How long the server may be unreachable. */
const maxOutage_ms = 60_000;

/** Uploads a file. An interrupted upload has changed nothing, so it is repeated from the beginning. */
export async function uploadState(server: Connection, file: string, progress: Progress): Promise<void> {
  let brokenAt: number | undefined;
  for (;;) {
    const { name, type, size, chunks } = await datasetBody(file);
    let sent = 0;
    async function* watched() {
      for await (const chunk of chunks) {
        yield chunk;
        sent += chunk.length;
        progress.show(() => `${name}: ${sentText(sent, size)} sent`, { isDue: sent === size });
      }
      progress.show(() => `${name}: everything was sent; the shop is checking and storing it`, {
        isDue: true,
      });
    }
    try {
      await server.importState({ name, type, chunks: watched() });
      return progress.end();
    } catch (error) {
      const isAway = error instanceof CommandError && error.exitCode === 3;
      // Standard input cannot be read again, and a server that was never reached may not exist.
      if (!isAway || file === "-" || (sent === 0 && brokenAt === undefined)) throw error;
      brokenAt ??= performance.now();
      if (performance.now() - brokenAt > maxOutage_ms) throw error;
      progress.show(() => `${name}: ${error.message.split(";")[0]}; trying again`, { isDue: true });
      await pause(1000);
    }
  }
}

/** @param size undefined for a pipe or a compressed file */
function sentText(sent: number, size: number | undefined): string {
  return size === undefined ? sizeText(sent) : `${Math.floor((100 * sent) / size)} % of ${sizeText(size)}`;
}
