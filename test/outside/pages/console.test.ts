/** The console in a real browser: what testers do with it, on a large and a small screen, by keyboard. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { accessibilityProblems, overhang, useBrowser } from "../browser.js";
import { startShop, type Shop } from "../../support/shop.js";
import { differsHere } from "../../support/storages.js";

const browser = useBrowser();
let shop: Shop;

beforeAll(async () => {
  shop = await startShop({ dataset: "sample" });
});

beforeEach(async () => {
  await shop.http("POST", "/control/reset", { body: { keep_sessions: true } });
});

afterAll(() => shop.close());

const open = (path: string, size: "desk" | "phone" = "desk") =>
  browser.open(`${shop.url}/console#/${path}`, { size });

/** As somebody without a mouse does it. */
async function press(target: Locator, key = "Enter"): Promise<void> {
  await target.focus();
  await target.press(key);
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

describe.each(["desk", "phone"] as const)("a day of testing on a %s, by keyboard", (size) => {
  test("an order is placed, half of it shipped, its letter read", async () => {
    const { page, problems } = await open("orders", size);
    await press(page.getByRole("link", { name: "Place an order" }));
    await page.getByLabel("Find a product by its name").pressSequentially("mug");
    await press(button(page, "Add mug-01"));
    await press(button(page, "Add mug-01"));
    await press(button(page, "Place the order"));
    await page.getByRole("heading", { name: /^Order 1\d+$/ }).waitFor();
    await page.getByRole("img", { name: "The order is in state new" }).waitFor();

    await press(button(page, "Ship"));
    const form = page.getByRole("form", { name: "Ship" });
    const quantity = form.getByRole("spinbutton");
    expect(await quantity.inputValue()).toBe("2");
    await quantity.fill("1");
    await press(form.getByLabel("tell the customer by mail"), "Space");
    await press(button(page, "Ship").last());
    await page.getByText(/sales_order_shipment\.create answered/).waitFor();
    await page.getByRole("img", { name: "The order is in state processing" }).waitFor();

    await press(page.getByText("sales_order_shipment.create as code"));
    expect(await page.locator(".panel pre").textContent()).toContain('"itemsQty":[{');
    await press(page.getByRole("link", { name: "mail of this order" }));
    const letter = page.frameLocator("iframe");
    await letter.getByText("Mug", { exact: false }).first().waitFor();
    await press(button(page, "Headers"));
    expect(await page.getByRole("article").textContent()).toContain("anna.becker@example.com");
    expect(problems).toEqual([]);
  });

  test.skipIf(differsHere("snapshots and sandboxes live in the memory of one process"))(
    "a fault is forced, found in the journal, copied as code, and the shop put back",
    async () => {
      const { page } = await open("state", size);
      await page.getByRole("form", { name: "Take a snapshot" }).getByLabel("Name").fill("before");
      await press(button(page, "Take a snapshot"));
      await page.getByText("Snapshot before is taken.").waitFor();

      await press(page.getByRole("link", { name: "Orders" }));
      await press(page.getByRole("link", { name: "100000001" }));
      await press(button(page, "Hold"));
      await page.getByRole("img", { name: "The order is in state holded" }).waitFor();

      await press(page.getByRole("link", { name: "Calls" }));
      await press(button(page, /^sales_order\.hold/));
      const detail = page.getByRole("region", { name: /^Call \d+/ });
      await detail.getByLabel("Fault").selectOption("order_not_holdable");
      await press(button(page, "Force next time"));
      await page.getByText("The next sales_order.hold answers order_not_holdable.").waitFor();
      await press(button(page, "Send again"));
      await page.getByText("Sent again: HTTP 409").waitFor();
      const forced = page.getByRole("button", { name: /sales_order\.hold.*order_not_holdable.*forced/ });
      await press(forced);
      expect(await detail.textContent()).toContain("order_not_holdable");
      await press(detail.getByText("sales_order.hold as code"));
      await detail.getByLabel("Language").selectOption("Python");
      expect(await detail.locator("pre").first().textContent()).toContain(
        "shop.sales_order.hold(order_increment_id=",
      );

      await press(page.getByRole("link", { name: "State" }));
      await press(button(page, "Restore before"));
      await page.getByText("The shop is as in before.").waitFor();
      await press(page.getByRole("link", { name: "Orders" }));
      await press(page.getByRole("link", { name: "100000001" }));
      await page.getByRole("img", { name: "The order is in state new" }).waitFor();
    },
  );

  test.skipIf(differsHere("the journal, metrics and limits of load are those of each process"))(
    "the clock moves past the time of sessions, and the console goes on",
    async () => {
      const { page } = await open("orders", size);
      await page.getByRole("link", { name: "100000001" }).waitFor();
      await press(page.getByRole("link", { name: "Clock and gateway" }));
      const time = page.locator("time");
      const before = await time.textContent();
      await press(button(page, "+1 day"));
      await expect.poll(() => time.textContent()).not.toBe(before);
      await press(page.getByRole("link", { name: "Products" }));
      await page.getByRole("link", { name: "mug-01" }).waitFor();
      const { json } = await shop.http("GET", "/control/calls?fault=session_expired");
      expect((json as { operation: string }[])[0]?.operation).toBe("catalog_product.list");
    },
  );
});

const everyView = [
  "orders",
  "orders/100000003",
  "new-order",
  "invoices/100000001",
  "products",
  "products/1",
  "categories/3",
  "customers/1",
  "mail",
  "calls",
  "faults",
  "time",
  "users",
  "state",
];

/** Over PostgreSQL the view of the state says that there are no snapshots and no sandboxes. */
const views = everyView.filter(
  (view) => view !== "state" || !differsHere("snapshots and sandboxes live in the memory of one process"),
);

describe.each(views)("%s", (path) => {
  test("is readable on every screen, in light and dark", async () => {
    for (const size of ["desk", "phone"] as const) {
      const { page, problems, asked } = await browser.open(`${shop.url}/console#/${path}`, {
        ...{ size, dark: size === "phone" },
      });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByText("Loading …").first().waitFor({ state: "detached" });
      expect(await page.getByRole("alert").allTextContents()).not.toContainEqual(expect.stringMatching(/\S/));
      expect(await overhang(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
      expect(asked.filter((address) => !address.startsWith(shop.url))).toEqual([]);
    }
  });
});

test.skipIf(differsHere("the journal, metrics and limits of load are those of each process"))(
  "filters are those of the API",
  async () => {
    const { page } = await open("products");
    await press(button(page, "Filter"));
    await page.getByLabel("Field").selectOption("sku");
    await page.getByLabel("Condition").selectOption("like");
    await page.getByLabel("Value").fill("mug-0%");
    await press(button(page, "Add"));
    await page.getByText("sku is like mug-0%").waitFor();
    const latest = async () =>
      (await shop.http("GET", "/control/calls?operation=catalog_product.list&limit=1")).json;
    await expect.poll(latest).toMatchObject([{ arguments: { filters: { sku: { like: "mug-0%" } } } }]);
    await press(button(page, /remove this filter/));
    await expect.poll(latest).toMatchObject([{ arguments: {} }]);
  },
);

test.skipIf(differsHere("snapshots and sandboxes live in the memory of one process"))(
  "it works inside a sandbox, which is chosen at the top",
  async () => {
    await shop.http("POST", "/control/sandboxes", { body: { name: "blue" } });
    const { page } = await open("orders");
    await page.getByRole("combobox", { name: "Shop or sandbox" }).selectOption("blue");
    await page.waitForURL(`${shop.url}/sandbox/blue/console`);
    await press(page.getByRole("link", { name: "100000001" }));
    await press(button(page, "Hold"));
    await page.getByRole("img", { name: "The order is in state holded" }).waitFor();
    const info = await shop.call("sales_order.info", ["100000001"]);
    expect(info).toMatchObject({ state: "new" });
  },
);

test.skipIf(differsHere("the journal, metrics and limits of load are those of each process"))(
  "two answers are compared line by line",
  async () => {
    await shop.call("catalog_product.info", [1, null, ["name"]]);
    await shop.call("catalog_product.info", [2, null, ["name"]]);
    const { page } = await open("calls");
    const calls = page.getByRole("button", { name: /^catalog_product\.info/ });
    await press(calls.nth(1));
    await press(button(page, "Compare with"));
    await press(calls.nth(0));
    expect(await page.locator(".difference .gone").first().textContent()).toContain('"product_id": 1');
    expect(await page.locator(".difference .come").first().textContent()).toContain('"product_id": 2');
  },
);

test("scripts that are stored in the shop stay text", async () => {
  const script = `"><img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
  const customerId = await shop.call("customer.create", [
    {
      email: "x@example.com",
      firstname: script,
      lastname: script,
      password: "secret123",
      website_id: 1,
      group_id: 1,
    },
  ]);
  const product = await shop.call("catalog_product.create", [
    "simple",
    4,
    "script",
    {
      name: script,
      meta_title: script,
      url_key: "script",
      price: 1,
      website_ids: [1],
      stock_data: { qty: 5 },
    },
  ]);
  await shop.call("sales_order.addComment", ["100000001", "pending", script, true]);
  await shop.call("catalog_category.update", [3, { name: script }]);
  for (const path of [
    "products",
    `products/${String(product)}`,
    "customers",
    `customers/${String(customerId)}`,
  ]) {
    const { page, problems } = await open(path);
    await page.getByText("document.title='taken'", { exact: false }).first().waitFor();
    expect(await page.title()).not.toBe("taken");
    expect(problems).toEqual([]);
  }
  for (const path of ["orders/100000001", "categories/3", "mail", "calls"]) {
    const { page, problems } = await open(path);
    await page.waitForTimeout(300);
    expect(await page.title()).not.toBe("taken");
    expect(problems).toEqual([]);
  }
});
