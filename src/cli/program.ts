/** The commands of store-api (docs/commands.md). Without a command, the program starts a server. */
import { Command, CommanderError } from "commander";
import { addons, type Addons } from "../addons.js";
import { addBackup } from "./backup.js";
import { addCallsCommand, addVerify } from "./calls.js";
import { addCoverage } from "./coverage.js";
import { nearest } from "../engine/config/spelling.js";
import { likelyChanges } from "../engine/contract/unknown-operation.js";
import { escapeJsonLines, escapeText } from "../engine/log/escape.js";
import { CommandError, Connection, type ServerAddress } from "./connection.js";
import { addExec } from "./exec.js";
import { addExportAndImport } from "./export-import.js";
import { addOpen, addShopCommands } from "./shop-commands.js";
import { addStateCommands } from "./state-commands.js";
import type { CommandStreams, CommandTools } from "./command-tools.js";
import { addTestCommands } from "./test-commands.js";

/** Runs a command. Resolves to the exit code: 0 done, 1 refused by the server, 2 wrong usage, 3 server unreachable. */
export async function runCommand(argv: readonly string[], streams: CommandStreams): Promise<number> {
  const json = wantsJson(argv);
  try {
    // Commander prints its errors and their hint as text before it throws them.
    const program = await createProgram(json ? { ...streams, fail: () => {} } : streams);
    refuseUnknownCommand(program, argv);
    await program.parseAsync([...argv], { from: "user" });
    return typeof process.exitCode === "number" ? process.exitCode : 0;
  } catch (error) {
    if (error instanceof CommandError) {
      const messages = error.message.split("\n");
      if (json) streams.fail(errorsAsJson(messages));
      else streams.fail(messages.map((line) => `store-api: ${escapeText(line)}\n`).join(""));
      return error.exitCode;
    }
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (json) streams.fail(errorsAsJson([error.message.replace(/^error: /, "")]));
      return 2;
    }
    throw error;
  }
}

/** Also `help nosuch`, for which commander prints the help of the program in place of an error. */
function refuseUnknownCommand(program: Command, [first = "", second = ""]: readonly string[]): void {
  const names = program.commands.map((command) => command.name());
  const wanted = first === "help" && second !== "" && !second.startsWith("-") ? second : first;
  if (wanted === "help" || names.includes(wanted)) return;
  const meant = nearest(wanted, names, likelyChanges(wanted));
  const lists = "store-api help lists the commands, store-api --help the settings";
  const hint = meant === undefined ? lists : `did you mean ${meant}?`;
  throw new CommandError(2, `there is no command ${wanted}; ${hint}`);
}

/** Whether the errors are JSON too. What follows `--` belongs to another program. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes("--json");
}

/** In the form in which the test control returns its errors. */
function errorsAsJson(messages: readonly string[]): string {
  return escapeJsonLines(
    `${JSON.stringify({ errors: messages.map((message) => ({ message })) }, null, 2)}\n`,
  );
}

export async function createProgram(
  { write, fail }: CommandStreams,
  { commands, sources }: Pick<Addons, "commands" | "sources"> = addons,
): Promise<Command> {
  const program = new Command("store-api")
    .description("Commands for a running server. Without a command, store-api starts one: store-api --help.")
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: fail })
    .showHelpAfterError("(add --help to see how to use it)");
  const tools: CommandTools = {
    program,
    write,
    fail,
    command(name, summary, examples) {
      return program
        .command(name)
        .description(summary)
        .option("--url <address>", "the server; default STORE_API_URL, else http://127.0.0.1:8080")
        .option("--token <token>", "its control token; default STORE_API_TOKEN")
        .option("--sandbox <name>", "use this sandbox")
        .option("--json", "print JSON instead of tables")
        .addHelpText("after", `\nExamples:\n${examples.map((line) => `  store-api ${line}\n`).join("")}`);
    },
    use(command) {
      const { json = false, ...options } = command.opts<ServerAddress & { json?: boolean }>();
      return { server: new Connection(options), output: { json, write } };
    },
  };
  addStateCommands(tools);
  addExportAndImport(tools, await Promise.all(sources.map(async (load) => (await load()).source)));
  addShopCommands(tools);
  addTestCommands(tools);
  addCallsCommand(tools, fail);
  addVerify(tools);
  addCoverage(tools);
  addOpen(tools);
  addExec(program);
  addBackup(program, write);
  for (const { addCommands } of await Promise.all(commands.map((load) => load()))) addCommands(tools);
  return program;
}
