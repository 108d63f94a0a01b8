/** Signatures of OAuth 1.0a: the examples of RFC 5849, and whatever a client may send. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headerParameters, isOAuthHeader } from "../../../../src/engine/access/oauth/authorization-header.js";
import {
  formParameters,
  isSameSecret,
  percentEncoded,
  signatureBaseString,
  signatureMethods,
  type Parameter,
} from "../../../../src/engine/access/oauth/signature.js";

const header = (text: string) => headerParameters(`OAuth ${text}`) ?? [];
const form = (text: string) => formParameters(text) ?? [];

describe("the examples of RFC 5849", () => {
  const consumer = "kd94hf93k423kf44";
  const common = 'realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1"';

  test.each([
    [
      "token credentials (1.2)",
      { method: "POST", address: "https://photos.example.net/token" },
      header(
        `${common}, oauth_token="hh5s93j4hdidpola", oauth_timestamp="137131201", oauth_nonce="walatlh", oauth_verifier="hfdp7dh39dks9884", oauth_signature="gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D"`,
      ),
      "hdhd0244k9j7ao03",
    ],
    [
      "a protected resource (1.2)",
      { method: "GET", address: "http://photos.example.net/photos?file=vacation.jpg&size=original" },
      [
        ...header(
          `${common}, oauth_token="nnch734d00sl2jdk", oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"`,
        ),
        ...form("file=vacation.jpg&size=original"),
      ],
      "pfkkdhi9sl3r4s00",
    ],
  ])("%s", (_, request, parameters, token) => {
    const signature = signatureMethods["HMAC-SHA1"]({ ...request, parameters }, { consumer, token });
    expect(signature).toBe(new Map(parameters).get("oauth_signature"));
  });

  // The signature that section 1.2 prints for this request follows from none of its values; this is that of oauthlib.
  test("temporary credentials (1.2)", () => {
    const content = {
      ...{ method: "POST", address: "https://photos.example.net/initiate" },
      parameters: header(
        `${common}, oauth_timestamp="137131200", oauth_nonce="wIjqoxSZ", oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready"`,
      ),
    };
    expect(signatureMethods["HMAC-SHA1"](content, { consumer, token: "" })).toBe(
      "/UvthHqLWsq3QBhDNNbCXRUcFvI=",
    );
  });

  // The signature that section 3.1 prints belongs to secrets that it does not name.
  const parameters = [
    ...form("b5=%3D%253D&a3=a&c%40=&a2=r%20b"),
    ...header(
      'realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"',
    ),
    ...form("c2&a3=2+q"),
  ];

  test("the base string (3.4.1.1)", () => {
    const address = "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b";
    expect(signatureBaseString({ method: "post", address, parameters })).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540" +
        "%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method" +
        "%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  test("the parameters (3.4.1.3.1)", () => {
    expect(parameters.filter(([name]) => !name.startsWith("oauth_"))).toEqual([
      ...[
        ["b5", "=%3D"],
        ["a3", "a"],
        ["c@", ""],
        ["a2", "r b"],
      ],
      ...[
        ["c2", ""],
        ["a3", "2 q"],
      ],
    ]);
  });

  test.each([
    ["http://EXAMPLE.COM:80/r%20v/X?id=123", "http%3A%2F%2Fexample.com%2Fr%2520v%2FX"],
    ["https://www.example.net:8080/?q=1", "https%3A%2F%2Fwww.example.net%3A8080%2F"],
    ["https://example.com:443", "https%3A%2F%2Fexample.com%2F"],
    ["http://example.com:443/a", "http%3A%2F%2Fexample.com%3A443%2Fa"],
    ["https://[2001:DB8::1]:443/a", "https%3A%2F%2F%5B2001%3Adb8%3A%3A1%5D%2Fa"],
  ])("the address %s (3.4.1.2)", (address, encoded) => {
    expect(signatureBaseString({ method: "GET", address, parameters: [] })).toBe(`GET&${encoded}&`);
  });

  test("PLAINTEXT (3.4.4)", () => {
    const content = { method: "GET", address: "http://x/", parameters: [] };
    expect(
      signatureMethods.PLAINTEXT(content, { consumer: "djr9rjt0jd78jf88", token: "jjd999tj88uiths3" }),
    ).toBe("djr9rjt0jd78jf88&jjd999tj88uiths3");
    expect(signatureMethods.PLAINTEXT(content, { consumer: "a&b", token: "" })).toBe("a%26b&");
  });
});

test.each([
  ["-._~", "-._~"],
  ["!*'()", "%21%2A%27%28%29"],
  [" +%&=/", "%20%2B%25%26%3D%2F"],
  ["ö日😀", "%C3%B6%E6%97%A5%F0%9F%98%80"],
])("percent-encoding of %s (3.6)", (text, encoded) => {
  expect(percentEncoded(text)).toBe(encoded);
});

test.each<[string, Parameter[] | undefined]>([
  [
    'OAuth a="b", c="d%20e"',
    [
      ["a", "b"],
      ["c", "d e"],
    ],
  ],
  ['oauth realm="a, b=c",a="b"', [["a", "b"]]],
  [
    "OAuth a=b,c=d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ['OAuth a="",', [["a", ""]]],
  [
    'OAuth\ta = "b" , , c="d"',
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["OAuth ", []],
  ["OAuth", []],
  ['OAuth a="%zz"', undefined],
  ['OAuth a="b" c="d"', undefined],
  ['OAuth a="b', undefined],
  ["OAuth a", undefined],
  ['OAuth ="b"', undefined],
])("the header %s", (text, parameters) => {
  expect(isOAuthHeader(text)).toBe(true);
  expect(headerParameters(text)).toEqual(parameters);
});

test.each([undefined, "", "Bearer x", "OAuth2 x", "Basic OAuth"])("%s is not a header of OAuth", (text) => {
  expect(isOAuthHeader(text)).toBe(false);
});

test("a query that cannot be decoded has no parameters", () => {
  expect(formParameters("a=1&b=%")).toBeUndefined();
  expect(formParameters("%zz=1")).toBeUndefined();
});

const parameterLists = fc.array(
  fc.tuple(fc.constantFrom("a", "A", "a[]", "ä", "b=", ""), fc.string({ unit: "grapheme", maxLength: 5 })),
);
const content = (parameters: readonly Parameter[]) => ({ method: "GET", address: "http://x/", parameters });
const encoded = (parameters: readonly Parameter[]) =>
  parameters.map((pair) => pair.map(percentEncoded).join("=")).join("&");

test("the order of parameters does not matter, and each of them does", () => {
  fc.assert(
    fc.property(parameterLists, fc.nat(), (parameters, at) => {
      const base = signatureBaseString(content(parameters));
      const turned = [...parameters.slice(at % 7), ...parameters.slice(0, at % 7)].reverse();
      expect(signatureBaseString(content(turned))).toBe(base);
      if (parameters.length > 0) expect(signatureBaseString(content(parameters.slice(1)))).not.toBe(base);
    }),
  );
});

test("encoded parameters are read as they were", () => {
  fc.assert(
    fc.property(parameterLists, (parameters) => {
      expect(formParameters(encoded(parameters))).toEqual(parameters);
      const quoted = parameters.filter(([name]) => name !== "");
      const text = quoted.map(([name, value]) => `${percentEncoded(name)}="${percentEncoded(value)}"`);
      expect(headerParameters(`OAuth ${text.join(", ")}`)).toEqual(quoted);
    }),
  );
});

test("secrets are the same only as a whole", () => {
  expect(isSameSecret("abc", "abc")).toBe(true);
  for (const other of ["", "ab", "abcd", "abd", "ABC"]) expect(isSameSecret("abc", other)).toBe(false);
});
