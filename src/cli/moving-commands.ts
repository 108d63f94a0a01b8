/** export and import: a whole shop into a file and out of one. */
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { CommandError, type Connection } from "./connection.js";
import { datasetBody, isJsonFile } from "./dataset-files.js";
import { print, table, type Output } from "./output.js";
import { countText, Progress, sizeText } from "./progress.js";
import { stateFile, type StateFile } from "./state-file.js";
import { uploadState } from "./state-upload.js";
import type { CommandTools } from "./tools.js";

export function addMovingCommands(tools: CommandTools): void {
  addExport(tools);
  addImport(tools);
}

function addExport({ command, use }: CommandTools): void {
  command("export", "Write the whole shop, images included, to a dataset file with checksums.", [
    "export shop.json",
    "export - | gzip > shop.json.gz",
  ])
    .argument("<file>", "- is standard output")
    .action(async (file: string, _options: object, self: Command) => {
      const { server, output } = use(self);
      const body = await exportedBytes(server);
      if (file === "-") {
        // A character may begin in one chunk and end in the next.
        const decoder = new TextDecoder();
        for await (const chunk of body) await output.write(decoder.decode(chunk, { stream: true }));
        return;
      }
      const progress = new Progress(!output.json);
      await writeWhole(file, watched(body, progress, file));
      progress.end();
      printShop(output, file, await stateFile(file), `The shop is in ${file}`);
    });
}

async function exportedBytes(server: Connection): Promise<AsyncIterable<Uint8Array>> {
  const response = await server.send("/control/state?checksums=true");
  if (!response.ok || !response.body)
    throw new CommandError(1, `HTTP ${response.status} ${await response.text()}`);
  const body = Readable.fromWeb(response.body as never) as AsyncIterable<Uint8Array>;
  return (async function* () {
    try {
      yield* body;
    } catch (error) {
      const reason =
        (error as Error).cause instanceof Error ? (error as { cause: Error }).cause.message : String(error);
      throw new CommandError(3, `${server.url} went away in the middle of the export (${reason})`);
    }
  })();
}

const lineBreak = 0x0a;

/** Each document has a line of its own. */
async function* watched(
  body: AsyncIterable<Uint8Array>,
  progress: Progress,
  file: string,
): AsyncGenerator<Uint8Array> {
  let [bytes, lines] = [0, 0];
  for await (const chunk of body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(lineBreak); at >= 0; at = chunk.indexOf(lineBreak, at + 1)) lines += 1;
    progress.show(() => `${file}: about ${countText(lines)} documents, ${sizeText(bytes)}`);
    yield chunk;
  }
}

/** Under its name it is whole: until then it is beside it. What is no file, such as /dev/null, is written to as it is. */
async function writeWhole(file: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  const isPlain = !found || found.isFile();
  const path = isPlain ? `${file}.part` : file;
  try {
    await pipeline(chunks, createWriteStream(path));
    if (isPlain) await rename(path, file);
  } catch (error) {
    if (isPlain) await rm(path, { force: true }).catch(() => {});
    if (error instanceof CommandError) throw error;
    throw new CommandError(2, `${file} cannot be written (${(error as Error).message})`);
  }
}

function addImport({ command, use }: CommandTools): void {
  command("import", "Replace the whole shop by a dataset file, JSON or YAML, compressed by gzip or not.", [
    "import shop.json",
    "import shop.json.gz",
    "import - < shop.json",
  ])
    .argument("<file>", "- is standard input")
    .action(async (file: string, _options: object, self: Command) => {
      const { server, output } = use(self);
      await importFile(server, file, new Progress(!output.json));
      if (file === "-") return print(output, { file }, "The shop is that of standard input.");
      printShop(output, file, await stateFile(file), `The shop is that of ${file}`);
    });
}

/** A file goes in parts where the shop can keep them; what comes by a pipe, and YAML, in one piece. */
async function importFile(server: Connection, file: string, progress: Progress): Promise<void> {
  const isInParts = (await isJsonFile(file)) && (await uploadState(server, file, progress));
  if (!isInParts) await server.importState(await datasetBody(file));
}

function printShop(
  output: Output,
  file: string,
  { bytes, documents, sha256 }: StateFile,
  sentence: string,
): void {
  const rows = Object.entries(documents).map(([collection, count]) => ({
    collection,
    documents: countText(count),
  }));
  const all = Object.values(documents).reduce((sum, count) => sum + count, 0);
  const facts =
    rows.length === 0 ? "" : `: ${countText(all)} documents, ${sizeText(bytes)}, SHA-256 ${sha256}`;
  const counts = rows.length === 0 ? "" : `\n${table(rows, ["collection", "documents"]).trimEnd()}`;
  print(output, { file, bytes, documents, sha256 }, `${sentence}${facts}.${counts}`);
}
