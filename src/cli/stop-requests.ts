/** What asks this process to stop: signals, and the end of the program that started it. */

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

const lookForParentEveryMs = 200;

export interface StopRequests {
  /** Standard input belongs to the parent: its end is the parent's. */
  readonly stopWithParent: boolean;
  /** @param isParentGone nobody is there any more to be told */
  readonly stop: (isParentGone: boolean) => void;
}

export function onStopRequest({ stopWithParent, stop }: StopRequests): void {
  for (const signal of signals) process.on(signal, () => stop(false));
  if (stopWithParent) {
    const end = () => stop(true);
    process.stdin.on("end", end).on("error", end).on("close", end).resume();
    process.stdin.unref();
  }
  if (isRunByNpm(process.env)) watchParent(() => stop(false));
}

/**
 * `npm start` and `npx` pass signals on to the shell between them and this process, and many a shell ends without
 * passing them on any further. Then the parent of this process changes. A script that puts the server into the
 * background wants it to outlive the shell.
 */
function watchParent(stop: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    stop();
  }, lookForParentEveryMs).unref();
}

function isRunByNpm({ npm_lifecycle_event, npm_lifecycle_script = "" }: NodeJS.ProcessEnv): boolean {
  return npm_lifecycle_event !== undefined && !/(^|[^&])&([^&]|$)/.test(npm_lifecycle_script);
}
