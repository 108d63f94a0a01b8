/** Databases that ask for a password. All other tests use one that trusts everybody. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parsePostgresAddress } from "../../../src/engine/storage/postgres/address.js";
import { openPostgresStorage } from "../../../src/engine/storage/postgres/open.js";
import { collections } from "../../../src/shop/data/collections.js";
import {
  administer,
  freePort,
  initCluster,
  removeFolder,
  serverFolder,
  startServerIn,
} from "../../support/postgres.js";
import { callBy, temporaryFolder, workingPlace } from "../../support/process.js";

const odd = "p@ss/w:rd";
/** Every character that an address must encode, and some that SQL, shells or SASL treat specially. */
const passwords = [
  odd,
  " !\"#$%&'()*+,/:;=?@[]\\^`{|}~",
  "%41%",
  "pässwörd€𝄞",
  "\\x00",
  "null",
  "0",
  "x".repeat(200),
];
const methods = ["scram-sha-256", "md5"] as const;

let port = 0;

/** A database and its owner for each password and method, in a server that lets nobody in without a password. */
beforeAll(async () => {
  const folder = await serverFolder();
  const data = join(folder, "data");
  await initCluster(data);
  port = await freePort();
  const server = await startServerIn(data, port, { fsync: "off" });
  for (const method of methods) {
    for (const [at, password] of passwords.entries()) {
      const name = nameOf(method, at);
      const quoted = `E'${password.replaceAll(/['\\]/g, "\\$&")}'`;
      await administer(
        port,
        `set password_encryption = '${method}'; create role ${name} login password ${quoted}`,
      );
      await administer(port, `create database ${name} owner ${name}`);
    }
  }
  const rules = methods.map((method) => `host all "/^${nameOf(method, 0).slice(0, -1)}" all ${method}\n`);
  await writeFile(join(data, "pg_hba.conf"), rules.join(""));
  await administer(port, "select pg_reload_conf()");
  return async () => {
    process.kill(server.pid, "SIGQUIT");
    await server.ended;
    await removeFolder(folder);
  };
});

function nameOf(method: string, at: number): string {
  return `${method.slice(0, 3)}_${at}`;
}

function addressOf(name: string, password?: string): string {
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  return `postgres://${name}${secret}@127.0.0.1:${port}/${name}?pool=3`;
}

async function open(address: string): Promise<void> {
  const storage = await openPostgresStorage(parsePostgresAddress(address), { collections });
  try {
    expect(await storage.isEmpty()).toBe(true);
  } finally {
    await storage.close();
  }
}

describe.each(methods)("%s", (method) => {
  test.each(passwords.map((password, at) => ({ password, at })))(
    "lets in $password",
    async ({ password, at }) => {
      await open(addressOf(nameOf(method, at), password));
    },
  );

  test.each([
    { title: "a wrong password", password: "p@ss", says: "the user or the password is wrong" },
    { title: "no password", password: undefined, says: "the address has none" },
    { title: "an empty password", password: "", says: "the address has none" },
  ])("refuses $title, also if the environment has the right one", async ({ password, says }) => {
    const before = process.env.PGPASSWORD;
    process.env.PGPASSWORD = odd;
    try {
      await expect(open(addressOf(nameOf(method, 0), password))).rejects.toThrow(says);
    } finally {
      if (before === undefined) delete process.env.PGPASSWORD;
      else process.env.PGPASSWORD = before;
    }
  });
});

test(
  "a server starts with a password, is backed up and restored, whatever the variables of other programs say",
  { timeout: 120_000 },
  async () => {
    const place = await workingPlace({ onTestFinished });
    const to = await temporaryFolder(onTestFinished);
    const env = {
      ...{ STORE_API_STORAGE: addressOf("scr_0", odd), STORE_API_LOG_LEVEL: "fatal" },
      ...{ PGPASSWORD: "wrong", PGSSLMODE: "require", PGUSER: "nobody", PGHOST: "192.0.2.1" },
    };
    const run = async (...args: string[]) => {
      const program = place.start(args, env);
      expect([await program.ended, program.stderr]).toEqual([0, ""]);
      return program.stdout;
    };
    const server = place.start(["--port", "0"], env);
    const url = await server.address();
    await callBy(url, "catalog_product.update", [1, { name: "Kept" }]);
    expect(await run("backup", to)).toMatch(/whole/);
    expect(await readdir(to)).toHaveLength(1);

    await callBy(url, "catalog_product.update", [1, { name: "Lost" }]);
    server.kill("SIGTERM");
    await server.ended;
    expect(await run("restore", to, "--yes")).toMatch(/whole/);
    const again = await place.start(["--port", "0"], env).address();
    expect(await callBy(again, "catalog_product.info", [1])).toMatchObject({ result: { name: "Kept" } });
  },
);

test.each([
  { command: [], title: "the start" },
  { command: ["backup", "./backups"], title: "a backup" },
])("$title names the problem, and not the password", { timeout: 60_000 }, async ({ command }) => {
  const place = await workingPlace({ onTestFinished });
  const storage = ["--storage", addressOf("scr_0", "s3cr%t/")];
  const program = place.start([...command, ...storage]);
  expect(await program.ended).not.toBe(0);
  expect(program.stderr).toContain("the user or the password is wrong");
  expect(program.stdout + program.stderr).not.toMatch(/s3cr/);
});
