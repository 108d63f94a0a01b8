/** Uploads a file to a shop. An interrupted upload has changed nothing, so it is repeated from the beginning. */
import { setTimeout as pause } from "node:timers/promises";
import { CommandError, type Connection } from "./connection.js";
import { datasetBody } from "./dataset-files.js";
import { sizeText, type Progress } from "./progress.js";

/** How long the server may be unreachable. */
const maxOutage_ms = 60_000;

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
