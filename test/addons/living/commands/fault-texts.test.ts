/**
 * Reads the texts of faults from a stand-in that answers what a living shop has answered, and answers them (doors 0.2).
 * Nothing of what a program compares is ours then.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { namespaces, operations } from "../../../../generated/tables.js";
import { globalFaults } from "../../../../generated/convention.js";
import { readFaultTexts } from "../../../../src/cli/bootstrap.js";
import { writeFaultTexts } from "../../../../src/addons/living/commands/fault-texts.js";
import { callDoors } from "../../../../src/addons/living/doors/addresses.js";
import type { FaultTexts } from "../../../../src/engine/contract/fault-texts.js";
import { defaultSettings } from "../../../../src/shop/settings.js";
import { startShop, type Shop } from "../../../support/shop.js";
import { readAnswer, xmlRpc, XmlRpcFault } from "../../../engine/doors/xml-rpc-client.js";
import { listening } from "../servers.js";

interface Taped {
  readonly method: string;
  readonly args: readonly string[];
  readonly xml: string;
}

const tape = gunzipSync(
  await readFile(new URL("../../../recordings/openmage-faults.jsonl.gz", import.meta.url)),
)
  .toString()
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Taped);

const answer = (xml: string) =>
  readAnswer({ status: 200, text: xml, headers: new Headers(), json: undefined });
const login = `<?xml version="1.0"?><methodResponse><params><param><value><string>abc</string></value></param></params></methodResponse>`;
const refusal = (code: number, text: string) =>
  `<?xml version="1.0"?><methodResponse><fault><value><struct><member><name>faultCode</name><value><int>${code}</int></value></member><member><name>faultString</name><value><string>${text}</string></value></member></struct></value></fault></methodResponse>`;

/** Answers from the tape. */
function answerTo(body: string): string {
  const method = /<methodName>(.*?)</.exec(body)?.[1];
  const params = [...body.matchAll(/<string>(.*?)<\/string>/g)].map(([, text]) => text);
  if (method === "login") return params[1] === "right" ? login : refusal(2, "Access denied.");
  const found = tape.find((one) => one.method === method && one.args.every((arg) => params[1] === arg));
  return found?.xml ?? refusal(3, "Invalid api path.");
}

let folder: string;
let standIn: Server;
let from: string;
let texts: FaultTexts;
let told: string;

const options = () => ({ from, user: "api", key: "right", out: join(folder, "faults.json") });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fault-texts-"));
  standIn = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("Content-Type", "text/xml");
      response.end(answerTo(Buffer.concat(chunks).toString()));
    });
  });
  ({ url: from } = await listening(standIn));
  told = await writeFaultTexts(options());
  texts = (await readFaultTexts(defaultSettings({ faultTexts: options().out }))) ?? {};
});
afterAll(async () => {
  standIn.close();
  await rm(folder, { recursive: true, force: true });
});

/** The faults that there are here, with what the living shop answered for their numbers. */
const taped = tape.flatMap(({ method, args, xml }) => {
  const namespace = method === "globalFaults" ? "global" : (args[0] ?? "");
  const faults = method === "globalFaults" ? globalFaults : (namespaces[namespace]?.faults ?? {});
  const rows = answer(xml) as { code: string; message: string }[];
  return Object.entries(faults).flatMap(([fault, { code }]) => {
    const row = rows.find((one) => one.code === String(code));
    return row ? [{ namespace, fault, text: row.message }] : [];
  });
});

test("the tape has the faults of all namespaces", () => {
  expect(taped.length).toBeGreaterThan(150);
  expect(told).toMatch(/^\d+ fault texts of http:.* were written to .*faults\.json\.\n/);
});

test("a text that has no place here is named, with what can be done", () => {
  expect(told).toMatch(/texts of faults that this service does not have/);
  expect(told).toContain("force an answer with a rule of the kind http");
});

describe("a server with the file", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ dataset: "sample", faultTexts: texts });
  });
  afterAll(() => shop.close());

  test("lists the texts of every namespace", async () => {
    const session = await shop.session();
    for (const { namespace, fault, text } of taped) {
      const params = namespace === "global" ? [] : [session, namespace];
      const list = await xmlRpc(shop, namespace === "global" ? "globalFaults" : "resourceFaults", params);
      expect(list, `${namespace} ${fault}`).toContainEqual(expect.objectContaining({ fault, message: text }));
    }
  });

  test("answers every fault that an operation can have with its text", async () => {
    const session = await shop.session();
    let answered = 0;
    for (const { namespace, fault, text } of taped) {
      if (namespace === "global") continue;
      const operation = namespaces[namespace]?.operations.find((one) =>
        operations[one as keyof typeof operations].faults.some((name) => name === fault),
      );
      if (operation === undefined) continue;
      const rule = { operation, fault, times: 1 };
      expect((await shop.http("POST", "/control/faults", { body: rule })).status).toBe(201);
      const caught = await xmlRpc(shop, "call", [session, operation, []]).catch((error: unknown) => error);
      expect(caught, `${namespace} ${fault}`).toBeInstanceOf(XmlRpcFault);
      expect((caught as Error).message, `${namespace} ${fault}`).toBe(text);
      answered += 1;
    }
    expect(answered).toBeGreaterThan(100);
  });
});

test.each(callDoors)("%s: one of our servers has only our own texts", async (door) => {
  const shop = await startShop({ dataset: "sample" });
  try {
    const wanted = { ...options(), from: shop.url, user: "admin", key: "admin123", door };
    await expect(writeFaultTexts(wanted)).rejects.toThrow("returned no text that differs from ours");
  } finally {
    await shop.close();
  }
});

test.each(callDoors)("%s: the texts of one of our servers that has a shop's", async (door) => {
  const shop = await startShop({
    settings: { compatValues: "strings" },
    faultTexts: { global: { 5: "Fini." }, catalog_product: { product_not_exists: "Rien." } },
  });
  try {
    const out = join(folder, `${door}.json`);
    await writeFaultTexts({ from: shop.url, user: "admin", key: "admin123", door, out });
    expect(JSON.parse(await readFile(out, "utf8"))).toEqual({
      global: { 5: "Fini." },
      catalog_product: { 101: "Rien." },
    });
  } finally {
    await shop.close();
  }
});

describe("the command refuses", () => {
  test("a wrong key", async () => {
    await expect(writeFaultTexts({ ...options(), key: "wrong" })).rejects.toMatchObject({ exitCode: 1 });
  });
  test("an unreachable shop", async () => {
    const closed = { ...options(), from: "http://127.0.0.1:9" };
    await expect(writeFaultTexts(closed, async () => {})).rejects.toMatchObject({ exitCode: 3 });
  });
  test("a file that cannot be written", async () => {
    await expect(writeFaultTexts({ ...options(), out: folder })).rejects.toThrow(
      /--out: .* cannot be written/,
    );
  });
});

describe("FAULT_TEXTS", () => {
  const read = async (text: string, name = "texts.json") => {
    const path = join(folder, name);
    await writeFile(path, text);
    return readFaultTexts(defaultSettings({ faultTexts: path }));
  };

  test("takes YAML, numbers and names", async () => {
    expect(await read("catalog_product:\n  101: Rien.\n  data_invalid: Non.\n", "texts.yaml")).toEqual({
      catalog_product: { 101: "Rien.", data_invalid: "Non." },
    });
  });

  test.each([
    ["[]", /texts\.json: must be an object/],
    ["{", /texts\.json: is not valid JSON/],
    ['{"shop":{}}', /texts\.json: shop is not a namespace and not global/],
    ['{"constructor":{}}', /texts\.json: constructor is not a namespace/],
    ['{"global":5}', /texts\.json: global must be an object/],
    ['{"global":{"9":"x"}}', /texts\.json: global\.9 is not a fault there; there are: 0 unknown, 1 internal/],
    ['{"customer":{"toString":"x"}}', /customer\.toString is not a fault there; there are: 100 /],
    ['{"customer":{"102":7}}', /customer\.102 must be a text of 1 to 1000 characters, not 7/],
    ['{"customer":{"102":" "}}', /customer\.102 must be a text of 1 to 1000 characters, not " "/],
    [`{"customer":{"102":"${"x".repeat(1001)}"}}`, /customer\.102 must be a text of 1 to 1000 characters/],
    ['{"customer":{"102":"a\\u0000"}}', /customer\.102 holds NUL/],
  ])("%j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("names a file that is not there", async () => {
    const settings = defaultSettings({ faultTexts: join(folder, "none.json") });
    await expect(readFaultTexts(settings)).rejects.toThrow(
      /STORE_API_FAULT_TEXTS: .*none\.json: cannot be read/,
    );
  });
});
