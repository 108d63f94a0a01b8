/**
 * deploy/haproxy.cfg, unchanged, with two servers and one database: a server dies, freezes, or loses the
 * database.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/closed.js";
import { projectRoot } from "../../scripts/spec/chapters.js";
import { lineTo } from "../support/line.js";
import { freePort } from "../support/free-port.js";
import { createDatabase } from "../support/postgres.js";
import { callBy, workingPlace, type Program } from "../support/process.js";

const hasBalancer = spawnSync("haproxy", ["-v"], { stdio: "ignore" }).status === 0;

interface Deployment {
  readonly url: string;
  readonly programs: readonly Program[];
  /** The connection of the first server to the database. */
  readonly line: { isCut: boolean };
}

async function deployment(): Promise<Deployment> {
  const database = await createDatabase();
  onTestFinished(() => database.drop());
  const { url: behindLine, state: line } = await lineTo(database.url);
  const place = await workingPlace({ onTestFinished });
  const programs: Program[] = [];
  const hosts: string[] = [];
  for (const storage of [behindLine, database.url]) {
    const program = place.start(["--port", "0", "--storage", storage, "--log-level", "fatal"]);
    programs.push(program);
    hosts.push(new URL(await program.address()).host);
  }
  const url = await startBalancer(hosts);
  await expect.poll(() => isAnswered(url), { timeout: 100_000 }).toBe(true);
  return { url, programs, line };
}

async function startBalancer([one = "", other = ""]: readonly string[]): Promise<string> {
  const port = await freePort();
  const file = join(await temporaryFolder(), "haproxy.cfg");
  const site = readFileSync(join(projectRoot, "deploy", "haproxy.cfg"), "utf8");
  await writeFile(
    file,
    site
      .replace("server1:8080", one)
      .replace("server2:8080", other)
      .replace("bind :8080", `bind 127.0.0.1:${port}`),
  );
  const balancer = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  const ended = new Promise((resolve) => balancer.once("exit", resolve));
  onTestFinished(async () => {
    balancer.kill("SIGKILL");
    await ended;
  });
  return `http://127.0.0.1:${port}`;
}

async function isAnswered(url: string): Promise<boolean> {
  const answer = await callBy(url, "catalog_product.update", [1, { weight: "1.5" }]).catch(() => undefined);
  return answer?.result === true;
}

/** The number of executed calls of 20, one after the other. */
async function carriedOut(url: string): Promise<number> {
  let count = 0;
  for (let nth = 0; nth < 20; nth += 1) if (await isAnswered(url)) count += 1;
  return count;
}

test.runIf(hasBalancer).each<{ what: string; happens: (deployment: Deployment) => Promise<unknown> | void }>([
  {
    what: "one server is killed",
    happens: async ({ programs }) => {
      programs[0]?.kill("SIGKILL");
      await programs[0]?.ended;
    },
  },
  { what: "one server is cut off from the database", happens: ({ line }) => void (line.isCut = true) },
  { what: "one server is stopped as asked", happens: ({ programs }) => programs[0]?.kill("SIGTERM") },
])("20 of 20 writes are carried out while $what", async ({ happens }) => {
  const running = await deployment();
  await happens(running);
  expect(await carriedOut(running.url)).toBe(20);
});

test.runIf(hasBalancer)("health and metrics are not served through the balancer", async () => {
  const { url, programs } = await deployment();
  const statuses = (at: string) =>
    Promise.all(
      ["/health/live", "/health/ready", "/metrics", "/Metrics/"].map(
        async (path) => (await fetch(at + path)).status,
      ),
    );
  expect(await statuses(url)).toEqual([404, 404, 404, 404]);
  expect(await statuses((await programs[1]?.address()) ?? "")).toEqual([200, 200, 200, 200]);
});

test.runIf(hasBalancer)(
  "a frozen server gets no requests within seconds, and gets them again when it continues",
  async () => {
    const { url, programs } = await deployment();
    programs[0]?.kill("SIGSTOP");
    await pause(5000);
    expect(await carriedOut(url)).toBe(20);
    programs[0]?.kill("SIGCONT");
    // Two checks of the balancer, and the pending work of the server.
    await pause(5000);
    programs[1]?.kill("SIGTERM");
    await expect.poll(() => isAnswered(url), { timeout: 100_000 }).toBe(true);
    expect(await carriedOut(url)).toBe(20);
  },
);
