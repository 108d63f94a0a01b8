/**
 * Every published document is suitable for its readers: the findings of the lint, and whether the declared
 * defaults are correct.
 */
import { describe, expect, test } from "vitest";
import { plainDescription, rpcOpenApi } from "../src/engine/chapters/rpc-openapi.js";
import { publishedProblems } from "../scripts/lint/published.js";
import { bundle } from "../src/engine/chapters/bundle.js";
import type { Schema } from "../src/engine/chapters/chapter.js";
import { readChapters, readOpenApi, readPlainIntroduction } from "../scripts/spec/chapters.js";
import { startShop } from "./support/shop.js";

const contract = bundle(readChapters());

interface Published {
  info: { description: string };
  components: { schemas: Record<string, Schema & { properties: Record<string, Schema> }> };
}

describe("the lint of published documents", () => {
  const view = JSON.parse(
    rpcOpenApi(contract, readOpenApi(), plainDescription(readPlainIntroduction(), contract)),
  ) as Published;

  const damages: Record<string, readonly [(document: Published) => void, string]> = {
    "an extension that the text does not name": [
      ({ components }) => (components.schemas.Id!["x-new"] = true),
      "info.description does not explain x-new",
    ],
    "an extension whose explanation went": [
      ({ info }) => (info.description = info.description.replace("x-fault-tells", "x-fault")),
      "info.description does not explain x-fault-tells",
    ],
    "a member of a fault without a description": [
      ({ components }) =>
        delete components.schemas.CatalogProductProductNotExists!.properties.code!.description,
      "#/components/schemas/CatalogProductProductNotExists: the member code has no description",
    ],
    "an object with a title inside of a component": [
      ({ components }) =>
        (components.schemas.ItemsQty!.items = { title: "One", description: "One.", type: "object" }),
      "#/components/schemas/ItemsQty/items: the object One is not a component of its own",
    ],
    "an empty text among the values of an enum": [
      ({ components }) => (components.schemas.PageLayout!.enum = ["empty", ""]),
      '#/components/schemas/PageLayout: generators make names of the values of an enum: "" cannot be one',
    ],
    "a default of a member of changes": [
      ({ components }) => (components.schemas.CategoryChanges!.properties.is_active!["x-default"] = true),
      "CategoryChanges.is_active: an omitted member of a change keeps its value, so it must not have a default",
    ],
    "a default in the text of such a member, further in": [
      ({ components }) =>
        (components.schemas.StockInput!.properties.qty!.description = "Pieces. Default: 0."),
      "ProductChanges.stock_data.qty: an omitted member of a change keeps its value, so it must not have a default",
    ],
  };

  test.each(Object.entries(damages))("reports %s", (_what, [damage, problem]) => {
    const document = structuredClone(view);
    damage(document);
    expect(publishedProblems("it", document)).toEqual([
      `it${problem.startsWith("info") ? ":" : ""} ${problem}`,
    ]);
  });
});

describe("omitting a member on create is the same as giving its default", async () => {
  const shop = await startShop({ dataset: "sample" });

  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const label = [{ store_id: 0, label: "Made" }];
  /** The differences of two records of one kind. */
  const identity = ["product_id", "sku", "url_key", "url_path", "category_id", "path", "all_children"].concat(
    ["attribute_id", "file", "url", "option_id", "link_id"],
  );
  let count = 0;

  /** By component: creates a record with the given members and returns its readable data. */
  const makers: Record<string, (given: object) => Promise<unknown>> = {
    NewProduct: async (given) => {
      const id = await shop.call("catalog_product.create", [
        "simple",
        4,
        `made-${++count}`,
        { name: "Made", ...given },
      ]);
      return shop.call("catalog_product.info", [id]);
    },
    NewCategory: async (given) => {
      const id = await shop.call("catalog_category.create", [2, { name: "Made", ...given }]);
      const info = await shop.call("catalog_category.info", [id]);
      await shop.call("catalog_category.delete", [id]);
      return info;
    },
    NewAttribute: async (given) => {
      const data = { attribute_code: "made", frontend_input: "text", scope: "global", frontend_label: label };
      const id = await shop.call("catalog_product_attribute.create", [{ ...data, ...given }]);
      const info = await shop.call("catalog_product_attribute.info", [id]);
      await shop.call("catalog_product_attribute.remove", [id]);
      return info;
    },
    NewOption: async (given) => {
      const data = {
        attribute_code: "choice",
        frontend_input: "select",
        scope: "global",
        frontend_label: label,
      };
      const id = await shop.call("catalog_product_attribute.create", [data]);
      const options = ["b", "a"].map((value, at) => ({
        label: [{ store_id: 0, value }],
        ...(at === 0 ? given : {}),
      }));
      for (const option of options) await shop.call("catalog_product_attribute.addOption", [id, option]);
      const info = (await shop.call("catalog_product_attribute.info", [id])) as {
        options: { label: string }[];
      };
      await shop.call("catalog_product_attribute.remove", [id]);
      return { ...info, options: info.options.map((option) => option.label) };
    },
    NewCustomOption: async (given) => {
      const data = { title: "Made", type: "field", additional_fields: [{ price: 1 }] };
      await shop.call("catalog_product_custom_option.add", [2, { ...data, ...given }]);
      const [option] = (await shop.call("catalog_product_custom_option.list", [2])) as {
        option_id: number;
      }[];
      await shop.call("catalog_product_custom_option.remove", [option?.option_id]);
      return option;
    },
    NewDownload: async (given) => {
      const data = { title: "Made", link_url: "http://files.example/made" };
      await shop.call("catalog_product_downloadable_link.add", [45, { ...data, ...given }, "link"]);
      const { links } = (await shop.call("catalog_product_downloadable_link.list", [45])) as {
        links: { link_id: number }[];
      };
      await shop.call("catalog_product_downloadable_link.remove", [links.at(-1)?.link_id, "link"]);
      return links.at(-1);
    },
    NewImage: async (given) => {
      const file = { content: png, mime: "image/png" };
      const path = await shop.call("catalog_product_attribute_media.create", [1, { file, ...given }]);
      const info = await shop.call("catalog_product_attribute_media.info", [1, path]);
      await shop.call("catalog_product_attribute_media.remove", [1, path]);
      return info;
    },
  };

  const defaults = Object.entries(contract.components.schemas)
    .filter(([name]) => name in makers)
    .flatMap(([component, { properties }]) =>
      Object.entries(properties as Record<string, Schema>)
        .filter(([, member]) => "x-default" in member)
        .map(([member, schema]) => ({ component, member, value: schema["x-default"] })),
    );

  test("every component for creating records is tested", () => {
    const created = Object.keys(contract.components.schemas).filter((name) => /^New[A-Z]/.test(name));
    const told = created.filter((name) =>
      JSON.stringify(contract.components.schemas[name]!.properties ?? {}).includes('"x-default"'),
    );
    // The golden exchanges of credit memos test its amounts.
    expect(told.filter((name) => !(name in makers))).toEqual(["NewCreditmemo"]);
    expect(defaults.length).toBeGreaterThan(20);
  });

  test.each(defaults)("$component: $member $value", async ({ component, member, value }) => {
    const make = makers[component]!;
    const plain = withoutIdentity(await make({}));
    expect(withoutIdentity(await make({ [member]: value }))).toEqual(plain);
    if (Object.hasOwn(plain, member) && typeof plain[member] === "boolean") expect(plain[member]).toBe(value);
  });

  function withoutIdentity(info: unknown): Record<string, unknown> {
    const entries = Object.entries(info as object).filter(([name]) => !identity.includes(name));
    return Object.fromEntries(entries);
  }
});
