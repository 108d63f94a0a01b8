/** `fault-texts`: reads the texts of a shop's faults into a file for FAULT_TEXTS. */
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { CommandError, unforeseen } from "../../../cli/connection.js";
import { countText } from "../../../cli/progress.js";
import { escapeLines } from "../../../engine/log/escape.js";
import { messageOf } from "../../../engine/values/messages.js";
import { callDoors } from "../doors/addresses.js";
import { readFaultTexts, unplacedTexts } from "../import/fault-texts.js";
import { ImportReporter } from "../import/report.js";
import { commandError, livingShop, openSource, type LivingOptions } from "./import.js";

export function addFaultTexts(program: Command, write: (text: string) => unknown): void {
  program
    .command("fault-texts")
    .description(
      "Read the texts of a shop's faults, which programs compare, into a file that FAULT_TEXTS names.",
    )
    .requiredOption("--from <address>", "the shop: its base address, or the address of a door")
    .requiredOption("--user <name>", "its API user")
    .option("--key <key>", "the user's API key")
    .option("--key-file <file>", "a file with the key, which keeps the key out of the process list")
    .requiredOption("--out <file>", "the file of JSON to write; an existing one is replaced")
    .option("--door <door>", `the API to use: ${callDoors.join(", ")}; default xmlrpc`)
    .option("--timeout <seconds>", "timeout of one request; default 30")
    .addHelpText(
      "after",
      `
It only asks for globalFaults and, for each namespace, resourceFaults. The role of the user must allow the namespaces.

Exit codes: 0 done, 1 refused, or no text was read, 2 wrong usage, 3 the shop is unreachable.

Examples:
  store-api fault-texts --from https://shop.example --user api --key-file key.txt --out faults.json
  store-api --fault-texts faults.json
`,
    )
    .action(async (options: LivingOptions & { readonly out: string }) => {
      write(escapeLines(await writeFaultTexts(options)));
    });
}

/** What a user can do about a fault that no operation here answers. */
const adviceOfUnplaced =
  "No operation of this service answers these faults. To test a program with one, force an answer with a rule of the kind http; the operations of a module declare theirs in a chapter (--extend).";

/** Writes the file. Resolves to what was done, for people. Throws a `CommandError`. */
export async function writeFaultTexts(
  options: LivingOptions & { readonly out: string },
  pause?: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<string> {
  const shop = await livingShop(options);
  const report = new ImportReporter();
  const source = await openSource(shop, new AbortController().signal, pause);
  const texts = await readFaultTexts({ source, report }).catch((error: unknown) => {
    throw unforeseen(commandError(error), shop.base);
  });
  const { findings } = report.value;
  const missing = findings.flatMap(({ what, count, examples }) => [
    `${countText(count)} × ${what}`,
    ...examples.map((example) => `    ${example}`),
  ]);
  const count = Object.values(texts).reduce((sum, own) => sum + Object.keys(own).length, 0);
  if (count === 0)
    throw new CommandError(
      1,
      [`${shop.base} returned no text that differs from ours`, ...missing].join("\n"),
    );
  await writeFile(options.out, `${JSON.stringify(texts, null, 2)}\n`).catch((error: unknown) => {
    throw new CommandError(2, `--out: ${options.out} cannot be written (${messageOf(error)})`);
  });
  const done = `${countText(count)} fault texts of ${shop.base} were written to ${options.out}.`;
  const advice = findings.some(({ what }) => what === unplacedTexts) ? [adviceOfUnplaced] : [];
  const use = `Start a server with them: store-api --fault-texts ${options.out}`;
  return `${[done, ...missing, ...advice, use].join("\n")}\n`;
}
