/** Any text is stored and returned unchanged; no body makes the server fail; no secret is returned. */
import fc from "fast-check";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { xmlText } from "../../../src/engine/xml/text.js";
import { startShop } from "../../support/shop.js";
import { anna, asAdmin, asAnna, customers, json, least, Rest, xmlBody, xmlFields } from "./rest.js";

const runs = Number(process.env.FUZZ_RUNS ?? 200);

const log: string[] = [];
const lines = pino({ level: "trace" }, { write: (line: string) => void log.push(line) });
const shop = await startShop({ dataset: "sample", log: lines });
const rest = new Rest(shop);

/** Text that can be stored and that XML can contain. */
const text = fc
  .string({ unit: "binary", minLength: 1, maxLength: 60 })
  // oxlint-disable-next-line no-control-regex
  .map((any) => any.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, "&").trim())
  .filter((one) => one !== "");

const tricky = fc.constantFrom(
  "007",
  "&amp;",
  "]]>",
  "<![CDATA[x]]>",
  "a\r\nb\rc\td",
  "&#38;lt;",
  "<b/>",
  "花é😀",
  "&",
);

test("text is the same by JSON-RPC, JSON and XML, whichever way it was written", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, tricky), fc.boolean(), async (value, byXml) => {
      const email = `text${(count += 1)}@x.test`;
      const fields = { ...least, email, firstname: value, taxvat: value };
      const elements = Object.entries(fields).map(
        ([name, one]) => `<${name}>${xmlText(String(one))}</${name}>`,
      );
      const created = byXml
        ? await rest.send("POST", "", `<service_api>${elements.join("")}</service_api>`, xmlBody)
        : await rest.send("POST", "", fields);
      expect(created.status).toBe(200);
      const id = Number(created.headers.get("Location")?.split("/").at(-1));

      expect(await shop.call("customer.info", [id])).toMatchObject({ firstname: value, taxvat: value });
      expect(await rest.fields(id, "firstname,taxvat")).toEqual({ firstname: value, taxvat: value });
      const xml = await rest.get(`/${id}?attrs=firstname,taxvat`, { Accept: "application/xml" });
      expect(xmlFields(xml.text)).toMatchObject({ firstname: value, taxvat: value });
      const page = await rest.get(`?filter[1][attribute]=entity_id&filter[1][eq]=${id}&attrs=taxvat`);
      expect(page.json).toEqual({ [id]: { taxvat: value } });
    }),
    { numRuns: 100 },
  );
});

describe("random bodies", () => {
  const field = fc.constantFrom(
    ...Object.keys(least),
    "dob",
    "gender",
    "taxvat",
    "data_item",
    "__proto__",
    "x:y",
  );
  const piece = fc.oneof(
    field.map((name) => `<${name}>`),
    field.map((name) => `</${name}>`),
    field.chain((name) =>
      fc.string({ unit: "grapheme", maxLength: 12 }).map((one) => `<${name}>${one}</${name}>`),
    ),
    fc.constantFrom(
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "<?x",
      "?>",
      "<!DOCTYPE a",
      "&#0;",
      "&lt;",
      "&",
      "<",
      ">",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  const xml = fc
    .array(piece, { maxLength: 12 })
    .map((pieces) => `<service_api>${pieces.join("")}</service_api>`);
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary" }), fc.integer());
  const object = fc.dictionary(field, value).map((one) => JSON.stringify(one));
  const changed = fc.tuple(fc.oneof(xml, object), fc.nat(), fc.nat(9)).map(([body, at, length]) => {
    const from = at % (body.length + 1);
    return body.slice(0, from) + body.slice(from + length);
  });
  const body = fc.oneof(
    xml,
    object,
    changed,
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  );
  const type = fc.constantFrom("application/xml", "application/json");

  test("are answered with 200, 400 or 404", async () => {
    const failed = () => log.filter((line) => line.includes('"level":50'));
    await fc.assert(
      fc.asyncProperty(body, type, fc.constantFrom("POST", "PUT"), async (one, contentType, method) => {
        const path = method === "POST" ? "" : "/2";
        const headers = { ...asAdmin, ...json, "Content-Type": contentType };
        const answer = await shop.http(method, customers + path, { body: one, headers });
        expect([200, 400, 404]).toContain(answer.status);
        if (answer.status !== 200) expect(answer.json).toHaveProperty("messages.error");
      }),
      { numRuns: runs },
    );
    expect(failed()).toEqual([]);
  }, 600_000);

  test("and so are random queries", async () => {
    const key = fc.constantFrom(
      "page",
      "limit",
      "order",
      "dir",
      "attrs",
      "attrs[]",
      "filter[1][eq]",
      "filter[1][in][]",
    );
    const pair = fc.tuple(key, fc.oneof(fc.string(), fc.constantFrom("1", "email", "asc")));
    const query = fc.array(pair, { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString());
    await fc.assert(
      fc.asyncProperty(fc.oneof(query, fc.webQueryParameters()), async (one) => {
        expect([200, 400]).toContain(
          (await rest.get(`?filter[1][attribute]=email&filter[1][notnull]=&${one}`)).status,
        );
      }),
      { numRuns: runs },
    );
  }, 600_000);
});

test("no answer and no log line contains a password, a hash or a session", async () => {
  const secret = "correct horse 7";
  const before = log.length;
  const opened = await shop.http("POST", "/api/rest/session", { headers: { ...json, ...asAnna } });
  const { token } = opened.json as { token: string };
  const answers = [
    await rest.send("POST", "", { ...least, email: "secret@x.test" }),
    await rest.send("POST", "", { ...least, password: secret, email: "bad" }),
    await rest.send("PUT", "/2", { password: `${secret}\u0007` }),
    await rest.get("?limit=100"),
    await rest.get("?attrs=password,password_hash,confirmation"),
    await rest.get("/1", { Authorization: `Bearer ${token}` }),
    await rest.get("/1", { Authorization: `Bearer ${token}x` }),
    await rest.get("?filter[1][attribute]=password_hash&filter[1][like]=scrypt%25"),
    await rest.send("PUT", "/2", `{"password":"${secret}"`, { "Content-Type": "application/json" }),
    await rest.send("PUT", "/2", `<a><password>${secret}</passwort></a>`, xmlBody),
  ];
  const told = [...answers.map((answer) => answer.text), ...log.slice(before)].join("\n");
  for (const one of [secret, anna.password, "scrypt", token, asAnna.Authorization ?? ""]) {
    expect(told).not.toContain(one);
  }
  expect(log.slice(before).some((line) => line.includes('"customer 1"'))).toBe(true);
});
