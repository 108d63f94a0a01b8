/** Measured servers run in separate processes, so that the load generator does not use their time. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A checkout with a built dist/. */
export interface Version {
  readonly name: string;
  readonly root: string;
}

export const present: Version = { name: "now", root: fileURLToPath(new URL("../..", import.meta.url)) };

export interface StoreOptions {
  readonly storage: "memory" | "file";
  readonly dataset: string;
  readonly flags?: readonly string[];
  /** Of `file` storage; by default a new one, which is removed with the server. */
  readonly folder?: string;
}

export interface Running {
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export async function startBare(bodyBytes: number): Promise<Running> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL("bare.mjs", import.meta.url)), String(bodyBytes)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  return { port: Number(await firstLine(child, /^(\d+)$/)), process: child, stop: () => stop(child) };
}

/** This server, with validation, sessions, access checks, metrics and log on; the log goes nowhere. */
export async function startStore({ root }: Version, options: StoreOptions): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "store-bench-"));
  const storage = options.storage === "memory" ? "memory:" : `file:${options.folder ?? folder}`;
  const args = ["--port", "0", "--storage", storage, "--dataset", options.dataset, "--log-format", "json"];
  args.push(...(options.flags ?? []));
  const child = spawn(process.execPath, [join(root, "dist", "src", "main.js"), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    cwd: folder,
  });
  const port = Number(await firstLine(child, /127\.0\.0\.1:(\d+)/));
  return {
    port,
    process: child,
    stop: async () => {
      await stop(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Usage {
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/**
 * Processor time as the server reports it. Other work on the machine delays the server, but does not change
 * this figure.
 */
export async function usageOf({ port }: Running): Promise<Usage> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN);
  return {
    cpuSeconds: valueOf("process_cpu_seconds_total"),
    bytes: valueOf("process_resident_memory_bytes"),
  };
}

async function firstLine(child: ChildProcess, form: RegExp): Promise<string> {
  if (!child.stdout) throw new Error("no output to read");
  for await (const line of createInterface({ input: child.stdout })) {
    const match = form.exec(line);
    if (!match) continue;
    child.stdout.resume();
    return match[1] as string;
  }
  throw new Error("the server ended before it was ready");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}
