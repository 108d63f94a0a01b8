/** Prism with a contract, as a mock or as a proxy that validates. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Prism {
  readonly url: string;
  stop(): void;
}

/** @param args for example `["proxy", "openapi.yaml", "http://127.0.0.1:8080"]`; paths from the project root */
export async function startPrism(...args: readonly string[]): Promise<Prism> {
  const port = await freePort();
  const prism = `${root}node_modules/@stoplight/prism-cli/dist/index.js`;
  const where = ["--port", String(port), "--host", "127.0.0.1"];
  const child = spawn(process.execPath, [prism, ...args, ...where], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes("is listening")) resolve();
    });
    child.stderr.on("data", (chunk) => (output += String(chunk)));
    child.once("exit", () => reject(new Error(`Prism ended: ${output}`)));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}

export interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

/** The violations that a proxy found in an exchange. */
export function violationsOf(response: Response): Violation[] {
  return JSON.parse(response.headers.get("sl-violations") ?? "[]") as Violation[];
}
