/** The types of the TypeScript client and of the test control: their names, and what filters know. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../../generated/clients/typescript/client.js";
import { startShop, type Shop } from "../../support/shop.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const library = `${root}node_modules/typescript/lib`;
const source = (name: string) => readFileSync(`${root}generated/clients/typescript/${name}.ts`, "utf8");

/** Every type and value that a browser or Node.js has without an import. */
const globals = new Set(
  readdirSync(library)
    .filter((name) => /^lib\.(dom|es)[\w.]*\.d\.ts$/.test(name))
    .flatMap((name) => [
      ...readFileSync(`${library}/${name}`, "utf8").matchAll(
        /^(?:declare (?:var|function)|interface|type) (\w+)/gm,
      ),
    ])
    .map(([, name]) => name as string),
);

describe.each(["client", "control"])("types of %s.ts", (name) => {
  const text = source(name);

  test("none has the name of a global", () => {
    expect(globals).toContain("Text");
    const names = [...text.matchAll(/^export (?:type|interface|class|function|const) (\w+)/gm)];
    expect(names.length).toBeGreaterThan(60);
    expect(names.map(([, one]) => one as string).filter((one) => globals.has(one))).toEqual([]);
  });

  test("none is another name of a text, a number or a flag", () => {
    const aliases = [...text.matchAll(/^export type (\w+) =\s([^;{]+);$/gm)];
    const plain = aliases.filter(([, , type]) =>
      (type as string)
        .split("|")
        .every((part) => /^(string|number|boolean|null|true|""|Date|)$/.test(part.trim())),
    );
    expect(plain.map(([, one]) => one)).toEqual([]);
  });
});

describe("filters", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({ dataset: "sample" });
  });
  afterAll(() => shop.close());

  const fieldsOf = (type: string) => {
    const [, members = ""] =
      new RegExp(`^export type ${type} = \\{([^]*?)^\\}`, "m").exec(source("client")) ?? [];
    return [...members.matchAll(/^ {2}(\w+)\?: (\w+)/gm)].map(
      ([, field, filter]) => [field, filter] as const,
    );
  };
  const values: Record<string, unknown> = {
    // Also a product type, since a strict client may only ask for known ones.
    TextFilter: "simple",
    NumberFilter: 1,
    DateTimeFilter: "2026-01-01",
    MembershipFilter: 1,
  };

  test.each(["ProductFilters", "CustomerFilters"])("the service knows every field of %s", async (type) => {
    const client = createClient({ url: shop.url, username: "admin", apiKey: "admin123" });
    const fields = fieldsOf(type);
    expect(fields.length).toBeGreaterThan(20);
    for (const [field = "", filter = ""] of fields) {
      const filters = { [field]: values[filter] } as never;
      const found =
        type === "ProductFilters"
          ? await client.safe.catalogProduct.list({ filters })
          : await client.safe.customer.list({ filters });
      expect(found.error?.message, field).toBeUndefined();
    }
  });
});
