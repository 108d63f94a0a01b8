/** The check of all answers in tests detects violations of the contract. */
import { describe, expect, test } from "vitest";
import { askPrism } from "./prism-judge.js";
import { checkHttpAnswer } from "./published.js";

const xml = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<service_api>${content}</service_api>`;
const error = (code: string) =>
  `<messages><error><data_item><code>${code}</code><message>No.</message></data_item></error></messages>`;

function check(path: string, status: number, type: string, text: string): void {
  const headers = new Headers({ "Content-Type": `${type}; charset=utf-8` });
  checkHttpAnswer("GET", `/api/rest/customers${path}`, { status, headers, text });
}

test.each([
  { what: "a customer", path: "/1", status: 200, content: "<entity_id>1</entity_id><gender></gender>" },
  { what: "a customer without fields", path: "/1", status: 200, content: "" },
  { what: "an empty page", path: "", status: 200, content: "" },
  { what: "a page", path: "", status: 200, content: "<data_item><email>a@b.test</email></data_item>" },
  { what: "an error", path: "/9", status: 404, content: error("404") },
])("XML: $what passes", ({ path, status, content }) => {
  expect(() => check(path, status, "application/xml", xml(content))).not.toThrow();
});

describe.each(["application/xml", "text/xml"])("%s", (type) => {
  test.each([
    ["an unknown element", "/1", 200, "<shoe_size>44</shoe_size>"],
    ["a list in place of one customer", "/1", 200, "<data_item/>"],
    ["a number that is none", "/1", 200, "<entity_id>one</entity_id>"],
    ["an unset number", "/1", 200, "<entity_id></entity_id>"],
    ["an error without its wrapping", "/9", 404, "<messages><error/></messages>"],
    ["a code that is not a status", "/9", 404, error("4040")],
    ["a status that is not declared", "/9", 418, error("418")],
  ])("%s is found", (_what, path, status, content) => {
    expect(() => check(path, status, type, xml(content))).toThrow(/customers/);
  });

  test("another root element is detected", () => {
    expect(() => check("/1", 200, type, "<customer><entity_id>1</entity_id></customer>")).toThrow();
  });
});

test("JSON: an unknown member is detected", () => {
  expect(() => check("/1", 200, "application/json", '{"shoe_size":"44"}')).toThrow(/additional/);
});

if (process.env.TEST_PRISM)
  test("Prism would detect a violation", async () => {
    const answer = {
      status: 200,
      headers: new Headers({ "Content-Type": "application/json" }),
      text: '{"now":"yesterday"}',
    };
    const exchange = { method: "GET", path: "/control/clock", request: { headers: {}, body: undefined } };
    await expect(askPrism({ ...exchange, answer })).rejects.toThrow(/frozen/);
  });
