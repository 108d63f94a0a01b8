/**
 * Calls of handlers of chapters. Each runs in a context of its own (AsyncLocalStorage), which tells an error that nobody
 * caught in a handler (a forgotten `await`, a timer) from a bug of this project: what the handler begins is in the context,
 * what the storage does for it is not (D-152).
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { StorageClosedError } from "../storage/errors.js";

const contexts = new AsyncLocalStorage<HandlerRun | undefined>();

export class HandlerRun {
  private readonly operations = new Set<Promise<unknown>>();
  private endWith: ((error: unknown) => void) | undefined;
  private isOver = false;

  /**
   * @param isLate whether the call has timed out
   * @param file absolute path of the handler module
   */
  constructor(
    readonly operation: string,
    readonly file: string,
    private readonly isLate: () => boolean = () => false,
  ) {}

  /** Runs the handler. Rejects with its error, or with one that nobody caught while it ran. */
  async run(handle: () => unknown): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        this.endWith = reject;
        contexts
          .run(this, async () => handle())
          .then(async (result) => resolve(await this.settled(result)), reject);
      });
    } finally {
      this.isOver = true;
      this.endWith = undefined;
    }
  }

  /** Runs an operation of the transaction for the handler, outside of its context. Throws when the call has ended. */
  operate<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isOver || this.isLate())
      throw new StorageClosedError("this transaction is over: the call of the handler has ended");
    return contexts.run(undefined, () => {
      const running = (async () => work())();
      const settled = running.then(
        () => {},
        () => {},
      );
      this.operations.add(settled);
      void settled.then(() => this.operations.delete(settled));
      return running;
    });
  }

  /** Ends the call with an error that nobody caught. False if it has ended before. */
  end(error: unknown): boolean {
    this.endWith?.(error);
    return this.endWith !== undefined;
  }

  /** Waits for operations that the handler did not wait for, and for a report of errors that nobody caught. */
  private async settled<Result>(result: Result): Promise<Result> {
    while (this.operations.size > 0) await Promise.all(this.operations);
    await setImmediate();
    return result;
  }
}

/** The call of a handler to which an error belongs that nobody caught. For the process's listeners of such errors. */
export function currentRun(): HandlerRun | undefined {
  return contexts.getStore();
}

/** The handler's file, with the line in which the error arose, as far as its stack shows. */
export function placeIn(file: string, error: unknown): string {
  const stack = error instanceof Error ? String(error.stack) : "";
  for (const name of [pathToFileURL(file).href, file]) {
    const [, line] = stack.split(`${name}:`, 2)[1]?.match(/^(\d+)/) ?? [];
    if (line !== undefined) return `${file}:${line}`;
  }
  return file;
}
