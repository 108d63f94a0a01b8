/** What asks this process to stop: signals, and the end of the program that started it. */
import { watchNpmShell } from "./npm-shell.js";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export interface StopRequests {
  /** Standard input belongs to the parent: its end is the parent's. */
  readonly stopWithParent: boolean;
  /** @param isParentGone nobody is there any more to be told */
  readonly stop: (isParentGone: boolean) => void;
}

export function onStopRequest({ stopWithParent, stop }: StopRequests): void {
  const endWatch = watchNpmShell(process, () => stop(false));
  for (const signal of signals) {
    process.on(signal, () => {
      endWatch();
      stop(false);
    });
  }
  if (stopWithParent) {
    const end = () => stop(true);
    process.stdin.on("end", end).on("error", end).on("close", end).resume();
    process.stdin.unref();
  }
}
