/** Filters (conventions 9), as tables. filters.property.test.ts covers all other combinations. */
import { describe, expect, test } from "vitest";
import { toData, type DataObject } from "../../../src/engine/values/coercion.js";
import type { FilterField } from "../../../src/engine/filters/filter-field.js";
import { parseFilters } from "../../../src/engine/filters/filters.js";
import type { Query } from "../../../src/engine/filters/query.js";
import { matcher } from "../../../src/engine/storage/match.js";
import type { Doc } from "../../../src/engine/storage/storage.js";

const fields: Record<string, FilterField> = {
  id: { path: "id", type: "number" },
  entity_id: { path: "id", type: "number" },
  name: { path: ["values.s1.name", "values.0.name"], type: "text" },
  price: { path: "price", type: "number" },
  codes: { path: "codes", type: "text" },
  is_active: { path: "is_active", type: "boolean" },
  created_at: { path: "created_at", type: "datetime" },
  dob: { path: "dob", type: "date" },
  website_ids: { path: "website_ids", type: "membership" },
};

interface Row extends Doc {
  readonly values?: object;
  readonly [field: string]: unknown;
}

const rows: readonly Row[] = [
  {
    id: 1,
    values: { 0: { name: "Mug" } },
    price: 19.99,
    codes: "a,b",
    is_active: true,
    created_at: "2024-01-01 00:00:00",
    dob: "1985-05-15",
    website_ids: [1],
  },
  {
    id: 2,
    values: { 0: { name: "Mug" }, s1: { name: "Becher" } },
    price: 5,
    codes: "b",
    is_active: false,
    created_at: "2024-01-31 00:00:00",
    dob: null,
    website_ids: [1, 2],
  },
  {
    id: 3,
    price: null,
    codes: "",
    is_active: true,
    created_at: "2024-01-31 00:00:01",
    dob: "1990-01-01",
    website_ids: [],
  },
  {
    id: 4,
    values: { 0: { name: "100%_pure" } },
    price: 0,
    codes: null,
    is_active: false,
    created_at: "2024-05-01 12:30:00",
    dob: "2000-02-29",
    website_ids: [2],
  },
];

function parse(filters: unknown) {
  return parseFilters(toData(filters) as DataObject, new Map(Object.entries(fields)));
}

function queryOf(filters: unknown): Query {
  const parsed = parse(filters);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.query;
}

function found(filters: unknown): number[] {
  return rows.filter(matcher(queryOf(filters))).map(({ id }) => id as number);
}

function problem(filters: unknown): string {
  const parsed = parse(filters);
  return "problem" in parsed ? parsed.problem : "";
}

type Case = readonly [filters: unknown, ids: readonly number[]];

describe("shapes", () => {
  test.each<Case>([
    [{}, [1, 2, 3, 4]],
    [[], [1, 2, 3, 4]],
    [{ name: "mug" }, [1]],
    [{ name: ["MUG", "becher"] }, [1, 2]],
    [{ price: { gteq: 0, lt: 6 } }, [2, 4]],
    [{ name: [{ like: "m%" }, { eq: "Becher" }] }, [1, 2]],
    [{ name: [{ like: "m%" }, "Becher", "100%_pure"] }, [1, 2, 4]],
    [
      {
        price: [
          { gteq: 1, lt: 6 },
          { gt: 19, lteq: 20 },
        ],
      },
      [1, 2],
    ],
    [{ price: [{ gteq: 1, lt: 6 }, 0] }, [2, 4]],
    [{ price: { or: [5, { gt: 19 }] } }, [1, 2]],
    [{ name: { or: [{ like: "m%" }, "Becher"] }, price: { lt: 19 } }, [2]],
    [{ name: "Mug", price: 5 }, []],
    [{ id: { gt: 1 }, entity_id: { lt: 3 } }, [2]],
  ])("%j finds %j", (filters, ids) => expect(found(filters)).toEqual(ids));

  test.each([
    [{ name: { or: [] } }, "name: the condition is empty; omit the attribute to have no condition."],
    [{ name: { or: "Mug" } }, 'name: or takes a list of conditions, not "Mug".'],
    [{ name: { or: null } }, "name: or takes a list of conditions, not null."],
    [
      { name: { or: ["Mug"], neq: "Pot" } },
      "name: or cannot be combined with other operators; put neq into the conditions of its list.",
    ],
    [{ name: [{ or: ["Mug"] }] }, /^name: or is not an operator/],
  ])("%j is refused: %s", (filters, text) => {
    if (typeof text === "string") expect(problem(filters)).toBe(text);
    else expect(problem(filters)).toMatch(text);
  });

  test.each([[{ name: {} }], [{ name: [] }], [{ name: [{}] }], [{ name: [[1]] }], [{ name: { eq: {} } }]])(
    "%j is refused",
    (filters) => expect(problem(filters)).toMatch(/^name: .+\.$/),
  );
});

describe("operators", () => {
  test.each<Case>([
    [{ price: { in: 5 } }, [2]],
    [{ price: { from: 5, to: null } }, [1, 2]],
    [{ price: { from: null, to: 5 } }, [2, 4]],
    // No bound at all: records without a value, too.
    [{ price: { from: null, to: null } }, [1, 2, 3, 4]],
    [{ price: { from: null } }, [1, 2, 3, 4]],
    [{ price: [{ from: null, to: 0 }, 5] }, [2, 4]],
    [{ name: { like: "m_g" } }, [1]],
    [{ name: { like: "%\\%%" } }, [4]],
    [{ name: { like: "%\\_p%" } }, [4]],
    [{ name: { like: "ug" } }, []],
    [{ price: { like: "%.99" } }, [1]],
    [{ name: { nlike: "m%" } }, [2, 4]],
    [{ price: { null: { anything: 1 } } }, [3]],
    [{ is_active: true }, [1, 3]],
    [{ is_active: "0" }, [2, 4]],
  ])("%j finds %j", (filters, ids) => expect(found(filters)).toEqual(ids));

  test.each([["regexp"], ["REGEXP"], ["moreq"], ["0"], ["__proto__"], ["constructor"], ["EQ"]])(
    "%s is refused",
    (name) =>
      expect(problem({ name: JSON.parse(`{${JSON.stringify(name)}: "x"}`) as object })).toMatch(/^name: /),
  );
});

describe("unset values", () => {
  test.each<Case>([
    [{ name: null }, [3]],
    [{ name: "" }, [3]],
    [{ dob: "" }, [2]],
    [{ name: [null, { like: "m%" }] }, [1, 3]],
  ])("%j finds %j", (filters, ids) => expect(found(filters)).toEqual(ids));
});

describe("days and times", () => {
  test.each<Case>([
    [{ created_at: { from: "2024-01-01", to: "2024-01-31" } }, [1, 2]],
    [{ created_at: "2024-05-01" }, []],
    [{ created_at: "2024-01-31" }, [2]],
    [{ created_at: "2024-05-01T12:30:00Z" }, [4]],
    [{ created_at: { from: "2024-05-01 23:00:00", date: true } }, [4]],
    [{ created_at: { from: "2024-05-01 23:00:00", datetime: true } }, []],
    [{ created_at: { from: "2024-05-01 23:00:00", date: true, datetime: 1 } }, []],
    [{ created_at: { from: "2024-05-01", date: false } }, [4]],
    [{ created_at: { from: "2024-05-01", to: null, date: true } }, [4]],
    [{ created_at: { from: "2024-05-01 23:00:00", gt: "2024-05-01 13:00:00", date: true } }, []],
    [{ created_at: { to: "2024-01-31 23:30:00", date: true } }, [1, 2]],
    [{ created_at: { to: "2024-01-31 23:30:00", datetime: true } }, [1, 2, 3]],
    [{ created_at: { like: "2024-01-31%" } }, [2, 3]],
    [{ dob: "2000-02-29 10:00:00" }, [4]],
    [{ dob: { lt: "1990-01-01" } }, [1]],
    [{ dob: ["1985-05-15", "1990-01-01"] }, [1, 3]],
  ])("%j finds %j", (filters, ids) => expect(found(filters)).toEqual(ids));
});

describe("lists of IDs", () => {
  test.each([
    [{ website_ids: { gt: 1 } }],
    [{ website_ids: { like: "1" } }],
    [{ website_ids: { null: true } }],
    [{ website_ids: { seq: "1" } }],
    [{ website_ids: null }],
    [{ website_ids: "base" }],
  ])("%j is refused", (filters) => expect(problem(filters)).toMatch(/^website_ids: /));
});

describe("operands", () => {
  test.each([
    [{ price: "abc" }],
    [{ price: { gt: "1,5" } }],
    [{ price: { eq: null } }],
    [{ price: { eq: "" } }],
    [{ price: { eq: [1] } }],
    [{ price: { in: [1, {}] } }],
    [{ price: { in: {} } }],
    [{ price: { in: true } }],
    [{ price: { in: null } }],
    [{ price: { is: 5 } }],
    [{ price: { from: 1, date: true } }],
    [{ price: { eq: 1, date: true } }],
    [{ price: { date: true } }],
  ])("%j is refused", (filters) => expect(problem(filters)).toMatch(/^price: .+\.$/));

  test.each([
    [{ created_at: "01/31/2024" }],
    [{ created_at: 1714521600 }],
    [{ created_at: "2023-02-29" }],
    [{ created_at: { from: "soon", datetime: true } }],
    [{ created_at: { from: "2024-01-01", date: "yes" } }],
    [{ created_at: true }],
  ])("%j is refused", (filters) => expect(problem(filters)).toMatch(/^created_at: .+\.$/));

  test("a boolean is not a pattern", () => expect(problem({ name: { like: true } })).toMatch(/^name: /));
});

describe("attributes", () => {
  test.each([["password_hash"], ["__proto__"], ["constructor"], ["80"], [""], ["values.0.name"]])(
    "%j is unknown",
    (key) => {
      const filters = JSON.parse(`{${JSON.stringify(key)}: 1}`) as object;
      expect(problem(filters)).toBe(`${key}: is not an attribute that can be filtered by.`);
    },
  );
});

describe("limits", () => {
  const conditions = (count: number) => ({
    name: Array.from({ length: count }, (_, at) => ({ eq: `v${at}` })),
  });
  const operands = (count: number) => ({ name: { in: Array.from({ length: count }, (_, at) => `v${at}`) } });

  test("50 conditions pass, 51 are refused", () => {
    expect(problem(conditions(50))).toBe("");
    expect(problem(conditions(51))).toMatch(/50 conditions/);
  });

  test("1000 characters of patterns pass, 1001 are refused", () => {
    const patterns = (characters: number) => ({
      name: { like: "%".repeat(characters - 500), nlike: "x".repeat(500) },
    });
    expect(problem(patterns(1000))).toBe("");
    expect(problem(patterns(1001))).toMatch(/1000 characters in the patterns/);
  });

  test("of 900,000 keys none is checked", () => {
    const keys = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`unknown${index}`, 1]));
    expect(problem(keys)).toMatch(/at most 50 conditions/);
  });

  test("a text is not split beyond the limit", () => {
    expect(problem({ name: { in: ",".repeat(2_000_000) } })).toMatch(/1000 operands/);
  });

  test("1000 operands pass, 1001 are refused", () => {
    expect(problem(operands(1000))).toBe("");
    expect(problem(operands(1001))).toMatch(/1000 operands/);
    expect(problem({ name: Array.from({ length: 1001 }, () => "x") })).toMatch(/1000 operands/);
  });

  test.each([
    [{ price: [{ gt: 5 }, { gt: 1 }, { gt: 3 }] }, [{ op: "gt", value: 1 }]],
    [{ price: [{ gteq: 1 }, { gteq: 5 }] }, [{ op: "gteq", value: 1 }]],
    [{ price: [{ lt: 5 }, { lt: 9 }, { lt: 7 }] }, [{ op: "lt", value: 9 }]],
    [{ price: [{ lteq: 9 }, { lteq: 5 }] }, [{ op: "lteq", value: 9 }]],
    [
      { created_at: [{ gt: "2024-05-01 00:00:00" }, { gt: "2023-05-01 00:00:00" }] },
      [{ op: "gt", value: "2023-05-01 00:00:00" }],
    ],
    [
      { name: [{ gt: "b" }, { gt: "a" }] },
      [
        { op: "gt", value: "b" },
        { op: "gt", value: "a" },
      ],
    ],
    [
      { price: [{ neq: 5 }, { neq: 1 }, { neq: 5 }] },
      [
        { op: "neq", value: 5 },
        { op: "neq", value: 1 },
      ],
    ],
  ])("%j keeps %j: redundant bounds and repetitions are dropped", (filters, kept) => {
    const { where = [], any = [] } = queryOf(filters);
    const conditions = [...where, ...any.flat()].map(({ op, value }) => ({ op, value }));
    expect(conditions).toEqual(kept);
  });

  test("25 parallel ranges stay cheap", () => {
    const ranges = Array.from({ length: 25 }, (_, at) => ({ from: at * 10, to: at * 10 + 1 }));
    expect(found({ price: ranges })).toEqual([4]);
    expect(
      found({
        created_at: ranges.map((_, at) => ({ from: `20${at + 10}-01-01`, to: `20${at + 10}-02-01` })),
      }),
    ).toEqual([1, 2, 3]);
  });
});
