/** API users: their stored form, and the problems that prevent saving one (conventions 7.1). */
import { shopContract } from "../../../src/shop/contract.js";
import { describe, expect, test } from "vitest";
import { Secrets } from "../../../src/engine/access/secrets.js";
import { userProblems, type UserChange } from "../../../src/engine/access/users.js";
import { startShop } from "../../support/shop.js";

describe("problems of a user", () => {
  const user = { username: "worker", api_key: "secret1" };

  test.each<[string, Partial<UserChange>, string[]]>([
    ["nothing", {}, []],
    ["a name of 40 characters", { username: "n".repeat(40) }, []],
    ["no name", { username: "" }, ["username"]],
    ["a name of 41 characters", { username: "n".repeat(41) }, ["username"]],
    ["a key of 6 characters", { api_key: "abcde1" }, ["api_key"]],
    ["a key without a digit", { api_key: "abcdefgh" }, ["api_key"]],
    ["a key without a letter", { api_key: "12345678" }, ["api_key"]],
    ["a key of 256 characters", { api_key: `1${"k".repeat(255)}` }, []],
    ["a key of 257 characters", { api_key: `1${"k".repeat(256)}` }, ["api_key"]],
    ["nodes of the tree", { roles: ["all", "catalog/*", "customer/info"] }, []],
    ["no role", { roles: null }, []],
    ["nodes that do not exist", { roles: ["shop", "catalog/x"] }, ["roles", "roles"]],
  ])("%s", (_what, change, fields) => {
    expect(userProblems(shopContract, { ...user, ...change }, true).map(({ field }) => field)).toEqual(
      fields,
    );
  });

  test("only a new user needs a key", () => {
    expect(userProblems(shopContract, { username: "worker" }, true).map(({ field }) => field)).toEqual([
      "api_key",
    ]);
    expect(userProblems(shopContract, { username: "worker" }, false)).toEqual([]);
  });
});

describe("secrets", () => {
  const secrets = new Secrets({ N: 16, r: 1, p: 1 });

  test("a hash contains its parameters and has its own salt", async () => {
    const [one, other] = [await secrets.hash("secret123"), await secrets.hash("secret123")];
    expect(one).toMatch(/^scrypt\$16\$1\$1\$/);
    expect(one).not.toBe(other);
    expect(await secrets.verify("secret123", one)).toBe(true);
    expect(await secrets.verify("secret124", one)).toBe(false);
  });

  test("hashes of other parameters can still be checked", async () => {
    const hash = await new Secrets({ N: 32, r: 2, p: 1 }).hash("secret123");
    expect(await secrets.verify("secret123", hash)).toBe(true);
  });

  test("without a stored hash no key is right, not even an empty one", async () => {
    expect(await secrets.verify("", undefined)).toBe(false);
    expect(await secrets.verify("secret123", undefined)).toBe(false);
  });

  test("more than 256 characters are wrong, even if they were stored", async () => {
    const long = "k".repeat(257);
    expect(await secrets.verify(long, await secrets.hash(long))).toBe(false);
  });
});

describe("by the test control", async () => {
  const shop = await startShop();

  const save = (body: object) => shop.http("POST", "/control/users", { body });

  test("201 for a new user, 200 for a change, which keeps omitted members", async () => {
    const user = { username: "worker", api_key: "secret123", roles: ["all"] };
    expect((await save(user)).status).toBe(201);
    expect((await save({ username: "WORKER", is_active: false })).status).toBe(200);
    const users = (await shop.http("GET", "/control/users")).json;
    expect(users).toContainEqual({ username: "worker", roles: ["all"], is_active: false });
  });

  test("keys are not listed", async () => {
    expect((await shop.http("GET", "/control/users")).text).not.toMatch(/scrypt|hash|key/);
  });

  test.each<[string, object, number]>([
    ["a key that is too short", { username: "new", api_key: "a1", roles: [] }, 400],
    ["a key without a digit", { username: "new", api_key: "secretkey", roles: [] }, 422],
    ["a node that does not exist", { username: "new", api_key: "secret123", roles: ["shop"] }, 422],
    ["no name", { api_key: "secret123" }, 400],
  ])("%s is refused", async (_what, body, status) => expect((await save(body)).status).toBe(status));

  test("the reset keeps the first user and removes the others", async () => {
    await save({ username: "worker", api_key: "secret123", roles: ["all"] });
    await shop.reset();
    await expect(shop.login("worker", "secret123")).rejects.toMatchObject({ code: 2 });
    expect(await shop.login()).toEqual(expect.any(String));
  });

  test("the login is counted", async () => {
    const count = async () =>
      (await shop.storage.read((tx) => tx.by("api_users", "username", ["admin"])))?.login_count ?? 0;
    const before = await count();
    await shop.login();
    expect(await count()).toBe(before + 1);
  });
});
