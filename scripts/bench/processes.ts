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

export interface Program {
  /** File and arguments for Node. */
  readonly args: readonly string[];
  /** The line that tells that it is ready; may contain its port. */
  readonly ready: RegExp;
  /** If the line does not contain it. */
  readonly port?: number;
  readonly folder?: string;
  /** Whether its errors appear here. */
  readonly isLoud?: boolean;
}

const usage = fileURLToPath(new URL("usage.cjs", import.meta.url));

/** Starts a server. Its log goes nowhere. */
export async function startProgram({ args, ready, port, folder, isLoud = true }: Program): Promise<Running> {
  const child = spawn(process.execPath, ["--require", usage, ...args], {
    stdio: ["ignore", "pipe", isLoud ? "inherit" : "ignore", "ipc"],
    cwd: folder,
  });
  const line = await firstLine(child, ready);
  return { port: port ?? Number(line), process: child, stop: () => stop(child) };
}

export function startBare(bodyBytes: number): Promise<Running> {
  const program = fileURLToPath(new URL("bare.mjs", import.meta.url));
  return startProgram({ args: [program, String(bodyBytes)], ready: /^(\d+)$/ });
}

/** This server, with validation, sessions, access checks, metrics and log on. */
export async function startStore({ root }: Version, options: StoreOptions): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), "store-bench-"));
  const storage = options.storage === "memory" ? "memory:" : `file:${options.folder ?? folder}`;
  const args = ["--port", "0", "--storage", storage, "--dataset", options.dataset, "--log-format", "json"];
  const started = await startProgram({
    args: [join(root, "dist", "src", "main.js"), ...args, ...(options.flags ?? [])],
    ready: /127\.0\.0\.1:(\d+)/,
    folder,
    isLoud: false,
  });
  const stop = async () => {
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...started, stop };
}

export interface Usage {
  readonly cpuSeconds: number;
  readonly bytes: number;
}

/**
 * Processor time as the process reports it. Other work on the machine delays the server, but does not change this figure.
 */
export async function usageOf({ process: child }: Running): Promise<Usage> {
  const answer = once(child, "message") as Promise<[{ cpu: NodeJS.CpuUsage; bytes: number }]>;
  child.send("usage");
  const [{ cpu, bytes }] = await answer;
  return { cpuSeconds: (cpu.user + cpu.system) / 1e6, bytes };
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
