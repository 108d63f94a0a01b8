/** The address of a database, with its options and the files beside it. */
import { describe, expect, test } from "vitest";
import {
  type ConnectionFiles,
  parsePostgresAddress,
  PostgresAddressError,
  shownAddress,
} from "../../../src/addons/postgres/address.js";
import { open } from "../../../src/addons/postgres/addon.js";
import { StorageSettingError } from "../../../src/engine/storage/storage.js";
import { collections } from "../../../src/shop/data/collections.js";

const tls = { mode: "disable", ca: undefined, cert: undefined, key: undefined };

test("what an address leaves out has a default", () => {
  expect(parsePostgresAddress("postgres://db/shop")).toEqual({
    hosts: [{ host: "db", port: 5432 }],
    user: "postgres",
    password: undefined,
    passwordFile: undefined,
    database: "shop",
    schema: "store_api",
    tls,
    pool: 20,
    statementTimeout: 30,
    connectTimeout: 5,
  });
});

test.each([
  [
    "postgresql://u@a:1,b,[::1]:2/d",
    {
      hosts: [
        { host: "a", port: 1 },
        { host: "b", port: 5432 },
        { host: "::1", port: 2 },
      ],
    },
  ],
  ["postgres://a%40b:p%40s%3As%2Fw%25@db/d%20e", { user: "a@b", password: "p@s:s/w%", database: "d e" }],
  ["postgres://u:@db/d", { password: "" }],
  ["postgres://u@db/d?sslmode=require", { tls: { ...tls, mode: "require" } }],
  [
    "postgres://u@db/d?sslmode=verify-ca&sslrootcert=/ca.pem",
    { tls: { ...tls, mode: "verify-ca", ca: "/ca.pem" } },
  ],
  [
    "postgres://u@db/d?sslmode=verify-full&sslcert=/c.pem&sslkey=%2Fk.pem",
    { tls: { ...tls, mode: "verify-full", cert: "/c.pem", key: "/k.pem" } },
  ],
  [
    "postgres://u@db/d?pool=3&statement_timeout=2&connect_timeout=1&schema=a_1",
    { pool: 3, statementTimeout: 2, connectTimeout: 1, schema: "a_1" },
  ],
])("%s", (text, want) => {
  expect(parsePostgresAddress(text)).toMatchObject(want);
});

test.each<[string, ConnectionFiles, object]>([
  ["postgres://u@db/d", { passwordFile: "/p" }, { passwordFile: "/p" }],
  ["postgres://u:@db/d", { passwordFile: "/p" }, { passwordFile: "/p" }],
  [
    "postgres://u@db/d?sslmode=verify-full",
    { caFile: "/ca" },
    { tls: { ...tls, mode: "verify-full", ca: "/ca" } },
  ],
  [
    "postgres://u@db/d?sslmode=verify-ca&sslrootcert=/own",
    { caFile: "/ca" },
    { tls: { ...tls, mode: "verify-ca", ca: "/own" } },
  ],
])("files of settings: %s with %o", (text, files, want) => {
  expect(parsePostgresAddress(text, files)).toMatchObject(want);
});

const form = "must be of the form postgres://<user>:<password>@<host>[:<port>][,<host>…]/<database>";

describe("a wrong address is refused without its password", () => {
  test.each<[string, ConnectionFiles, string]>([
    ["postgres://u:s3cret@db1:5432,db2:0/shop", {}, form],
    ["postgres://u:s3cret@db", {}, form],
    ["postgres://u:s3cret@/shop", {}, form],
    ["postgres://u:s3cret@db:65536/shop", {}, form],
    ["postgres://u:s3cret%@db/shop", {}, "has a % without two hexadecimal digits: write % itself as %25"],
    [
      "postgres://u:s3cret@db/shop?poool=3",
      {},
      'has no option "poool"; there are schema, sslmode, sslrootcert, sslcert, sslkey, pool, statement_timeout, connect_timeout',
    ],
    ["postgres://u:s3cret@db/shop?pool=0", {}, "pool must be a whole number from 1 to 1000"],
    ["postgres://u:s3cret@db/shop?schema=Shop", {}, "schema must be a name of small letters, digits and _"],
    ["postgres://u:s3cret@db/shop?schema=pg_x", {}, "schema must be a name of small letters, digits and _"],
    [
      "postgres://u:s3cret@db/shop?sslmode=prefer",
      {},
      "sslmode must be one of disable, require, verify-ca, verify-full",
    ],
    [
      "postgres://u:s3cret@db/shop?sslmode=require&sslrootcert=/c",
      {},
      "needs sslmode=verify-ca or sslmode=verify-full, since it has sslrootcert",
    ],
    [
      "postgres://u:s3cret@db/shop",
      { caFile: "/c" },
      "needs sslmode=verify-ca or sslmode=verify-full, since STORAGE_CA_FILE is set",
    ],
    [
      "postgres://u:s3cret@db/shop?sslmode=require&sslkey=/k",
      {},
      "sslcert and sslkey must be given together or not at all",
    ],
    ["postgres://u:s3cret@db/shop?sslcert=/c&sslkey=/k", {}, "sslcert needs a sslmode other than disable"],
    [
      "postgres://u:s3cret@db/shop",
      { passwordFile: "/p" },
      "has a password, and STORAGE_PASSWORD_FILE is set: use one of them",
    ],
  ])("%s with %o", (text, files, message) => {
    expect(() => parsePostgresAddress(text, files)).toThrow(new PostgresAddressError(message));
    expect(() => open({ address: text, ...files, collections })).toThrow(
      new StorageSettingError(`STORE_API_STORAGE ${message}`),
    );
    expect(message).not.toContain("s3cret");
  });
});

test("a shown address has no password", () => {
  const address = parsePostgresAddress("postgres://u:s3cret@[::1]:1,b/shop?pool=3");
  expect(shownAddress(address)).toBe("postgres://u@[::1]:1,b:5432/shop");
});
