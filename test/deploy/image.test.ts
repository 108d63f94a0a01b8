/**
 * The image of deploy/Dockerfile: built and started if Docker has a builder. Otherwise its instructions are
 * executed in temporary folders, with the Node.js of this machine instead of the base image.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { trackedFiles } from "../../scripts/lint/shipped.js";
import { freePort } from "../support/free-port.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const dockerfile = join(root, "deploy/Dockerfile");
const run = promisify(execFile);
const patience = 600_000;
const hasBuilder = spawnSync("docker", ["info", "--format", "{{.ID}}"], { stdio: "ignore" }).status === 0;

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Without comments, with continued lines joined. */
function instructions(): Instruction[] {
  const lines = readFileSync(dockerfile, "utf8")
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n\s*/g, "");
  return [...lines.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name = "", text = ""]) => ({ name, text }));
}

/** A separate file system below a folder, as far as the Dockerfile can distinguish it. */
class Stage {
  readonly env: Record<string, string> = {};
  private workdir = "/";
  entrypoint: readonly string[] = [];
  healthcheck: readonly string[] = [];

  constructor(
    readonly folder: string,
    private readonly context: string,
    private readonly tools: string,
    private readonly stages: ReadonlyMap<string, Stage>,
  ) {}

  /** A path of the image. */
  at(path: string): string {
    return join(this.folder, path.startsWith("/") ? path : join(this.workdir, path));
  }

  async carryOut({ name, text }: Instruction): Promise<void> {
    switch (name) {
      case "WORKDIR":
        this.workdir = text;
        mkdirSync(this.at("."), { recursive: true });
        return;
      case "ENV":
        for (const [, key = "", value = ""] of text.matchAll(/(\w+)=(\S+)/g)) this.env[key] = value;
        return;
      case "COPY":
        this.copy(text.split(" "));
        return;
      case "RUN": {
        // Folders at the top of the image are below this folder, and no file changes its owner.
        const command = text.replace(/ \/(\w+)/g, ` ${this.folder}/$1`);
        const env = { PATH: `${this.tools}:${process.env.PATH}`, HOME: process.env.HOME ?? "", ...this.env };
        await run("sh", ["-ec", command], { cwd: this.at("."), env, maxBuffer: 64 * 1024 * 1024 });
        return;
      }
      case "ENTRYPOINT":
        this.entrypoint = JSON.parse(text) as string[];
        return;
      case "HEALTHCHECK":
        this.healthcheck = JSON.parse(text.slice(text.indexOf("["))) as string[];
        return;
      case "USER":
      case "VOLUME":
      case "EXPOSE":
        return;
      default:
        throw new Error(`deploy/Dockerfile: ${name} is not carried out here`);
    }
  }

  /** A folder is copied as its content; several sources are copied into a folder. */
  private copy(given: readonly string[]): void {
    const [first = ""] = given;
    const stage = /^--from=(.+)$/.exec(first)?.[1];
    const paths = stage === undefined ? given : given.slice(1);
    const target = paths.at(-1) ?? "";
    for (const source of paths.slice(0, -1)) {
      const from = stage === undefined ? join(this.context, source) : this.stages.get(stage)?.at(source);
      const isInto = target.endsWith("/") && !/\/$|^\.$/.test(source) && /\.\w+$/.test(source);
      const to = isInto ? join(this.at(target), basename(source)) : this.at(target);
      cpSync(from ?? "", to, { recursive: true, verbatimSymlinks: true });
    }
  }
}

/** The files that a builder gets: those of the project, without those that Dockerfile.dockerignore names. */
function sendContext(to: string): void {
  const ignored = readFileSync(`${dockerfile}.dockerignore`, "utf8").split("\n").filter(Boolean);
  const isIgnored = (path: string) =>
    ignored.some((one) =>
      one.startsWith("*")
        ? !path.includes("/") && path.endsWith(one.slice(1))
        : `${path}/`.startsWith(`${one}/`),
    );
  for (const path of trackedFiles(root))
    if (!isIgnored(path)) cpSync(join(root, path), join(to, path), { recursive: true });
}

async function carriedOut(): Promise<Stage> {
  const folder = await temporaryFolder();
  const [context, tools] = [join(folder, "context"), join(folder, "tools")];
  mkdirSync(tools);
  writeFileSync(join(tools, "chown"), "#!/bin/sh\nexit 0\n");
  chmodSync(join(tools, "chown"), 0o755);
  sendContext(context);
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const instruction of instructions()) {
    if (instruction.name === "FROM") {
      const name = / AS (\w+)$/.exec(instruction.text)?.[1] ?? `stage-${stages.size}`;
      stage = new Stage(join(folder, name), context, tools, stages);
      mkdirSync(stage.folder);
      stages.set(name, stage);
    } else await stage?.carryOut(instruction);
  }
  return stage as Stage;
}

test.skipIf(hasBuilder)(
  "its instructions produce a server that starts, keeps its data and ends on a signal",
  { timeout: patience },
  async () => {
    const image = await carriedOut();
    const port = String(await freePort());
    const env = {
      ...{ PATH: process.env.PATH, ...image.env, STORE_API_PORT: port },
      STORE_API_STORAGE: `file:${image.at("/data")}`,
    };
    const [program = "", ...args] = image.entrypoint;
    const server = spawn(program, args, { cwd: image.at("."), env, stdio: "ignore" });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    onTestFinished(() => void server.kill("SIGKILL"));
    const [health = "", ...asked] = image.healthcheck.map((one) => one.replace(":8080/", `:${port}/`));
    const isHealthy = () => spawnSync(health, asked).status === 0;
    await expect.poll(isHealthy, { timeout: 100_000 }).toBe(true);
    for (const path of ["/", "/docs", "/openrpc.json", "/dataset.schema.json", "/api/v2_soap?wsdl=1"])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
    server.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(isHealthy()).toBe(false);
    const { stdout } = await run("ls", [image.at("/data")]);
    expect(stdout).toContain(".json");
  },
);

test.runIf(hasBuilder)(
  "Docker builds it, and its server becomes healthy",
  { timeout: patience },
  async () => {
    const tag = `store-api-test-${process.pid}`;
    await run("docker", ["build", "--quiet", "-f", dockerfile, "-t", tag, root]);
    onTestFinished(() => void spawnSync("docker", ["image", "rm", "--force", tag]));
    const { stdout } = await run("docker", ["run", "--detach", "--rm", tag]);
    const container = stdout.trim();
    onTestFinished(() => void spawnSync("docker", ["kill", container]));
    const inspect = ["inspect", "--format", "{{.State.Health.Status}}", container];
    const state = async () => (await run("docker", inspect)).stdout.trim();
    await expect.poll(state, { timeout: 120_000, interval: 1000 }).toBe("healthy");
  },
);
