/** Long answers are written in chunks, with the same content as when they are written at once. */
import { shopContract } from "../../../src/shop/contract.js";
import { describe, expect, test } from "vitest";
import { elementPieces, elementXml, fixedArrayPieces } from "../../../src/engine/doors/soap/encoding.js";
import {
  encoded,
  literal,
  typedElementXml,
  typedPieces,
} from "../../../src/engine/doors/soap/encoding-v2.js";
import { isLarge } from "../../../src/engine/doors/result-writer.js";
import { joinResponse, responseXml, valueXml } from "../../../src/engine/doors/xml-rpc/writing.js";
import { wire } from "../../../src/engine/values/text.js";

const many = <One>(count: number, one: (nth: number) => One) =>
  Array.from({ length: count }, (_, nth) => one(nth));
const customer = (nth: number) => ({
  customer_id: nth,
  email: `é<${nth}>`,
  dob: null,
  is_active: true,
  group_id: 1.5,
});
const tree = (levels: number, width: number): object => ({
  category_id: levels,
  parent_id: 0,
  name: "Öl & <b>",
  is_active: levels % 2 === 0,
  position: 1,
  level: levels,
  children: levels === 0 ? [] : many(width, () => tree(levels - 1, width)),
});

const values: Readonly<Record<string, { value: unknown; type: string }>> = {
  "a long list": { value: many(700, customer), type: "customerCustomerEntityArray" },
  "a tree": { value: tree(5, 4), type: "catalogCategoryTree" },
  "a deep tree": { value: tree(100, 1), type: "catalogCategoryTree" },
  "a long list of numbers": { value: many(2000, (nth) => nth / 2), type: "ArrayOfString" },
  "members and numbers as names": {
    value: { 1: many(600, String), a: {}, "<b>": many(600, customer) },
    type: "none",
  },
};

describe.each(Object.entries(values))("%s", (_title, { value, type }) => {
  test("is large", () => {
    expect(isLarge(value)).toBe(true);
  });

  test("XML-RPC", async () => {
    const text = String(await responseXml(value));
    expect(text).toContain(wire(valueXml(value)));
  });

  test("SOAP v1", () => {
    const pieces = [...elementPieces("a", value)];
    expect(pieces.join("")).toBe(elementXml("a", value));
    expect(pieces.length).toBeGreaterThan(3);
  });

  test.each([encoded(shopContract.tables.soapTypes.rpc), literal(shopContract.tables.soapTypes.wsi)])(
    "SOAP v2, $item",
    (binding) => {
      expect([...typedPieces("a", value, type, binding)].join("")).toBe(
        typedElementXml("a", value, type, binding),
      );
    },
  );
});

test("results of several calls", () => {
  const xml = [...fixedArrayPieces("a", [1, "b"])].join("");
  expect(xml).toBe(
    '<a SOAP-ENC:arrayType="xsd:ur-type[2]" xsi:type="ns1:FixedArray">' +
      '<item xsi:type="xsd:int">1</item><item xsi:type="xsd:string">b</item></a>',
  );
});

test("elements that are already written stay unchanged", () => {
  const written = joinResponse([wire("<value>é</value>")]);
  expect(written.length).toBe(String(written).length);
  expect(String(written)).toContain(`<data>${wire("<value>é</value>")}</data>`);
});

test.each([
  { title: "nothing", value: null },
  { title: "a text", value: "x".repeat(100_000) },
  { title: "a short list", value: many(400, String) },
])("$title is written at once", ({ value }) => {
  expect(isLarge(value)).toBe(false);
});
