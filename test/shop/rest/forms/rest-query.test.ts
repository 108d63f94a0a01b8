/** Parsing the query of `GET /customers` (customers 9), and the messages for invalid ones. */
import { describe, expect, test } from "vitest";
import { ReadableFields } from "../../../../src/shop/rest/customers/rest-fields.js";
import { RestError } from "../../../../src/engine/doors/rest/rest-error.js";
import { readQuery, readSelectedNames } from "../../../../src/shop/rest/forms/rest-query.js";

const fields = new ReadableFields("admin", []);

/** The query without its order as a field, or the problem. */
function read(search: string): unknown {
  try {
    const read = readQuery(search, fields);
    return { ...read, order: read.order.name, names: read.names && [...read.names] };
  } catch (error) {
    return error instanceof RestError ? error.problems[0] : error;
  }
}

const usual = {
  ...{ page: 1, limit: 10, order: "entity_id", descending: false, names: undefined, query: {} },
};
const firstname = (op: string, value: unknown) => ({ path: "firstname", type: "text", op, value });

describe("paging and order", () => {
  const problem = (field: string, sentence: string) => (value: string) => ({
    field,
    message: `${sentence}, not ${JSON.stringify(value)}.`,
  });
  const page = problem("page", "The page must be a number from 1 on");
  const limit = problem("limit", "The limit must be a number from 1 to 100");
  const order = problem("order", "The order must be a field that can be read");
  const dir = problem("dir", "The direction must be asc, dsc or desc");
  test.each([
    ["", {}],
    ["page=2&limit=5", { page: 2, limit: 5 }],
    ["page=3&page=4", { page: 4 }],
    ["page=0", page("0")],
    ["page=01", page("01")],
    ["page=1.0", page("1.0")],
    ["page=x1", page("x1")],
    ["page=", page("")],
    ["page=%3Cb%3E%00", page("<b>\0")],
    ["page=99999999999999999999999", { page: 90071992547409 }],
    ["page=90071992547409", { page: 90071992547409 }],
    ["page=90071992547410", { page: 90071992547409 }],
    ["limit=1", { limit: 1 }],
    ["limit=100", { limit: 100 }],
    ["limit=101", limit("101")],
    ["limit=1000", limit("1000")],
    ["limit=0", limit("0")],
    ["limit=x5", limit("x5")],
    ["limit=5x", limit("5x")],
    ["order=email&dir=DESC", { order: "email", descending: true }],
    ["dir=dsc", { descending: true }],
    ["dir=Asc", { descending: false }],
    ["dir=down", dir("down")],
    ["order=password", order("password")],
    ["page=0&limit=0&order=x&dir=x", page("0")],
    ["limit=0&order=x&dir=x", limit("0")],
    ["order=x&dir=x", order("x")],
  ])("%j", (search, want) => {
    expect(read(search)).toEqual("message" in want ? want : { ...usual, ...want });
  });
});

describe("attrs", () => {
  test.each([
    ["attrs=email", ["email"]],
    ["attrs=email,%20lastname%20,,", ["email", "lastname"]],
    ["attrs[]=email&attrs[7]=lastname,dob", ["email", "lastname", "dob"]],
    ["attrs=dob&attrs=email&attrs[0]=gender", ["email", "gender"]],
    ["attrs=", undefined],
    ["attrs=%20,", undefined],
    ["attrs[x]=email", undefined],
    ["xattrs[1]=email&attrs[1]x=email", undefined],
    ["other=email", undefined],
    ["", undefined],
  ])("%j names %j", (search, want) => {
    const names = readSelectedNames(search);
    expect(names && [...names]).toEqual(want);
  });
});

describe("filters", () => {
  const formOf = (key: string) => ({
    field: key,
    message: `Filters are written filter[1][attribute]=…&filter[1][eq]=…, not ${JSON.stringify(key)}.`,
  });
  const names = fields.names().join(", ");
  const operators = "eq, neq, gt, lt, gteq, lteq, from, to, like, nlike, null, notnull, in, nin";
  const unnamed = (value: string) => ({
    field: "filter[1][attribute]",
    message: `filter[1][attribute]: must be a field that can be read, not ${JSON.stringify(value)}; there are: ${names}.`,
  });
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => `filter[${at}][attribute]=firstname&filter[${at}][neq]=x`);

  test.each([
    ["filter[1][attribute]=firstname&filter[1][eq]=Ada", { where: [firstname("eq", "Ada")] }],
    [
      "filter[1][neq]=Ada&filter[1][attribute]=firstname&filter[x][attribute]=firstname&filter[x][neq]=Bob",
      { where: [firstname("neq", "Ada"), firstname("neq", "Bob")] },
    ],
    [
      "filter[1][attribute]=lastname&filter[1][attribute]=firstname&filter[1][eq]=a&filter[1][eq]=Ada",
      { where: [firstname("eq", "Ada")] },
    ],
    [
      "filter[1][attribute]=firstname&filter[1][in][]=Ada&filter[1][in][]=Bob",
      { where: [firstname("in", ["Ada", "Bob"])] },
    ],
    [
      "filter[1][attribute]=firstname&filter[1][in]=Ada&filter[1][in][0]=Bob",
      { where: [firstname("in", ["Bob"])] },
    ],
    ["filter=1", formOf("filter")],
    ["filter[1]=1", formOf("filter[1]")],
    ["filter[][eq]=1", formOf("filter[][eq]")],
    ["filter[1][eq][0][1]=1", formOf("filter[1][eq][0][1]")],
    ["xfilter[1][eq]=1", {}],
    ["filters[1][eq]=1", {}],
    ["filter[1][eq]=Ada", unnamed("")],
    ["filter[1][attribute]=password&filter[1][eq]=x", unnamed("password")],
    [
      "filter[1][attribute][0]=firstname&filter[1][eq]=x",
      {
        field: "filter[1][attribute]",
        message: `"attribute" is not a filter operator; there are: ${operators}.`,
      },
    ],
    [
      "filter[1][attribute]=firstname",
      { field: "filter[1]", message: "The filter on firstname has no operator." },
    ],
    [
      "filter[1][attribute]=firstname&filter[1][moreq]=x",
      { field: "filter[1][moreq]", message: `"moreq" is not a filter operator; there are: ${operators}.` },
    ],
    [
      "filter[1][attribute]=first_name&filter[1][eq]=x",
      {
        field: "filter[1][attribute]",
        message:
          'filter[1][attribute]: must be a field that can be read, not "first_name"; firstname may be meant.',
      },
    ],
    [
      "filter[1][attribute]=firstname&filter[1][lik]=x",
      { field: "filter[1][lik]", message: '"lik" is not a filter operator; like may be meant.' },
    ],
    [
      "filter[1][attribute]=firstname&filter[1][eq][]=x",
      {
        field: "filter[1][eq]",
        message: 'The operator eq does not take a list, and "x" is an element of one.',
      },
    ],
    [
      "filter[1][attribute]=entity_id&filter[1][gt]=0&filter[1][lt]=x",
      { field: "filter[1][lt]", message: 'entity_id: "x" is not a number.' },
    ],
  ])("%j", (search, want) => {
    expect(read(search)).toEqual("message" in want ? want : { ...usual, query: want });
  });

  test("20 of them, and no more", () => {
    expect(read(many(20).join("&"))).toMatchObject({ query: { where: expect.any(Array) as unknown } });
    expect(read(many(21).join("&"))).toEqual({ field: "filter", message: "There are more than 20 filters." });
  });
});
