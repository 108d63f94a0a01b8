/** The program as users start it: in a separate process and a separate folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { temporaryFolder } from "./closed.js";
import { bundleOf } from "./programs.js";

/** The variables that a start needs, without settings of this machine. */
const bare = { PATH: process.env.PATH, HOME: process.env.HOME };

/** Registers cleanup for a test, or for a group of tests. */
type OnTestFinished = (end: () => Promise<void>) => void;

export interface Place {
  readonly folder: string;
  start(args: readonly string[], env?: Record<string, string>): Program;
  /** Like `npm start`: with a shell in between, which forwards no signal. `kill` reaches only the shell. */
  startBehindShell(args: readonly string[]): Program;
}

/**
 * A working folder and the programs started in it, all removed after the test. Can be used in concurrent
 * tests.
 */
export async function workingPlace({ onTestFinished }: { onTestFinished: OnTestFinished }): Promise<Place> {
  const folder = await temporaryFolder(onTestFinished);
  // The folder also contains the files of killed programs.
  const own = { TMPDIR: await temporaryFolder(onTestFinished) };
  const keep = (program: Program) => {
    onTestFinished(async () => {
      program.kill("SIGKILL");
      await program.ended;
    });
    return program;
  };
  const command = (args: readonly string[]) => [process.execPath, bundleOf("src/main.ts"), ...args];
  return {
    folder,
    start: (args, env = {}) => keep(new Program(command(args), folder, { ...own, ...env })),
    startBehindShell(args) {
      // With another command after it, the shell cannot replace itself by the program.
      const script = `${command(args).join(" ")}; true`;
      const npm = { npm_lifecycle_event: "npx", npm_lifecycle_script: script };
      return keep(new Program(["sh", "-c", script], folder, { ...own, ...npm }, { detached: true }));
    },
  };
}

export class Program {
  stdout = "";
  stderr = "";
  /** The exit code, or the signal that ended the process. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  private readonly child: ChildProcess;

  constructor(
    [program = "", ...args]: readonly string[],
    cwd: string,
    env: Record<string, string>,
    { detached = false } = {},
  ) {
    this.child = spawn(program, args, { cwd, env: { ...bare, ...env }, detached });
    this.child.stdout?.on("data", (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => this.child.on("close", (code, signal) => resolve(code ?? signal)));
  }

  closeInput(): void {
    this.child.stdin?.end();
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Reaches the shell and all its children, like a key of the terminal. */
  killGroup(signal: NodeJS.Signals): void {
    process.kill(-(this.child.pid ?? NaN), signal);
  }

  /** The address in the start message. Rejects if the process ends before. */
  async address(): Promise<string> {
    const found = () => /is ready on (http:\S+)[^]*Stop with/.exec(this.stdout)?.[1];
    const known = found();
    if (known !== undefined) return known;
    const started = new Promise<string>((resolve) => {
      this.child.stdout?.on("data", () => {
        const address = found();
        if (address) resolve(address);
      });
    });
    const gone = this.ended.then((end) => {
      throw new Error(`ended with ${end}: ${this.stderr}`);
    });
    return Promise.race([started, gone]);
  }
}

/** The answer to a JSON-RPC call by the API user of the default settings. */
export async function callBy(
  address: string,
  path: string,
  args: unknown,
): Promise<{ result?: unknown; error?: unknown }> {
  const response = await fetch(`${address}/api/jsonrpc`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa("admin:admin123")}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "call", params: [null, path, args] }),
  });
  return (await response.json()) as { result?: unknown; error?: unknown };
}

export interface PlacedOrder {
  readonly order_id: number;
  readonly increment_id: string;
}

/** Places an order of one piece by the test control of a program. */
export async function placeOrderBy(address: string, sku: string): Promise<PlacedOrder> {
  const response = await fetch(`${address}/control/orders`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ customer_id: 1, items: [{ sku, qty: 1 }] }),
  });
  if (response.status !== 201) throw new Error(`no order: ${response.status} ${await response.text()}`);
  return (await response.json()) as PlacedOrder;
}
