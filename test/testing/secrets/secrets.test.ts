/** No secret of an exchange is in a recording or in the journal, whatever the way by which it got into the exchange. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shopContract } from "../../../src/shop/contract.js";
import { Describer } from "../../../src/addons/living/record/describe.js";
import type { ExchangeLine } from "../../../src/addons/living/recording/exchange-line.js";
import { ExchangeSecrets, type SentMessage } from "../../../src/testing/secrets/exchange-secrets.js";
import { secretKind } from "../../../src/testing/secrets/names.js";
import { KEY, SESSION, secretWays, type SecretWay } from "./ways.js";

const describer = new Describer(shopContract);

function captured(text: string, isWide = false) {
  const bytes = Buffer.from(text, isWide ? "utf16le" : "utf8");
  return { bytes, length: bytes.length, isCut: false };
}

function lineOf(way: SecretWay): ExchangeLine {
  const { path = "/", headers = {}, body, answer = "", answerHeaders = {}, status = 200 } = way;
  return describer.line({
    ...{ startedAt: 0, durationMs: 1 },
    request: {
      ...{ method: body === undefined ? "GET" : "POST", path, headers },
      body: captured(body ?? "", headers["content-type"]?.includes("utf-16")),
    },
    answer: { status, headers: answerHeaders, body: captured(answer) },
  });
}

/** All that the journal shows of an exchange. */
function journalOf({ path = "/", headers = {}, body, answer, answerHeaders = {} }: SecretWay): unknown {
  const [sent, received] = [Object.entries(headers), Object.entries(answerHeaders)];
  const secrets = new ExchangeSecrets({
    path,
    request: { headers: sent, body },
    answer: { headers: received, body: answer },
  });
  return [
    secrets.path(path),
    ...[...sent, ...received].map(([name, value]) => secrets.header(name, value)),
    secrets.body("request"),
    secrets.body("answer"),
  ];
}

const isIn = (secret: string, value: unknown) => {
  const text = JSON.stringify(value);
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].some((one) =>
    text.includes(one),
  );
};

test("the table has a row for each way", () => {
  expect(new Set(secretWays.map(({ title }) => title)).size).toBe(secretWays.length);
  expect(secretWays.length).toBeGreaterThanOrEqual(100);
  // The secrets are in the rows.
  for (const { secrets = [], ...way } of secretWays)
    if (secrets.length > 0)
      expect(secrets.some((secret) => isIn(secret, way) || /Basic /.test(JSON.stringify(way)))).toBe(true);
});

test.each(secretWays)("$title: not in the recording, not in the journal", (way) => {
  const line = lineOf(way);
  expect(JSON.stringify(line)).not.toContain("the recorder cannot read it");
  const journal = journalOf(way);
  for (const secret of way.secrets ?? [KEY]) {
    expect(isIn(secret, line), JSON.stringify(line)).toBe(false);
    expect(isIn(secret, journal), JSON.stringify(journal)).toBe(false);
  }
});

test("what is not a secret stays readable", () => {
  const body = JSON.stringify({
    ...{ jsonrpc: "2.0", id: 1, method: "call" },
    params: [SESSION, "customer.create", [{ firstname: "Ida", password: KEY, tokens: 3, is_active: null }]],
  });
  const answer = '{"jsonrpc":"2.0","id":1,"result":{"sku":"password-book","administrator":"admin"}}';
  const way = { title: "", path: "/api/jsonrpc?store=german", headers: { "x-trace": "abc" }, body, answer };
  expect(journalOf(way)).toEqual([
    "/api/jsonrpc?store=german",
    "abc",
    body.replace(SESSION, "***").replace(JSON.stringify(KEY).slice(1, -1), "***"),
    answer,
  ]);
  expect(lineOf(way)).toMatchObject({
    ...{ operation: "customer.create", outcome: "result", session: expect.stringMatching(/^s-/) as string },
    args: [{ firstname: "Ida", password: "***", tokens: 3, is_active: null }],
    result: { sku: "password-book", administrator: "admin" },
  });
});

test.each(["resourceFaults", "login", "catalogProductInfo"])(
  "the answer of %s has no session by position",
  (name) => {
    const request = `<e:Envelope><e:Body><${name}><a>${SESSION}</a></${name}></e:Body></e:Envelope>`;
    const answer = `<e:Envelope><e:Body><${name}Response><callReturn><item><key>code</key><value>abcd</value></item></callReturn></${name}Response></e:Body></e:Envelope>`;
    const path = "/api/soap/";
    const secrets = new ExchangeSecrets({
      path,
      request: { headers: [], body: request },
      answer: { headers: [], body: answer },
    });
    if (name !== "login") expect(secrets.body("request")).toBe(request.replace(SESSION, "***"));
    expect(secrets.body("answer")).toBe(answer);
  },
);

test.each([
  { title: "a form", type: "application/x-www-form-urlencoded", body: "a=1&b=2" },
  { title: "multipart", type: "multipart/form-data; boundary=X", body: "--X\r\n\r\nabc\r\n--X--" },
  { title: "half a document", type: "text/xml", body: "<methodCall><methodName>call" },
  { title: "bytes", type: "application/octet-stream", body: "\0\u0001" },
])("a body that is not a call is not written: $title", ({ type, body }) => {
  const line = lineOf({ title: "", path: "/api/xmlrpc/", headers: { "content-type": type }, body });
  expect(line.request).toMatchObject({ unreadable: expect.any(String) as string });
  expect(line.request).not.toHaveProperty("body");
});

test("a short secret is masked in its place, a longer one only as a whole word", () => {
  const request = { headers: [], body: '{"cc_cid":"123","password":"admin"}' };
  const answer = { headers: [], body: '{"id":"123","user":"admin","role":"administrator"}' };
  const secrets = new ExchangeSecrets({ path: "/", request, answer });
  expect(secrets.body("request")).toBe('{"cc_cid":"***","password":"***"}');
  expect(secrets.body("answer")).toBe('{"id":"123","user":"***","role":"administrator"}');
});

test("the end of a text that was cut inside a secret", () => {
  const request = { headers: [], body: `{"password":"${KEY}"}` };
  const answer = { headers: [], body: `refused: ${KEY.slice(0, 5)}`, isCut: true };
  expect(new ExchangeSecrets({ path: "/", request, answer }).body("answer")).toBe("refused: ***");
});

test.each([
  ["password", "secret"],
  ["new_password", "secret"],
  ["customer[password]", "secret"],
  ["ns1:apiKey", "secret"],
  ["X-Api-Key", "secret"],
  ["oauth_signature", "secret"],
  ["oauth_version", undefined],
  ["sessionId", "session"],
  ["PHPSESSID", "session"],
  ["SID", "session"],
  ["cc_number", "secret"],
  ["cc_exp_year", "private"],
  ["sku", undefined],
  ["key", undefined],
  ["side", undefined],
  ["password_min_length", undefined],
  ["tokens", undefined],
])("the name %s: %s", (name, kind) => {
  expect(secretKind(name)).toBe(kind);
});

describe("the time grows with the length", () => {
  const pieces = [
    ...[
      "<a>",
      "</a>",
      "<a><key <key ",
      "<sessionId ",
      '<a b="',
      "<!--",
      "<![CDATA[",
      "<login><a>",
      "<Body><a>",
      "< ",
    ],
    ...[
      '{"password":',
      "[",
      '"',
      "\\",
      "\\u0061",
      '{"method":"login","params":[',
      '"password":"aaaa",',
      '["login",',
    ],
    ...[
      "%",
      "%41",
      "&#",
      "&#x41;",
      "a=b&",
      "password=",
      "x: ",
      "--XX\r\n",
      'name="',
      "?token=abcd",
      "/password/",
    ],
    ...["a", "aaaaaaaaaaaab", "A0", "//", "//a:b", "=", "'", " ", "\n", "+", "-", "a.", "{'a':"],
    ...["<item><key>password</key><value>", "<param><value>", "<name>password</name>"],
  ];
  const piece = fc.constantFrom(...pieces);

  /** Processor time in ms, the best of some runs. */
  function costOf(start: string, unit: string, length: number, runs: number): number {
    const body = start + unit.repeat(Math.ceil(length / unit.length));
    const message: SentMessage = { headers: [], body, isCut: true };
    const costs = Array.from({ length: runs }, () => {
      const before = process.cpuUsage();
      const secrets = new ExchangeSecrets({ path: "/api/soap", request: message, answer: message });
      for (const which of ["request", "answer"] as const) secrets.body(which);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    return Math.min(...costs);
  }

  /**
   * Between 4 and 64 KiB, linear work costs 16 times as much and quadratic work 256 times. Caches of the processor and
   * garbage collection add to the longer text. Above 256 KiB they add to both, but there a measurement takes seconds.
   */
  function expectLinear(start: string, unit: string): void {
    const growth = (from: number, to: number, runs: number) =>
      costOf(start, unit, to * 1024, runs) / Math.max(costOf(start, unit, from * 1024, runs), 1);
    if (growth(4, 64, 4) >= 80) expect(growth(256, 1024, 1), JSON.stringify(start + unit)).toBeLessThan(9);
  }

  test("of repeated openings of any kind", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("", "{", "<m>", "x"),
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        (start, units) => {
          const unit = units.join("");
          expectLinear(start, unit);
        },
      ),
      // This one cost half a minute for 64 KiB.
      { numRuns: 20, examples: [["{", ["< ", '{"method":"login","params":[']]] },
    );
  });

  test("each opening alone", () => {
    for (const unit of pieces) {
      expectLinear("", unit);
    }
  });

  test("and a text of 20,000 levels does not exhaust the stack", () => {
    for (const unit of [
      "<a>",
      "[",
      '{"a":',
      "<value><array><data>",
      "<struct><member><name>a</name><value>",
    ]) {
      const body = `${unit.repeat(20_000)}<password>${KEY}</password>"password":"${KEY}"`;
      const secrets = new ExchangeSecrets({ path: "/", request: { headers: [], body } });
      expect(secrets.body("request")).not.toContain(KEY);
    }
  });
});
