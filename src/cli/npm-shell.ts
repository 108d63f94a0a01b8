/**
 * The shell that `npm start` and `npx` put between themselves and this process. They pass signals on to it alone. At
 * SIGTERM many a shell ends without passing it on. At SIGINT it waits until its command has ended, and says nothing:
 * only that it woke up can be seen.
 */
import { readFileSync } from "node:fs";

const lookEveryMs = 200;

/** A machine that was asleep, or a container that was paused, wakes the shell too. */
const pauseMs = 1000;

/**
 * Calls back once when npm's shell ended, or was interrupted while it waited for this process.
 * @returns what ends the watch: Ctrl-C reaches the shell and this process
 */
export function watchNpmShell({ env, ppid }: NodeJS.Process, stop: () => void): () => void {
  const { npm_lifecycle_event, npm_lifecycle_script: script = "" } = env;
  // A script that puts the server into the background wants it to outlive the shell.
  if (npm_lifecycle_event === undefined || /(^|[^&])&([^&]|$)/.test(script)) return () => {};
  let wakes = wakesOfShell(ppid, script);
  let hasWoken = false;
  let lookedAt = Date.now();
  const startAnew = () => {
    wakes = wakesOfShell(ppid, script);
    hasWoken = false;
  };
  // Ctrl-Z with `fg` or `bg` wakes all.
  process.on("SIGCONT", startAnew);
  const looking = setInterval(() => {
    const sinceMs = Date.now() - lookedAt;
    lookedAt += sinceMs;
    // A second look, so that a SIGCONT of the same moment is heard first.
    if (process.ppid !== ppid || hasWoken) {
      clearInterval(looking);
      stop();
    } else if (wakes === undefined || Math.abs(sinceMs) > pauseMs) startAnew();
    else hasWoken = wakesOfShell(ppid, script) !== wakes;
  }, lookEveryMs).unref();
  return () => clearInterval(looking);
}

/**
 * How often the process slept, by Linux's count. A shell that waits for its one command sleeps once for all, and once
 * more for each signal. Undefined for any other parent, and elsewhere.
 */
function wakesOfShell(pid: number, script: string): string | undefined {
  try {
    const [, option, command = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    if (option !== "-c" || script === "" || !command.startsWith(script)) return undefined;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    if (!/^State:\tS/m.test(status)) return undefined;
    return /^voluntary_ctxt_switches:\t(\d+)/m.exec(status)?.[1];
  } catch {
    return undefined;
  }
}
