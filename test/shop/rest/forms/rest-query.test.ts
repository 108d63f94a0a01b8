/** Parsing the query of `GET /customers` (customers 9), and the messages for invalid ones. */
import { describe, expect, test } from "vitest";
import { ReadableFields } from "../../../../src/shop/customers/accounts/rest-fields.js";
import {
  plainParameters,
  readCollectionQuery,
  readSelectedNames,
} from "../../../../src/shop/rest/forms/rest-query.js";

const fields = new ReadableFields("admin", []);

/** The query without its order as a field, or the sentence. */
function read(search: string): unknown {
  const read = readCollectionQuery(search, fields);
  if ("problem" in read) return read.problem;
  return { ...read, order: read.order.name, names: read.names && [...read.names] };
}

const usual = {
  ...{ page: 1, limit: 10, order: "entity_id", descending: false, names: undefined, query: {} },
};
const firstname = (op: string, value: unknown) => ({ path: "firstname", type: "text", op, value });

describe("paging and order", () => {
  const [page, limit, order, dir] = [
    "The page must be a number from 1 on.",
    "The limit must be a number from 1 to 100.",
    "The order must be a field that can be read.",
    "The direction must be asc, dsc or desc.",
  ];
  test.each([
    ["", {}],
    ["page=2&limit=5", { page: 2, limit: 5 }],
    ["page=3&page=4", { page: 4 }],
    ["page=0", page],
    ["page=01", page],
    ["page=1.0", page],
    ["page=x1", page],
    ["page=", page],
    ["page=99999999999999999999999", { page: 90071992547409 }],
    ["page=90071992547409", { page: 90071992547409 }],
    ["page=90071992547410", { page: 90071992547409 }],
    ["limit=1", { limit: 1 }],
    ["limit=100", { limit: 100 }],
    ["limit=101", limit],
    ["limit=1000", limit],
    ["limit=0", limit],
    ["limit=x5", limit],
    ["limit=5x", limit],
    ["order=email&dir=DESC", { order: "email", descending: true }],
    ["dir=dsc", { descending: true }],
    ["dir=Asc", { descending: false }],
    ["dir=down", dir],
    ["order=password", order],
    ["page=0&limit=0&order=x&dir=x", page],
    ["limit=0&order=x&dir=x", limit],
    ["order=x&dir=x", order],
  ])("%j", (search, want) => {
    expect(read(search)).toEqual(typeof want === "string" ? want : { ...usual, ...want });
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
  const form = "Filters are written filter[1][attribute]=…&filter[1][eq]=….";
  const unnamed = "A filter must name a field that can be read as its attribute.";
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
    ["filter=1", form],
    ["filter[1]=1", form],
    ["filter[][eq]=1", form],
    ["filter[1][eq][0][1]=1", form],
    ["xfilter[1][eq]=1", {}],
    ["filters[1][eq]=1", {}],
    ["filter[1][eq]=Ada", unnamed],
    ["filter[1][attribute]=password&filter[1][eq]=x", unnamed],
    ["filter[1][attribute][0]=firstname&filter[1][eq]=x", "attribute is not a filter operator."],
    ["filter[1][attribute]=firstname", "The filter on firstname has no operator."],
    ["filter[1][attribute]=firstname&filter[1][moreq]=x", "moreq is not a filter operator."],
    ["filter[1][attribute]=firstname&filter[1][eq][]=x", "The operator eq takes no list."],
  ])("%j", (search, want) => {
    expect(read(search)).toEqual(typeof want === "string" ? want : { ...usual, query: want });
  });

  test("20 of them, and no more", () => {
    expect(read(many(20).join("&"))).toMatchObject({ query: { where: expect.any(Array) as unknown } });
    expect(read(many(21).join("&"))).toBe("There are more than 20 filters.");
  });
});

test("the contract checks the last value of a repeated parameter", () => {
  expect(plainParameters("page=1&page=2&dir=up&attrs=x")).toEqual({ page: "2", dir: "up" });
  expect(plainParameters("page=99999999999999999999999")).toEqual({ page: "90071992547409" });
  expect(plainParameters("page=x")).toEqual({ page: "x" });
});
