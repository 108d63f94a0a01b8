#!/usr/bin/env node
/** The program `store-api`: runs a command or starts the server. It loads only the code of one of them. */
import { once } from "node:events";

const argv = process.argv.slice(2);

// Not awaited: the executable is a CommonJS bundle, which has no top-level await.
void run();

async function run(): Promise<void> {
  if (await runsAsCommand()) return;
  const { HeldWarnings } = await import("./engine/log/held-warnings.js");
  const warnings = new HeldWarnings();
  const { startProcess } = await import("./serve.js");
  await startProcess(argv, warnings);
}

async function runsAsCommand(): Promise<boolean> {
  if (argv[0] === undefined || argv[0].startsWith("-")) return false;
  const { runCommand } = await import("./cli/program.js");
  const { stdout } = process;
  // The reader of a pipe may close it, as in `store-api calls | head`.
  stdout.on("error", () => process.exit());
  const write = (text: string) => (stdout.write(text) ? undefined : once(stdout, "drain"));
  process.exitCode = await runCommand(argv, { write, fail: (text) => void process.stderr.write(text) });
  return true;
}
