/** export and import: a whole shop into a file and out of one. */
import { Readable } from "node:stream";
import type { Command } from "commander";
import { CommandError, type Connection } from "./connection.js";
import { datasetBody, isJsonFile } from "./dataset-files.js";
import { print, table, type Output } from "./output.js";
import { countText, Progress, sizeText } from "./progress.js";
import { downloadState, unbroken } from "./state-download.js";
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
      if (file === "-") {
        // A character may begin in one chunk and end in the next.
        const decoder = new TextDecoder();
        for await (const chunk of await exportedBytes(server))
          await output.write(decoder.decode(chunk, { stream: true }));
        return;
      }
      await downloadState(server, file, new Progress(!output.json));
      printShop(output, file, await stateFile(file), `The shop is in ${file}`);
    });
}

async function exportedBytes(server: Connection): Promise<AsyncIterable<Uint8Array>> {
  const response = await server.send("/control/state?checksums=true");
  if (!response.ok || !response.body)
    throw new CommandError(1, `HTTP ${response.status} ${await response.text()}`);
  return unbroken(Readable.fromWeb(response.body as never) as AsyncIterable<Uint8Array>, server);
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
