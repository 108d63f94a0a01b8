/** Passwords of all forms, in the address and in files, and TLS with all kinds of certificates. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/closed.js";
import { type ConnectionFiles, parsePostgresAddress } from "../../../src/addons/postgres/address.js";
import { openPostgresStorage } from "../../../src/addons/postgres/open.js";
import { collections } from "../../../src/shop/data/collections.js";
import { freePort } from "../../support/free-port.js";
import {
  administer,
  certificate,
  initCluster,
  removeFolder,
  serverFolder,
  startServerIn,
  useCertificate,
} from "../../support/postgres.js";
import { ask } from "../../support/postgres-cluster.js";
import { inPlace as test } from "../../support/place.js";
import { callBy, workingPlace } from "../../support/process.js";

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
let data = "";

/** A database and its owner for each password and method, in a server that lets nobody in without a password or a certificate. */
beforeAll(async () => {
  const folder = await serverFolder();
  data = join(folder, "data");
  await initCluster(data);
  port = await freePort();
  const server = await startServerIn(data, port, { fsync: "off" });
  const create = async (name: string, group: string, secret: string, method = "scram-sha-256") => {
    const encryption = `set password_encryption = '${method}'`;
    await administer(port, `${encryption}; create role ${name} login password ${secret} in role ${group}`);
    await administer(port, `create database ${name} owner ${name}`);
  };
  for (const group of ["of_scram", "of_md5", "of_cert"]) await administer(port, `create role ${group}`);
  for (const method of methods) {
    for (const [at, password] of passwords.entries())
      await create(nameOf(method, at), method === "md5" ? "of_md5" : "of_scram", quoted(password), method);
  }
  await create("certified", "of_cert", "null");
  await create("rotated", "of_scram", quoted("first"));
  const rules = [
    "hostssl all +of_cert all cert",
    "host all +of_scram all scram-sha-256",
    "host all +of_md5 all md5",
    "hostssl all postgres all scram-sha-256",
  ];
  await writeFile(join(data, "pg_hba.conf"), `${rules.join("\n")}\n`);
  await administer(port, "select pg_reload_conf()");
  return async () => {
    process.kill(server.pid, "SIGQUIT");
    await server.ended;
    await removeFolder(folder);
  };
});

function quoted(text: string): string {
  return `E'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}

function nameOf(method: string, at: number): string {
  return `${method.slice(0, 3)}_${at}`;
}

function addressOf(name: string, password?: string): string {
  const secret = password === undefined ? "" : `:${encodeURIComponent(password)}`;
  return `postgres://${name}${secret}@127.0.0.1:${port}/${name}?pool=3`;
}

async function open(address: string, files: ConnectionFiles = {}): Promise<void> {
  const storage = await openPostgresStorage(parsePostgresAddress(address, files), { collections });
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
  { timeout: 600_000 },
  async ({ place }) => {
    const to = await temporaryFolder();
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
    expect(await run("backup", to)).toMatch(/complete/);
    expect(await readdir(to)).toHaveLength(1);

    await callBy(url, "catalog_product.update", [1, { name: "Lost" }]);
    server.kill("SIGTERM");
    await server.ended;
    expect(await run("restore", to, "--yes")).toMatch(/complete/);
    const again = await place.start(["--port", "0"], env).address();
    expect(await callBy(again, "catalog_product.info", [1])).toMatchObject({ result: { name: "Kept" } });
  },
);

test.each([
  { command: [], title: "the start" },
  { command: ["backup", "./backups"], title: "a backup" },
])("$title names the problem, and not the password", async ({ command }) => {
  const place = await workingPlace({ onTestFinished });
  const storage = ["--storage", addressOf("scr_0", "s3cr%t/")];
  const program = place.start([...command, ...storage]);
  expect(await program.ended).not.toBe(0);
  expect(program.stderr).toContain("the user or the password is wrong");
  expect(program.stdout + program.stderr).not.toMatch(/s3cr/);
});

/** The server shows this certificate from now on. */
async function show(name: "server" | "elsewhere"): Promise<void> {
  await useCertificate(data, name);
  await administer(port, "select pg_reload_conf()");
}

const [ca, otherCa] = [certificate("ca.pem"), certificate("other-ca.pem")];

describe("TLS", () => {
  const address = (options: string) => `${addressOf("scr_3", passwords[3])}&${options}`;

  /** `elsewhere` is a certificate of the authority for another host. */
  test.each([
    ["sslmode=disable", "elsewhere", undefined],
    ["sslmode=require", "elsewhere", undefined],
    [`sslmode=verify-ca&sslrootcert=${ca}`, "elsewhere", undefined],
    [`sslmode=verify-full&sslrootcert=${ca}`, "elsewhere", "altnames"],
    [`sslmode=verify-full&sslrootcert=${ca}`, "server", undefined],
    [`sslmode=verify-ca&sslrootcert=${otherCa}`, "server", "STORAGE_CA_FILE"],
    [`sslmode=verify-full&sslrootcert=${otherCa}`, "server", "STORAGE_CA_FILE"],
    ["sslmode=verify-ca", "server", "STORAGE_CA_FILE"],
    ["sslmode=verify-full", "server", "STORAGE_CA_FILE"],
    ["sslmode=verify-full&sslrootcert=/none.pem", "server", "/none.pem cannot be read"],
  ] as const)("%j with the certificate %s: %j", async (options, server, says) => {
    await show(server);
    const opening = open(address(options));
    if (says === undefined) await opening;
    else await expect(opening).rejects.toThrow(says);
  });

  test("authorities of a setting are those of an address that names none", async () => {
    await show("server");
    await open(address("sslmode=verify-full"), { caFile: ca });
    await expect(open(address("sslmode=verify-full"), { caFile: otherCa })).rejects.toThrow("certificate");
    await open(address(`sslmode=verify-full&sslrootcert=${ca}`), { caFile: otherCa });
  });

  test("all connections are encrypted", async () => {
    await show("server");
    const storage = await openPostgresStorage(
      parsePostgresAddress(address(`sslmode=verify-full&sslrootcert=${ca}`)),
      { collections },
    );
    try {
      await storage.isEmpty();
      const sessions =
        "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'scr_3'";
      const found = await ask<{ ssl: boolean }>({ port }, sessions);
      expect(new Set(found.map(({ ssl }) => ssl))).toEqual(new Set([true]));
    } finally {
      await storage.close();
    }
  });

  test("a client is known by its certificate", async () => {
    await show("server");
    const tls = `sslmode=verify-full&sslrootcert=${ca}`;
    const certified = `postgres://certified@127.0.0.1:${port}/certified?${tls}`;
    const [cert, key] = [certificate("client.pem"), certificate("client.key")];
    await open(`${certified}&sslcert=${cert}&sslkey=${key}`);
    await expect(open(certified)).rejects.toThrow("certificate");
    const foreign = `sslcert=${certificate("elsewhere.pem")}&sslkey=${certificate("elsewhere.key")}`;
    await expect(open(`${certified}&${foreign}`)).rejects.toThrow(/certificate|wrong/);
  });
});

describe("a password in a file", () => {
  test.each(["", "\n", "\r\n"])("may end with %j", async (end) => {
    const file = join(await temporaryFolder(), "password");
    await writeFile(file, passwords[2] + end);
    await open(addressOf("scr_2"), { passwordFile: file });
  });

  test.each([
    { content: undefined, says: "cannot be read" },
    { content: "", says: "is empty" },
    { content: "wrong", says: "the user or the password is wrong" },
  ])("that cannot be right: $says", async ({ content, says }) => {
    const file = join(await temporaryFolder(), "password");
    if (content !== undefined) await writeFile(file, content);
    await expect(open(addressOf("scr_0"), { passwordFile: file })).rejects.toThrow(says);
  });

  test("is replaced while servers run, and backups use it too", { timeout: 600_000 }, async () => {
    await show("server");
    const place = await workingPlace({ onTestFinished });
    const folder = await temporaryFolder();
    const file = join(folder, "password");
    await writeFile(file, "first");
    const env = {
      STORE_API_STORAGE: `${addressOf("rotated")}&sslmode=verify-full`,
      STORE_API_STORAGE_PASSWORD_FILE: file,
      STORE_API_STORAGE_CA_FILE: ca,
      STORE_API_LOG_LEVEL: "silent",
    };
    const url = await place.start(["--port", "0"], env).address();
    const rename = (name: string) => callBy(url, "catalog_product.update", [1, { name }]);
    expect(await rename("Before")).toMatchObject({ result: true });

    await administer(port, `alter role rotated password ${quoted("second")}`);
    await administer(
      port,
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rotated'",
    );
    const ready = () => fetch(`${url}/health/ready`).then(({ status }) => status);
    await expect.poll(ready, { timeout: 600_000 }).toBe(503);
    expect(await rename("Meanwhile")).toMatchObject({ error: { data: { fault: "internal" } } });
    await writeFile(file, "second\n");
    await expect.poll(ready, { timeout: 600_000 }).toBe(200);
    expect(await rename("After")).toMatchObject({ result: true });

    const backups = join(folder, "backups");
    for (const args of [
      ["backup", backups],
      ["restore", backups, "--yes"],
    ]) {
      const program = place.start(args, env);
      expect([await program.ended, program.stderr]).toEqual([0, ""]);
      expect(program.stdout).toMatch(/complete/);
    }
    expect(await callBy(url, "catalog_product.info", [1])).toMatchObject({ result: { name: "After" } });
  });
});
