/** The documentation in a real browser: reading, search, forms, by keyboard, on small and large screens. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { exportDocs } from "../../../scripts/docs/export.js";
import { accessibilityProblems, pointerProblems, overhang, useBrowser } from "../browser.js";
import { startShop, type Shop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const browser = useBrowser();
/** The slash focuses the search once the page listens to keys. */
async function openSearch(page: Page): Promise<void> {
  const isOpen = async () => {
    await page.keyboard.press("/");
    return page.evaluate<boolean>("document.activeElement?.matches('.search input') ?? false");
  };
  await expect.poll(isOpen, { timeout: 100_000 }).toBe(true);
}

let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});

afterAll(() => shop.close());

const kinds = [
  "/docs",
  "/docs/guide/order-states",
  "/docs/guide/sessions",
  "/docs/operations/sales_order_shipment.create",
  "/docs/operations/catalog_product.create",
  "/docs/rest/listCustomers",
  "/docs/control/placeOrder",
  "/docs/faults",
  "/docs/reference/sales",
];

describe.each(["phone", "desk"] as const)("on a %s", (size) => {
  test.each(kinds)("%s fits, is accessible, needs no other host and violates no policy", async (path) => {
    const dark = size === "phone";
    const { page, problems, asked } = await browser.open(shop.url + path, { size, dark });
    await page.locator(".search input").waitFor();
    expect(await overhang(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    expect(asked.filter((address) => !address.startsWith(shop.url))).toEqual([]);
    await page.context().close();
  });
});

describe.each(["/docs", "/docs/operations/sales_order.hold", "/docs/guide/testing", "/docs/nothing"])(
  "%s",
  (path) => {
    test.each([
      { size: "desk", dark: false },
      { size: "desk", dark: true },
      { size: "phone", dark: false },
    ] as const)("is readable under the pointer and shows its focus: $size, dark: $dark", async (how) => {
      const { page } = await browser.open(shop.url + path, how);
      expect(await pointerProblems(page)).toEqual([]);
      expect(await overhang(page)).toBe(0);
      await page.context().close();
    });
  },
);

async function logIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("Logged in as").waitFor();
}

describe("try it", () => {
  test("logs in, calls, shows the real answer, and a fault with its explanation", async () => {
    const { page, problems } = await browser.open(`${shop.url}/docs/operations/catalog_product.info`);
    await logIn(page);
    await page.locator("#try-productId").fill("1");
    await page.getByRole("button", { name: "Call catalog_product.info" }).click();
    await page.locator(".outcome").getByText('"mug-01"').first().waitFor();
    const { sku } = (await shop.call("catalog_product.info", [1])) as { sku: string };
    expect(sku).toBe("mug-01");
    expect(await page.locator(".outcome .chip").first().textContent()).toBe("HTTP 200");

    await page.locator("#try-productId").fill("999");
    await page.keyboard.press("Enter");
    const link = page.locator(".outcome").getByRole("link", { name: "product_not_exists" });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe("#fault-product_not_exists");
    expect(problems).toEqual([]);
  });

  test("returns a fault on demand, and reports invalid JSON", async () => {
    const { page } = await browser.open(`${shop.url}/docs/operations/sales_order.hold`);
    await logIn(page);
    await page.getByLabel("Return a fault instead").selectOption("order_not_holdable");
    await page.getByRole("button", { name: "Call sales_order.hold" }).click();
    await page.locator(".outcome").getByRole("link", { name: "order_not_holdable" }).waitFor();

    await page.goto(`${shop.url}/docs/operations/sales_order_shipment.create`);
    await page.getByText("Logged in as").waitFor();
    await page.locator("#try-itemsQty").fill("[{");
    await page.getByRole("button", { name: "Call sales_order_shipment.create" }).click();
    await page.getByRole("alert").getByText("itemsQty is not valid JSON").waitFor();
  });

  test("leaves optional fields empty and shows an example in them", async () => {
    const { page } = await browser.open(`${shop.url}/docs/operations/catalog_product.info`);
    const [required, optional] = [page.locator("#try-productId"), page.locator("#try-identifierType")];
    await required.waitFor();
    expect(await required.inputValue()).not.toBe("");
    expect(await optional.inputValue()).toBe("");
    expect(await optional.getAttribute("placeholder")).not.toBe("");
  });

  test("works for REST and the test control", async () => {
    const { page } = await browser.open(`${shop.url}/docs/control/getClock`);
    await page.getByRole("button", { name: "GET /control/clock" }).click();
    await page.locator(".outcome").getByText('"2025-06-01 12:00:00"').waitFor();
    await page.goto(`${shop.url}/docs/rest/getCustomer`);
    await page.getByLabel("Answer as").selectOption("application/xml");
    await page.getByRole("button", { name: "GET /api/rest/customers/{customerId}" }).click();
    await page.locator(".outcome").getByText("<service_api>").waitFor();
  });

  test.skipIf(differsHere("snapshots and sandboxes exist in the memory of one process"))(
    "uses the sandbox of the page",
    async () => {
      await shop.http("POST", "/control/sandboxes", { body: { name: "blue" } });
      await shop.http("PUT", "/sandbox/blue/control/clock", { body: { now: "2031-01-01 00:00:00" } });
      const { page } = await browser.open(`${shop.url}/sandbox/blue/docs/control/getClock`);
      expect(await page.locator("pre").first().textContent()).toContain(
        `${shop.url}/sandbox/blue/control/clock`,
      );
      await page.getByRole("button", { name: "GET /control/clock" }).click();
      await page.locator(".outcome").getByText('"2031-01-01 00:00:00"').waitFor();
    },
  );

  test("shows stored scripts as text", async () => {
    const script = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    const data = { name: script, description: script, short_description: script, weight: 1, price: 1 };
    const id = await shop.call("catalog_product.create", [
      ...["simple", 4, "evil-1"],
      { ...data, status: 1, visibility: 4, meta_title: script },
    ]);
    const { page, problems } = await browser.open(`${shop.url}/docs/operations/catalog_product.info`);
    await logIn(page);
    await page.locator("#try-productId").fill(String(id));
    await page.getByRole("button", { name: "Call catalog_product.info" }).click();
    await page.locator(".outcome").getByText("onerror").first().waitFor();
    expect(await page.locator(".outcome img").count()).toBe(0);
    expect(await page.title()).not.toBe("owned");
    expect(problems).toEqual([]);
  });
});

/** Presses the Tab key until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 250; step++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the Tab key does not lead there");
}

describe("only by keyboard", () => {
  test("a newcomer finds the meaning of order_not_shippable, and the operation that returns it", async () => {
    const { page } = await browser.open(`${shop.url}/docs`);
    await openSearch(page);
    await page.keyboard.type("order_not_shipp");
    await page.locator("#found-0").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${shop.url}/docs/faults#order_not_shippable`);
    const row = page.locator("#order_not_shippable");
    expect(await row.textContent()).toContain("The order cannot be shipped.");
    expect(await row.getByRole("link", { name: "sales_order_shipment.create" }).count()).toBe(1);
  });

  test.each(["phone", "desk"] as const)(
    "on a %s: from the start page to an answer of the server",
    async (size) => {
      const { page, problems } = await browser.open(shop.url, { size });
      await tabTo(page, page.getByRole("link", { name: "Read the documentation" }));
      await page.keyboard.press("Enter");
      await openSearch(page);
      await page.keyboard.type("catalog_product.info");
      await page.locator("#found-0").waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/catalog_product\.info$/);
      await tabTo(page, page.getByRole("button", { name: "Log in" }));
      await page.keyboard.press("Enter");
      await page.getByText("Logged in as").waitFor();
      await tabTo(page, page.locator("#try-productId"));
      await page.keyboard.press("Control+A");
      await page.keyboard.type("mug-01");
      await tabTo(page, page.locator("#try-identifierType"));
      await page.keyboard.type("sku");
      await page.keyboard.press("Enter");
      await page.locator(".outcome").getByText('"Stoneware Mug"').waitFor();
      expect(await overhang(page)).toBe(0);
      expect(problems).toEqual([]);
    },
  );

  test("the Tab key reaches every part of a page, and the focused part is visible", async () => {
    const { page } = await browser.open(`${shop.url}/docs/operations/sales_order.hold`);
    await page.locator("#try-orderIncrementId").waitFor();
    const reached = new Set<string>();
    for (let step = 0; step < 120; step++) {
      await page.keyboard.press("Tab");
      const [name, outline] = await page.evaluate(() => {
        const browserGlobals = globalThis as unknown as {
          document: { activeElement: { id: string; className: string; tagName: string } };
          getComputedStyle(element: unknown): { outlineStyle: string };
        };
        const element = browserGlobals.document.activeElement;
        const { outlineStyle } = browserGlobals.getComputedStyle(element);
        return [element.id || element.className || element.tagName, outlineStyle] as const;
      });
      reached.add(name);
      expect(outline, name).not.toBe("none");
      if (name === "try-fault") break;
    }
    for (const name of ["skip", "brand", "tab-1", "try-username", "try-orderIncrementId", "try-fault"]) {
      expect([...reached]).toContain(name);
    }
  });

  test("one button opens and closes the navigation on a phone", async () => {
    const { page } = await browser.open(`${shop.url}/docs`, { size: "phone" });
    const button = page.getByRole("button", { name: "Menu" });
    await button.press("Enter");
    expect(await page.getByRole("navigation", { name: "Documentation" }).isVisible()).toBe(true);
    expect(await overhang(page)).toBe(0);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("navigation", { name: "Documentation" }).isVisible()).toBe(false);
  });
});

test("an operation has its headings on top, and the example beside the parameters where there is room", async () => {
  const { page } = await browser.open(`${shop.url}/docs/operations/catalog_product.create`);
  const top = async (name: string) =>
    (await page.getByRole("heading", { name, exact: true }).boundingBox()) ?? { x: NaN, y: NaN };
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "Faults" }).waitFor();
  expect((await top("Parameters")).y).toBeGreaterThan((await top("Example")).y);
  await page.setViewportSize({ width: 1600, height: 900 });
  expect((await top("Parameters")).y).toBe((await top("Example")).y);
  expect((await top("Parameters")).x).toBeLessThan((await top("Example")).x);
  for (const width of [1600, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const [code, copy] = [page.locator(".code-frame pre"), page.locator(".code-frame .button")];
    const [one, other] = [await code.first().boundingBox(), await copy.first().boundingBox()];
    const isBeside = (other?.x ?? NaN) >= (one?.x ?? NaN) + (one?.width ?? NaN);
    expect(isBeside || (other?.y ?? NaN) + (other?.height ?? NaN) <= (one?.y ?? NaN), `at ${width}`).toBe(
      true,
    );
  }
});

test("the viewer shows both OpenAPI documents and violates no policy", async () => {
  const { page, problems, asked } = await browser.open(`${shop.url}/docs/viewer`);
  await page.locator(".opblock-tag").first().waitFor();
  await page.getByLabel("Document", { exact: true }).selectOption("REST, health and test control");
  await page.locator("#operations-tag-customers").waitFor();
  expect(asked.filter((address) => !address.startsWith(shop.url))).toEqual([]);
  expect(problems).toEqual([]);
});

test("on paper there is only text, without controls", async () => {
  const { page } = await browser.open(`${shop.url}/docs/operations/sales_order.hold`);
  await page.locator(".search input").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("button").filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole("navigation", { name: "Documentation" }).isVisible()).toBe(false);
  expect(await page.locator("#parameters").isVisible()).toBe(true);
});

describe("size", () => {
  test.each(["/docs", "/docs/operations/sales_order.info", "/docs/faults"])(
    "%s stays small",
    async (path) => {
      const { page, asked } = await browser.open(shop.url + path);
      // A search is part of the size.
      await page.locator(".search input").fill("order");
      await page.locator("#found-0").waitFor();
      const bytes = await page.evaluate(() => {
        const entries = globalThis.performance.getEntries() as unknown as { encodedBodySize?: number }[];
        return entries.reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0);
      });
      expect(asked.some((address) => address.includes("search"))).toBe(true);
      expect(bytes).toBeGreaterThan(20_000);
      expect(bytes).toBeLessThan(500_000);
    },
  );
});

describe("access to the documentation", () => {
  test.each([
    { title: "with control", settings: {}, status: 200 },
    { title: "without control", settings: { control: false }, status: 404 },
    { title: "without control, asked for", settings: { control: false, docs: true }, status: 200 },
    { title: "with control, not wanted", settings: { docs: false }, status: 404 },
  ])("$title: $status", async ({ settings, status }) => {
    const other = await startShop({ settings });
    try {
      for (const path of ["/docs", "/docs/faults"])
        expect((await other.http("GET", path)).status).toBe(status);
      const start = (await other.http("GET", "/", { headers: { Accept: "text/html" } })).text;
      expect(start.includes("Read the documentation")).toBe(status === 200);
      if (status === 200 && settings.control === false) {
        const { page } = await browser.open(`${other.url}/docs/operations/login`);
        await page.getByText("This server does not offer it").waitFor();
      }
    } finally {
      await other.close();
    }
  });

  test("callers from other machines get it only with DOCS=on", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9" };
    expect((await shop.http("GET", "/docs", { headers })).status).toBe(403);
    const other = await startShop({ settings: { docs: true } });
    try {
      expect((await other.http("GET", "/docs", { headers })).status).toBe(200);
    } finally {
      await other.close();
    }
  });

  test("an address has one form", async () => {
    const { page } = await browser.open(`${shop.url}/docs/faults/`);
    expect(page.url()).toBe(`${shop.url}/docs/faults`);
    expect((await shop.http("GET", "/docs/nothing")).status).toBe(404);
    expect((await shop.http("GET", "/docs/constructor")).status).toBe(404);
  });
});

describe("as files on another host", () => {
  test("can be read and searched, and calls the configured service", async () => {
    const folder = await mkdtemp(join(tmpdir(), "store-api-docs-"));
    const host = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://host");
      const type = pathname.endsWith(".css")
        ? "text/css"
        : pathname.endsWith(".js")
          ? "text/javascript"
          : "text/html";
      readFile(join(folder, pathname === "/" ? "index.html" : pathname)).then(
        (bytes) => response.setHeader("Content-Type", type).end(bytes),
        () => response.writeHead(404).end(),
      );
    }).listen(0, "127.0.0.1");
    await once(host, "listening");
    const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    const service = await startShop({ dataset: "sample", settings: { corsOrigins: [origin] } });
    try {
      await exportDocs(folder, service.url);
      const { page, problems } = await browser.open(origin);
      await page.locator(".search input").fill("sales_order.hold");
      await page.locator("#found-0").waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(`${origin}/operations/sales_order.hold.html`);
      expect(await page.locator("pre").first().textContent()).toContain(`${service.url}/api/rpc/`);
      await logIn(page);
      await page.locator("#try-orderIncrementId").fill("999999999");
      await page.getByRole("button", { name: "Call sales_order.hold" }).click();
      await page.locator(".outcome").getByRole("link", { name: "order_not_exists" }).waitFor();
      const links = [...(await page.content()).matchAll(/<a [^>]*href="([^"]+)"/g)].map(
        ([, link = ""]) => link,
      );
      for (const link of new Set(links)) {
        expect((await fetch(new URL(link, page.url()))).status, link).toBe(200);
      }
      expect(problems).toEqual([]);
    } finally {
      await service.close();
      host.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
