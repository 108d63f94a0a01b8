/** `export` writes a whole shop to a file, `import` replaces a shop by a file. */
import { open } from "node:fs/promises";
import type { Command } from "commander";
import { CommandError } from "./connection.js";
import { print, type Output } from "./output.js";
import { countText, Progress, sizeText } from "./progress.js";
import { downloadState, requestState, uploadState } from "./state-transfer.js";
import { documentsTable, stateFile, type StateFile } from "./state-file.js";
import { formatOfFile } from "../shop/states/dataset-file.js";
import type { CommandTools, ImportSource } from "./command-tools.js";

/** @param sources shops that `import` reads in place of a file */
export function addExportAndImport(tools: CommandTools, sources: readonly ImportSource[]): void {
  addExport(tools);
  addImport(tools, sources);
}

function addExport({ command, use }: CommandTools): void {
  command("export", "Write the whole shop, images included, to a file of JSON Lines.", [
    "export shop.jsonl",
    "export - | gzip > shop.jsonl.gz",
  ])
    .argument("<file>", "- is standard output")
    .action(async (file: string, _options: object, self: Command) => {
      const { server, output } = use(self);
      if (file === "-") {
        // A character may be split between two chunks.
        const decoder = new TextDecoder();
        for await (const chunk of await requestState(server))
          await output.write(decoder.decode(chunk, { stream: true }));
        return;
      }
      printShop(
        output,
        file,
        await downloadState(server, file, new Progress(!output.json)),
        "was exported to",
      );
    });
}

function addImport({ command, use }: CommandTools, sources: readonly ImportSource[]): void {
  const importing = command(
    "import",
    "Replace the whole shop by a file: JSON Lines, JSON or YAML, optionally compressed by gzip. With --from: read a " +
      "live shop into a file or a server.",
    [
      "import shop.jsonl",
      "import shop.jsonl.gz",
      "import - < shop.yaml",
      "import --from https://shop.example.com --user reader --key-file key.txt --out shop.jsonl",
      "import --from https://shop.example.com --user reader --key secret --limit 100 --url http://127.0.0.1:8080 --yes",
    ],
  ).argument("[file]", "- is standard input");
  for (const { addOptions } of sources) addOptions(importing);
  importing.action(async (file: string | undefined, options: object, self: Command) => {
    const { server, output } = use(self);
    const source = sources.find(({ isNamed }) => isNamed(options));
    if (source) {
      if (file !== undefined) throw new CommandError(2, "use either --from or a file, not both");
      return source.read(options, { server, output, signal: interruption() });
    }
    if (file === undefined) throw new CommandError(2, "name the file to import, or a live shop by --from");
    await uploadState(server, file, new Progress(!output.json));
    if (file === "-") return print(output, { file }, "The shop was imported from standard input.");
    printShop(output, file, await linesIn(file), "was imported from");
  });
}

/** Aborts at the first Ctrl+C; a second one kills the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort()).once("SIGTERM", () => controller.abort());
  return controller.signal;
}

/** Reads the counts of a file; undefined if it is not JSON Lines. */
async function linesIn(path: string): Promise<StateFile | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    if (formatOfFile(path, buffer.subarray(0, bytesRead)) !== "jsonl") return undefined;
  } finally {
    await file.close();
  }
  return stateFile(path);
}

function printShop(output: Output, file: string, state: StateFile | undefined, verb: string): void {
  if (!state) return print(output, { file }, `The shop ${verb} ${file}.`);
  const { bytes, documents } = state;
  const all = Object.values(documents).reduce((sum, count) => sum + count, 0);
  const facts = `${countText(all)} documents, ${sizeText(bytes)}`;
  print(
    output,
    { file, bytes, documents },
    `The shop ${verb} ${file}: ${facts}.\n${documentsTable(documents)}`,
  );
}
