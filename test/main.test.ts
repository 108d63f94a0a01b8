import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { openFileStorage } from "../src/engine/storage/file.js";
import { inPlace as test } from "./support/place.js";
import { callBy } from "./support/process.js";
import { bundleOf } from "./support/programs.js";
import { collections } from "../src/shop/data/collections.js";

/** Longer than the interval in which the server checks the shell that npm starts. */
const shellIsWatchedMs = 1000;

const minimal = ["--port", "0", "--dataset", "minimal"];

/** The messages of lines of JSON. */
const messagesOf = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

const product = {
  name: "Mug",
  description: "A mug",
  short_description: "Mug",
  weight: 1,
  status: 1,
  visibility: 4,
};

describe.concurrent("a start", () => {
  test("prints two commands that work unchanged, and the path of the data", async ({ place }) => {
    const cwd = place.folder;
    const program = place.start(["--port", "0"]);
    await program.address();
    expect(program.stdout).toContain(join(cwd, "data"));
    const commands = program.stdout.split("\n").filter((line) => line.trim().startsWith("curl"));
    expect(commands).toHaveLength(2);
    const [login, list] = await Promise.all(commands.map(answerOf));
    expect(login).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
    expect((list as { result: unknown[] }).result.length).toBeGreaterThan(3);
    program.kill("SIGINT");
    expect(await program.ended).toBe(0);
  });

  test("in a folder of another user says which user must be allowed to write there", async ({ place }) => {
    const folder = join(place.folder, "foreign");
    await mkdir(folder, { mode: 0o500 });
    // Root may write everywhere: then another user starts it.
    const uid = process.getuid?.() === 0 ? 65_534 : process.getuid?.();
    await chmod(place.folder, 0o755);
    const started = promisify(execFile)(
      process.execPath,
      [bundleOf("src/main.ts"), "--port", "0", "--storage", `file:${folder}`],
      { env: {}, cwd: "/", ...(uid !== undefined && { uid }) },
    );
    await expect(started).rejects.toMatchObject({
      code: 5,
      stderr: `store-api: The data folder ${folder} cannot be used: EACCES: permission denied, open '${folder}/lock'; let the user of this process (${uid}) write there, for example by chown\n`,
    });
  });

  test("prepares the test control by itself as soon as it is ready", async ({ place }) => {
    const url = await place.start([...minimal, "--storage", "memory:"]).address();
    const used = async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
    };
    // The preparation has ended when some seconds pass without work; one is too short where many share a core.
    let now = await used();
    for (let before = -1; now - before > 0.05; await wait(4000)) [before, now] = [now, await used()];
    await fetch(`${url}/control/clock`);
    // Unprepared 0.8 s of processor time, prepared 0.07 s.
    expect((await used()) - now).toBeLessThan(0.3);
  });

  test("ignores a folder .env", async ({ place }) => {
    await mkdir(join(place.folder, ".env"));
    const program = place.start([...minimal, "--storage", "memory:"]);
    expect(await program.address()).toContain("http");
  });

  test("finds the acknowledged writes of an earlier process, also after kill -9", async ({ place }) => {
    const cwd = place.folder;
    const first = place.start(minimal);
    const created = await callBy(await first.address(), "catalog_product.create", [
      "simple",
      4,
      "MUG-1",
      product,
    ]);
    expect(created).toMatchObject({ result: expect.any(Number) as unknown });
    first.kill("SIGKILL");
    expect(await first.ended).toBe("SIGKILL");

    const second = place.start(minimal);
    const info = await callBy(await second.address(), "catalog_product.info", ["MUG-1", null, null, "sku"]);
    expect(info).toMatchObject({ result: { sku: "MUG-1" } });
    expect(second.stdout).toContain("with what it held before");
    second.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    expect(await readdir(join(cwd, "data"))).not.toContain("lock");
  });

  test("answers a call in progress at SIGTERM, then exits with 0", async ({ place, expect: expectHere }) => {
    const cwd = place.folder;
    const program = place.start([...minimal, "--storage", "memory:"]);
    const address = await program.address();
    await callBy(address, "catalog_category.level", []);
    const before = program.stderr;
    const logins = await Promise.all(Array.from({ length: 6 }, () => openLogin(address)));
    program.kill("SIGTERM");
    await expectHere.poll(() => program.stderr).toContain("Stopping:");
    expect(await Promise.all(logins.map((complete) => complete()))).toEqual(
      Array.from({ length: 6 }, () => expect.stringMatching(/^[0-9a-f]{64}$/) as unknown),
    );
    expect(await program.ended).toBe(0);
    expect(program.stderr.length).toBeGreaterThan(before.length);
    expect(await readdir(cwd)).toEqual([]);
  });

  test("reads .env, and writes its log as JSON without secrets", async ({ place }) => {
    const cwd = place.folder;
    await writeFile(
      join(cwd, ".env"),
      "STORE_API_STORAGE=memory:\nSTORE_API_DATASET=minimal\nSTORE_API_API_KEY=s3cret-key\nSTORE_API_PORT=0\nSTORAGE=s3\n",
    );
    const program = place.start([]);
    const address = await program.address();
    expect(program.stdout).not.toContain("s3cret-key");
    await callBy(address, "catalog_category.level", []);
    const headers = {
      Authorization: `Basic ${btoa("admin:s3cret-key")}`,
      "Content-Type": "application/json",
    };
    await fetch(`${address}/api/rpc/catalog_category.level`, { method: "POST", headers, body: "{}" });
    program.kill("SIGTERM");
    expect(await program.ended).toBe(0);
    const lines = program.stderr.split("\n").filter((text) => text.startsWith("{"));
    // The first call used the key of another shop.
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: "call", user: "", fault: "access_denied" },
      { msg: "call", operation: "catalog_category.level", user: "admin" },
    ]);
    expect(program.stderr).not.toContain("s3cret-key");
  });
});

describe.concurrent("events that end a server", () => {
  test("the end of its standard input with --stop-with-parent", async ({ place }) => {
    const program = place.start([...minimal, "--storage", "memory:", "--stop-with-parent"]);
    await program.address();
    program.closeInput();
    expect(await program.ended).toBe(0);
  });

  test("without it, the end of standard input has no effect", async ({ place }) => {
    const program = place.start([...minimal, "--storage", "memory:"]);
    program.closeInput();
    const address = await program.address();
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
  });

  test.for(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s to the shell that npm starts",
    async (signal, { place, expect: expectHere }) => {
      const shell = place.startBehindShell([...minimal, "--storage", "memory:"]);
      const address = await shell.address();
      // A server that gets no processor time for a second believes that the machine was suspended, and misses the signal.
      const signalled = () => {
        shell.kill(signal);
        return shell.stderr;
      };
      await expectHere.poll(signalled, { interval: 2 * shellIsWatchedMs }).toContain("Stopping:");
      // Both share their output, which closes when the last of them has ended.
      await shell.ended;
      expect(shell.stderr).toContain("Stopping:");
      await expect(fetch(`${address}/health/live`)).rejects.toThrow();
    },
  );

  test("a pause of that shell and of the server does not, as by Ctrl-Z and fg", async ({ place }) => {
    const shell = place.startBehindShell([...minimal, "--storage", "memory:"]);
    const address = await shell.address();
    await wait(shellIsWatchedMs);
    shell.killGroup("SIGSTOP");
    await wait(100);
    shell.killGroup("SIGCONT");
    await wait(shellIsWatchedMs);
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
    shell.killGroup("SIGINT");
    await shell.ended;
    expect(shell.stderr).toContain("Stopping:");
    expect(shell.stderr).not.toContain("Stopped at once");
  });
});

describe.concurrent("production", () => {
  const key = "k3y-of-our-own";

  test("starts with only the installed data, and without the test control", async ({ place }) => {
    const program = place.start(["--port", "0", "--api-key", key], { NODE_ENV: "production" });
    const address = await program.address();
    expect(program.stdout).toContain("loaded with the dataset minimal");
    expect((await fetch(`${address}/control/clock`)).status).toBe(404);
  });

  test("refuses a folder in which a user has the public key: 2", async ({ place }) => {
    const first = place.start(minimal);
    await first.address();
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const second = place.start([...minimal, "--api-key", key], { NODE_ENV: "production" });
    expect(await second.ended).toBe(2);
    expect(second.stderr).toMatch(
      /^store-api: The API user "admin" in the data has the public default key.*\n$/,
    );
  });

  test("refuses a dataset file in which a user has the public key: 6", async ({ place }) => {
    const first = place.start(minimal);
    await first.address();
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const args = ["--port", "0", "--api-key", key, "--storage", "memory:", "--dataset", "./data/db.json"];
    const second = place.start(args, { NODE_ENV: "production" });
    expect(await second.ended).toBe(6);
    expect(second.stderr).toMatch(/"admin" has the public default key/);
  });

  test("warns of customers with the published password of the sample shop, loaded or stored", async ({
    place,
    expect: expectHere,
  }) => {
    const env = { NODE_ENV: "production" };
    const args = ["--port", "0", "--api-key", key, "--dataset", "sample"];
    for (const start of ["loaded", "found"]) {
      const program = place.start(args, env);
      await program.address();
      await expectHere.poll(() => program.stderr, { message: start }).toContain("a publicly known password");
      program.kill("SIGTERM");
      expect(await program.ended).toBe(0);
    }
  });

  test("misspelt is refused: 2", async ({ place }) => {
    const program = place.start(minimal, { NODE_ENV: "prod" });
    expect(await program.ended).toBe(2);
    expect(program.stderr).toBe('store-api: NODE_ENV must be development, test or production, not "prod"\n');
  });
});

describe.concurrent("errors of a start, with one line and an exit code", () => {
  test("a wrong setting: 2", async ({ place }) => {
    const program = place.start(["--prot", "1"]);
    expect(await program.ended).toBe(2);
    expect(program.stderr).toBe("store-api: --prot is not a setting; did you mean --port?\n");
  });

  test("an unreadable .env, unless --no-env-file ignores it: 2", async ({ place }) => {
    // Replaces a file without read permission, which the superuser can always read.
    await symlink(".env", join(place.folder, ".env"));
    const program = place.start([...minimal, "--storage", "memory:"]);
    expect(await program.ended).toBe(2);
    expect(program.stderr).toMatch(/^store-api: \.env cannot be read: ELOOP.*\n$/);
    const next = place.start([...minimal, "--storage", "memory:", "--no-env-file"]);
    expect(await next.address()).toContain("http");
  });

  test("a port in use: 3", async ({ place, onTestFinished }) => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as AddressInfo;
    const program = place.start(["--port", String(port), "--storage", "memory:"]);
    expect(await program.ended).toBe(3);
    expect(program.stderr).toMatch(new RegExp(`^store-api: Port ${port} of 127.0.0.1 is taken.*\\n$`));
  });

  test("with LOG_FORMAT=json every line is JSON, from the start to the stop, and if a start fails", async ({
    place,
  }) => {
    const cwd = place.folder;
    await mkdir(join(cwd, "data"), { mode: 0o777 });
    await chmod(join(cwd, "data"), 0o777);
    const env = { STORE_API_LOG_FORMAT: "json" };
    const first = place.start(minimal, env);
    const address = await first.address();
    await callBy(address, "catalog_category.level", []);
    const second = place.start(minimal, env);
    expect(await second.ended).toBe(4);
    expect(messagesOf(second.stdout + second.stderr)).toEqual([
      expect.stringContaining("can be written by other users"),
      expect.stringContaining("is in use by process"),
    ]);
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);
    expect(messagesOf(first.stdout)).toEqual([
      expect.stringContaining(`is ready on ${address} with ${join(cwd, "data")}, loaded with`),
    ]);
    expect(messagesOf(first.stderr)).toEqual(
      expect.arrayContaining(["call", expect.stringContaining("Stopping: ")]),
    );
    const denied = place.start([...minimal, "--host", "192.0.2.1"], env);
    expect(await denied.ended).toBe(3);
    expect(messagesOf(denied.stderr).at(-1)).toContain("192.0.2.1 is not an address of this machine");
  });

  test("with LOG_FORMAT=json a wrong setting is reported as JSON", async ({ place }) => {
    const misspelt = place.start([...minimal, "--prot", "1"], { STORE_API_LOG_FORMAT: "json" });
    expect(await misspelt.ended).toBe(2);
    expect(messagesOf(misspelt.stderr)).toEqual(["store-api: --prot is not a setting; did you mean --port?"]);
    await writeFile(join(place.folder, ".env"), "STORE_API_LOG_FORMAT=json\nSTORE_API_PORT=many\n");
    const fromFile = place.start([]);
    expect(await fromFile.ended).toBe(2);
    expect(messagesOf(fromFile.stderr)).toEqual([expect.stringContaining("STORE_API_PORT in .env must be")]);
  });

  test("with LOG_FORMAT=json warnings of Node.js are JSON, unless they are switched off", async ({
    place,
  }) => {
    const warn = "process.emitWarning('old','DeprecationWarning')";
    // As soon as the program takes over the warnings, if it does, and at its end.
    const code = `process.on('newListener',(name)=>name==='warning'&&${warn});process.on('SIGTERM',()=>${warn})`;
    const warnings = async (options: string) => {
      const env = {
        STORE_API_LOG_FORMAT: "json",
        NODE_OPTIONS: `--import=data:text/javascript,${code} ${options}`,
      };
      const program = place.start(["--port", "0", "--storage", "memory:", "--log-level", "silent"], env);
      await program.address();
      program.kill("SIGTERM");
      expect(await program.ended).toBe(0);
      return messagesOf(program.stderr).filter((message) => message.includes("Warning"));
    };
    expect(await warnings("")).toEqual(["DeprecationWarning: old", "DeprecationWarning: old"]);
    expect(await warnings("--no-warnings")).toEqual([]);
  });

  test("a data folder in use: 4, a damaged one: 5", async ({ place }) => {
    const cwd = place.folder;
    const first = place.start(minimal);
    await first.address();
    const second = place.start(minimal);
    expect(await second.ended).toBe(4);
    expect(second.stderr).toMatch(/^store-api: .*data is in use by process \d+.*\n$/);
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const file = join(cwd, "data", "db.json");
    await writeFile(file, (await readFile(file, "utf8")).slice(0, 500));
    await appendFile(file, "\n");
    const third = place.start(minimal);
    expect(await third.ended).toBe(5);
    expect(third.stderr).toMatch(/^store-api: .*db\.json is damaged at byte.*\n$/);
  });

  test("data of a later version: 5", async ({ place }) => {
    const first = place.start(minimal);
    await first.address();
    first.kill("SIGTERM");
    expect(await first.ended).toBe(0);

    const storage = await openFileStorage({ collections, folder: join(place.folder, "data") });
    await storage.write((tx) => tx.put("settings", { id: "data_version", version: 99 }));
    await storage.close();
    const second = place.start(minimal);
    expect(await second.ended).toBe(5);
    expect(second.stderr).toMatch(
      /^(Stopping.*\n)?store-api: .* of version 99, written by a later store-api.*\n$/,
    );
  });

  test("an invalid dataset: 6, which does not affect the next start", async ({ place }) => {
    const cwd = place.folder;
    await writeFile(join(cwd, "shop.json"), '{"settings":{},"colour":1,"calls":[{}]}');
    const program = place.start(["--port", "0", "--dataset", "./shop.json"]);
    expect(await program.ended).toBe(6);
    expect(program.stderr).toMatch(
      /^store-api: \.\/shop\.json: colour: is unknown\nstore-api: \.\/shop\.json: calls\[0\]: .*\n$/,
    );

    const next = place.start(minimal);
    await next.address();
    expect(next.stdout).toContain("loaded with the dataset minimal");
  });

  test("a file that is not a dataset: 6, and it is not quoted", async ({ place }) => {
    await writeFile(join(place.folder, "shop.json"), '{"colour":"of a secret"}');
    const program = place.start(["--port", "0", "--dataset", "./shop.json"]);
    expect(await program.ended).toBe(6);
    expect(program.stderr).toMatch(
      /^store-api: The dataset file \.\/shop\.json cannot be loaded: it is not a dataset, .*\n$/,
    );
    expect(program.stderr).not.toContain("secret");
  });
});

test("--help explains, --version prints the version", async ({ place }) => {
  const help = place.start(["--help"]);
  expect(await help.ended).toBe(0);
  expect(help.stdout).toContain("--session-timeout-seconds, STORE_API_SESSION_TIMEOUT_SECONDS");
  const version = place.start(["--version"]);
  expect(await version.ended).toBe(0);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

async function answerOf(command: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)("sh", ["-c", command]);
  return JSON.parse(stdout) as unknown;
}

/** Begins a login: the server has its head, and waits for its body. @returns sends the body, and reads the result */
async function openLogin(address: string): Promise<() => Promise<unknown>> {
  const headers = { "Content-Type": "application/json", Expect: "100-continue" };
  const sent = request(`${address}/api/jsonrpc`, { method: "POST", headers });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await once(sent, "continue");
  return async () => {
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "login", params: ["admin", "admin123"] }));
    const [response] = await answered;
    return ((await json(response)) as { result: unknown }).result;
  };
}
