/**
 * Watches the shell that `npm start` and `npx` run between themselves and this process. They send signals only to that
 * shell. At SIGTERM many shells exit without passing it on. At SIGINT the shell waits until its command has ended; the only
 * visible sign is that it woke up.
 */
import { readFileSync } from "node:fs";

const pollIntervalMs = 200;

/** A longer gap between two polls means that the machine or container was suspended, which wakes the shell too. */
const suspendedMs = 1000;

/**
 * Calls `stop` once when npm's shell has ended, or was interrupted while it waited for this process.
 * @returns a function that ends the watch: this process also receives Ctrl-C itself
 */
export function watchNpmShell({ env, ppid }: NodeJS.Process, stop: () => void): () => void {
  const { npm_lifecycle_event, npm_lifecycle_script: script = "" } = env;
  // If the script runs the server in the background, it must outlive the shell.
  if (npm_lifecycle_event === undefined || /(^|[^&])&([^&]|$)/.test(script)) return () => {};
  let wakes = sleepCountOfShell(ppid, script);
  let hasWoken = false;
  let lookedAt = Date.now();
  const startAnew = () => {
    wakes = sleepCountOfShell(ppid, script);
    hasWoken = false;
  };
  // Ctrl-Z followed by `fg` or `bg` wakes the shell too.
  process.on("SIGCONT", startAnew);
  const looking = setInterval(() => {
    const sinceMs = Date.now() - lookedAt;
    lookedAt += sinceMs;
    // Acts only at the next poll, so that a SIGCONT of the same moment is handled first.
    if (process.ppid !== ppid || hasWoken) {
      clearInterval(looking);
      stop();
    } else if (wakes === undefined || Math.abs(sinceMs) > suspendedMs) startAnew();
    else hasWoken = sleepCountOfShell(ppid, script) !== wakes;
  }, pollIntervalMs).unref();
  return () => clearInterval(looking);
}

/**
 * How often the shell went to sleep, as counted by Linux. A shell that waits for its only command sleeps once, and once
 * more for each signal. Undefined for any other parent and on other systems.
 */
function sleepCountOfShell(pid: number, script: string): string | undefined {
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
