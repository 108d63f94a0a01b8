/** Downloads a shop as JSON Lines. */
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError, type Connection } from "./connection.js";
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
