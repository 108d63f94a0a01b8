/** Controls measured-server.ts: starts it, queries it, ends it. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Bounds } from "../../src/engine/guard/guard.js";
import type { ShopSettings } from "../../src/shop/settings.js";
import { bundleOf } from "../support/programs.js";
import type { LongestTurn } from "./turns.js";

export interface ServerOptions {
  readonly settings?: Partial<ShopSettings>;
  readonly bounds?: Partial<Bounds>;
}

export interface Measured {
  /** The longest since the last query. */
  readonly turn: LongestTurn;
  /** Bytes. */
  readonly memory: { readonly rss: number; readonly heapUsed: number; readonly external: number };
}

export type Told = { readonly address: string } | Measured;

export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
  ) {}

  static async start(options: ServerOptions = {}): Promise<ServerProcess> {
    const child = fork(bundleOf("test/attacks/measured-server.ts"), [JSON.stringify(options)], {
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const told = (await nextMessage(child)) as { address: string };
    return new ServerProcess(child, told.address);
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The measurements since the last query. */
  async measure(): Promise<Measured> {
    this.child.send("measure");
    return (await nextMessage(this.child)) as Measured;
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    this.child.kill("SIGKILL");
    await once(this.child, "exit");
  }
}

/** The next message of a child. Rejects if the child ends instead. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const gone = once(child, "exit", over).then(() => {
    throw new Error("the process ended");
  });
  try {
    const [told] = (await Promise.race([once(child, "message", over), gone])) as [unknown];
    return told;
  } finally {
    gone.catch(() => {});
    over.abort();
  }
}
