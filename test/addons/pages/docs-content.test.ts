/** The documentation matches the contracts: it is complete and has no broken links. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { docsFiles } from "../../../scripts/docs/files.js";
import { docsSite } from "../../../scripts/docs/site.js";
import { httpOperations, readSources, resolved, type Schema } from "../../../scripts/docs/sources.js";
import { chaptersOf } from "../../../scripts/docs/prose.js";
import { conditionTypes } from "../../../scripts/docs/types.js";
import { SearchIndex } from "../../../src/addons/pages/browser/docs/search-index.js";
import { closedAtEnd } from "../../support/closed.js";
import { startShop } from "../../support/shop.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const sources = readSources(root);
const { rpc, http } = sources;
const site = docsSite(sources);
const pages = new Map(site.pages.map(({ slug, main }) => [slug, main.text]));
const anchors = new Map([...pages].map(([slug, text]) => [slug, anchorsOf(text)]));
const search = new SearchIndex(docsFiles(root).search);

function anchorsOf(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
}

function textOf(slug: string): string {
  const text = (pages.get(slug) ?? "").replace(/<[^>]+>/g, " ");
  return text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, "&");
}

/** The names of the members of a type and of its members; the guide describes those of conditions. */
function memberNames(schema: Schema, above: readonly Schema[] = []): readonly string[] {
  const type = resolved(rpc, schema);
  if (above.includes(type) || conditionTypes.some((name) => name === type.title)) return [];
  const inside = [...above, type];
  const branches = [...(type.oneOf ?? []), ...(type.anyOf ?? [])];
  // `call` and `multiCall` return the results of any operation, which its own page describes.
  const parts = branches.length > 40 ? branches.filter(({ $ref }) => $ref?.endsWith("Fault")) : branches;
  if (type.items) parts.push(type.items);
  return [
    ...parts.flatMap((part) => memberNames(part, inside)),
    ...Object.entries(type.properties ?? {}).flatMap(([name, member]) => [
      name,
      ...memberNames(member, inside),
    ]),
  ];
}

describe.each(rpc.methods.map((method) => ({ method, name: method.name })))("$name", ({ method, name }) => {
  const slug = `operations/${name}`;

  test("shows every parameter, every member and every fault", () => {
    const text = textOf(slug);
    expect(text).toContain(name);
    for (const param of method.params) {
      expect(anchors.get(slug), param.name).toContain(`param-${param.name}`);
      for (const member of memberNames(param.schema)) expect(text).toContain(member);
    }
    for (const member of memberNames(method.result.schema)) expect(text).toContain(member);
    for (const { $ref } of method.errors) {
      expect(anchors.get(slug)).toContain(`fault-${$ref.replace(/^.*[/.]/, "")}`);
    }
    if (method["x-acl"] !== undefined) expect(text).toContain(method["x-acl"]);
  });

  test("is found by its name, and its parameters by theirs", () => {
    expect(search.find(name)[0]?.address).toBe(slug);
    for (const param of method.params) {
      const found = search.find(`${param.name} ${name}`).map(({ address }) => address);
      expect(found).toContain(`${slug}#param-${param.name}`);
    }
  });
});

describe.each(httpOperations(http).map((entry) => ({ ...entry, id: entry.operation.operationId })))(
  "$id",
  (entry) => {
    const slug = [...pages.keys()].find((one) => one.endsWith(`/${entry.id}`)) ?? "";

    test("shows its address, its parameters and all its answers", () => {
      const text = textOf(slug);
      expect(text).toContain(`${entry.method} ${entry.path}`);
      for (const param of entry.operation.parameters ?? [])
        expect(text).toContain(resolved(http, param).name);
      for (const status of Object.keys(entry.operation.responses)) {
        expect(anchors.get(slug)).toContain(`status-${status}`);
      }
      expect(search.find(`${entry.method} ${entry.path}`).map(({ address }) => address)).toContain(slug);
    });
  },
);

describe.each(conditionTypes)("%s", (name) => {
  test("is described in the guide, operator by operator", () => {
    const operators = rpc.components.schemas[`${name}Operators`] as Schema;
    const names = Object.keys(operators.properties ?? {});
    expect(names.length).toBeGreaterThan(4);
    for (const operator of names) expect(anchors.get("guide/filters")).toContain(`${name}-${operator}`);
  });

  test("is linked from the operations with this type", () => {
    const leading = [...pages].filter(([, page]) => page.includes(`guide/filters#${name}"`));
    expect(leading.map(([slug]) => slug.split("/")[0])).toContain("operations");
  });
});

describe("faults", () => {
  const declared = new Set([
    ...Object.keys(rpc["x-global-faults"]),
    ...rpc.methods.flatMap(({ errors }) => errors.map(({ $ref }) => $ref.replace(/^.*[/.]/, ""))),
  ]);

  test("are all in the table, with their operations and advice", () => {
    const text = pages.get("faults") ?? "";
    for (const name of declared) {
      const row = text.slice(text.indexOf(`<tr id="${name}">`)).split("</tr>")[0] ?? "";
      expect(row, name).toContain(name);
      expect(/class="soft">[^]{40,}/.test(row), `${name} says what to do`).toBe(true);
    }
    for (const method of rpc.methods.filter(({ name }) => name.includes("."))) {
      for (const { $ref } of method.errors) {
        const name = $ref.replace(/^.*[/.]/, "");
        if (name in rpc["x-global-faults"]) continue;
        const row = text.slice(text.indexOf(`<tr id="${name}">`)).split("</tr>")[0] ?? "";
        expect(row, name).toContain(`operations/${method.name}"`);
      }
    }
  });

  test("are all found by their names", () => {
    for (const name of declared) {
      expect(
        search.find(name).map(({ address }) => address),
        name,
      ).toContain(`faults#${name}`);
    }
  });
});

describe("links", () => {
  test("lead to existing pages and anchors", () => {
    const dead: string[] = [];
    for (const [slug, text] of pages) {
      for (const [, path = "", anchor] of text.matchAll(/href="~\/docs\/?([^"#]*)(?:#([^"]*))?"/g)) {
        const target = anchors.get(path);
        if (!target || (anchor !== undefined && !target.has(anchor)))
          dead.push(`${slug}: ${path}#${anchor ?? ""}`);
      }
      for (const [, anchor = ""] of text.matchAll(/href="#([^"]+)"/g)) {
        if (!anchors.get(slug)?.has(anchor)) dead.push(`${slug}: #${anchor}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test("and so do those of the search", () => {
    const dead = site.search.filter(({ address }) => {
      const [slug = "", anchor] = address.split("#");
      return !(anchors.get(slug) && (anchor === undefined || anchors.get(slug)?.has(anchor)));
    });
    expect(dead.map(({ address }) => address)).toEqual([]);
  });

  test("the navigation contains each page once", () => {
    const named = site.groups.flatMap(({ entries }) => entries.map(({ slug }) => slug));
    expect([...named].sort()).toEqual([...pages.keys()].sort());
  });
});

describe("the guide", () => {
  const guide = [...pages.keys()].filter((slug) => slug.startsWith("guide/"));

  test.each(guide)("%s has text under every heading", (slug) => {
    const parts = (pages.get(slug) ?? "").split(/<h[1-3][ >]/).slice(1);
    for (const part of parts) {
      const [title = "", content = ""] = part.split(/<\/h[1-3]>/);
      expect(content.replace(/<[^>]+>|\s/g, "").length, title).toBeGreaterThan(20);
    }
    expect(textOf(slug).length).toBeGreaterThan(400);
  });

  test("contains everything that the contracts describe", () => {
    const all = guide.map(textOf).join(" ").replace(/\s+/g, "");
    for (const { info } of [rpc, http]) {
      const chapters = [...chaptersOf(info.description)].filter(
        ([name]) => name !== "" && name !== "Versions",
      );
      for (const [name, text] of chapters) {
        const sentence = (/^[^`*_|]{20,60}/.exec(text.replace(/\s+/g, " ")) ?? [""])[0].replace(/\s+/g, "");
        expect(all, name).toContain(sentence);
      }
    }
  });
});

test("a search for the number of a fault finds all faults with this number", () => {
  const found = search.find("101").map(({ address }) => address);
  expect(found.slice(0, 5).filter((one) => !one.startsWith("faults#"))).toEqual([]);
  expect(found).toContain("faults#product_not_exists");
});

test("recipes are in the guide in both languages, with a valid address", () => {
  const page = pages.get("guide/testing") ?? "";
  const tabs = [...page.matchAll(/<section data-tab="(\w+)">/g)].map(([, language]) => language);
  expect(tabs.filter((one) => one === "TypeScript").length).toBeGreaterThan(10);
  expect(tabs.filter((one) => one === "curl")).toHaveLength(tabs.length / 2);
  expect(page).not.toContain("$URL");
});

test("pages are text: nothing of the contracts becomes markup", () => {
  const hostile = {
    ...sources,
    document: () => "# A\n\n<script>alert(1)</script> <img src=x onerror=alert(1)>",
  };
  for (const { main } of docsSite(hostile).pages) expect(main.text).not.toMatch(/<script|<img/);
});

test("the files of one build refer to each other", () => {
  const manifest = JSON.parse(readFileSync(`${root}/dist/pages/manifest.json`, "utf8")) as {
    docs: { pages: Record<string, { scripts?: string[]; styles?: string[] }> };
    assets: Record<string, string>;
  };
  const stale = "the build is older than what it is made of: npm run build";
  expect(Object.keys(manifest.docs.pages).sort(), stale).toEqual([...pages.keys()].sort());
  for (const { scripts = [], styles = [] } of Object.values(manifest.docs.pages)) {
    for (const name of [...scripts, ...styles]) expect(manifest.assets).toHaveProperty([name]);
  }
});

test("an unknown address is a page for a browser, and an error for a program", async () => {
  const shop = closedAtEnd(await startShop());
  const get = (path: string, Accept: string) => shop.http("GET", path, { headers: { Accept } });
  const browsers = "text/html,application/xhtml+xml,*/*;q=0.8";
  const page = await get("/no%3Cb%3E/such", browsers);
  const answers = [await get("/no/such", "*/*"), await get("/control/no", browsers)];
  expect([page.status, page.headers.get("Content-Type")]).toEqual([404, "text/html; charset=utf-8"]);
  expect(page.text).toContain("No such page");
  expect(page.text).not.toContain("<b>");
  for (const { status, json } of answers)
    expect([status, json]).toEqual([404, { errors: [{ message: "There is nothing at this address." }] }]);
});

test.each([
  { path: "operations/catalog_product.inf", near: "operations/catalog_product.info" },
  { path: "operation/catalog_product.update", near: "operations/catalog_product.update" },
  { path: "faults/none<b>", near: undefined },
])("/docs/$path is not a page: 404, a page that names what is like it", async ({ path, near }) => {
  const shop = closedAtEnd(await startShop());
  const { status, text } = await shop.http("GET", `/docs/${encodeURI(path)}`);
  expect(status).toBe(404);
  expect(text).toContain("There is no page");
  expect(text).not.toContain("<b>");
  expect(text.includes("Did you mean")).toBe(near !== undefined);
  if (near !== undefined) expect(text).toContain(`/docs/${near}"`);
});
