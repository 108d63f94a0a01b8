/**
 * A Vitest thread that is reused for many runs, for mutation testing. Vitest ends its thread after every run,
 * and every mutant is a run, so most of the time went into loading the server again. Stryker can switch
 * mutants while the code is loaded, so a thread that has loaded the code can test the next mutant at once.
 */
import { EventEmitter } from "node:events";
import type { Plugin } from "vitest/config";
import { ThreadsPoolWorker, type PoolOptions, type PoolWorker } from "vitest/node";

type Message = Parameters<PoolWorker["send"]>[0];
type Start = Extract<Message, { type: "start" }>;

/**
 * Runs before the thread is replaced, so that changes that mutants leave in the state of modules do not
 * accumulate.
 */
const mostRuns = 100;

class KeptThread implements PoolWorker {
  readonly name = "kept";
  private readonly events = new EventEmitter();
  private thread: ThreadsPoolWorker | undefined;
  private hasStarted = false;
  private runs = 0;
  private lastRun = Promise.resolve();
  private config: Start["context"]["config"] | undefined;

  constructor(private readonly options: PoolOptions) {}

  on(event: string, callback: (message: unknown) => void): void {
    this.events.on(event, callback);
  }

  off(event: string, callback: (message: unknown) => void): void {
    this.events.off(event, callback);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    if (this.thread) return;
    this.thread = new ThreadsPoolWorker(this.options);
    await this.thread.start();
    this.hasStarted = false;
    this.runs = 0;
    for (const event of ["message", "error", "exit"])
      this.thread.on(event, (message) => this.emit(event, message));
  }

  send(message: Message): void {
    if (message.type === "start") {
      this.config = message.context.config;
      if (this.hasStarted) return this.answer("started");
      this.hasStarted = true;
    }
    // The stop message is not sent to the thread: it would never listen again.
    if (message.type === "stop") return void this.lastRun.then(() => this.answer("stopped"));
    if (message.type !== "run") return this.thread?.send(message);
    this.runs += 1;
    this.lastRun = this.endOfRun();
    // The configuration contains the tests to run, and a thread otherwise gets it only when it starts.
    this.thread?.send({ ...message, context: { ...message.context, config: this.config } } as Message);
  }

  async stop(): Promise<void> {
    this.events.removeAllListeners();
    if (this.runs >= mostRuns) await this.end();
  }

  async end(): Promise<void> {
    await this.thread?.stop();
    this.thread = undefined;
  }

  private endOfRun(): Promise<void> {
    return new Promise((resolve) => {
      const listen = (message: { readonly type?: string } | undefined) => {
        if (message?.type !== "testfileFinished") return;
        this.events.off("message", listen);
        resolve();
      };
      this.events.on("message", listen);
    });
  }

  private answer(type: "started" | "stopped"): void {
    setImmediate(() => this.emit("message", { __vitest_worker_response__: true, type }));
  }

  private emit(event: string, message: unknown): void {
    if (this.events.listenerCount(event) > 0) this.events.emit(event, message);
  }
}

/** Makes Vitest run all tests in one kept thread, in which modules are loaded once. */
export function keptThread(): Plugin {
  let kept: KeptThread | undefined;
  return {
    name: "kept-thread",
    configureVitest({ vitest, project }) {
      vitest.onClose(() => kept?.end());
      project.config.isolate = false;
      project.config.pool = "kept";
      project.config.poolRunner = {
        name: "kept",
        createPoolWorker: (options) => (kept ??= new KeptThread(options)),
      };
    },
  };
}
