/** `exec`: runs a command with a temporary server. */
import { spawn, type ChildProcess } from "node:child_process";
import type { Command } from "commander";
import { isExecutable } from "../engine/config/package.js";
import type { CoverageReport } from "../testing/coverage/coverage.js";
import { endOfRun } from "../testing/coverage/coverage-texts.js";
import { CommandError } from "./connection.js";

export function addExec(program: Command): void {
  program
    .command("exec")
    .description(
      "Start a server on a free port in memory, run a command with STORE_API_URL set, and end with its exit code.",
    )
    .argument("[words...]", "settings of the server, --, and the command with its arguments")
    .allowUnknownOption()
    .helpOption("--help")
    .addHelpText(
      "after",
      "\nExamples:\n  store-api exec -- npm test\n  store-api exec --dataset ./orders.yaml -- vitest run\n",
    )
    .action(async () => {
      const argv = process.argv.slice(process.argv.indexOf("exec") + 1);
      process.exitCode = await runWithServer(argv);
    });
}

async function runWithServer(argv: readonly string[]): Promise<number> {
  const border = argv.indexOf("--");
  const [command, ...args] = border < 0 ? [] : argv.slice(border + 1);
  if (command === undefined)
    throw new CommandError(2, "write the command after --: store-api exec -- npm test");
  return withServer(["--storage", "memory:", ...argv.slice(0, border)], process.env, async (url) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, STORE_API_URL: url } });
    // Ctrl+C reaches both processes; a signal to this process alone must be passed on.
    const passOn = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, passOn);
    const code = await exitCodeOf(child, command);
    await tellCoverage(url);
    return code;
  });
}

/** Lines about what the command called, and which rules it did not use, however many clients, workers and kits it had. Nothing about calls if it made none. */
async function tellCoverage(url: string): Promise<void> {
  const { STORE_API_CONTROL_TOKEN: token } = process.env;
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/control/coverage`, { headers }).catch(() => undefined);
  // The control is off, or has its token from another place.
  if (answer?.ok) process.stderr.write(endOfRun((await answer.json()) as CoverageReport));
}

/** A user of the system. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

interface ServerOptions {
  /** Its messages are shown only if it does not start. */
  readonly isQuiet?: boolean;
  /** Who runs it; by default the user of this process. */
  readonly owner?: Owner | undefined;
}

/**
 * Starts a server in a child process for the duration of `work`; it also stops if this process is killed.
 */
export async function withServer<R>(
  settings: readonly string[],
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<R>,
  { isQuiet = false, owner }: ServerOptions = {},
): Promise<R> {
  const own = ["--port", "0", "--log-level", "warn", "--stop-with-parent"];
  const program = isExecutable ? [] : [...process.execArgv, process.argv[1] as string];
  const server = spawn(process.execPath, [...program, ...own, ...settings], {
    // The folder of this process may be closed to another user.
    ...(owner && { ...owner, cwd: "/" }),
    env,
    stdio: ["pipe", "pipe", isQuiet ? "pipe" : "inherit"],
  });
  try {
    return await work(await serverAddress(server));
  } finally {
    server.stdin?.end();
    await new Promise((resolve) =>
      server.exitCode === null ? server.once("close", resolve) : resolve(undefined),
    );
  }
}

function serverAddress(server: ChildProcess): Promise<string> {
  let [stdout, stderr] = ["", ""];
  server.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const address = /is ready on (https?:\S+)/.exec(stdout)?.[1];
      if (address) resolve(address);
    });
    server.once("close", (code) => {
      const reason = stderr.trim().replaceAll("store-api: ", "");
      reject(new CommandError(code === 2 ? 2 : 3, reason || "the server did not start"));
    });
  });
}

/** Resolves to the exit code; for a signal, 128 and its number, as in shells. */
function exitCodeOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(new CommandError(2, `${command} cannot be run (${error.message})`)),
    );
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal === "SIGINT" ? 2 : 15)));
  });
}
