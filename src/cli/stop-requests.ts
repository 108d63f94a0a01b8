/** Calls back when the process should stop: at signals, or when the parent process has ended. */
import { watchNpmShell } from "./npm-shell.js";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

interface StopRequests {
  /** Whether standard input is a pipe from the parent, whose end means that the parent has ended. */
  readonly stopWithParent: boolean;
  /** @param isParentGone whether the parent process has ended, so that nobody reads the output */
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
    let isGone = false;
    // The input ends and then closes, on a busy machine much later: that is one request, not two.
    const end = () => {
      if (!isGone) stop(true);
      isGone = true;
    };
    process.stdin.on("end", end).on("error", end).on("close", end).resume();
    process.stdin.unref();
  }
}
