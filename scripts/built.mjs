/** `node scripts/built.mjs <file> …`: builds dist/ if a source is newer, then runs a file, as most commands of `npm run` need it. */
import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [file = "", ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [join(root, "scripts", "build.mjs"), "--if-stale"], {
  stdio: ["ignore", "inherit", "inherit"],
});
if (status !== 0) process.exit(status ?? 1);

const entry = join(root, file);
if (file.endsWith(".ts")) {
  // In a process of its own, whose workers inherit the loader of TypeScript.
  const child = spawn(process.execPath, [...process.execArgv, "--import", "tsx", entry, ...args], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
} else {
  // In this process, so that signals of npm and the end of its standard input reach the server.
  process.argv = [process.argv[0], entry, ...args];
  await import(pathToFileURL(entry));
}
